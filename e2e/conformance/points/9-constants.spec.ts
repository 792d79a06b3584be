/** SPEC 9: constants and limits. */
import { readFileSync } from 'node:fs';
import { daysBetween, SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { enter } from '../../src/accounts.js';
import { choose, chooseCountry, fillScope } from '../../src/form.js';
import { rows, region as table } from '../../src/table.js';
import type { Caller } from '../caller.js';
import { ANALYSIS, button, COTTON, COTTON_EXPORTS, dialog, LIST, linkTo, region } from '../screens.js';
import { answered, differs, expect, test } from '../surroundings.js';

/** All imports of the last years. */
const EVERYTHING = {
  ...COTTON,
  ...{ matchType: 'D', searchValue: ['no such product'] },
  countryCode: SOURCE_COUNTRIES.map(({ shortcode }) => shortcode),
};

/** What a plan gives, as the pricing page says it. */
const plan = (number: string, name: string, lines: readonly string[]) =>
  test(`${number} The plan ${name}: ${lines.join(', ')}.`, async ({ page }) => {
    await page.goto('/pricing');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    for (const line of lines) await expect(card).toContainText(line);
  });

const sizes = (title: string, link: string, offered: readonly number[]) =>
  test(title, async ({ look }) => {
    const page = await look(link);
    const select = page.getByLabel('Rows per page');
    const texts = await select.locator('option').allTextContents();
    expect(texts.map((text) => Number.parseInt(text, 10))).toEqual(offered);
  });

const quote = async (caller: Caller, query: object, ids?: string[]) =>
  (await caller.post('/export-management/quote', { query, columnKeys: ['hs_code'], ...(ids && { ids }) })).body;

test('9.1 A page holds 20 records by default.', async ({ demo }) => {
  expect((await demo.post('/search-management/search', COTTON)).body.impForeignList).toHaveLength(20);
});

test('9.2 The analysis asks for page 0 and 20 records.', async ({ page, open }) => {
  const sent = page.waitForRequest('**/search-management/search');
  await open(ANALYSIS);
  expect((await sent).postDataJSON()).toMatchObject({ pageNumber: 0, numberOfRecords: 20 });
});

sizes('9.3 The results offer 10, 20, 30, 40, 50, 100 and 200 records a page.', LIST, [10, 20, 30, 40, 50, 100, 200]);
sizes('9.4 Exports offer 20 to 200 records a page.', linkTo('/list1', { trade: 'EXPORT' }), [20, 30, 40, 50, 100, 200]);

test('9.5 The pager shows 5 buttons.', async ({ look }) => {
  const page = await look(linkTo('/list1', { size: '10' }));
  await expect(page.getByRole('button', { name: /^Page \d+$/ })).toHaveCount(5);
});

test('9.6 Paging is capped at 10,000 records.', async ({ demo }) => {
  const all = { ...EVERYTHING, numberOfRecords: 200 };
  expect((await demo.post('/search-management/search', { ...all, pageNumber: 49 })).body.impForeignList).toHaveLength(
    200,
  );
  expect((await demo.post('/search-management/search', { ...all, pageNumber: 50 })).status).toBe(400);
});

test('9.7 The total is capped at 10,000.', async ({ demo }) => {
  differs('The total is capped at 10,000');
  expect((await demo.post('/search-management/searchcount', EVERYTHING)).body).toBeGreaterThan(10_000);
});

test('9.8 The table is 500 px high, a row 46 px.', async ({ look }) => {
  const page = await look(LIST);
  expect((await table(page).boundingBox())?.height).toBe(500);
  expect((await rows(page).first().boundingBox())?.height).toBe(46);
});

test('9.9 Ranges are filled in with 0.00001, 999999 and 99999999.', async ({ demo }) => {
  const count = async (changes: object) =>
    (await demo.post('/search-management/searchcount', { ...COTTON, ...changes })).body;
  expect(await count({ rangeValueUsdStart: '20' })).toBe(
    await count({ rangeValueUsdStart: '20', rangeValueUsdEnd: '999999' }),
  );
  expect(await count({ rangeQuantityEnd: '500' })).toBe(
    await count({ rangeQuantityStart: '0.00001', rangeQuantityEnd: '500' }),
  );
  expect(await count({ rangeUnitPriceUsdStart: '2' })).toBe(
    await count({ rangeUnitPriceUsdStart: '2', rangeUnitPriceUsdEnd: '99999999' }),
  );
});

test('9.10 3 years are 1095 days.', async ({ demo }) => {
  expect(daysBetween('2023-11-01', '2026-10-31')).toBe(1095);
  const { status } = await demo.post('/search-management/searchcount', { ...COTTON, fromDate: '2023-11-01' });
  expect(status).toBe(200);
});

test("9.11 A row costs the points of its country's import or export weightage.", async ({ account, portal }) => {
  const person = await account();
  await portal.command('weightage', 'set', 'VNM', '--import', '3');
  try {
    const query = { ...COTTON, countryCode: ['VNM'] };
    const { body } = await person.post('/search-management/search', query);
    const ids = body.impForeignList.slice(0, 2).map(({ id }: { id: string }) => id);
    expect(await quote(person, query, ids)).toMatchObject({ rows: 2, points: 6 });
    const exported = { ...query, tradeType: 'EXPORT' };
    const { body: sold } = await person.post('/search-management/search', exported);
    expect(await quote(person, exported, [sold.expForeignList[0].id])).toMatchObject({ rows: 1, points: 1 });
  } finally {
    await portal.command('weightage', 'set', 'VNM', '--import', '1');
  }
});

test('9.12 What was downloaded already is not charged again.', async ({ page, account }) => {
  const person = await account();
  await enter(page, person, LIST);
  for (const cost of ['for 1 point', 'free']) {
    if (cost !== 'free') await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
    await page.getByRole('button', { name: /^Export Selected/ }).click();
    const confirm = page
      .getByRole('dialog', { name: /^Export selected/ })
      .getByRole('button', { name: new RegExp(`^Export 1 record,? ${cost}$`) });
    await Promise.all([page.waitForEvent('download'), confirm.click()]);
  }
});

test('9.13 A download is allowed while rows times weightage do not exceed maxDownload; everything asks for maxDownload divided by the weightage.', async ({
  account,
  portal,
}) => {
  const person = await account();
  const { body } = await person.get('/user-management/user-subscription/activelist', {
    userId: person.user.userid,
  });
  const { maxDownload } = body.userSubscriptionList[0];
  const weightage = Math.floor(maxDownload / 7);
  await portal.command('weightage', 'set', 'VNM', '--import', String(weightage));
  try {
    const query = { ...COTTON, countryCode: ['VNM'] };
    await person.post('/search-management/search', query);
    const all = await quote(person, query);
    expect(all).toMatchObject({ maxDownload, rows: Math.floor(Math.min(maxDownload, all.balance) / weightage) });
    expect(all.matching).toBeGreaterThan(all.rows);
  } finally {
    await portal.command('weightage', 'set', 'VNM', '--import', '1');
  }
});

test('9.14 The exported file is xlsx, named from trade type, country, from date and to date.', async ({
  page,
  account,
}) => {
  await enter(page, await account(), linkTo('/list1', { from: '2026-10-01' }, ['VNM']));
  await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
  await page.getByRole('button', { name: /^Export Selected/ }).click();
  const confirm = page
    .getByRole('dialog', { name: /^Export selected/ })
    .getByRole('button', { name: /^Export 1 record/ });
  const [file] = await Promise.all([page.waitForEvent('download'), confirm.click()]);
  expect(file.suggestedFilename()).toMatch(/^IMPORT_VNM_2026-10-01_2026-10-31.*\.xlsx$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('9.15 The presets of 1, 3, 6 and 12 months end with the last data date and start on the first of a month.', async ({
  open,
}) => {
  const page = await open('/list1');
  await choose(page, 'Trade type', 'Import');
  await chooseCountry(page, 'Vietnam');
  for (const [range, from] of Object.entries({
    ...{ 'Last 1 month': '01 Oct 2026', 'Last 3 months': '01 Aug 2026' },
    ...{ 'Last 6 months': '01 May 2026', 'Last 1 year': '01 Nov 2025' },
  })) {
    await choose(page, 'Date range', range);
    await expect(page.getByLabel('From date')).toHaveValue(from);
    await expect(page.getByLabel('To date')).toHaveValue('31 Oct 2026');
  }
});

test('9.16 Of IND and SEZ the last data date is the end of the month before.', async ({ page, open }) => {
  await page.clock.setFixedTime(new Date('2026-09-15T12:00:00Z'));
  await open('/list1');
  await choose(page, 'Trade type', 'Import');
  await chooseCountry(page, 'India');
  await choose(page, 'Date range', 'Last 3 months');
  await expect(page.getByLabel('To date')).toHaveValue('31 Aug 2026');
});

test("9.17 A preset does not start before the user's data access.", async ({ page, account }) => {
  await enter(page, await account('SME', '--data-upto', '2026-08-20', '--data-months', '7'), '/list1');
  await fillScope(page);
  await expect(page.getByLabel('From date')).toHaveValue('20 Jan 2026');
  await expect(page.getByLabel('To date')).toHaveValue('20 Aug 2026');
});

plan('9.18', 'Free', ['lifetime', '75 searches per quarter', '4 workspaces', '1 user', 'No global search']);
plan('9.19', 'Startup', ['USD 999 per year', '75 searches per quarter', '4 workspaces', '10 users']);
plan('9.20', 'SME', ['USD 3,999 per year', '75 searches per quarter', '4 workspaces', '100 users']);

test('9.21 The database covers 81 countries.', () => {
  expect(SOURCE_COUNTRIES).toHaveLength(81);
});

test('9.22 All 81 countries have records.', async ({ demo }) => {
  differs('"Database covers 81 countries"');
  const { body } = await demo.get('/masterdata-management/countrylistbytrade/I');
  expect(body.countryList.length).toBe(81);
  expect(
    body.countryList.some(
      ({ records, importFrom }: { records: number; importFrom: unknown }) => records === 0 && importFrom === null,
    ),
  ).toBe(true);
});

test('9.23 Lists of the top show 10 items; OTHERS comes with 10 or more.', async ({ look }) => {
  const exporters = region(await look(ANALYSIS), 'Top 10 Exporters');
  await expect(exporters.locator('tbody tr[data-kind="item"]')).toHaveCount(10);
  await expect(exporters.locator('tr[data-kind="others"]')).toHaveCount(1);
});

test('9.24 The order is desc by default.', async ({ demo }) => {
  for (const [query, list, key] of [
    [COTTON, 'impForeignList', 'be_date'],
    [COTTON_EXPORTS, 'expForeignList', 'date'],
  ] as const) {
    const { body } = await demo.post('/search-management/search', query);
    const days = body[list].map((row: Record<string, string>) => row[key]);
    expect(days).toEqual(days.toSorted().reverse());
  }
});

test('9.25 Numbers are grouped as in India (en-IN).', async ({ page, account }) => {
  const person = await account('SME');
  await enter(page, person, linkTo('/list1', { rangeValueUsdStart: '1234567', rangeValueUsdEnd: '99999999' }));
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Value: 12,34,567 – 9,99,99,999');
});

test("9.26 Dates are 'yyyy MMM dd' in the analysis.", async ({ page, open }) => {
  await open(ANALYSIS);
  const form = region(page, 'Select Search Parameters');
  await expect(form).toContainText('2024 Jan 01 – 2026 Oct 31');
  await form.getByRole('button').first().click();
  await expect(form.getByLabel('From date')).toHaveValue('2024 Jan 01');
  await expect(form.getByLabel('To date')).toHaveValue('2026 Oct 31');
  await answered(page);
  expect(await page.locator('body').innerText()).not.toMatch(/\b\d\d [A-Z][a-z]{2} \d{4}\b/);
});

test('9.27 Dates are DD-MMM-YYYY on the dashboard.', async ({ page, account }) => {
  await enter(page, await account('Startup', '--expires', '2027-11-30'));
  await expect(page.getByLabel('Subscription', { exact: true })).toContainText('30-Nov-2027');
  await expect(page.getByRole('timer', { name: 'Clock' })).toHaveText(/^\d\d-[A-Z][a-z]{2}-\d{4} /);
});

test('9.28 The columns of the details are 390, 120, 120, 140 and 120 px wide.', async ({ page, open }) => {
  await open(ANALYSIS);
  await answered(page);
  await region(page, 'Top 10 Importers').locator('tr[data-kind="others"]').getByRole('button').click();
  const columns = dialog(page, 'Details').locator('col');
  await columns.first().waitFor({ state: 'attached' });
  const widths = await columns.evaluateAll((all) => all.map((one) => (one as HTMLElement).style.width));
  expect(widths.slice(0, 5)).toEqual(['390px', '120px', '120px', '140px', '120px']);
});

test('9.29 An HS code has at least 4 characters, other values 2; suggestions come from 2 characters.', async ({
  demo,
}) => {
  const status = async (changes: object) =>
    (await demo.post('/search-management/searchcount', { ...COTTON, ...changes })).status;
  const code = { searchBy: 'HS_CODE', matchType: 'L' };
  expect([await status({ ...code, searchValue: ['520'] }), await status({ ...code, searchValue: ['5208'] })]).toEqual([
    400, 200,
  ]);
  expect([await status({ searchValue: ['c'] }), await status({ searchValue: ['co'] })]).toEqual([400, 200]);
  const { tradeType, fromDate, toDate, countryCode } = COTTON;
  const typed = { tradeType, fromDate, toDate, countryCode, searchBy: 'IMPORTER', matchType: 'L' };
  const suggested = async (searchValue: string) =>
    (await demo.post('/search-management/suggestionlist', { ...typed, searchValue })).status;
  expect([await suggested('t'), await suggested('tr')]).toEqual([400, 200]);
});

test('9.30 Advance Search shows its fixed bounds where a field is empty.', async ({ open }) => {
  const page = await open(linkTo('/list1', { rangeValueUsdEnd: '5000' }));
  await button(page, 'Value: 0.00001 (filled in) – 5,000').click();
  const advance = dialog(page, 'Advance Search');
  await expect(advance.getByLabel('Minimum Value')).toHaveAttribute('placeholder', '0.00001');
});
