import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import {
  analysed,
  analysisLink,
  asked,
  BREAKDOWNS,
  details,
  item,
  openAnalysis,
  pills,
  rows,
  section,
} from './analysis.js';
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

const figure = async (cell: Locator) => Number((await cell.textContent())?.replaceAll(/[,%]/g, ''));

signedInTest('from the results to their analysis, and back to the list', async ({ page }) => {
  await openSearch(page);
  const shipments = await found(page);
  const calls = asked(page);
  await page.getByRole('button', { name: 'Go to' }).click();
  await page.getByRole('menuitem', { name: 'Macro Analysis' }).click();
  await expect(page).toHaveURL(/\/analysis\?.*q=cotton.*search=/);
  expect(await analysed(page)).toBe(shipments);
  // The list has been searched already; the panels are no new search.
  expect(calls.filter(({ call }) => call === 'search')).toEqual([]);
  // Lists of the results may still be on their way.
  const panels = calls.filter(({ payload }) => 'searchFlag' in payload);
  const lists = panels.map(({ call }) => call);
  expect(new Set(lists).size).toBe(lists.length);
  expect(lists).toEqual(expect.arrayContaining(BREAKDOWNS));
  for (const { payload } of panels) expect(payload).toMatchObject({ searchFlag: false });

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

signedInTest('details list the rest of a table, go into a file, and lead to their records', DEEP, async ({ page }) => {
  await openAnalysis(page, { row1: 'OR.HS_CODE_2.L', q1: '52', row2: 'NOT.PRODUCT.C', q2: 'yarn' });
  await expect(page.getByText(/and not product contains 'yarn', 01 Jan 2024 – 31 Oct 2026$/)).toBeVisible();
  const importers = section(page, 'Top 10 Importers');
  const counts = await Promise.all((await rows(importers).all()).map((row) => figure(row.locator('td').nth(1))));
  expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(counts.at(-1));
  expect(counts.at(-1)).toBe(await analysed(page));

  await importers.locator('tr[data-kind="others"]').getByRole('button').click();
  const all = details(page);
  // Parts of the list that are still coming would stand among the others.
  await expect(all.getByRole('button', { name: /^Download CSV/ })).toBeEnabled();
  const first = rows(all).first();
  const name = (await first.getByRole('button').textContent()) ?? '';
  const shown = await figure(first.locator('td').nth(1));
  await expectAccessible(page);
  await picture(page, 'analysis-details');
  // A share stands beside what its row leads to, not below it, and a name is read as far as a narrow screen has lines for it.
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const [way, share] = [first.getByRole('link').first(), first.locator('td').nth(3)];
    await expect(way).toBeInViewport({ ratio: 1 });
    const end = await share.evaluate((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return words.getBoundingClientRect().right;
    });
    expect(end).toBeLessThanOrEqual((await way.boundingBox())?.x ?? 0);
  }
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expectColumnsInSight(all.getByRole('region', { name: 'Details' }));
    expect(await cutWords(all.locator('tbody'))).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    all.getByRole('button', { name: /^Download CSV/ }).click(),
  ]);
  const [, table = ''] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n\n');
  expect(table).toMatch(
    /^"Importer"(,"Quantity, [\w ()]+")+,"Shipment Count","Value in USD","Share","Shipments without a quantity"$/m,
  );
  expect(table.split('\n').length).toBeGreaterThan(21);
  await first.getByRole('button').click();
  await expect(all).toBeHidden();
  await expect(pills(page)).toHaveText([`Importer: ${name}`]);
  expect(await analysed(page)).toBe(shown);
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
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pills(page)).toHaveCount(0);
  expect(await analysed(page)).toBe(whole);

  // A bar does what its row does.
  const importers = section(page, 'Top 10 Importers');
  const largest = await item(importers).first().getByRole('button').textContent();
  await importers.getByRole('tab', { name: 'Bar' }).click();
  const canvas = importers.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  await expect(importers.getByRole('button', { name: 'Download as image' })).toBeEnabled();
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

signedInTest('what cannot be analysed says why, and what to do', DEEP, async ({ page }) => {
  await page.goto('/analysis');
  await expect(page.getByRole('heading', { name: 'Nothing to analyse yet' })).toBeVisible();
  await page.goto('/analysis?trade=SMUGGLE&country=IND&q=tea&by=PRODUCT&from=2024-01-01&to=2024-12-31');
  await expect(page.getByRole('alert')).toContainText('Trade type “SMUGGLE”');
  await expect(page.getByRole('link', { name: 'Complete the search' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(analysisLink({ rangeValueUsdStart: '999998' }));
  await expect(page.getByRole('heading', { name: 'No records found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Without the filters' }).click();
  await expect(item(section(page, 'Top 10 Importers'))).toHaveCount(10);
  // A month that is cut looks smaller than it is, and says so.
  await openAnalysis(page, { from: '2024-07-12', to: '2024-08-31' });
  const cut = section(page, 'Month Wise Analysis');
  await expect(cut.getByRole('rowheader')).toHaveText(['Jul 2024*', 'Aug 2024', 'TOTAL']);
  await expect(cut).toContainText('* Hatched, since incomplete: Jul 2024 (the search begins on 12 Jul 2024).');
  await picture(page, 'analysis-cut-month');
});

signedInTest('where the operator lifts it, nothing of the analysis is held off', DEEP, async ({ page }) => {
  await page.route('**/analysis?*', async (route) => {
    const response = await route.fetch();
    const lifted = '<meta name="tidewaiter-content-protection" content="off"></head>';
    await route.fulfill({ response, body: (await response.text()).replace('</head>', lifted) });
  });
  await openAnalysis(page);
  await expect(page.locator('body')).toHaveCSS('user-select', 'auto');
  for (const init of [{ type: 'contextmenu' }, { type: 'keydown', key: 'F12' }])
    expect(
      await page.evaluate(({ type, ...rest }) => {
        const options = { bubbles: true, cancelable: true, button: 2, pointerType: 'mouse', ...rest };
        const event = type === 'keydown' ? new KeyboardEvent(type, options) : new PointerEvent(type, options);
        return document.querySelector('td')?.dispatchEvent(event);
      }, init),
    ).toBe(true);
});
