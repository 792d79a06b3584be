import type { Page } from '@playwright/test';
import { billsLink, loadBillsOfEntry } from './bills-of-entry.js';
import { openForm } from './form.js';
import { choose, header, openTable, region, rows } from './table.js';
import {
  DEEP,
  expect,
  expectAccessible,
  noteMoves,
  picture,
  searchLink,
  settled,
  signedInTest as test,
} from './test.js';

/** Waits until what has changed is drawn. */
const frameDrawn = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

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

test('nothing moves while the table is looked at', DEEP, async ({ page }) => {
  await openTable(page, searchLink({ size: '50' }));
  await settled(page);
  // On a first visit the typeface comes after the words: that is before anybody looks for something.
  await page.evaluate(() => document.fonts.ready);
  // What is set in it stands from the next frame on.
  await frameDrawn(page);
  await page.evaluate(noteMoves);
  for (const row of [0, 3, 6]) await rows(page).nth(row).getByRole('gridcell').nth(6).hover();
  await header(page, 'HS Code').hover();
  await page.getByRole('checkbox', { name: 'Select record 2', exact: true }).click();
  await page.getByRole('button', { name: 'Description of record 2', exact: true }).click();
  const description = page.getByRole('dialog', { name: 'Description' });
  await expect(description.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(description).toBeHidden();
  await region(page).evaluate((element) => element.scrollBy(0, 300));
  await expect(page.getByRole('checkbox', { name: 'Select record 12', exact: true })).toBeVisible();
  // The observer is told after the frame.
  await frameDrawn(page);
  expect(await page.evaluate(() => window.moves)).toEqual([]);
});
