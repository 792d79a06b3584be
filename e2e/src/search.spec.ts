import type { Page, Request } from '@playwright/test';
import { openForm } from './form.js';
import { dataVersion } from './portal.js';
import {
  cutWords,
  DEEP,
  expect,
  expectAccessible,
  expectGoodLooks,
  picture,
  searchLink,
  settled,
  signedInTest as test,
} from './test.js';

const grid = (page: Page) => page.getByRole('grid', { name: 'Records' });

/** What a column shows, from the top. */
async function column(page: Page, header: string | RegExp): Promise<string[]> {
  await expect(grid(page).getByRole('columnheader').filter({ hasText: header }).first()).toBeAttached();
  const headers = await grid(page).getByRole('columnheader').allTextContents();
  const index = headers.findIndex((text) =>
    typeof header === 'string' ? text.trim().startsWith(header) : header.test(text),
  );
  expect(index, `a column ${header}`).toBeGreaterThanOrEqual(0);
  return grid(page)
    .locator('[role=row][aria-selected]')
    .evaluateAll(
      (rows, at) => rows.map((row) => row.querySelectorAll('[role=gridcell]')[at]?.textContent?.trim() ?? ''),
      index,
    );
}

test('a person searches, sorts, pages, and a copied link shows the same in a new tab', async ({
  page,
  context,
  portal,
}) => {
  await page.goto('/list1');
  await page.getByRole('combobox', { name: 'Trade type' }).click();
  await page.getByRole('option', { name: 'Import' }).click();
  await page.getByRole('combobox', { name: 'Countries' }).click();
  await expect(page.getByRole('option', { name: /^India [\d,]/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('option', { name: /^India [\d,]/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Date range' }).click();
  await page.getByRole('option', { name: /1 year/ }).click();
  await page.getByRole('combobox', { name: 'Search by' }).click();
  await page.getByRole('option', { name: 'Product' }).click();
  const values = page.getByRole('combobox', { name: 'Search values' });
  await values.fill('cotton');
  await values.press('Enter');
  await page.getByRole('button', { name: 'Search', exact: true }).click();

  await expect(
    page.getByRole('heading', { name: /Imports of India whose product has the word 'cotton'/ }),
  ).toBeVisible();
  const results = page.getByRole('region', { name: 'Results', exact: true });
  await expect(results.getByRole('status').first()).toContainText(
    new RegExp(`shipments.*data version ${await dataVersion(portal)}\\b`),
  );
  await expect(grid(page)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'results');
  const products = await column(page, 'Product Description');
  expect(products.length).toBeGreaterThan(5);
  for (const text of products) expect(text.toLowerCase()).toContain('cotton');

  await grid(page)
    .getByRole('columnheader', { name: /^HS Code/ })
    .getByRole('button', { name: 'HS Code', exact: true })
    .click();
  await expect(page).toHaveURL(/sort=hs_code/);
  await expect(grid(page).getByRole('columnheader', { name: /^HS Code/ })).toHaveAttribute('aria-sort', /ending/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
  await expect.poll(async () => (await column(page, 'Sl'))[0]).toBe('21');
  const shown = await column(page, 'Product Description');

  const copy = await context.newPage();
  await copy.goto(page.url());
  await expect(
    copy.getByRole('heading', { name: /Imports of India whose product has the word 'cotton'/ }),
  ).toBeVisible();
  await expect.poll(() => column(copy, 'Product Description')).toEqual(shown);
  await page.goBack();
  await expect.poll(async () => (await column(page, 'Sl'))[0]).toBe('1');
});

test('a search that fails says so and can be tried again', DEEP, async ({ page }) => {
  await page.route('**/search-management/search', (route) =>
    route.fulfill({ status: 503, json: { errorCode: 'SEARCH_TOO_EXPENSIVE', errorMsg: 'This search took too long.' } }),
  );
  await page.goto(searchLink());
  await expect(page.getByText('This search took too long.')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'failure');
  await page.unroute('**/search-management/search');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(grid(page)).toBeVisible();
});

test('a search of which no more is free says so, and leaves the way to an export', DEEP, async ({ page }) => {
  const says = '10,000 records of this search were read without points, as many as your plan gives.';
  let left = 420;
  await page.route('**/search-management/search', async (route) => {
    if (left < 0) return route.fulfill({ status: 402, json: { errorCode: 'POINTS_NEEDED', errorMsg: says } });
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...(await answer.json()), freeRecordsLeft: left } });
  });
  await page.goto(searchLink());
  await expect(page.getByText('420 more records of this search can be read without points today.')).toBeVisible();
  left = -1;
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText(says)).toBeVisible();
  await expectGoodLooks(page, 'no-more-free');
  await page.getByRole('button', { name: 'Export All' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  left = 0;
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(grid(page)).toBeVisible();
});

test('the newest question wins over a slower one', DEEP, async ({ page }) => {
  let answer = () => {};
  const slower = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/search-management/search', async (route) => {
    if (route.request().postData()?.includes('"cotton"')) await slower;
    await route.continue().catch(() => {});
  });
  const isCotton = (request: Request) =>
    request.url().endsWith('/search-management/search') && (request.postData()?.includes('"cotton"') ?? false);
  const asked = page.waitForRequest(isCotton);
  const abandoned = page.waitForEvent('requestfailed', isCotton);
  await page.goto(searchLink());
  await asked;
  await openForm(page);
  const values = page.getByRole('combobox', { name: 'Search values' });
  await values.press('Backspace');
  await values.fill('steel');
  await values.press('Enter');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await abandoned;
  await expect(page.getByRole('heading', { name: /contains 'steel'/ })).toBeVisible();
  // However long somebody takes to ask anew, the first question is answered after that.
  answer();
  // Until the slow answer would have come.
  await page.waitForTimeout(3500);
  await settled(page);
  await expect(page.getByRole('heading', { name: /contains 'steel'/ })).toBeVisible();
  const products = await column(page, 'Product Description');
  expect(products).not.toEqual([]);
  for (const text of products) expect(text.toLowerCase()).toContain('steel');
});

test('a broken link is explained, not obeyed', async ({ page }) => {
  for (const link of [
    '/list1?trade=SIDEWAYS&by=PRODUCT&q=x',
    '/list1?trade=IMPORT&by=PRODUCT&q=<script>alert(1)</script>&country=ATL&from=2026-99-99&to=x',
    `/list1?q=${'9'.repeat(3000)}&page=-1&size=1e9&sort=password&dir=up`,
    '/list1?trade[]=IMPORT&trade[__proto__]=x&from=%00',
  ]) {
    await page.goto(link);
    await expect(page.getByText(/not understood/)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Trade type' })).toBeVisible();
  }
  await expectAccessible(page);
});

test('on a phone nothing moves while an answer comes', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
  const shifted = () => page.evaluate(() => window.shifts.reduce<number>((sum, shift) => sum + Number(shift), 0));
  await page.goto(searchLink());
  await expect(page.getByRole('button', { name: /All fields of record 1$/ })).toBeVisible();
  await settled(page);
  expect(await shifted()).toBeLessThan(0.05);
});

test('the words of the question are cut at no width', DEEP, async ({ page }) => {
  await page.goto(searchLink());
  await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
  await settled(page);
  // What is asked about stands behind the countries.
  for (const width of [1024, 768]) {
    await page.setViewportSize({ width, height: 768 });
    expect(await cutWords(page.getByRole('button', { name: /Change$/ }))).toEqual([]);
  }
});
