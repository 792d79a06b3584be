import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import {
  DEEP,
  expect,
  expectAccessible,
  expectGoodLooks,
  lookAt,
  PHONE,
  picture,
  searchLink,
  settled,
  signedInTest as test,
} from './test.js';

const link = (view: Record<string, string> = {}) => searchLink(view).replace('/list1', '/indepthAnalysis');

const view = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Analyses' }).getByRole('button', { name });

/** The shipments that the list counts. */
async function found(page: Page): Promise<string> {
  const facts = page.getByRole('region', { name: 'Results' }).getByRole('status').first();
  await expect(facts).toContainText(/[\d,]+ shipments? · /);
  return /([\d,]+) shipment/.exec((await facts.textContent()) ?? '')?.[1] ?? '';
}

test('a search is analysed in depth: its totals are those of the list, and names lead to their records', async ({
  page,
}) => {
  await page.goto(searchLink());
  const total = await found(page);
  await page.getByRole('button', { name: 'Go to' }).click();
  await page.getByRole('menuitem', { name: 'In-depth Analysis' }).click();
  await expect(page).toHaveURL(/\/indepthAnalysis\?/);
  const pivot = view(page, 'Pivot').getByRole('table');
  await pivot.waitFor();
  // The search ends with October, so its last quarter is cut, and no other one.
  await expect(pivot.getByRole('columnheader').filter({ hasText: '*' })).toHaveText([/^.*2026.*\*$/]);
  await expect(pivot.getByRole('columnheader').filter({ hasText: /20\d\d/ })).toHaveCount(12);
  // What stood before stays as it is until the next is here: quarters are no months.
  await page.getByLabel('Columns').selectOption('months');
  await expect(
    pivot
      .getByRole('columnheader')
      .filter({ hasText: /^[A-Z][a-z]{2} 20\d\d/ })
      .first(),
  ).toBeVisible();
  await page.getByLabel('Measure').selectOption('SHIPMENTS');
  await page.getByLabel('Rows').selectOption('hsHeadings');
  await page.getByLabel('Columns').selectOption('years');
  await settled(page);
  await expect(
    pivot
      .getByRole('row', { name: /^TOTAL/ })
      .getByRole('cell')
      .last(),
  ).toHaveText(total);
  await expect(page).toHaveURL(/rows=hsHeadings.*columns=years|columns=years.*rows=hsHeadings/);
  await page.reload();
  await expect(page.getByLabel('Rows')).toHaveValue('hsHeadings');
  const first = pivot.getByRole('rowheader').first().getByRole('link');
  const shipments = await pivot.getByRole('row').nth(1).getByRole('cell').last().textContent();
  await first.click();
  await expect(page).toHaveURL(/\/list1\?.*hsCode4DigitList=/);
  expect(await found(page)).toBe(shipments);
});

test(
  'suppliers are ranked, narrowed to who is new or lost, put side by side, and lead to their records',
  DEEP,
  async ({ page }) => {
    await page.goto(searchLink());
    await found(page);
    const figure = page.getByRole('link', { name: /Exporters: compare them$/ });
    const [count = ''] = ((await figure.textContent()) ?? '').match(/[\d,]+/) ?? [];
    await figure.click();
    const suppliers = view(page, 'Suppliers');
    const table = suppliers.getByRole('region', { name: 'Suppliers of the question' });
    await table.waitFor();
    await expect(suppliers.getByLabel('Show')).toContainText(`All suppliers (${count})`);
    await suppliers.getByLabel('Order by').selectOption('SHIPMENTS');
    await settled(page);
    const shipments = (await table.locator('tr:not([data-kind="others"]) td:nth-child(6)').allTextContents()).map(
      (text) => Number(text.replaceAll(',', '')),
    );
    expect(shipments.length).toBeGreaterThan(2);
    expect(shipments).toEqual([...shipments].sort((a, b) => b - a));
    await expect(table.getByRole('img').first()).toHaveAccessibleName(/most in \p{L}{3} \d{4}: USD/u);

    // Two of them are put side by side in the first hour of a buyer (`first-hour.spec.ts`).
    await table.getByRole('checkbox').nth(0).check();
    await expect(view(page, 'Side by side')).toBeHidden();
    const ticked = suppliers.getByRole('group', { name: 'Ticked suppliers' });
    await expect(ticked).toContainText('1 ticked');
    await table.getByRole('checkbox').nth(1).press('Space');
    await picture(page, 'in-depth-suppliers-side-by-side');
    await expect(ticked.getByRole('link', { name: 'Search these' })).toHaveAttribute(
      'href',
      /^\/list1\?.*by=EXPORTER.*picked=/,
    );
    await ticked.getByRole('link', { name: 'Show their records' }).click();
    await expect(page).toHaveURL(/\/list1\?.*exporterList=/);
    expect(await found(page)).toBe(((shipments[0] ?? 0) + (shipments[1] ?? 0)).toLocaleString('en-IN'));
    await page.goBack();
    const became = suppliers.getByLabel('Show');
    const stayed = /Stayed \(([\d,]+)\)/.exec((await became.textContent()) ?? '')?.[1];
    await became.selectOption('STAYED');
    await settled(page);
    await expect(suppliers.getByRole('navigation', { name: 'Pages of suppliers' }).getByRole('status')).toContainText(
      `of ${stayed}`,
    );
  },
);

