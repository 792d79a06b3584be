/** SPEC 4: states and transitions of the search. */
import type { Page } from '@playwright/test';
import { enter } from '../../src/accounts.js';
import { billsLink, loadBillsOfEntry } from '../../src/bills-of-entry.js';
import { openAdvanceSearch } from '../../src/filters.js';
import {
  alertDialog,
  choose,
  chooseCountry,
  control,
  fillScope,
  openForm,
  openSelect,
  row,
  searchButton,
  tag,
  values,
} from '../../src/form.js';
import { grid, header, openTable, rows } from '../../src/table.js';
import { subscriptionOf } from '../caller.js';
import { button, COTTON, callsOf, counter, LIST, linkTo, NOTHING } from '../screens.js';
import { answered, differs, expect, test } from '../surroundings.js';

const asked = (page: Page) => page.getByRole('heading', { name: /contains 'cotton'/ });

test('4.1 The Search button is disabled until a value of the form changes.', async ({ page, open }) => {
  await open(LIST);
  await openForm(page);
  await expect(searchButton(page)).toBeDisabled();
  await values(page).pressSequentially('y');
  await expect(searchButton(page)).toBeEnabled();
});

test('4.2 A change of trade type, country, date range, search type or match type enables it.', async ({
  page,
  open,
}) => {
  await open(LIST);
  await openForm(page);
  for (const change of [
    () => choose(page, 'Trade type', 'Export'),
    () => tag(page, 'Mexico').click(),
    () => choose(page, 'Date range', 'Last 6 months'),
    () => choose(page, 'Search by', 'Importer'),
    () => choose(page, 'Match type', 'Does not contain'),
  ]) {
    await expect(searchButton(page)).toBeDisabled();
    await change();
    await expect(searchButton(page)).toBeEnabled();
    await button(page, 'Return to previous results').click();
  }
});

test('4.3 Such a change clears results, sorting and the search id.', async ({ page, open }) => {
  differs('Any change of the form clears the results');
  await open(linkTo('/list1', { sort: 'quantity', dir: 'asc', search: 'of-before' }));
  await openForm(page);
  await choose(page, 'Match type', 'Does not contain');
  await expect(page.locator('[inert] [role=grid]')).toBeVisible();
  await searchButton(page).click();
  await expect(page.getByRole('heading', { name: /does not contain 'cotton'/ })).toBeVisible();
  await expect(page).not.toHaveURL(/sort=|search=/);
});

test('4.4 Submitting runs the search, fetches the total count, and every list of the filters.', async ({
  page,
  open,
}) => {
  const calls = callsOf(page);
  await open(LIST);
  await answered(page);
  const paths = () => calls.map(({ path }) => path.replace('/search-management/', ''));
  await expect.poll(paths).toEqual(expect.arrayContaining(['search', 'searchcount', 'listimporters', 'listhscodes']));
});

test("4.5 Results show cards, or 'Sorry we couldn't find any matches. Please Try Again' and 'No records found'.", async ({
  look,
}) => {
  await expect((await look(LIST)).locator('dl[aria-label="Summary"] > div').first()).toBeVisible();
  const page = await look(NOTHING);
  await expect(page.getByText("Sorry we couldn't find any matches. Please Try Again")).toBeVisible();
  await expect(page.getByText('No records found').first()).toBeVisible();
});

test("4.6 Another trade type clears country and dates, and loads the countries of that trade ('I' or 'E').", async ({
  page,
  open,
}) => {
  const calls = callsOf(page);
  await open('/list1');
  await fillScope(page);
  await expect.poll(() => calls.map(({ path }) => path).join()).toContain('countrylistbytrade/I');
  await choose(page, 'Trade type', 'Export');
  await expect(tag(page, 'Vietnam')).toHaveCount(0);
  // And then fills in all of that trade, which is another's data.
  await expect(page.getByRole('button', { name: /^Remove All \d+ countries$/ })).toBeVisible();
  await expect.poll(() => calls.map(({ path }) => path).join()).toContain('countrylistbytrade/E');
});

test("4.7 Another country resets the dates and takes its bounds from that country's import or export dates.", async ({
  page,
  open,
  demo,
}) => {
  const { body } = await demo.get('/masterdata-management/countrylistbytrade/I');
  const { importUpto } = body.countryList.find(({ shortcode }: { shortcode: string }) => shortcode === 'VNM');
  await open('/list1');
  await fillScope(page);
  await choose(page, 'Date range', 'Custom');
  await chooseCountry(page, 'Mexico');
  await expect(page.getByLabel('From date')).toHaveValue('');
  await expect(page.getByText(/^Data from .* to 31 Oct 2026$/)).toBeVisible();
  expect(importUpto).toBe('2026-10-31');
});

test('4.8 Reset clears everything.', async ({ page, open }) => {
  await open(linkTo('/list1', { incoterm: 'CIF', row1: 'AND.PRODUCT.C', q1: 'yarn' }));
  await openForm(page);
  await button(page, 'Reset').click();
  await expect(page).toHaveURL(/\/list1$/);
  await expect(grid(page)).toHaveCount(0);
  await expect(values(page)).toHaveValue('');
  await expect(control(page, 'Search by')).toHaveValue('');
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveAccessibleName(/^Remove All \d+ countries$/);
  await expect(row(page, 1)).toHaveCount(0);
});

