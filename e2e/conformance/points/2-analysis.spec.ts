/** SPEC 2: /analysis. */
import type { Locator, Page } from '@playwright/test';
import { ANALYSIS, arriveWith, button, COTTON, dialog, INDIAN_ANALYSIS, LIST, linkTo, region } from '../screens.js';
import { answered, differs, expect, test } from '../surroundings.js';

const SECTIONS_OF_IMPORTS = [
  ...['Month Wise Analysis', 'Top 10 Importers', 'Top 10 Exporters', 'Top 10 Origin Ports (Foreign Ports)'],
  ...['Top 10 Destination Ports (Indian Ports)', 'Top 10 HS Codes', 'Top 10 Countries', 'Top 10 Cities'],
];

const titles = (page: Page) => page.getByRole('heading', { level: 2 });
const body = (within: Locator) => within.locator('tbody tr');
/** A figure without its separators and signs; of none, 0. */
const figureOf = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.]/g, ''));

async function openDetails(page: Page, title = 'Top 10 Importers'): Promise<Locator> {
  await answered(page);
  await region(page, title).locator('tr[data-kind="others"]').getByRole('button').click();
  await expect(body(dialog(page, 'Details')).first()).toBeVisible();
  return dialog(page, 'Details');
}

/** Keeps what is drawn on canvases: words, and the colours of areas. */
async function watchDrawing(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const drawn = new Set<string>();
    Object.assign(window, { drawn });
    const { fillText, fill } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      drawn.add(text);
      return fillText.call(this, text, ...rest);
    };
    CanvasRenderingContext2D.prototype.fill = function (...given: unknown[]) {
      drawn.add(String(this.fillStyle));
      return fill.apply(this, given as Parameters<typeof fill>);
    };
  });
  return () => page.evaluate(() => [...window.drawn]);
}

/** Whether the page lets a key or a menu pass that reaches its first table. */
const isHeldOff = (page: Page, kind: 'menu' | 'key', init: object) =>
  page.evaluate(
    ([type, given]) => {
      const options = { bubbles: true, cancelable: true, ...given };
      const event = type === 'key' ? new KeyboardEvent('keydown', options) : new PointerEvent('contextmenu', options);
      return !document.querySelector('td')?.dispatchEvent(event);
    },
    [kind, init] as const,
  );

test('2.90 /analysis takes its search from the state that other screens hand over, apiSerachpayload (in this spelling) among it.', async ({
  page,
  open,
}) => {
  await open('/profile');
  await arriveWith(page, '/analysis', {
    ...{ page_name: 'list', importerForExport: 'Y', exporterForImport: 'Y', columnKeys: ['be_date'] },
    ...{ tradeType: 'IMPORT', apiSerachpayload: { ...COTTON, pageNumber: 0, numberOfRecords: 20 } },
  });
  await expect(page).toHaveURL(/\/analysis\?.*q=cotton/);
  await expect(region(page, 'Top 10 Importers').getByRole('table')).toBeVisible();
});

test("2.91 The form 'Select Search Parameters' shows trade type, countries, from and to date, search by, match type, search values and rows, every control disabled.", async ({
  page,
  open,
}) => {
  await open(linkTo('/analysis', { row1: 'NOT.HS_CODE.L', q1: '5205' }));
  const form = region(page, 'Select Search Parameters');
  await form.getByRole('button').first().click();
  for (const name of ['Trade type', 'Countries', 'Search by', 'Match type', 'Search values', 'Relation'])
    await expect(form.getByLabel(name, { exact: true }).first()).toBeDisabled();
  for (const name of ['From date', 'To date']) await expect(form.getByLabel(name)).toBeDisabled();
  for (const control of await form.locator('input:not([type=hidden])').all()) await expect(control).toBeDisabled();
});

test("2.92 'Back to List' goes to /list1 with the search.", async ({ page, open }) => {
  await open(ANALYSIS);
  await answered(page);
  await page.getByRole('link', { name: 'Back to List', exact: true }).click();
  await expect(page).toHaveURL(/\/list1\?.*q=cotton.*search=/);
});

test('2.93 Five summary cards count Importer, Exporter, HSCODE, Foreign Ports and Indian Ports.', async ({ look }) => {
  const cards = (await look(INDIAN_ANALYSIS)).locator('dl[aria-label="Summary"] > div');
  await expect(cards.locator('dt')).toHaveText(['Importer', 'Exporter', 'HSCODE', 'Foreign Ports', 'Indian Ports']);
  for (const count of await cards.locator('dd').all()) await expect(count).toHaveText(/^[\d,]+$/);
});

test('2.94 A floating search button opens and closes the panel of advanced filters.', async ({ page, open }) => {
  await open(ANALYSIS);
  const float = button(region(page, 'Analysis'), 'Advance Search');
  await expect(float).toHaveCSS('position', 'fixed');
  await float.click();
  await expect(dialog(page, 'Advance Search')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Advance Search')).toBeHidden();
});

test(`2.95 The sections are ${SECTIONS_OF_IMPORTS.join(', ')}.`, async ({ look }) => {
  await expect(titles(await look(INDIAN_ANALYSIS))).toHaveText(SECTIONS_OF_IMPORTS);
});

test('2.96 Of exports, the Indian ports are the origin and foreign ports the destination.', async ({ look }) => {
  const page = await look(linkTo('/analysis', { trade: 'EXPORT' }, ['IND']));
  await expect(titles(page)).toContainText([
    'Top 10 Origin Ports (Indian Ports)',
    'Top 10 Destination Ports (Foreign Ports)',
  ]);
});

test('2.97 A section appears only when it has data.', async ({ page, open }) => {
  await page.route('**/listimporters', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, importersList: [], distinctCount: 0 } });
  });
  await open(ANALYSIS);
  await answered(page);
  await expect(region(page, 'Top 10 Exporters')).toBeVisible();
  await expect(region(page, 'Top 10 Importers')).toHaveCount(0);
});