test('lanes between countries are drawn and listed, and each leads to its records', DEEP, async ({ page }) => {
  await page.goto(link({ view: 'flow' }));
  const lanes = view(page, 'Flows').getByRole('region', { name: 'Lanes between countries' }).getByRole('row');
  await lanes.nth(1).waitFor();
  const drawn = page.locator('svg a[href*="originCountryList"]');
  await expect(drawn).toHaveCount((await lanes.count()) - 1);
  const largest = await drawn.first().locator('title').textContent();
  await expect(lanes.nth(1).getByRole('rowheader')).toHaveText(largest?.split(':')[0] ?? '');
  const shipments = await lanes.nth(1).getByRole('cell').last().textContent();
  await drawn.first().dispatchEvent('click');
  await expect(page).toHaveURL(/\/list1\?.*originCountryList=/);
  expect(await found(page)).toBe(shipments);
});

test(
  'each analysis says how to read it and what it cannot show, and is where its link leads',
  DEEP,
  async ({ page }) => {
    await page.goto(link());
    await view(page, 'Pivot').getByRole('table').waitFor();
    await tab(page, 'Compare two periods').click();
    await expect(page.getByText(/entered, .* left, .* stayed\./)).toBeVisible();
    // Year on year, since the search has more than one; or any two periods.
    const compared = page.getByRole('main');
    await expect(compared.getByLabel('Compare', { exact: true })).toHaveValue('year');
    await expect(compared).toContainText('Nov 2024 – Oct 2025');
    await compared.getByLabel('Compare', { exact: true }).selectOption('Any two periods');
    await compared.getByLabel('First period from').selectOption('Jan 2024');
    await compared.getByLabel('First period to').selectOption('Mar 2024');
    await compared.getByLabel('Second period from').selectOption('Jan 2025');
    await compared.getByLabel('Second period to').selectOption('Mar 2025');
    await expect(page).toHaveURL(/periods=2024-01\.2024-03\.2025-01\.2025-03/);
    await expect(compared.getByText(/from Jan 2024 – Mar 2024 to Jan 2025 – Mar 2025/)).toBeVisible();
    await picture(page, 'in-depth-compare-own');
    await expectAccessible(page);
    await tab(page, 'Fair price').click();
    await expect(view(page, 'Fair price').getByText('Median', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/No price is unusual|farther from the quartiles/)).toBeVisible();
    await view(page, 'Fair price').getByLabel('Unit', { exact: true }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/unit=/);
    await expect(view(page, 'Fair price').getByText('Median', { exact: true }).first()).toBeVisible();
    await tab(page, 'Season').click();
    await expect(view(page, 'Season').getByRole('rowheader', { name: 'Dec' })).toBeVisible();
    // A question of a year is compared with the year before it, and with whatever else there is.
    await page.goto(link({ from: '2025-11-01', to: '2026-10-31', view: 'compare' }));
    await expect(compared.getByText(/from Nov 2024 – Oct 2025 to Nov 2025 – Oct 2026/)).toBeVisible();
    await expect(view(page, 'Compare two periods').getByRole('table').first().getByRole('row')).not.toHaveCount(1);
    // Less than a month cannot be compared; what is misspelt in a link is no error.
    await page.goto(link({ from: '2026-10-02', to: '2026-10-20', view: 'compare' }));
    await expect(page.getByText('A comparison needs at least two whole months.')).toBeVisible();
    await page.goto('/indepthAnalysis?view=%3Cscript%3E');
    await expect(page.getByText('Search first, then choose In-depth Analysis')).toBeVisible();
  },
);

