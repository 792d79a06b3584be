/** The analysis, as the specification has it: a screen is opened once for all that it says. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { enter } from './accounts.js';
import { BREAKDOWNS } from './analysis.js';
import { saveSearch } from './caller.js';
import { openFacet } from './filters.js';
import { expect, hold, picture, test } from './test.js';
import {
  ANALYSIS,
  answered,
  arriveWith,
  breakCall,
  button,
  COTTON,
  callsOf,
  dialog,
  LIST,
  linkTo,
  mend,
  region,
} from './visits.js';

const SECTIONS_OF_IMPORTS = [
  ...['Month Wise Analysis', 'Top 10 Importers', 'Top 10 Exporters', 'Top 10 Origin Ports (Foreign Ports)'],
  ...['Top 10 Destination Ports (Indian Ports)', 'Top 10 HS Codes', 'Top 10 Countries', 'Top 10 Cities'],
];

const titles = (page: Page) => page.getByRole('heading', { level: 2 });
const body = (within: Locator) => within.locator('tbody tr');
const panelTable = (page: Page, title: string) => region(page, title).getByRole('table');
/** A figure without its separators and signs; of none, 0. */
const figureOf = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.]/g, ''));

async function openDetails(page: Page, title: string): Promise<Locator> {
  await region(page, title).locator('tr[data-kind="others"]').getByRole('button').click();
  await expect(body(dialog(page, 'Details')).first()).toBeVisible();
  return dialog(page, 'Details');
}

/** Keeps what is drawn on the canvas of each section: words, and which way they run, and the colours of areas. */
async function watchDrawing(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const drawn = new Set<string>();
    Object.assign(window, { drawn });
    const { fillText, fill } = CanvasRenderingContext2D.prototype;
    const of = ({ canvas }: CanvasRenderingContext2D) => canvas.closest('section')?.querySelector('h2')?.textContent;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      drawn.add(`${of(this)}: ${text}, ${this.getTransform().b < 0 ? 'upwards' : 'across'}`);
      return fillText.call(this, text, ...rest);
    };
    CanvasRenderingContext2D.prototype.fill = function (...given: unknown[]) {
      drawn.add(`${of(this)}: filled ${this.fillStyle}`);
      return fill.apply(this, given as Parameters<typeof fill>);
    };
  });
  return () => page.evaluate(() => [...window.drawn]);
}

/** Whether the page keeps a key or a menu from passing that reaches its first table. */
const isHeldOff = (page: Page, kind: 'menu' | 'key', init: object) =>
  page.evaluate(
    ([type, given]) => {
      const options = { bubbles: true, cancelable: true, ...given };
      const event = type === 'key' ? new KeyboardEvent('keydown', options) : new PointerEvent('contextmenu', options);
      return !document.querySelector('td')?.dispatchEvent(event);
    },
    [kind, init] as const,
  );

/** What part of a row's colour is the largest. */
const colourOf = (row: Locator, part: string) =>
  row
    .locator(part)
    .first()
    .evaluate((cell) => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(cell).color.match(/\d+/g)?.map(Number) ?? [];
      return red > green && red > blue ? 'red' : green > red && green > blue ? 'green' : 'neither';
    });

