import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { found, openSearch } from './filters.js';
import {
  expect,
  expectAccessible,
  expectFits,
  hold,
  LOOKS,
  lookAt,
  picture,
  searchLink,
  settled,
  signedInTest,
  test,
} from './test.js';

const analysisLink = (changes: Record<string, string> = {}) => searchLink(changes).replace('/list1', '/analysis');
const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const sections = (page: Page) => page.getByRole('heading', { level: 2 });
const analysis = (page: Page) => page.getByRole('region', { name: 'Analysis', exact: true });
const facts = (page: Page) => analysis(page).getByRole('status').first();
const pills = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const rows = (within: Locator) => within.locator('tbody tr');
const item = (within: Locator) => within.locator('tbody tr[data-kind="item"]');
const figure = async (cell: Locator) => Number((await cell.textContent())?.replaceAll(/[,%]/g, ''));
const details = (page: Page) => page.getByRole('dialog', { name: 'Details' });

/** Goes to the analysis as other screens do, with something in the navigation's state. */
async function arriveWith(page: Page, state: Record<string, unknown>): Promise<void> {
  await page.evaluate((given) => {
    const index = (history.state?.__TSR_index ?? 0) + 1;
    history.pushState({ ...given, __TSR_index: index, __TSR_key: crypto.randomUUID() }, '', '/analysis');
  }, state);
}

/** Opens an analysis, and waits until all of it is here. */
async function openAnalysis(page: Page, changes: Record<string, string> = {}): Promise<void> {
  await page.goto(analysisLink(changes));
  await expect(facts(page)).toContainText('data version');
  await settled(page);
}

/** The shipments that the analysis is about. */
async function analysed(page: Page): Promise<number> {
  await expect(facts(page)).toContainText('shipment');
  await settled(page);
  return Number(/([\d,]+) shipment/.exec((await facts(page).textContent()) ?? '')?.[1]?.replaceAll(',', ''));
}

/** What the screen asks of the portal from now on: the last parts of the paths, and the payloads. */
function asked(page: Page): { call: string; payload: Record<string, unknown> }[] {
  const calls: { call: string; payload: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/search-management/'))
      calls.push({ call: pathname.slice(19), payload: request.postDataJSON() ?? {} });
  });
  return calls;
}

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
  expect(panels.length).toBeGreaterThanOrEqual(8);
  for (const { payload } of panels) expect(payload).toMatchObject({ searchFlag: false, pageNumber: 0 });

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

