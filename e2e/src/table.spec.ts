import { billsLink, loadBillsOfEntry } from './bills-of-entry.js';
import { openForm } from './form.js';
import { choose, header, openTable, rows } from './table.js';
import { expect, expectAccessible, picture, settled, signedInTest as test } from './test.js';

test.beforeAll(({ portal }) => loadBillsOfEntry(portal));

test('records are selected by their ids: none, some or all of a page, over the pages of a question', async ({
  page,
}) => {
  await openTable(page, billsLink({ size: '10' }));
  const all = page.getByRole('checkbox', { name: 'Select all records of this page' });
  const one = (position: number) => page.getByRole('checkbox', { name: `Select record ${position}`, exact: true });
  const partial = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
  const line = page.getByRole('status').filter({ hasText: 'selected' });
  expect(await partial()).toBe(false);
  await one(2).check();
  await one(5).check();
  await expect(line).toHaveText('2 selected');
  expect(await partial()).toBe(true);
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await picture(page, 'table-selected');

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(one(11)).toBeVisible();
  await expect(line).toHaveText('2 selected');
  await all.check();
  await expect(line).toHaveText('12 selected');
  expect(await partial()).toBe(false);
  await one(13).uncheck();
  expect(await partial()).toBe(true);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(one(2)).toBeChecked();
  await expect(one(3)).not.toBeChecked();

  // Another order is the same question: the record is ticked wherever it stands.
  await choose(page, 'HS Code', 'Sort ascending');
  await expect(header(page, 'HS Code')).toHaveAttribute('aria-sort', 'ascending');
  await settled(page);
  await expect(line).toHaveText('11 selected');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(line).toHaveCount(0);
  await one(1).check();
  await expect(line).toHaveText('1 selected');

  await openForm(page);
  const values = page.getByRole('combobox', { name: 'Search values' });
  await values.fill('steel');
  await values.press('Enter');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/steel/);
  await expect(line).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: /steel/ })).toHaveCount(0);
  await settled(page);
  await expect(one(1)).not.toBeChecked();
});