test('while the search runs a veil blocks the screen; then come form, cards, sections and charts', {
  tag: [
    ...['@2.91', '@2.93', '@2.95', '@2.98', '@2.99', '@2.103', '@2.104', '@2.105', '@2.106', '@2.107', '@2.108'],
    ...['@2.109', '@4.29', '@9.2', '@9.26'],
  ],
}, async ({ page, open }) => {
  const drawn = await watchDrawing(page);
  const letGo = await hold(page, '**/search-management/search');
  const sent = page.waitForRequest('**/search-management/search');
  await open(linkTo('/analysis', { row1: 'NOT.HS_CODE.L', q1: '5205' }, ['IND']));
  expect((await sent).postDataJSON()).toMatchObject({ pageNumber: 0, numberOfRecords: 20 });
  const overlay = page.getByText('Retrieving Data. Please wait..', { exact: true });
  await expect(overlay).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').first()).toBeAttached();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const covers = await page.evaluate(
    ([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return /Retrieving Data/.test(top?.textContent ?? '') || top?.getBoundingClientRect().width === innerWidth;
    },
    [width - 20, height - 20] as const,
  );
  expect(covers).toBe(true);
  letGo();
  await expect(overlay).toBeHidden();
  await answered(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

  const form = region(page, 'Select Search Parameters');
  await expect(form).toContainText('01 Jan 2024 – 31 Oct 2026');
  await form.getByRole('link', { name: 'Change' }).click();
  const opened = page.getByRole('form', { name: 'Search', exact: true });
  await expect(opened.getByLabel('From date')).toHaveValue('01 Jan 2024');
  await expect(opened.getByLabel('To date')).toHaveValue('31 Oct 2026');
  await page.goBack();
  await answered(page);
  expect(await page.locator('body').innerText()).not.toMatch(/\b\d{4} [A-Z][a-z]{2} \d\d\b/);

  await expect(titles(page)).toHaveText(SECTIONS_OF_IMPORTS);
  const cards = page.locator('dl[aria-label="Summary"] > div');
  await expect(cards.locator('dt')).toHaveText(['Importer', 'Exporter', 'HSCODE', 'Foreign Ports', 'Indian Ports']);
  for (const count of await cards.locator('dd').all()) await expect(count).toHaveText(/^[\d,]+$/);
  for (const [title, tabs] of [
    ['Month Wise Analysis', ['Bar', 'Line']],
    ['Top 10 Importers', ['Pie', 'Bar']],
  ] as const) {
    await expect(region(page, title).getByRole('tab')).toHaveText([...tabs]);
    await expect(panelTable(page, title)).toBeVisible();
  }
  await region(page, 'Month Wise Analysis').locator('canvas').scrollIntoViewIfNeeded();
  // The value runs upwards, the months across; all bars have the one colour, and bars of a breakdown lie on their value.
  const axes = ['Value in USD, upwards', 'Month, across', 'filled rgba(53, 162, 235, 0.5)'];
  const drawnOf = async (title: string) =>
    (await drawn()).flatMap((one) => (one.startsWith(`${title}: `) ? [one.slice(title.length + 2)] : []));
  await expect.poll(() => drawnOf('Month Wise Analysis')).toEqual(expect.arrayContaining(axes));
  expect(
    (await drawnOf('Month Wise Analysis')).filter((one) => /^(Value in USD|Month),|^filled rgb/.test(one)).sort(),
  ).toEqual([...axes].sort());
  await region(page, 'Top 10 Importers').getByRole('tab', { name: 'Bar' }).click();
  await expect.poll(() => drawnOf('Top 10 Importers')).toContain('Value in USD, across');
  const save = button(region(page, 'Top 10 Importers'), 'Download as image');
  await save.scrollIntoViewIfNeeded();
  await expect(save).toBeEnabled();
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(file.suggestedFilename()).toBe('Top 10 Importers.png');
  const svg = button(region(page, 'Top 10 Importers'), 'Download as SVG');
  const [drawing] = await Promise.all([page.waitForEvent('download'), svg.click()]);
  expect(drawing.suggestedFilename()).toBe('Top 10 Importers.svg');
  const text = readFileSync(await drawing.path(), 'utf8');
  for (const words of ['Question: Imports of India', 'Source: Customs records in Tidewaiter, data version', 'Saved: '])
    expect(text).toContain(words);

  expect(await isHeldOff(page, 'menu', { button: 2, pointerType: 'mouse' })).toBe(true);
  expect(await isHeldOff(page, 'menu', { button: 0, pointerType: '' })).toBe(false);
  const shifted = ['I', 'J', 'C'].map((key) => ({ key, ctrlKey: true, shiftKey: true }));
  for (const key of [{ key: 'F12' }, { key: 'u', ctrlKey: true }, ...shifted])
    expect(await isHeldOff(page, 'key', key), JSON.stringify(key)).toBe(true);
  expect(await isHeldOff(page, 'key', { key: 'a' })).toBe(false);
  await expect(page.locator('body')).toHaveCSS('user-select', 'none');
  await page.goto(LIST);
  await expect(page.locator('body')).toHaveCSS('user-select', 'auto');
});

test('a breakdown has ten rows, OTHERS and TOTAL; its details have the rest, sorted, paged and shown in full', {
  tag: ['@2.96', '@2.100', '@2.101', '@2.102', '@4.27', '@4.28', '@9.23', '@9.28'],
}, async ({ page, open }) => {
  await open(ANALYSIS);
  await answered(page);
  const importers = region(page, 'Top 10 Importers');
  await expect(importers.locator('tbody tr[data-kind="item"]')).toHaveCount(10);
  await expect(importers.getByRole('link', { name: /^Company page of / })).toHaveCount(10);
  await expect(importers.locator('tr[data-kind="others"]')).toContainText('OTHERS');
  await expect(importers.locator('tbody tr').last()).toContainText('TOTAL');
  expect(await colourOf(importers.locator('tr[data-kind="others"]'), 'button')).toBe('green');
  expect(await colourOf(importers.locator('tr[data-kind="total"]'), 'th')).toBe('red');

  const details = await openDetails(page, 'Top 10 Importers');
  await expect(details.getByRole('columnheader')).toContainText([
    ...['Importer', 'Quantity', 'Shipment Count', 'Value in USD', 'Share'],
  ]);
  // As they are drawn.
  const widths = await details
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(widths.slice(0, 5)).toEqual([390, 120, 120, 140, 120]);
  await expect(body(details)).toHaveCount(20);
  const name = body(details).nth(2).getByRole('button').first();
  await name.hover();
  const tip = details.getByRole('tooltip');
  await expect(tip).toContainText((await name.textContent()) ?? '-');
  // Above the name, or beneath it where there is no room.
  await expect
    .poll(async () => {
      const [at, of] = [await tip.boundingBox(), await name.boundingBox()];
      if (!at || !of) return 0;
      return Math.round(Math.max(of.y - at.y - at.height, at.y - of.y - of.height));
    })
    .toBe(30);
  const first = await body(details).first().textContent();
  await button(details, 'Page 2').click();
  await expect(body(details).first()).not.toHaveText(first ?? '');
  // Parts of the list that are still coming would stand among the others.
  await expect(details.getByRole('button', { name: /^Download CSV/ })).toBeEnabled();
  const quantity = details.getByRole('columnheader', { name: 'Quantity' });
  await quantity.getByRole('button').click();
  await expect(quantity).toHaveAttribute('aria-sort', 'descending');
  const shown = (await body(details).locator('td:nth-of-type(1)').allTextContents()).map(figureOf);
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  expect(Math.max(...shown)).toBeGreaterThan(1000);

  await page.goto(linkTo('/analysis', { trade: 'EXPORT' }, ['IND']));
  await answered(page);
  await expect(titles(page)).toContainText([
    ...['Top 10 Origin Ports (Indian Ports)', 'Top 10 Destination Ports (Foreign Ports)'],
  ]);
  await page.goto(linkTo('/analysis', { hsCodeList: '520100' }));
  await answered(page);
  const codes = region(page, 'Top 10 HS Codes');
  await expect(codes.locator('tbody tr[data-kind="item"]')).toHaveCount(1);
  await expect(codes.locator('tr[data-kind="others"]')).toHaveCount(0);
  await expect(codes.locator('tbody tr').last()).toContainText('TOTAL');
});

test('each panel waits for its own answer, has no place without data, and fails and is tried again by itself', {
  tag: ['@2.97', '@4.25', '@8.25', '@8.26'],
}, async ({ page, open }) => {
  const importers = region(page, 'Top 10 Importers');
  const exporters = region(page, 'Top 10 Exporters');
  const codes = region(page, 'Top 10 HS Codes');
  const letGo = await hold(page, '**/listimporters');
  await breakCall(page, '/listhscodes');
  await page.route('**/listforeigncountries', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, countriesList: [], distinctCount: 0 } });
  });
  await open(ANALYSIS);
  await expect(exporters.getByRole('table')).toBeVisible();
  await expect(button(codes, 'Retry')).toBeVisible();
  await expect(codes.getByRole('table')).toHaveCount(0);
  await expect(importers).toHaveAttribute('data-loading', 'true');
  await expect(importers.getByRole('table')).toHaveCount(0);
  letGo();
  await expect(importers.getByRole('table')).toBeVisible();
  await expect(importers).not.toHaveAttribute('data-loading', 'true');
  await answered(page);
  await expect(region(page, 'Top 10 Countries')).toHaveCount(0);
  // Of the one that failed nobody is told.
  await expect(page.getByText('Out of order')).toHaveCount(0);
  await mend(page);
  const calls = callsOf(page);
  await button(codes, 'Retry').click();
  await expect(codes.getByRole('table')).toBeVisible();
  const lists = calls.map(({ path }) => path).filter((path) => path.includes('/list'));
  expect(lists).toEqual(['/search-management/listhscodes']);
});

