import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { analysis, analysisLink, asked, details, facts, item, openAnalysis, pills, rows, section } from './analysis.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectFits,
  hold,
  LOOKS,
  lookAt,
  picture,
  searchLink,
  signedInTest,
  test,
} from './test.js';

/** Goes to the analysis as other screens do, with something in the navigation's state. */
async function arriveWith(page: Page, state: Record<string, unknown>): Promise<void> {
  await page.evaluate((given) => {
    const index = (history.state?.__TSR_index ?? 0) + 1;
    history.pushState({ ...given, __TSR_index: index, __TSR_key: crypto.randomUUID() }, '', '/analysis');
  }, state);
}

test('a workspace and other screens lead here by what they hand over', DEEP, async ({ page, portal }) => {
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

signedInTest('while a search is run, the screen says so, and panels that fail stay empty', DEEP, async ({ page }) => {
  const letGo = await hold(page, '**/search-management/search');
  await page.route('**/toplists', (route) =>
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
  const importers = section(page, 'Top 10 Importers');
  await expect(importers.getByRole('table')).toHaveCount(0);
  await expect(page.getByText('Out of order')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await picture(page, 'analysis-failed-panel');
  await page.unroute('**/toplists');
  await importers.getByRole('button', { name: 'Retry' }).click();
  await expect(item(importers)).toHaveCount(10);
});

signedInTest('content is protected from pointers, and from nobody else', DEEP, async ({ page }) => {
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

test('rights that have shrunk and searches that are spent are said', DEEP, async ({ page, portal }) => {
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

signedInTest('the analysis loads at most 413 kB of compressed JavaScript', DEEP, async ({ page, context }) => {
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
  expect(total).toBeLessThanOrEqual(413_000);
  await page.close();
});

for (const look of LOOKS) {
  signedInTest(`the analysis is whole and accessible: ${look.name}`, DEEP, async ({ page }) => {
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