signedInTest('a table has ten rows, OTHERS and TOTAL, and its details list the rest', async ({ page }) => {
  await openAnalysis(page, { row1: 'OR.HS_CODE_2.L', q1: '52', row2: 'NOT.PRODUCT.C', q2: 'yarn' });
  await expect(page.getByText(/and not product contains 'yarn', 2024 Jan 01 – 2026 Oct 31$/)).toBeVisible();
  await page.getByRole('button', { name: /^Select Search Parameters/ }).click();
  for (const [number, relation, by] of [
    [1, 'OR', 'HS Code 2 digit'],
    [2, 'NOT', 'Product'],
  ] as const) {
    const further = page.getByRole('group', { name: `Further condition ${number}` });
    await expect(further.getByRole('combobox', { name: 'Relation' })).toHaveValue(relation);
    await expect(further.getByRole('combobox', { name: 'Relation' })).toBeDisabled();
    await expect(further.getByRole('combobox', { name: 'Search by' })).toHaveValue(by);
  }
  await expect(page.getByLabel('From date')).toHaveValue('2024 Jan 01');
  await expect(page.getByLabel('To date')).toHaveValue('2026 Oct 31');

  const importers = section(page, 'Top 10 Importers');
  await expect(item(importers)).toHaveCount(10);
  const [others, total] = [importers.locator('tr[data-kind="others"]'), importers.locator('tr[data-kind="total"]')];
  await expect(others).toContainText('OTHERS');
  await expect(others.getByRole('button')).toHaveCSS('color', 'rgb(47, 107, 73)');
  await expect(total.getByRole('rowheader')).toHaveCSS('color', 'rgb(143, 64, 56)');
  const counts = await Promise.all((await rows(importers).all()).map((row) => figure(row.locator('td').nth(1))));
  expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(counts.at(-1));
  expect(counts.at(-1)).toBe(await analysed(page));

  await others.getByRole('button').click();
  const all = details(page);
  await expect(rows(all)).toHaveCount(20);
  expect(await all.locator('col').evaluateAll((cols) => cols.map((col) => (col as HTMLElement).style.width))).toEqual([
    ...['390px', '120px', '120px', '140px', '120px', '56px'],
  ]);
  const head = (name: string) => all.getByRole('columnheader', { name });
  await expect(head('Value in USD')).toHaveAttribute('aria-sort', 'descending');
  await head('Shipment Count').getByRole('button').click();
  await expect(head('Shipment Count')).toHaveAttribute('aria-sort', 'descending');
  const shown = await Promise.all((await rows(all).all()).map((row) => figure(row.locator('td').nth(1))));
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  const first = rows(all).first().getByRole('button');
  const name = (await first.textContent()) ?? '';
  await first.hover();
  await expect(all.getByRole('tooltip')).toContainText(name);
  await expectAccessible(page);
  await picture(page, 'analysis-details');
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

signedInTest('every number leads to its records', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pills(page)).toHaveCount(0);

  // Fewer days are another question: that is said before.
  const months = section(page, 'Month Wise Analysis');
  const month = rows(months).nth(1);
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

signedInTest('the advanced filter replaces the filters of all panels', async ({ page }) => {
  await openAnalysis(page, { hsCodeList: '520100' });
  const calls = asked(page);
  const float = analysis(page).getByRole('button', { name: 'Advance Search' });
  await float.click();
  const filters = page.getByRole('dialog', { name: 'Advance Search' });
  const importer = filters.getByRole('combobox', { name: 'Importer' });
  await expect(importer).toBeVisible();
  await filters.getByRole('button', { name: 'Reset' }).click();
  await expect(page).not.toHaveURL(/hsCodeList/);
  await filters.getByRole('button', { name: 'Search', exact: true }).click();
  const select = page.getByRole('alertdialog', { name: 'Select !' });
  await expect(select).toContainText('Select atleast one filter or reset filter');
  await select.getByRole('button', { name: 'OK' }).click();
  await settled(page);
  calls.length = 0;
  await filters.getByRole('textbox', { name: 'Minimum Value' }).fill('1000');
  await filters.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(filters).toBeHidden();
  await expect(float).toBeFocused();
  await expect(pills(page)).toHaveText([/^Value: 1,000 – 9,99,999 \(filled in\)/]);
  await settled(page);
  const panels = calls.filter(({ call, payload }) => call.startsWith('list') && payload.numberOfRecords === 20);
  expect(new Set(panels.map(({ call }) => call)).size).toBeGreaterThanOrEqual(7);
  for (const { payload } of panels) {
    expect(payload).toMatchObject({ searchFlag: false, rangeValueUsdStart: '1000' });
    expect(payload.hsCodeList ?? []).toEqual([]);
  }
  const found = Number((await facts(page).textContent())?.replaceAll(',', '').match(/^\d+/)?.[0]);
  await page.goto('/searchlog');
  const newest = page.getByRole('row').nth(1);
  await expect(newest).toContainText('Value: 1000');
  await expect(newest.getByRole('cell', { name: found.toLocaleString('en-IN'), exact: true })).toHaveCount(2);
});

test('a workspace and other screens lead here by what they hand over', async ({ page, portal }) => {
  await enter(page, await openAccount(portal, 'analyses@company.example'), searchLink({ hsCodeList: '520100' }));
  await page.getByRole('button', { name: 'Save Query' }).click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  const modal = page.getByRole('dialog', { name: 'Save search' });
  await modal.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: 'Create New Workspace' }).click();
  await modal.getByLabel('Workspace name').fill('Fabrics');
  await modal.getByLabel('Title').fill('Cotton');
  await modal.getByLabel('Description').fill('About cotton');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/savesearch')),
    modal.getByRole('button', { name: 'Save' }).click(),
  ]);
  const { id } = await answer.json();
  const { search_id } = answer.request().postDataJSON();

  const calls = asked(page);
  const state = { page_name: 'work_space', tradeType: 'IMPORT', importerForExport: 'Y', exporterForImport: 'Y' };
  await arriveWith(page, { ...state, search_id, workspaceId: 'w', columnKeys: ['be_date'] });
  await expect(facts(page)).toContainText('data version');
  await expect(page).toHaveURL(new RegExp(`from=2024-01-01&to=2026-10-31.*hsCodeList=520100.*search=${search_id}`));
  expect(calls.map(({ call }) => call)).toContain('search/details');
  for (const { payload } of calls.filter(({ call }) => call === 'search')) expect(payload.searchId ?? '').toBe('');

  await arriveWith(page, { ...state, search_id, workspace_id: id, workspace_name: 'Cotton' });
  await expect(page).toHaveURL(new RegExp(`saved=${id}.*search=${search_id}`));
  await expect(pills(page)).toHaveText(['HS code: 520100']);
  await page.getByRole('link', { name: 'Back to List' }).click();
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();

  const apiSerachpayload = {
    ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton'], countryCode: ['VNM'] },
    ...{ fromDate: '2025-01-01T00:00:00.000Z', toDate: '2025-12-31', pageNumber: 0, numberOfRecords: 20 },
  };
  await arriveWith(page, { apiSerachpayload });
  await expect(page).toHaveURL(/\/analysis\?.*country=VNM.*from=2025-01-01&to=2025-12-31/);
  await arriveWith(page, { apiSerachpayload: { ...apiSerachpayload, tradeType: '<img src=x>' } });
  await expect(page.getByText('Search parameters: not understood')).toBeVisible();
});

