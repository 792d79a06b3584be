import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { analysed, asked, BREAKDOWNS, details, item, openAnalysis, pills, rows, section } from './analysis.js';
import { found, openSearch } from './filters.js';
import {
  cutWords,
  DEEP,
  expect,
  expectAccessible,
  expectColumnsInSight,
  picture,
  settled,
  signedInTest,
} from './test.js';

const sections = (page: Page) => page.getByRole('heading', { level: 2 });

const figure = async (cell: Locator) => Number((await cell.textContent())?.replaceAll(/[,%]/g, ''));

signedInTest('from the results to their analysis, and back to the list', async ({ page }) => {
  await openSearch(page);
  const shipments = await found(page);
  const calls = asked(page);
  await page.getByRole('button', { name: 'Go to' }).click();
  await page.getByRole('menuitem', { name: 'Macro Analysis' }).click();
  await expect(page).toHaveURL(/\/analysis\?.*q=cotton.*search=/);
  expect(await analysed(page)).toBe(shipments);
  await expect(sections(page)).toHaveText([
    'Month Wise Analysis',
    'Top 10 Importers',
    'Top 10 Exporters',
    'Top 10 Origin Ports (Foreign Ports)',
    'Top 10 Destination Ports (Local Ports)',
    'Top 10 HS Codes',
    'Top 10 Countries',
    'Top 10 Cities',
  ]);
  await expect(page.locator('dl[aria-label="Summary"] dt')).toHaveText([
    'Importer',
    'Exporter',
    'HSCODE',
    'Foreign Ports',
    'Local Ports',
  ]);
  // The list has been searched already; the panels are no new search.
  expect(calls.filter(({ call }) => call === 'search')).toEqual([]);
  // Lists of the results may still be on their way.
  const panels = calls.filter(({ payload }) => 'searchFlag' in payload);
  const lists = panels.map(({ call }) => call);
  expect(new Set(lists).size).toBe(lists.length);
  expect(lists).toEqual(expect.arrayContaining(BREAKDOWNS));
  for (const { payload } of panels) expect(payload).toMatchObject({ searchFlag: false });

  const form = page.getByRole('region', { name: 'Select Search Parameters' });
  await form.getByRole('button').click();
  await expect(form.getByRole('combobox', { name: 'Search by' })).toHaveValue('Product');
  for (const control of await form.locator('input:not([type=hidden])').all()) await expect(control).toBeDisabled();
  await expectAccessible(page);
  await picture(page, 'analysis-form');

  // Switching a chart asks nothing.
  const before = calls.length;
  await section(page, 'Month Wise Analysis').getByRole('tab', { name: 'Line' }).click();
  await expect(section(page, 'Month Wise Analysis').locator('canvas')).toBeVisible();
  expect(calls).toHaveLength(before);

  await page.getByRole('link', { name: 'Back to List' }).click();
  await expect(page).toHaveURL(/\/list1\?.*q=cotton.*search=/);
  expect(await found(page)).toBe(shipments);
  await expect(page.getByRole('combobox', { name: 'Trade type' })).toHaveCount(0);

  // One press from the analysis to the form of its question.
  await page.goBack();
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(/\/list1\?.*q=cotton/);
  await expect(page.getByRole('combobox', { name: 'Trade type' })).toBeVisible();
});