test('what other screens hand over is analysed, by the details of its search', {
  tag: ['@2.90', '@2.92', '@4.23', '@4.24'],
}, async ({ page, account }) => {
  const person = await account();
  const { searchId, id } = await saveSearch(person, COTTON);
  await enter(page, person, '/profile');
  await arriveWith(page, '/analysis', {
    ...{ page_name: 'list', importerForExport: 'Y', exporterForImport: 'Y', columnKeys: ['be_date'] },
    ...{ tradeType: 'IMPORT', apiSerachpayload: { ...COTTON, pageNumber: 0, numberOfRecords: 20 } },
  });
  await expect(page).toHaveURL(/\/analysis\?.*q=cotton/);
  await expect(panelTable(page, 'Top 10 Importers')).toBeVisible();

  await page.goto('/profile');
  const calls = callsOf(page);
  await arriveWith(page, '/analysis', { page_name: 'work_space', search_id: searchId, tradeType: 'IMPORT' });
  await expect(page).toHaveURL(/from=2024-01-01&to=2026-10-31/);
  await answered(page);
  const paths = calls.map(({ path }) => path.replace('/search-management/', ''));
  expect(paths).toEqual(expect.arrayContaining(['search/details', 'search', ...BREAKDOWNS]));
  for (const { sent } of calls.filter(({ path }) => path.endsWith('/search'))) expect(sent.searchId ?? '').toBe('');

  await page.goto('/profile');
  calls.length = 0;
  await arriveWith(page, '/analysis', { page_name: 'work_space', search_id: searchId, workspaceId: id });
  await expect(page).toHaveURL(new RegExp(`saved=${id}`));
  await answered(page);
  // By the saved search, which knows its filters.
  expect(calls.map(({ path }) => path)).toContain('/activity-management/workspace/searchByUser');
  await page.getByRole('link', { name: 'Back to List', exact: true }).click();
  await expect(page).toHaveURL(/\/list1\?.*q=cotton.*search=/);
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();
});

