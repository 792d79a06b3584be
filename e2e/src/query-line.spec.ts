import { facts, found, openSearch, pills } from './filters.js';
import { expect, expectAccessible, expectGoodLooks, picture, signedInTest as test } from './test.js';

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
  await picture(page, 'query-line-filter');
  // The form comes back with what it cannot show.
  await page.getByRole('button', { name: /^Imports of/ }).click();
  await page.getByRole('combobox', { name: 'Search values' }).fill('linen');
  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: 'Search' }).getByRole('button', { name: 'Search' }).click();
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

test('a question is written as a line, changed there, and comes back to the form', async ({ page }) => {
  await openSearch(page);
  await page.getByRole('button', { name: 'Write it as a query line' }).click();
  const line = page.getByRole('textbox', { name: 'Query line' });
  await expect(line).toHaveValue(/^trade:import \(country:IND OR .* date:2024-01-01\.\.2026-10-31 product:"cotton"$/);
  const asked = await line.inputValue();

  await line.fill(`${asked} colour:red hs:6x`);
  await page.keyboard.press('Enter');
  const problems = page.getByRole('form', { name: 'Query line' }).getByRole('alert');
  await expect(problems.getByRole('listitem')).toHaveCount(2);
  await expect(problems).toContainText('There is no field “colour”');
  // The first is marked in the text, the others at a press.
  const marked = () =>
    line.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
  expect(await marked()).toBe('colour:');
  await problems.getByRole('button', { name: 'hs:6x' }).click();
  expect(await marked()).toBe('hs:6x');
  await expectGoodLooks(page, 'query-line');

  await line.fill('product:shirt -from:china (value:>100 OR til*) 2025-01..2025-06');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/exceptOriginCountryList=China/);
  await expect(facts(page)).toContainText('shipment');
  // What the form cannot show stays a line, and the rest is the form's again.
  await expect(pills(page)).toContainText('value:>100 OR til*');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(
    /product has the word 'shirt' and value:>100 OR til\*, 01 Jan 2025 – 30 Jun 2025/,
  );
  await expect(line).toHaveValue(/date:2025-01-01\.\.2025-06-30 .*\(value:>100 OR til\*\)$/);
  await page.reload();
  await expect(page.getByText('The form cannot show all of this question')).toBeVisible();
});
