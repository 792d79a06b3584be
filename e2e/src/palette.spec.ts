import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { expect, expectGoodLooks, searchLink, settled, test } from './test.js';

const field = (page: Page) => page.getByRole('combobox', { name: 'Go to a screen' });
const group = (page: Page, name: string) =>
  page.getByRole('listbox', { name: 'Where it leads' }).getByRole('group', { name });

/** The header has the keys as soon as it is there. */
async function openByKeys(page: Page) {
  await expect(page.getByRole('button', { name: 'Go anywhere' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('one field leads to screens, contacts, codes and companies, by keyboard, and asks nothing that costs', async ({
  page,
  portal,
}) => {
  await enter(page, await openAccount(portal, 'palette@company.example'), '/coverage');
  await settled(page);
  await openByKeys(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await field(page).fill('c');
  await expect(group(page, 'Screens').getByRole('option', { name: 'Data Coverage' })).toBeVisible();
  await expect(page.getByText('Type two characters or more to find companies, goods and HS codes, too.')).toBeVisible();
  expect(asked.filter((path) => /suggestionlist|listcontact|searchByUser/.test(path))).toEqual([]);
  await field(page).fill('save con');
  await expect(group(page, 'Screens').getByRole('option')).toHaveText(['Save Contact']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/savecontact$/);

  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByRole('textbox', { name: 'Company Name' }).fill('Cotton Quay Ltd.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Contact saved')).toBeVisible();
  await page.getByRole('button', { name: 'Go anywhere' }).click();
  await field(page).fill('cotton');
  await expect(group(page, 'Contacts').getByRole('option')).toContainText(['Cotton Quay Ltd.']);
  await expect(group(page, 'Goods').getByRole('option').first()).toHaveText(/^cotton\d+ shipments?$/);
  await expect(
    group(page, 'HS codes')
      .getByRole('option')
      .filter({ hasText: /^\d+ · .*cotton/i })
      .first(),
  ).toBeVisible();
  await expectGoodLooks(page, 'palette');
  await field(page).fill('no such thing anywhere');
  await expect(page.getByText('Nothing by that name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Go anywhere' })).toBeFocused();

  const searches = page.locator('[data-counter="searches"]');
  await page.goto(searchLink());
  await settled(page);
  await expect(searches).toHaveText('74');
  // The last question's trade, countries and days; on the screen that shows its results.
  await openByKeys(page);
  await field(page).fill('textil');
  await expect(group(page, 'Company pages').getByRole('option').first()).toContainText('one search');
  const company = group(page, 'Companies').getByRole('option').filter({ hasText: 'importer' }).first();
  const name = (await company.locator('span').first().innerText()).trim();
  await company.click();
  await expect(page).toHaveURL(/\/list1$/);
  await expect(page.getByRole('combobox', { name: 'Search values' }).locator('..')).toContainText(name);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
  await expect(searches).toHaveText('74');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { name: /whose importer is/ })).toContainText(name);
  await expect(searches).toHaveText('73');

  // From another screen, by arrow keys.
  await page.goto('/coverage');
  await openByKeys(page);
  await field(page).fill('610');
  await expect(group(page, 'HS codes').getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(group(page, 'HS codes').getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/list1$/);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
  await expect(searches).toHaveText('73');
});