test('2.98 Month Wise Analysis has a table and the tabs Bar and Line.', async ({ look }) => {
  const months = region(await look(INDIAN_ANALYSIS), 'Month Wise Analysis');
  await expect(months.getByRole('tab')).toHaveText(['Bar', 'Line']);
  await expect(months.getByRole('table')).toBeVisible();
});

test('2.99 Top 10 Importers has the tabs Pie and Bar and a table.', async ({ look }) => {
  const importers = region(await look(INDIAN_ANALYSIS), 'Top 10 Importers');
  await expect(importers.getByRole('tab')).toHaveText(['Pie', 'Bar']);
  await expect(importers.getByRole('table')).toBeVisible();
});

test("2.100 Clicking an OTHERS row opens the modal 'Details' with the full set, paged, its columns sortable.", async ({
  page,
  open,
}) => {
  await open(ANALYSIS);
  const details = await openDetails(page);
  await expect(details.getByRole('columnheader')).toContainText([
    ...['Importer', 'Quantity', 'Shipment Count', 'Value in USD', 'Share'],
  ]);
  await expect(body(details)).toHaveCount(20);
  const first = await body(details).first().textContent();
  await button(details, 'Page 2').click();
  await expect(body(details).first()).not.toHaveText(first ?? '');
  const shipments = details.getByRole('columnheader', { name: 'Shipment Count' });
  await shipments.getByRole('button').click();
  await expect(shipments).toHaveAttribute('aria-sort', /ascending|descending/);
});

test('2.101 Details show a tooltip on hover, offset 30 px.', async ({ page, open }) => {
  await open(ANALYSIS);
  const details = await openDetails(page);
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
});

test('2.102 Numeric columns sort as numbers, their thousands separators left out.', async ({ page, open }) => {
  await open(ANALYSIS);
  const details = await openDetails(page, 'Top 10 HS Codes');
  const quantity = details.getByRole('columnheader', { name: 'Quantity' });
  await quantity.getByRole('button').click();
  await expect(quantity).toHaveAttribute('aria-sort', 'descending');
  const shown = (await body(details).locator('td:nth-of-type(1)').allTextContents()).map(figureOf);
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  expect(Math.max(...shown)).toBeGreaterThan(1000);
});

test('2.103 Charts can be downloaded as an image.', async ({ page, open }) => {
  await open(ANALYSIS);
  const save = button(region(page, 'Top 10 Importers'), 'Download as image');
  await save.scrollIntoViewIfNeeded();
  await expect(save).toBeEnabled();
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(file.suggestedFilename()).toBe('Top 10 Importers.png');
});

test("2.104 The axes are titled 'Value in USD' and 'Month'; the default colour is rgb 53,162,235 at alpha 0.5.", async ({
  page,
  open,
}) => {
  const drawn = await watchDrawing(page);
  await open(ANALYSIS);
  await region(page, 'Month Wise Analysis').locator('canvas').scrollIntoViewIfNeeded();
  await expect.poll(drawn).toEqual(expect.arrayContaining(['Value in USD', 'Month', 'rgba(53, 162, 235, 0.5)']));
});

test("2.105 A full-screen overlay 'Retrieving Data. Please wait..' blocks the screen while it loads.", async ({
  page,
  open,
}) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/search-management/search', async (route) => {
    await held;
    await route.continue();
  });
  await open(ANALYSIS);
  const overlay = page.getByText('Retrieving Data. Please wait..', { exact: true });
  await expect(overlay).toBeVisible();
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
});

test('2.106 The page disables the context menu.', async ({ page, open }) => {
  await open(ANALYSIS);
  await answered(page);
  expect(await isHeldOff(page, 'menu', { button: 2, pointerType: 'mouse' })).toBe(true);
});

test('2.107 The context menu is disabled for everybody.', async ({ page, open }) => {
  differs('The context menu is disabled');
  await open(ANALYSIS);
  await answered(page);
  expect(await isHeldOff(page, 'menu', { button: 0, pointerType: '' })).toBe(false);
});

test('2.108 The page disables F12, Ctrl+Shift+I, Ctrl+Shift+J, Ctrl+Shift+C and Ctrl+U.', async ({ page, open }) => {
  await open(ANALYSIS);
  await answered(page);
  const shifted = ['I', 'J', 'C'].map((key) => ({ key, ctrlKey: true, shiftKey: true }));
  for (const key of [{ key: 'F12' }, { key: 'u', ctrlKey: true }, ...shifted])
    expect(await isHeldOff(page, 'key', key), JSON.stringify(key)).toBe(true);
  expect(await isHeldOff(page, 'key', { key: 'a' })).toBe(false);
});

test('2.109 The page disables the selection of text.', async ({ page, open }) => {
  await open(ANALYSIS);
  await expect(page.locator('body')).toHaveCSS('user-select', 'none');
  await page.goto(LIST);
  await expect(page.locator('body')).toHaveCSS('user-select', 'auto');
});
