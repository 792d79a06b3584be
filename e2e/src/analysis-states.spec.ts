import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { analysis, analysisLink, item, openAnalysis, rows, section } from './analysis.js';
import { DEEP, expect, expectAccessible, picture, signedInTest, test } from './test.js';

/** Goes to the analysis as other screens do, with something in the navigation's state. */
async function _arriveWith(page: Page, state: Record<string, unknown>): Promise<void> {
  await page.evaluate((given) => {
    const index = (history.state?.__TSR_index ?? 0) + 1;
    history.pushState({ ...given, __TSR_index: index, __TSR_key: crypto.randomUUID() }, '', '/analysis');
  }, state);
}

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
