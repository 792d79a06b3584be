/** The results of a search, their table and their filters, as the specification has them: a screen is opened once for all that it says. */
import { RECORD_COLUMNS } from '@tidewaiter/contract';
import { CLIENT, counter, enter } from './accounts.js';
import { BILLS, billsLink, loadBillsOfEntry } from './bills-of-entry.js';
import { subscriptionOf } from './caller.js';
import { facet, found, openFacet, openSearch, pills } from './filters.js';
import { grid, header, headers, MANY, openTable, rows, region as table, widthOf } from './table.js';
import { expect, expectAccessible, test } from './test.js';
import { answered, askedOutside, button, callsOf, dialog, expectAlert, LIST, linkTo, region } from './visits.js';

/** The lists that a search fetches, by their names in the call. */
const FACET_LISTS = [
  ...['hsCodes', 'hsHeadings', 'importers', 'exporters', 'foreignCountries', 'localPorts', 'foreignPorts'],
  ...['shipmentModes', 'stdUnits'],
];

const sizesOf = async (page: Parameters<typeof grid>[0]) =>
  (await page.getByLabel('Rows per page').locator('option').allTextContents()).map((text) => Number.parseInt(text, 10));

test('a new search is run, counted, charged and shown: cards, filters, and 15 columns in a table of 500 px', {
  tag: [
    ...['@2.63', '@2.64', '@2.65', '@2.68', '@2.70', '@2.71', '@2.76', '@2.77', '@3.34', '@4.4', '@4.5', '@4.9'],
    ...['@2.110', '@5.49', '@6.11', '@7.33', '@7.47', '@9.3', '@9.4', '@9.8'],
  ],
}, async ({ page, portal, account }) => {
  const person = await account('Startup');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await enter(page, person);
  const outside = askedOutside(page, portal.url);
  const calls = callsOf(page);
  const before = (await subscriptionOf(person)).queryPerDay;
  await page.goto(LIST);
  await answered(page);
  await expect(counter(page, 'searches')).toHaveText(String(before - 1));
  expect((await subscriptionOf(person)).queryPerDay).toBe(before - 1);

  const paths = calls.map(({ path }) => path.replace('/search-management/', ''));
  expect(paths).toEqual(expect.arrayContaining(['search', 'searchcount']));
  const lists = () => calls.flatMap(({ sent }) => Object.keys(sent.lists ?? {}));
  await expect.poll(lists).toEqual(expect.arrayContaining(FACET_LISTS));
  const token = await page.evaluate(() => sessionStorage.getItem('tidewaiter.token'));
  for (const { path, headers } of calls) {
    expect(headers.authorization, path).toBe(CLIENT);
    expect(headers.accessedby, path).toBe(token);
  }

  await expect(page.getByRole('search')).toBeAttached();
  await expect(page.locator('dl[aria-label="Summary"] > div').first()).toBeVisible();
  await expect(region(page, 'Filters')).toBeVisible();
  for (const name of ['Custom', 'Export All', 'Save Query', 'Go to']) await expect(button(page, name)).toBeVisible();
  expect(await page.locator('table').evaluateAll((all) => all.filter((one) => !one.checkVisibility()).length)).toBe(0);

  expect((await table(page).boundingBox())?.height).toBe(500);
  expect((await rows(page).first().boundingBox())?.height).toBe(46);
  await expect(grid(page)).toHaveAttribute('aria-colcount', String(15 + 3));
  // Before them the boxes, the number and the actions.
  const columns = await headers(page);
  expect(columns.slice(3, 7)).toEqual(['Date', 'HS Code', 'Product Description', 'Importer Name']);
  expect(columns).toContain('Sl');
  expect(columns.join()).toContain('Total Value');
  // It is the record's place in the answer; its id, of 32 digits, is that of the answer, and stands in its Description.
  await expect(rows(page).first()).toContainText(/^1View/);
  const numbers = header(page, /^Sl$/);
  const place = Number(await numbers.getAttribute('aria-colindex'));
  const placesOf = (count: number, from: number) => Array.from({ length: count }, (_, at) => String(from + at));
  const shown = rows(page).locator(`[aria-colindex="${place}"]`);
  const numbersShown = await shown.allTextContents();
  expect(numbersShown.length).toBeGreaterThan(5);
  expect(numbersShown).toEqual(placesOf(numbersShown.length, 1));
  const { body: answer } = await person.post(
    '/search-management/search',
    calls.find(({ path }) => path.endsWith('/search'))?.sent,
  );
  const ofAnswer = Object.values(answer as Record<string, { id?: string }[]>);
  const id = ofAnswer.find((list) => Array.isArray(list) && list[0]?.id)?.[0]?.id ?? '';
  expect(id).toMatch(/^[\da-f]{32}$/);
  expect(await grid(page).innerText()).not.toContain(id);
  await page.getByRole('button', { name: 'Description of record 1', exact: true }).click();
  await expect(dialog(page, 'Description')).toContainText(`Record ${id}`);
  await page.keyboard.press('Escape');
  const cell = rows(page)
    .first()
    .getByRole('gridcell')
    .filter({ hasText: /cotton/i })
    .first();
  await expect(cell).toHaveAttribute('title', (await cell.textContent()) ?? '');
  const link = grid(page)
    .getByRole('link', { name: /^Search the web for / })
    .first();
  const name = /^Search the web for (.+)$/.exec((await link.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  await expect(link).toHaveAttribute('target', '_blank');
  expect([...new URL((await link.getAttribute('href')) ?? '').searchParams.values()].join()).toContain(name);
  expect(await sizesOf(page)).toEqual([10, 20, 30, 40, 50, 100, 200]);

  const terms = facet(page, 'Incoterm');
  const { body } = await person.post('/search-management/listdistinctcolumnvalue', {
    ...calls.find(({ path }) => path.endsWith('/searchcount'))?.sent,
    columnName: 'incoterm',
  });
  const [{ column_name, records_count }] = body.distinctColumnValuesList;
  await terms.getByRole('button', { name: /^Incoterm/ }).click();
  await expect(terms.locator('label').first()).toContainText(
    `${column_name} (${records_count.toLocaleString('en-IN')})`,
  );

  await page.setViewportSize({ width: 640, height: 900 });
  await expect(page.getByRole('list', { name: 'Records' }).getByRole('listitem').first()).toBeVisible();
  await expect(grid(page)).toHaveCount(0);
  await page.setViewportSize({ width: 1920, height: 1080 });

  await page.goto(linkTo('/list1', { trade: 'EXPORT' }));
  await expect(header(page, /Total FOB Value/)).toBeAttached();
  expect(await sizesOf(page)).toEqual([20, 30, 40, 50, 100, 200]);
  await answered(page);
  // What is asked in another order is no new search.
  const left = (await subscriptionOf(person)).queryPerDay;
  await page.goto(linkTo('/list1', { sort: 'quantity' }));
  await expect(header(page, /^Quantity/)).toHaveAttribute('aria-sort', 'descending');
  expect((await subscriptionOf(person)).queryPerDay).toBe(left);
  await answered(page);
  await button(page, 'Go to').click();
  await page.getByRole('menuitem', { name: 'Macro Analysis' }).click();
  await expect(page).toHaveURL(/\/analysis\?/);
  await expect(page.getByRole('heading', { level: 1, name: 'Macro Analysis' })).toBeVisible();
  expect(outside).toEqual([]);
});

test('records are ticked, described, sorted, resized, scrolled by the arrows and paged', {
  tag: ['@2.72', '@2.73', '@2.75', '@2.79', '@4.15', '@5.46', '@9.5'],
}, async ({ page, open }) => {
  await open('/profile');
  const answer = page.waitForResponse('**/search-management/search');
  await openTable(page, LIST);
  await expect(page.getByRole('button', { name: /^Page \d+$/ })).toHaveCount(5);
  const [first] = (await (await answer).json()).impForeignList;

  const place = () => table(page).evaluate((box) => [box.scrollLeft, box.scrollTop]);
  await table(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(place).toEqual([100, 0]);
  await page.keyboard.press('ArrowDown');
  await expect.poll(place).toEqual([100, 46]);
  await table(page).evaluate((box) => box.scrollTo(0, 0));

  await expect(button(page, 'Export Selected')).toHaveCount(0);
  const all = page.getByRole('checkbox', { name: 'Select all records of this page' });
  const second = page.getByRole('checkbox', { name: 'Select record 2', exact: true });
  const partial = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
  await expect(rows(page).first().locator('[aria-colindex="1"]').getByRole('checkbox')).toBeVisible();
  await second.check();
  expect(await partial()).toBe(true);
  await expect(button(page, 'Export Selected')).toBeVisible();
  await all.check();
  expect(await partial()).toBe(false);
  await all.uncheck();
  await expect(second).not.toBeChecked();

  expect(await headers(page)).toContain('Action');
  await button(page, 'Description of record 1').click();
  const description = dialog(page, 'Description');
  for (const key of ['hs_code', 'product_description', 'ctry_name'])
    await expect(description).toContainText(first[key]);
  await description.getByText('Month, HS levels and units').click();
  // What a cell is called a second time, for India, is the same field.
  const cells = RECORD_COLUMNS.IMPORT.filter(({ key, alias }) => !alias && (first[key] ?? null) !== null);
  await expect(description.getByRole('term')).toHaveCount(cells.length);
  await page.keyboard.press('Escape');
  await expect(description).toBeHidden();

  const column = header(page, 'HS Code');
  const before = await widthOf(column);
  await button(page, 'HS Code').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => widthOf(column)).toBeGreaterThan(before);
  for (const [direction, mode] of Object.entries({ ascending: 'asc', descending: 'desc' })) {
    const sent = page.waitForRequest('**/search-management/search');
    await button(column, 'HS Code').click();
    expect((await sent).postDataJSON()).toMatchObject({ orderByColumn: 'hs_code', orderByMode: mode });
    await expect(column).toHaveAttribute('aria-sort', direction);
  }
});

test('Indian import details stand in the description of each record; all columns are offered, 100 of them at once', {
  tag: ['@2.74', '@3.36', '@4.16', '@5.47', '@5.48'],
}, async ({ page, open, portal }) => {
  await loadBillsOfEntry(portal);
  await open('/profile');
  await openTable(page, billsLink({ cols: MANY.join(',') }));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(BILLS + 1));
  for (const position of [1, 3]) {
    await button(page, `Description of record ${position}`).click();
    const record = dialog(page, 'Description');
    for (const label of ['IEC', 'Bill of Entry No.', 'CHA Name', 'Actual Duty'])
      await expect(record.getByText(label, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
  }
  expect((await rows(page).first().boundingBox())?.height).toBe(46);

  await button(page, 'Custom').click();
  const columns = dialog(page, 'Columns');
  await button(columns, 'Select all').click();
  await expect(columns.getByRole('checkbox', { checked: true })).toHaveCount(100);
  await expect(columns.getByRole('alert')).toHaveText('Column display limit reached, max 100 are allowed');
  await openTable(page, billsLink({ cols: 'be_date,iec' }));
  expect((await headers(page)).slice(-2)).toEqual(['Date', 'IEC']);
});

test('source countries are chosen by continent, and values from the list of their column', {
  tag: ['@2.80', '@2.82'],
}, async ({ page, open }) => {
  await open(LIST);
  await answered(page);
  const all = await found(page);
  await facet(page, 'Importer')
    .getByRole('button', { name: /^Show all/ })
    .click();
  const list = page.getByRole('dialog', { name: /^List of Importer/ });
  await expect(list.getByRole('columnheader', { name: 'Title' })).toBeVisible();
  await expect(list.getByRole('columnheader', { name: 'Total Records' })).toBeVisible();
  await list.getByRole('button', { name: 'Next' }).click();
  await expect(list.getByRole('status').first()).toContainText('11–20 of');
  await list.getByLabel('Search by Title').fill('INTERnational');
  await expect(list.getByRole('status').first()).toContainText('1–');
  await expect(list.getByRole('row').nth(1)).toContainText(/international/i);
  await expect(list.getByRole('row').filter({ hasNotText: /international/i })).toHaveCount(1);
  for (const row of [0, 1]) await list.getByRole('checkbox').nth(row).check();
  await button(list, 'Apply').click();
  await expect(list).toBeHidden();
  await expect(pills(page).getByRole('listitem')).toHaveCount(2);
  await expect(facet(page, 'Importer').getByRole('button', { name: /^Show all/ })).toBeFocused();
  await button(page, 'Clear all').click();
  await expect.poll(() => found(page)).toBe(all);

  const countries = await openFacet(page, 'Source Countries');
  const asia = countries.getByRole('group', { name: 'Asia' });
  await expect(asia.getByRole('listitem').filter({ hasText: 'Vietnam' })).toContainText(/[\d,]+$/);
  await expect(asia.getByRole('listitem').locator('img')).toHaveCount(2);
  await expect(countries.getByRole('group', { name: 'North America' }).getByRole('listitem')).toHaveCount(2);
  // The records of each country come after its name.
  const records = (await countries.getByRole('listitem').allTextContents()).map((text) =>
    Number(/[\d,]+$/.exec(text)?.[0].replaceAll(',', '')),
  );
  expect(records.reduce((sum, count) => sum + count, 0)).toBe(all);
  await countries.getByRole('checkbox', { name: 'Select All' }).uncheck();
  await expect(button(countries, 'Apply')).toBeDisabled();
  await asia.getByRole('checkbox', { name: /Vietnam/ }).check();
  await button(countries, 'Apply').click();
  await expect(page.getByRole('heading', { name: /^Imports of Vietnam whose/ })).toBeVisible();
});

test('the filters begin with what is asked, are found by name, fill in a bound that a link leaves out, and refuse what cannot be', {
  tag: [
    ...['@2.81', '@2.83', '@4.17', '@4.18', '@5.40', '@5.41', '@5.42', '@5.43', '@5.44', '@5.45', '@9.25', '@9.30'],
    '@9.31',
  ],
}, async ({ page, open }) => {
  await open('/profile');
  await openSearch(page, { incoterm: 'CIF', rangeQuantityStart: '10', rangeValueUsdEnd: '5000' });
  // A range is opened by its pill.
  await button(page, 'Value: 0.00001 (filled in) – 5,000').click();
  const bound = (end: 'from' | 'to', name: string) => facet(page, name).getByLabel(`${name} ${end}`, { exact: true });
  await expect(bound('from', 'Value')).toBeFocused();
  await expect(bound('to', 'Value')).toHaveValue('5000');
  const filters = region(page, 'Filters');
  for (const name of ['HS code', 'Importer', 'Exporter', 'Incoterm', 'Consumption type'])
    await expect(filters.getByRole('group', { name: new RegExp(`^${name}`) })).toBeVisible();
  await expect(facet(page, 'Incoterm')).toContainText('1 chosen');
  await filters.getByRole('searchbox', { name: 'Find a filter' }).fill('prod');
  await expect(filters.getByRole('group')).toHaveCount(1);
  const product = await openFacet(page, 'Product description');
  const mode = product.getByRole('combobox', { name: 'Product description mode' });
  await expect(mode).toHaveValue('Contains');
  await mode.click();
  await page.getByRole('option', { name: 'Does not contain' }).click();
  await product.getByRole('combobox', { name: 'Product description', exact: true }).fill('shirt');
  await page.keyboard.press('Enter');
  await expect(pills(page)).toContainText("Product does not contain 'shirt'");
  await expect(pills(page)).toContainText('Incoterm: CIF');
  await answered(page);
  await expectAccessible(page);
  await button(filters, 'Reset').click();
  await expect(page).not.toHaveURL(/incoterm|range|productDesc/);
  await filters.getByRole('searchbox', { name: 'Find a filter' }).fill('');

  const names = ['Quantity', 'Value', 'Unit Price'];
  for (const name of names) {
    await openFacet(page, name);
    await bound('from', name).fill('20');
    await bound('to', name).fill('3');
    await button(facet(page, name), 'Apply').click();
    await expect(facet(page, name).getByRole('alert')).toHaveText(
      `Maximum ${name} must be greater than or equal to Minimum ${name}.`,
    );
  }

  // What is given, the pill that it becomes, and what the portal is asked: the bound that it fills in is its own.
  const [most, mostOfPrice] = ['9,99,999 (filled in)', '9,99,99,999 (filled in)'];
  for (const [given, said, ofPrice = said] of [
    [{ End: '500000' }, '0.00001 (filled in) – 5,00,000'],
    [{ Start: '2' }, `2 – ${most}`, `2 – ${mostOfPrice}`],
    [{ Start: '2', End: '1234567' }, '2 – 12,34,567'],
    // A maximum that would leave nothing is none, and no helper's either.
    [{ Start: '5000000' }, '50,00,000 and more', `50,00,000 – ${mostOfPrice}`],
  ] as const) {
    const ranges = ['rangeQuantity', 'rangeValueUsd', 'rangeUnitPriceUsd'].flatMap((range) =>
      Object.entries(given).map(([end, text]) => [`${range}${end}`, text] as const),
    );
    const sent = page.waitForRequest('**/search-management/searchcount');
    await openSearch(page, Object.fromEntries(ranges));
    const expected = [`Quantity: ${said}`, `Value: ${said}`, `Unit Price: ${ofPrice}`];
    await expect(pills(page).getByRole('listitem')).toHaveText(expected);
    expect((await sent).postDataJSON()).toMatchObject(Object.fromEntries(ranges));
  }
});

test('a search that finds nothing says so, and its filters have no lists', {
  tag: ['@2.84', '@4.5'],
}, async ({ page, open }) => {
  await open(linkTo('/list1', { q: 'no such product at all' }));
  await expect(page.getByText("Sorry we couldn't find any matches. Please Try Again")).toBeVisible();
  await expect(page.getByText('No records found').first()).toBeVisible();
  await button(page, 'Export All').click();
  await expectAlert(page, 'This search finds no records: there is nothing to export.');
  const filters = region(page, 'Filters');
  await expect(filters.getByText('No Matching Records Found. Please Reset ...', { exact: true })).toBeVisible();
  await expect(filters.getByRole('group', { name: /^Importer/ })).toHaveCount(0);
});