test('a table is downloaded whole, under its question', DEEP, async ({ page }) => {
  await page.goto(link({ rows: 'importers', columns: 'none', measure: 'SHIPMENTS' }));
  const pivot = view(page, 'Pivot');
  await expect(pivot.getByRole('rowheader', { name: /others$/ })).toBeVisible();
  const downloaded = page.waitForEvent('download');
  await pivot.getByRole('button', { name: 'Download CSV: pivot' }).click();
  const [notes = '', table = ''] = readFileSync(await (await downloaded).path(), 'utf8')
    .trim()
    .split('\n\n');
  expect(notes).toContain('"Question","Imports of India');
  const counts = table.split('\n').map((line) => Number(line.split(',').at(-1)));
  expect(counts.length).toBeGreaterThan(28);
  expect(counts.slice(1, -1).reduce((sum, count) => sum + count, 0)).toBe(counts.at(-1));
});

test('in-depth analyses are whole and accessible', DEEP, async ({ page }) => {
  test.slow();
  for (const name of ['buyers', 'suppliers', 'pivot', 'compare', 'price', 'concentration', 'flow', 'season']) {
    await page.goto(link({ view: name }));
    await expect(page.getByRole('table').first()).toBeVisible();
    await settled(page);
    await expectGoodLooks(page, `in-depth-${name}`);
  }
  await lookAt(page, PHONE);
  await page.goto(link({ view: 'season' }));
  await expect(tab(page, 'Season')).toBeInViewport({ ratio: 1 });
});

test(
  'a pivot of many columns keeps its names and its totals in sight, and scrolls what is between them',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(link({ rows: 'importers', columns: 'months' }));
    const pivot = view(page, 'Pivot').getByRole('table');
    const total = pivot.getByRole('columnheader').last();
    await total.waitFor();
    await settled(page);
    const room = await pivot.evaluate((table) => {
      let box = table.parentElement;
      while (box && box.scrollWidth <= box.clientWidth) box = box.parentElement;
      return box && { left: box.getBoundingClientRect().left, right: box.getBoundingClientRect().right };
    });
    // Otherwise there is nothing to scroll, and the test says nothing.
    expect(room).not.toBeNull();
    const [names, totals] = [await pivot.getByRole('columnheader').first().boundingBox(), await total.boundingBox()];
    expect(names?.x).toBeGreaterThanOrEqual((room?.left ?? 0) - 1);
    expect((totals?.x ?? 0) + (totals?.width ?? 0)).toBeLessThanOrEqual((room?.right ?? 0) + 1);
  },
);

test('a chart stands left of its table, and a map of the list that says the same', DEEP, async ({ page }) => {
  const left = async (chart: Locator, table: Locator) => {
    const [drawn, said] = [await chart.boundingBox(), await table.boundingBox()];
    expect(said?.x).toBeGreaterThanOrEqual((drawn?.x ?? Infinity) + (drawn?.width ?? 0));
    expect(Math.abs((said?.y ?? 0) - (drawn?.y ?? Infinity))).toBeLessThan(24);
  };
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(link({ view: 'concentration' }));
  const chart = view(page, 'Concentration').getByRole('figure');
  await chart.waitFor();
  await left(chart, view(page, 'Concentration').getByRole('table'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await tab(page, 'Flows').click();
  const lanes = view(page, 'Flows').getByRole('region', { name: 'Lanes between countries' });
  await lanes.getByRole('row').nth(1).waitFor();
  await left(view(page, 'Flows').locator('svg:has(a)').first(), lanes);
});
