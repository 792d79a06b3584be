/** What the form begins with, and how it takes what somebody just types. */
import type { Locator } from '@playwright/test';
import { openAccount } from './accounts.js';
import { choose, chooseCountry, control, searchButton, signInAs, suggestions, tag, values } from './form.js';
import { DEEP, expect, expectAccessible, hold, picture, signedInTest as test } from './test.js';

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

test('what was read is another in one press, and a suggestion brings its field', DEEP, async ({ page }) => {
  await page.goto('/list1');
  await values(page).fill('trading');
  await expect(page.getByRole('group', { name: 'Importers' })).toBeVisible();
  await values(page).press('Enter');
  await expect(page.getByText('Searches by Product. Or search by Importer, Exporter')).toBeVisible();
  await page.getByRole('button', { name: 'Importer', exact: true }).click();
  await expect(control(page, 'Search by')).toHaveValue('Importer');
  await expect(tag(page, 'trading')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await values(page).fill('8517');
  await expect(page.getByText(/^Enter searches by HS Code\./)).toBeVisible();
  const code = page.getByRole('group', { name: 'HS codes' }).getByRole('option').first();
  await expect(code).toBeVisible();
  await code.click();
  await expect(control(page, 'Search by')).toHaveValue('HS Code');
  await expect(control(page, 'Match type')).toHaveValue('Like');
});

test(
  'all countries give way to the first that is picked; the trade of the last search is the next one begun',
  DEEP,
  async ({ page, portal }) => {
    await signInAs(page, await openAccount(portal, 'begins.anew@company.example', 'SME'));
    await expect(page.getByRole('button', { name: allCountries })).toBeVisible();
    await control(page, 'Countries').click();
    await expect(page.getByText('All are searched. Pick one to search it alone.')).toBeVisible();
    await picture(page, 'form-all-countries');
    await control(page, 'Countries').press('Escape');
    await choose(page, 'Trade type', 'Export');
    await expect(page.getByRole('button', { name: allCountries })).toBeVisible();
    await chooseCountry(page, 'Vietnam');
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    await chooseCountry(page, 'Mexico');
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
    await values(page).fill('rice');
    await values(page).press('Enter');
    await searchButton(page).click();
    await expect(page.getByRole('heading', { name: /^Exports of/ })).toBeVisible();
    await page.goto('/list1');
    await expect(control(page, 'Trade type')).toHaveValue('Export');
  },
);

test('who is quicker than the list of countries has asked for all of them', DEEP, async ({ page }) => {
  const arrive = await hold(page, '**/countrylistbytrade/*');
  await page.goto('/list1');
  await values(page).fill('cotton');
  await values(page).press('Enter');
  await searchButton(page).click();
  await expect(page.getByText('Please select', { exact: false })).toHaveCount(0);
  arrive();
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