test('the filters replace those of all panels, and a floating button opens the search bar, which leads back', {
  tag: ['@2.94', '@4.26'],
}, async ({ page, open }) => {
  await open(linkTo('/analysis', { hsCodeList: '520100' }));
  await answered(page);
  const filters = button(region(page, 'Analysis'), 'Filters (1)');
  const advance = dialog(page, 'Filters');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 720 });
    await filters.click();
    await expect(advance.getByRole('group', { name: /^Importer/ })).toBeVisible();
    await advance.getByRole('button', { name: /^Show .*shipments?$/ }).click();
    await expect(advance).toBeHidden();
    await expect(filters).toBeFocused();
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await filters.click();
  await picture(page, 'analysis-advance');
  await button(advance, 'Reset').click();
  await answered(page);
  const calls = callsOf(page);
  const value = await openFacet(page, 'Value');
  await value.getByLabel('Value from').fill('1000');
  await button(value, 'Apply').click();
  const panels = () => calls.filter(({ sent }) => 'searchFlag' in sent);
  await expect
    .poll(() => panels().map(({ path }) => path.replace('/search-management/', '')))
    .toEqual(expect.arrayContaining(BREAKDOWNS));
  for (const { path, sent } of panels()) {
    expect(sent, path).toMatchObject({ searchFlag: false, rangeValueUsdStart: '1000' });
    expect(sent.hsCodeList ?? [], path).toEqual([]);
  }
  await advance.getByRole('button', { name: /^Show .*shipments?$/ }).click();
  const float = page.getByRole('link', { name: 'Change the search' });
  await expect(float).toHaveCSS('position', 'fixed');
  await float.click();
  await page.waitForURL(/\/list1\?/);
  const form = page.getByRole('form', { name: 'Search' });
  await form.getByLabel('From date').fill('01/02/2026');
  await button(form, 'Search').click();
  await expect(page).toHaveURL(/\/analysis\?.*from=2026-02-01/);
  await answered(page);
});