signedInTest('while a search is run, the screen says so, and a panel that fails stays empty', async ({ page }) => {
  const letGo = await hold(page, '**/search-management/search');
  await page.route('**/listimporters', (route) =>
    route.fulfill({ status: 500, json: { errorCode: 'INTERNAL', errorMsg: 'Out of order' } }),
  );
  await page.goto(analysisLink());
  const overlay = page.getByText('Retrieving Data. Please wait..');
  await expect(overlay).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').first()).toBeAttached();
  await expectAccessible(page);
  await picture(page, 'analysis-retrieving');
  letGo();
  await expect(overlay).toBeHidden();
  await expect(item(section(page, 'Top 10 Exporters'))).toHaveCount(10);
  const importers = section(page, 'Top 10 Importers');
  await expect(importers.getByRole('table')).toHaveCount(0);
  await expect(page.getByText('Out of order')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await picture(page, 'analysis-failed-panel');
  await page.unroute('**/listimporters');
  await importers.getByRole('button', { name: 'Retry' }).click();
  await expect(item(importers)).toHaveCount(10);
});

signedInTest('content is protected from pointers, and from nobody else', async ({ page }) => {
  await openAnalysis(page);
  /** Whether what happens at the first table is held off. */
  const isHeldOff = (kind: 'menu' | 'keys' | 'key menu', init: object) =>
    page.evaluate(
      ([type, given]) => {
        const target = document.querySelector('td');
        const event =
          type === 'keys'
            ? new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given })
            : new PointerEvent('contextmenu', { bubbles: true, cancelable: true, ...given });
        return target !== null && !target.dispatchEvent(event);
      },
      [kind, init] as const,
    );
  const protectedKeys = [{ key: 'F12' }, { key: 'u', ctrlKey: true }, { key: 'I', ctrlKey: true, shiftKey: true }];
  expect(await isHeldOff('menu', { button: 2, pointerType: 'mouse' })).toBe(true);
  expect(await isHeldOff('key menu', { button: 0, pointerType: '' })).toBe(false);
  for (const key of protectedKeys) expect(await isHeldOff('keys', key)).toBe(true);
  expect(await isHeldOff('keys', { key: 'Tab' })).toBe(false);
  await expect(page.locator('body')).toHaveCSS('user-select', 'none');
  await analysis(page).getByRole('button', { name: 'Advance Search' }).click();
  await expect(page.getByRole('textbox', { name: 'Minimum Value' })).toHaveCSS('user-select', 'text');

  await page.route('**/analysis?*', async (route) => {
    const response = await route.fetch();
    const lifted = '<meta name="tidewaiter-content-protection" content="off"></head>';
    await route.fulfill({ response, body: (await response.text()).replace('</head>', lifted) });
  });
  await openAnalysis(page);
  expect(await isHeldOff('menu', { button: 2, pointerType: 'mouse' })).toBe(false);
  for (const key of protectedKeys) expect(await isHeldOff('keys', key)).toBe(false);
  await expect(page.locator('body')).toHaveCSS('user-select', 'auto');
});

