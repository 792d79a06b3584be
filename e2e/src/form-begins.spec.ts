/** What the form begins with. */
import type { Locator } from '@playwright/test';
import { openAccount } from './accounts.js';
import { choose, control, searchButton, signInAs, suggestions, tag, values } from './form.js';
import { DEEP, expect, expectAccessible, picture, signedInTest as test } from './test.js';

const allCountries = /^Remove All \d+ countries$/;

test('begins with imports of all countries in the last year: goods and Enter ask the question', async ({ page }) => {
  await page.goto('/list1');
  await expect(control(page, 'Trade type')).toHaveValue('Import');
  await expect(page.getByRole('button', { name: allCountries })).toBeVisible();
  await expect(control(page, 'Date range')).toHaveValue('Last 1 year');
  await expect(page.getByLabel('From date')).toHaveValue('01 Nov 2025');
  // The tag and what is typed behind it stand on one line, as the other fields do.
  await page.setViewportSize({ width: 1024, height: 768 });
  const top = async (box: Locator) => (await box.boundingBox())?.y ?? Infinity;
  const typed = await top(control(page, 'Countries'));
  expect(Math.abs(typed - (await top(page.getByRole('button', { name: allCountries }))))).toBeLessThan(12);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(searchButton(page)).toBeDisabled();
  await values(page).fill('cotton');
  await expect(page.getByText('Enter searches by Product. Or search by Importer, Exporter')).toBeVisible();
  await expect(suggestions(page).first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Goods' })).toBeVisible();
  // Codes are found by what they are called.
  await expect(page.getByRole('group', { name: 'HS codes' }).getByRole('option').first()).toContainText(/cotton/i);
  await picture(page, 'form-one-box');
  await expectAccessible(page);
  await values(page).press('Enter');
  await expect(tag(page, 'cotton')).toBeVisible();
  await expect(control(page, 'Search by')).toHaveValue('Product');
  await expect(searchButton(page)).toBeEnabled();
  await searchButton(page).click();
  await expect(page.getByRole('heading', { name: /^Imports of .* 'cotton'/ })).toBeVisible();
});

test(
  'a saved search is found by its name where its goods are typed, and opened by a press',
  DEEP,
  async ({ page, portal }) => {
    await signInAs(page, await openAccount(portal, 'saved.named@company.example', 'SME'));
    await page.goto('/list1');
    await values(page).fill('cotton');
    await values(page).press('Enter');
    await searchButton(page).click();
    await page.getByRole('button', { name: 'Save Query' }).click();
    await page.getByRole('menuitem', { name: 'Save as' }).click();
    await choose(page, 'Workspace', 'Create New Workspace');
    await page.getByLabel('Workspace name').fill('Fibres');
    await page.getByRole('textbox', { name: 'Title' }).fill('Cotton of last year');
    await page.getByRole('textbox', { name: 'Description' }).fill('What they buy');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Search query saved successfully')).toBeVisible();

    await page.goto('/dashboard');
    await page.getByRole('combobox', { name: 'Search value' }).fill('cotton of');
    await expect(page.getByRole('group', { name: 'Saved searches' }).getByRole('option')).toHaveText(
      /Cotton of last yearFibres/,
    );

    await page.goto('/list1');
    await values(page).fill('cotton');
    const saved = page
      .getByRole('group', { name: 'Saved searches' })
      .getByRole('option', { name: 'Cotton of last year' });
    await expect(saved).toBeVisible();
    await picture(page, 'form-saved-search');
    await values(page).press('ArrowUp');
    await values(page).press('Enter');
    await expect(page).toHaveURL(/saved=/);
    await expect(page.getByRole('heading', { name: /^Imports of .* 'cotton'/ })).toBeVisible();
  },
);

test('every example of the start screen finds records', DEEP, async ({ page }) => {
  await page.goto('/list1');
  const examples = page.getByRole('button', { name: /^Try / });
  // Those of exports come after the others.
  await expect(examples).toHaveCount(3);
  const labels = await examples.allTextContents();
  for (const label of labels) {
    await page.getByRole('button', { name: label }).click();
    await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
    await page.goto('/list1');
  }
});
