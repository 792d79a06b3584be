import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { enter, openAccount } from './accounts.js';
import { found, openCompanyPage, searchesLeft } from './filters.js';
import { expect, expectGoodLooks, searchLink, settled, test } from './test.js';

const block = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

async function add(page: Page, of: string, report?: string): Promise<void> {
  await page.getByRole('button', { name: `Add to report: ${of}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to report' });
  if (report) await dialog.getByLabel('Name of the report').fill(report);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('link', { name: 'Open the report' })).toBeVisible();
}

test('figures of an analysis become a report, whose numbers open their records, on paper and as a workbook', async ({
  page,
  portal,
}) => {
  const analyse = (view: Record<string, string>) => searchLink(view).replace('/list1', '/indepthAnalysis');
  await enter(
    page,
    await openAccount(portal, 'writer@reports.example'),
    analyse({ rows: 'importers', columns: 'years', measure: 'SHIPMENTS' }),
  );
  await settled(page);
  await add(page, 'Importer by Years', 'Cotton of three years');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.goto(searchLink().replace('/list1', '/analysis'));
  await add(page, 'Month Wise Analysis');
  const left = await searchesLeft(page).textContent();
  await page.getByRole('link', { name: 'Open the report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cotton of three years');
  await expect(block(page, 'Importer by Years').getByRole('table')).toBeVisible();
  await expect(block(page, 'Month Wise Analysis').getByRole('img')).toBeVisible();
  // Words between the figures, and another order.
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByLabel('Text 3').fill('# What it says\n\n- <b>Cotton</b> rises');
  await page.getByRole('button', { name: 'Move block 3 up' }).click();
  await page.getByRole('button', { name: 'Move block 2 up' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('What it says');
  await expect(page.getByText('<b>Cotton</b> rises')).toBeVisible();
  await expectGoodLooks(page, 'report');
  // Every number of the workbook is one, with the way to its records.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download workbook' }).click(),
  ]);
  const { sheets } = await readXlsx(readFileSync(await file.path()));
  expect(sheets.map(({ name }) => name)).toEqual(['1 Text', '2 Importer by Years', '3 Month Wise Analysis']);
  const cells = [...(sheets[1]?.cells?.entries() ?? [])].filter(([, cell]) => cell.hyperlink);
  expect(cells.length).toBeGreaterThan(12);
  // On paper the text can be selected and the numbers lead where they lead on the screen.
  const pdf = (await page.pdf({ tagged: true, format: 'A4' })).toString('latin1');
  expect(pdf).toContain('/StructTreeRoot');
  expect(pdf).toMatch(/\/URI \(http[^)]*\/list1\?/);
  // A number opens as many records as it says, for nothing.
  const number = block(page, 'Importer by Years').getByRole('row').nth(1).getByRole('cell').last().getByRole('link');
  const says = Number((await number.textContent())?.replaceAll(',', ''));
  await number.click();
  await expect(page).toHaveURL(/\/list1\?/);
  expect(await found(page)).toBe(says);
  await expect(searchesLeft(page)).toHaveText(left ?? '');
  // A company's list is of a question of its own, whose price is said before.
  const company = await page.getByRole('gridcell').locator('a[href^="/company?"]').first().getAttribute('href');
  await page.goto(company ?? '');
  await openCompanyPage(page);
  await expect(block(page, 'What it trades').getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Add to report: What it trades', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Costs one search.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Open the report' }).click();
  await expect(block(page, 'What it trades').getByRole('img')).toBeVisible();
  await page.goto('/reports');
  await expect(block(page, 'Reports').getByRole('row')).toHaveCount(2);
  await expectGoodLooks(page, 'reports');
});
