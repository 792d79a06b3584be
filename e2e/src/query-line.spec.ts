import { facts, found, openSearch, pills } from './filters.js';
import { expect, expectAccessible, picture, signedInTest as test } from './test.js';

test('what only a query line can ask is shown as a filter, stays with the form, and can be taken off', async ({
  page,
}) => {
  await openSearch(page);
  const all = await found(page);
  await openSearch(page, { line: 'value:>5000 OR hs:6302' });
  const some = await found(page);
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all);
  await expect(pills(page)).toContainText('value:>5000 OR hs:6302');
  await expectAccessible(page);
  await picture(page, 'query-line');
  // The form comes back with what it cannot show.
  await page.getByRole('button', { name: /^Imports of/ }).click();
  await page.getByRole('combobox', { name: 'Search values' }).fill('linen');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/q=linen.*line=value/);
  await pills(page)
    .getByRole('button', { name: /value:>5000/ })
    .click();
  await expect(page).not.toHaveURL(/line=/);
  await expect.poll(() => found(page)).toBeGreaterThanOrEqual(all);
});

test('a line may ask alone, and says what it cannot be read as', async ({ page }) => {
  const link = '/list1?trade=IMPORT&country=IND&from=2024-01-01&to=2026-10-31&by=PRODUCT&match=W';
  await page.goto(`${link}&line=${encodeURIComponent('cott* -product:yarn')}`);
  await expect(facts(page)).toContainText('shipment');
  await expect(page.getByRole('main')).toContainText('cott* -product:yarn');
  await page.goto(`${link}&line=${encodeURIComponent('colour:red')}`);
  await expect(page.getByRole('main')).toContainText('There is no field “colour”');
});