signedInTest('a table has ten rows, OTHERS and TOTAL, and its details list the rest', DEEP, async ({ page }) => {
  await openAnalysis(page, { row1: 'OR.HS_CODE_2.L', q1: '52', row2: 'NOT.PRODUCT.C', q2: 'yarn' });
  await expect(page.getByText(/and not product contains 'yarn', 2024 Jan 01 – 2026 Oct 31$/)).toBeVisible();
  const importers = section(page, 'Top 10 Importers');
  const others = importers.locator('tr[data-kind="others"]');
  const counts = await Promise.all((await rows(importers).all()).map((row) => figure(row.locator('td').nth(1))));
  expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(counts.at(-1));
  expect(counts.at(-1)).toBe(await analysed(page));

  await others.getByRole('button').click();
  const all = details(page);
  await expect(rows(all)).toHaveCount(20);
  // Parts of the list that are still coming would stand among the others.
  await expect(all.getByRole('button', { name: /^Download CSV/ })).toBeEnabled();
  const head = (name: string) => all.getByRole('columnheader', { name });
  await expect(head('Value in USD')).toHaveAttribute('aria-sort', 'descending');
  await head('Shipment Count').getByRole('button').click();
  await expect(head('Shipment Count')).toHaveAttribute('aria-sort', 'descending');
  const shown = await Promise.all((await rows(all).all()).map((row) => figure(row.locator('td').nth(1))));
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  const first = rows(all).first().getByRole('button');
  const name = (await first.textContent()) ?? '';
  await expectAccessible(page);
  await picture(page, 'analysis-details');
  // A share stands beside what its row leads to, not below it, and a name is read as far as a narrow screen has lines for it.
  const ends = (part: Locator) =>
    part.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return { left: element.getBoundingClientRect().left, right: range.getBoundingClientRect().right };
    });
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(all.getByRole('region', { name: 'Details' })).toBeVisible();
    const way = rows(all).first().getByRole('link').first();
    await expect(way).toBeInViewport({ ratio: 1 });
    expect((await ends(rows(all).first().locator('td').nth(3))).right).toBeLessThanOrEqual((await ends(way)).left);
  }
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expectColumnsInSight(all.getByRole('region', { name: 'Details' }));
    expect(await cutWords(all.locator('tbody'))).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await all.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(rows(all).first()).not.toContainText(name);

  await all.getByRole('button', { name: 'Page 1', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    all.getByRole('button', { name: /^Download CSV/ }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n\n')[1]
    ?.split('\n');
  expect(lines?.[0]).toMatch(
    /^"Importer"(,"Quantity, [\w ]+")+,"Shipment Count","Value in USD","Share","Shipments without a quantity"$/,
  );
  expect(lines?.length).toBeGreaterThan(21);
  await first.click();
  await expect(all).toBeHidden();
  await expect(pills(page)).toHaveText([`Importer: ${name}`]);
  expect(await analysed(page)).toBe(shown[0]);
});

signedInTest('every number leads to its records', DEEP, async ({ page }) => {
  await openAnalysis(page);
  const whole = await analysed(page);
  const codes = section(page, 'Top 10 HS Codes');
  const first = item(codes).first();
  const shipments = await figure(first.locator('td').nth(1));
  await first.getByRole('button').press('Enter');
  await expect(pills(page)).toHaveCount(1);
  await expect(page).toHaveURL(/hsCodeList=/);
  expect(await analysed(page)).toBe(shipments);
  await expect(page.getByText(/^Added HS code: /)).toBeVisible();
  await expect(item(codes)).toHaveCount(1);
  await expect(codes.locator('tr[data-kind="others"]')).toHaveCount(0);
  await picture(page, 'analysis-narrowed');
  await page.getByRole('button', { name: /^Remove filter HS code/ }).click();
  await expect(pills(page)).toHaveCount(0);
  expect(await analysed(page)).toBe(whole);

  // A bar does what its row does.
  const importers = section(page, 'Top 10 Importers');
  const largest = await item(importers).first().getByRole('button').textContent();
  await importers.getByRole('tab', { name: 'Bar' }).click();
  const canvas = importers.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  await expect(importers.getByRole('button', { name: 'Download as image' })).toBeEnabled();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    importers.getByRole('button', { name: 'Download as image' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Top 10 Importers.png');
  await canvas.click({ position: { x: 190, y: 16 } });
  await expect(pills(page)).toHaveText([`Importer: ${largest}`]);
  // The button moves when the words before it come, and when the figures of its line do.
  await expect(page.getByText(/^Added Importer: /)).toBeVisible();
  await analysed(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pills(page)).toHaveCount(0);

  // Fewer days are another question: that is said before.
  const months = section(page, 'Month Wise Analysis');
  const month = rows(months).nth(1);
  // What was undone has come back before its figures are read.
  expect(await analysed(page)).toBe(whole);
  const ofMonth = await figure(month.locator('td').nth(1));
  await month.getByRole('button', { name: 'Feb 2024' }).click();
  await expect(months.getByRole('button', { name: 'Analyse Feb 2024 (free)' })).toBeVisible();
  await months.getByRole('link', { name: 'Records: Feb 2024 (free)' }).click();
  await expect(page).toHaveURL(/\/list1\?.*from=2024-02-01&to=2024-02-29/);
  expect(await found(page)).toBe(ofMonth);
  await page.goBack();

  const port = item(section(page, 'Top 10 Origin Ports (Foreign Ports)')).nth(2);
  await settled(page);
  const ofPort = await figure(port.locator('td').nth(1));
  await port.getByRole('link', { name: /^Records: / }).click();
  await expect(page).toHaveURL(/\/list1\?.*portOriginList=/);
  expect(await found(page)).toBe(ofPort);
});