test('4.9 A new search without a sort lowers the remaining searches by 1, on the screen and on the server.', async ({
  page,
  account,
}) => {
  const person = await account('Startup');
  const before = (await subscriptionOf(person)).queryPerDay;
  await enter(page, person, LIST);
  await expect(asked(page)).toBeVisible();
  await expect(counter(page, 'searches')).toHaveText(String(before - 1));
  expect((await subscriptionOf(person)).queryPerDay).toBe(before - 1);
  await page.goto(linkTo('/list1', { sort: 'quantity' }));
  await expect(header(page, /^Quantity/)).toHaveAttribute('aria-sort', 'descending');
  expect((await subscriptionOf(person)).queryPerDay).toBe(before - 1);
});

test('4.10 Each new search lowers what is left.', async ({ account }) => {
  differs('Each search lowers what is left');
  const person = await account('Startup');
  const before = (await subscriptionOf(person)).queryPerDay;
  for (const changes of [{}, {}, { fromDate: '2026-01-01' }])
    await person.post('/search-management/search', { ...COTTON, ...changes });
  expect((await subscriptionOf(person)).queryPerDay).toBe(before - 1);
});

test('4.11 The date ranges are last 1 month, last 3 months, last 6 months, last 1 year and custom.', async ({
  page,
  open,
}) => {
  await open('/list1');
  expect(await (await openSelect(page, 'Date range')).allTextContents()).toEqual([
    ...['Last 1 month', 'Last 3 months', 'Last 6 months', 'Last 1 year', 'Custom'],
  ]);
});

test('4.12 Editing a date by hand sets the range to custom.', async ({ page, open }) => {
  await open('/list1');
  await fillScope(page);
  await page.getByLabel('From date').fill('2026-05-01');
  await page.getByLabel('From date').press('Tab');
  await expect(control(page, 'Date range')).toHaveValue('Custom');
});

test("4.13 Relation, type and match of a row change only while searches are left; otherwise 'Your Search Limit Exhausted' is shown.", async ({
  page,
  portal,
  account,
}) => {
  const person = await account('Startup');
  await enter(page, person, linkTo('/list1', { row1: 'AND.PRODUCT.C', q1: 'yarn' }));
  await expect(asked(page)).toBeVisible();
  await portal.command('grant', person.email, '--searches=-74', '--reason', 'spent');
  await page.reload();
  await expect(counter(page, 'searches')).toHaveText('0');
  await openForm(page);
  for (const [name, option, kept] of [
    ['Search by', 'Importer', 'Product'],
    ['Match type', 'Like', 'Contains'],
  ] as const) {
    await choose(row(page, 1), name, option);
    await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
    await button(page, 'OK').click();
    await expect(control(row(page, 1), name)).toHaveValue(kept);
  }
  await (await openSelect(row(page, 1), 'Relation')).filter({ hasText: /^OR/ }).click();
  await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
  await button(page, 'OK').click();
  await expect(control(row(page, 1), 'Relation')).toHaveValue('AND');
});

test('4.14 In a row, the type PRODUCT sets the match type C, any other L.', async ({ page, open }) => {
  differs('The match types are L, C and D; that of PRODUCT begins as C');
  await open('/list1');
  await button(page, 'Add a condition').click();
  for (const [type, match] of Object.entries({ Product: 'All words', Importer: 'Like', 'HS Code': 'Like' })) {
    await choose(row(page, 1), 'Search by', type);
    await expect(control(row(page, 1), 'Match type')).toHaveValue(match);
  }
});

test('4.15 The arrows of a column set column and direction, and run the search again.', async ({ page, open }) => {
  await open(LIST);
  await answered(page);
  for (const [direction, mode] of Object.entries({ ascending: 'asc', descending: 'desc' })) {
    const sent = page.waitForRequest('**/search-management/search');
    await button(page, `Sort by HS Code, ${direction}`).click();
    expect((await sent).postDataJSON()).toMatchObject({ orderByColumn: 'hs_code', orderByMode: mode });
    await expect(header(page, 'HS Code')).toHaveAttribute('aria-sort', direction);
  }
});

test('4.16 Expanded rows open and close one by one.', async ({ page, open, portal }) => {
  await loadBillsOfEntry(portal);
  await open('/profile');
  await openTable(page, billsLink());
  const toggle = (position: number) => button(page, `Indian import details of record ${position}`);
  for (const position of [1, 3]) await toggle(position).click();
  await toggle(1).click();
  await expect(toggle(1)).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle(3)).toHaveAttribute('aria-expanded', 'true');
  expect((await rows(page).nth(0).boundingBox())?.height).toBe(46);
});

test('4.17 Advance Search starts from the current search; Reset clears all lists and ranges; Search sends the filters up.', async ({
  page,
  open,
}) => {
  await open(linkTo('/list1', { incoterm: 'CIF', rangeQuantityStart: '10' }));
  const advance = await openAdvanceSearch(page);
  await expect(advance.getByText('CIF', { exact: true }).first()).toBeVisible();
  await expect(advance.getByLabel('Minimum Quantity')).toHaveValue('10');
  await button(advance, 'Reset').click();
  await expect(page).not.toHaveURL(/incoterm|rangeQuantity/);
  await expect(advance.getByLabel('Minimum Quantity')).toHaveValue('');
  await advance.getByLabel('Minimum Quantity').fill('20');
  const sent = page.waitForRequest('**/search-management/searchcount');
  await button(advance, 'Search').click();
  expect((await sent).postDataJSON()).toMatchObject({ rangeQuantityStart: '20' });
});

test('4.18 The mode of the product description begins as Contains.', async ({ page, open }) => {
  await open(LIST);
  const advance = await openAdvanceSearch(page);
  await expect(advance.getByRole('combobox', { name: 'Product description mode' })).toHaveValue('Contains');
});
