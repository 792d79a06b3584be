import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { enter, openAccount } from './accounts.js';
import { found, openCompanyPage, searchesLeft } from './filters.js';
import { startPortal } from './portal.js';
import { expect, expectGoodLooks, searchLink, settled, test } from './test.js';

/** What charts paint their bars with, as a file says it. */
const BARS = '.2078 .6353 .9216 rg';

/** How the pages of a file are drawn. */
function drawingsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/FlateDecode[\s\S]*?stream\r?\n/g)]
    .map(({ index, 0: head }) => inflateSync(pdf.subarray(index + head.length, text.indexOf('endstream', index))))
    .join('\n');
}

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
  // By pointer, too: the text before all others, and what stood first behind it.
  const drafts = page.getByRole('form', { name: 'Change the report' }).getByRole('listitem');
  await drafts
    .nth(1)
    .getByText('Text 2')
    .dragTo(drafts.first(), { targetPosition: { x: 4, y: 2 } });
  await expect(drafts.first().getByLabel('Text 1')).toBeVisible();
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

test('a report is read by anybody through its link, and made to PDF by a browser of the system', async ({
  browser,
}) => {
  const PDF_BROWSER = process.env.TIDEWAITER_CHROMIUM ?? browser.browserType().executablePath();
  const portal = await startPortal({ PUBLIC_URL: 'https://trade.example', PDF_BROWSER });
  const [page, reader] = (await Promise.all([0, 1].map(() => browser.newPage({ baseURL: portal.url })))) as [
    Page,
    Page,
  ];
  try {
    await enter(page, await openAccount(portal, 'sharer@reports.example'), searchLink().replace('/list1', '/analysis'));
    await add(page, 'Month Wise Analysis', 'Cotton for the board');
    await page.getByRole('link', { name: 'Open the report' }).click();
    const number = (on: Page) => block(on, 'Month Wise Analysis').getByRole('row').nth(1).getByRole('link').last();
    const says = await number(page).textContent();
    // What its numbers are counted in is said where they stand.
    await expect(block(page, 'Month Wise Analysis').getByRole('columnheader').last()).toHaveText('Value, USD thousand');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Share or send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share or send' });
    await dialog.getByLabel('A word to whoever reads it (optional)').fill('As of <b>today</b>');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const link = await dialog.getByLabel('The link, which is shown this once').inputValue();
    await expectGoodLooks(page, 'report-link');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    // Nobody is signed in there: the report is read, and its numbers lead to where one signs in.
    await reader.goto(link);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Cotton for the board');
    await expect(reader.getByText('As of <b>today</b>')).toBeVisible();
    await expect(number(reader)).toHaveText(says ?? '');
    await expectGoodLooks(reader, 'report-shared');
    await number(reader).click();
    await expect(reader).toHaveURL(/\/login\?from=/);
    // The file has text, links to where people reach the portal, shapes in the place of pictures, and a structure.
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Letter' }).click(),
    ]);
    const bytes = readFileSync(await file.path());
    const pdf = bytes.toString('latin1');
    expect(pdf).toContain('/StructTreeRoot');
    expect(pdf).toMatch(/\/URI \(https:\/\/trade\.example\/list1\?/);
    expect(pdf).toMatch(/\/MediaBox \[0 0 612 792\]/);
    expect(pdf).not.toContain('/Subtype /Image');
    const bars = drawingsOf(bytes).split(BARS).length - 1;
    // The head and the total have none.
    expect(bars).toBe((await block(page, 'Month Wise Analysis').getByRole('row').count()) - 2);
    const share = async (press: string) => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Share or send' }).click();
      await dialog.getByRole('button', { name: press }).click();
      await expect(dialog).toHaveCount(0);
    };
    await share('End the link');
    await reader.goto(link);
    await expect(reader.getByText('This link has been used or has expired.')).toBeVisible();
    // It comes by mail each month, or when it is asked for.
    await share('Send it to me monthly');
    await page.goto('/following');
    await page.getByRole('button', { name: 'Actions for Cotton for the board' }).click();
    await page.getByRole('menuitem', { name: 'Send it now' }).click();
    await expect
      .poll(() => portal.mailTo('sharer@reports.example').join(), { timeout: 60_000 })
      .toContain('filename="Cotton for the board.pdf"');
  } finally {
    await Promise.all([page.close(), reader.close()]);
    await portal.stop();
  }
});

test('prices, shares and single records become blocks, each with the way to what it tells of', async ({
  page,
  portal,
}) => {
  const analyse = (view: string) => searchLink({ view }).replace('/list1', '/indepthAnalysis');
  await enter(page, await openAccount(portal, 'analyst@reports.example'), searchLink());
  await settled(page);
  await add(page, 'Records', 'What it costs');
  await page.goto(analyse('price'));
  await add(page, 'Unit prices by month');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await add(page, 'Unusual prices beside their like');
  await page.goto(analyse('concentration'));
  await page.getByRole('button', { name: /^Add to report: Concentration/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Open the report' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(4);
  const prices = block(page, 'Unit prices by month').getByRole('table');
  await expect(prices.getByRole('columnheader').getByText('Lower quartile')).toBeVisible();
  await expectGoodLooks(page, 'report-blocks');
  // A record leads to itself, and the number beneath to all that its question finds.
  const records = block(page, 'Records').getByRole('table');
  const all = records.last().getByRole('row').last().getByRole('link');
  const says = Number((await all.textContent())?.replaceAll(',', ''));
  await expect(records.first().getByRole('row')).toHaveCount(51);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download workbook' }).click(),
  ]);
  const { sheets } = await readXlsx(readFileSync(await file.path()));
  const links = (at: number) => [...(sheets[at]?.cells?.values() ?? [])].filter(({ hyperlink }) => hyperlink).length;
  // Fifty records, and the count in its year and in all.
  expect([sheets.length, links(0)]).toEqual([4, 51]);
  await all.click();
  expect(await found(page)).toBe(says);
});