signedInTest('what cannot be analysed says why, and what to do', async ({ page }) => {
  await page.goto('/analysis');
  await expect(page.getByRole('heading', { name: 'Nothing to analyse yet' })).toBeVisible();
  await page.goto('/analysis?trade=SMUGGLE&country=IND&q=tea&by=PRODUCT&from=2024-01-01&to=2024-12-31');
  await expect(page.getByRole('alert')).toContainText('Trade type “SMUGGLE”');
  await expect(page.getByRole('link', { name: 'Complete the search' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(analysisLink({ rangeValueUsdStart: '999998' }));
  await expect(page.getByRole('heading', { name: 'No records found' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'analysis-nothing');
  await page.getByRole('button', { name: 'Without the filters' }).click();
  await expect(item(section(page, 'Top 10 Importers'))).toHaveCount(10);
  // One month, few records: no OTHERS, and nothing is divided by nothing.
  await openAnalysis(page, { from: '2024-08-01', to: '2024-08-31' });
  await expect(rows(section(page, 'Month Wise Analysis'))).toHaveCount(2);
  await picture(page, 'analysis-one-month');
  // A month that is cut looks smaller than it is, and says so.
  await openAnalysis(page, { from: '2024-07-12', to: '2024-08-31' });
  const cut = section(page, 'Month Wise Analysis');
  await expect(cut.getByRole('rowheader')).toHaveText(['Jul 2024*', 'Aug 2024', 'TOTAL']);
  await expect(cut).toContainText('* Hatched, since not whole: Jul 2024 (the search begins on 12 Jul 2024).');
  await picture(page, 'analysis-cut-month');
});

test('rights that have shrunk and searches that are spent are said', async ({ page, portal }) => {
  await enter(page, await openAccount(portal, 'shrunk@company.example', 'Free', '--countries', 'VNM'), analysisLink());
  await expect(page.getByText(/^Your subscription leaves out India, United States, and Mexico/)).toBeVisible();
  await portal.command('grant', 'shrunk@company.example', '--searches=-74', '--reason', 'spent');
  await page.goto(analysisLink({ q: 'silk' }));
  const dialog = page.getByRole('alertdialog', { name: 'Search !' });
  await expect(dialog).toContainText('Your Search Limit Exhausted');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Your Search Limit Exhausted')).toHaveCount(0);
  await expect(page.getByText(/^No searches are left\..* New searches come on/)).toBeVisible();
  await expectAccessible(page);
});

signedInTest('the analysis loads at most 450 kB of compressed JavaScript', async ({ page, context }) => {
  const fresh = await context.newPage();
  const network = await context.newCDPSession(fresh);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<number>[] = [];
  fresh.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await fresh.goto(analysisLink(), { waitUntil: 'networkidle' });
  await expect(fresh.locator('canvas').first()).toBeVisible();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(250_000);
  expect(total).toBeLessThanOrEqual(450_000);
  await page.close();
});

for (const look of LOOKS) {
  signedInTest(`the analysis is whole and accessible: ${look.name}`, async ({ page }) => {
    await lookAt(page, look);
    await openAnalysis(page);
    await expect(page.locator('canvas').first()).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await picture(page, `analysis-${look.name}`);
    const importers = section(page, 'Top 10 Importers');
    await importers.scrollIntoViewIfNeeded();
    await expect(importers.getByRole('button', { name: 'Download as image' })).toBeEnabled();
    await importers.getByRole('heading').evaluate((heading) => heading.scrollIntoView());
    await picture(page, `analysis-importers-${look.name}`);
    await importers.getByRole('button', { name: 'OTHERS' }).click();
    await expect(rows(details(page)).first()).toBeVisible();
    await expectAccessible(page);
    await picture(page, `analysis-details-${look.name}`);
    await page.keyboard.press('Escape');
    await expect(importers.getByRole('button', { name: 'OTHERS' })).toBeFocused();
    await expectFits(page);

    // Paper has every chart, whatever has been looked at.
    await page.pdf({ path: `test-results/analysis-${look.name}.pdf` });
    await expect(page.locator('canvas')).toHaveCount(8);
  });
}
