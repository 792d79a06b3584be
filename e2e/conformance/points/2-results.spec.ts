/** SPEC 2: /list1, the search and its results. */

import { RECORD_COLUMNS } from '@tidewaiter/contract';
import { enter } from '../../src/accounts.js';
import { BILLS, billsLink, loadBillsOfEntry } from '../../src/bills-of-entry.js';
import { facet, openAdvanceSearch } from '../../src/filters.js';
import { openForm } from '../../src/form.js';
import { grid, header, headers, openTable, rows, region as table, widthOf } from '../../src/table.js';
import { arriveWith, button, COTTON, dialog, LIST, linkTo, NOTHING, region } from '../screens.js';
import { answered, differs, expect, test } from '../surroundings.js';

const question = (words: string) => new RegExp(words);

test('2.60 /list1 takes a search of the history from its state: search_type HISTORY and search_id.', async ({
  page,
  open,
  demo,
}) => {
  const { body } = await demo.post('/search-management/search', COTTON);
  await open('/profile');
  await arriveWith(page, '/list1', { search_type: 'HISTORY', search_id: body.searchId });
  await expect(page.getByRole('heading', { name: question("contains 'cotton'") })).toBeVisible();
});

test('2.61 /list1 takes a saved search from its state: search_type WORKSPACE, search_id, workspace_id, workspace_name, workspace_desc, workspaceId, columnKeys.', async ({
  page,
  account,
}) => {
  const person = await account();
  const { body: workspaceId } = await person.post('/activity-management/workspace', { name: 'Fabrics' });
  const { body: found } = await person.post('/search-management/search', COTTON);
  const { body: saved } = await person.post('/activity-management/workspace/savesearch', {
    ...{ workspace_id: workspaceId, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
  });
  await enter(page, person, '/profile');
  await arriveWith(page, '/list1', {
    ...{ search_type: 'WORKSPACE', search_id: found.searchId, workspace_id: saved.id, workspace_name: 'Cotton' },
    ...{ workspace_desc: 'About cotton', workspaceId, columnKeys: ['be_date', 'hs_code'] },
  });
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();
  await expect.poll(async () => (await headers(page)).slice(-2)).toEqual(['Date', 'HS Code']);
});

test('2.62 /list1 takes a quick search from its state: countryCode, tradeType, searchType, searchValue.', async ({
  page,
  open,
}) => {
  await open('/profile');
  await arriveWith(page, '/list1', {
    ...{ tradeType: 'EXPORT', countryCode: 'IND', searchType: 'PRODUCT', searchValue: 'rice' },
  });
  await expect(
    page.getByRole('heading', { name: question("Exports of India whose product contains 'rice'") }),
  ).toBeVisible();
});

test('2.63 /list1 has a search form, summary cards, a results table and a side filter panel.', async ({ look }) => {
  const page = await look(LIST);
  await expect(page.getByRole('search')).toBeAttached();
  await expect(page.locator('dl[aria-label="Summary"] > div')).not.toHaveCount(0);
  await expect(grid(page)).toBeVisible();
  await expect(region(page, 'Filters')).toBeVisible();
});

test('2.64 Imports and exports have views of their own.', async ({ look }) => {
  const ofImports = await headers(await look(LIST));
  const ofExports = await headers(await look(linkTo('/list1', { trade: 'EXPORT' })));
  expect(ofImports.join()).toContain('Total Value');
  expect(ofExports.join()).toContain('Total FOB Value');
});

test('2.65 A hidden spreadsheet table is what is exported.', async ({ look }) => {
  differs('A spreadsheet is written in the browser, and points are deducted after it');
  const page = await look(LIST);
  expect(await page.locator('table').evaluateAll((all) => all.filter((one) => !one.checkVisibility()).length)).toBe(0);
});

test('2.66 The form has trade type, countries, date range, from and to dates, search by, match type, search values and up to 3 further rows.', async ({
  page,
  open,
}) => {
  await open('/list1');
  for (const name of ['Trade type', 'Countries', 'Date range', 'Search by', 'Match type', 'Search values'])
    await expect(page.getByRole('combobox', { name, exact: true })).toBeVisible();
  for (const name of ['From date', 'To date']) await expect(page.getByLabel(name)).toBeVisible();
  for (let row = 1; row <= 3; row += 1) await button(page, 'Add a condition').click();
  await expect(page.getByRole('group', { name: /^Further condition/ })).toHaveCount(3);
  await expect(button(page, 'Add a condition')).toHaveCount(0);
});

test('2.67 The form has a Reset button, which is hidden when it was opened from a workspace.', async ({
  page,
  open,
}) => {
  await open(LIST);
  await openForm(page);
  await expect(button(page, 'Reset')).toBeVisible();
  await page.goto(linkTo('/list1', { saved: '7' }));
  await openForm(page);
  await expect(button(page, 'Reset')).toHaveCount(0);
});

test('2.68 The menu bar of the results has All Countries, Custom, Export All, Export Selected, Save Query and Go to.', async ({
  look,
}) => {
  const page = await look(LIST);
  for (const name of ['All Countries', 'Custom', 'Export All', 'Export Selected', 'Save Query', 'Go to'])
    await expect(button(page, name)).toBeVisible();
});

test('2.69 Save Query offers Save where there is a workspaceId only, and Save as always.', async ({
  page,
  account,
}) => {
  const person = await account();
  await enter(page, person, LIST);
  await button(page, 'Save Query').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Save as']);
  const { body: workspace } = await person.post('/activity-management/workspace', { name: 'Fabrics' });
  const { body: found } = await person.post('/search-management/search', COTTON);
  const { body: saved } = await person.post('/activity-management/workspace/savesearch', {
    ...{ workspace_id: workspace, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
  });
  await page.goto(`/list1?saved=${saved.id}`);
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();
  await button(page, 'Save Query').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Save', 'Save as']);
});

test('2.70 Go to leads to Macro Analysis.', async ({ page, open }) => {
  await open(LIST);
  await button(page, 'Go to').click();
  await page.getByRole('menuitem', { name: 'Macro Analysis' }).click();
  await expect(page).toHaveURL(/\/analysis\?/);
  await expect(page.getByRole('heading', { level: 1, name: 'Macro Analysis' })).toBeVisible();
});

test('2.71 The results table is 500 px high.', async ({ look }) => {
  expect((await table(await look(LIST)).boundingBox())?.height).toBe(500);
});

test('2.72 The first column has checkboxes; the one that selects all shows none, some and all.', async ({
  page,
  open,
}) => {
  await open(LIST);
  const all = page.getByRole('checkbox', { name: 'Select all records of this page' });
  const partial = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
  await expect(rows(page).first().locator('[aria-colindex="1"]').getByRole('checkbox')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select record 2', exact: true }).check();
  expect(await partial()).toBe(true);
  await all.check();
  expect(await partial()).toBe(false);
  await expect(all).toBeChecked();
  await all.uncheck();
  await expect(page.getByRole('checkbox', { name: 'Select record 2', exact: true })).not.toBeChecked();
});

test('2.73 An Action column opens the Description modal, which lists every non-empty field of the row with its label.', async ({
  page,
  open,
  demo,
}) => {
  const { body } = await demo.post('/search-management/search', COTTON);
  await open(LIST);
  expect(await headers(page)).toContain('Action');
  await button(page, 'Description of record 1').click();
  const description = dialog(page, 'Description');
  await expect(description.getByRole('term').first()).toBeVisible();
  const [first] = body.impForeignList;
  for (const key of ['hs_code', 'product_description', 'ctry_name'])
    await expect(description).toContainText(first[key]);
  // What a cell is called a second time, for India, is the same field.
  const cells = RECORD_COLUMNS.IMPORT.filter(({ key, alias }) => !alias && (first[key] ?? null) !== null);
  await expect(description.getByRole('term')).toHaveCount(cells.length);
});

test('2.74 Where the country codes hold the placeholder XXXXX, an expand column opens a row to 310 px with its Indian import details.', async ({
  page,
  open,
  portal,
}) => {
  differs('The expand column shows for the country code XXXXX');
  await loadBillsOfEntry(portal);
  await open(billsLink());
  await button(page, 'Indian import details of record 1').click();
  const opened = rows(page).first();
  expect((await opened.boundingBox())?.height).toBe(310);
  for (const label of ['IEC', 'Bill of Entry No.', 'CHA Name', 'Actual Duty'])
    await expect(opened.getByText(label, { exact: true })).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(BILLS + 1));
  await page.goto(LIST);
  await answered(page);
  await expect(rows(page).first()).toBeVisible();
});

test('2.75 Columns can be resized and sorted.', async ({ page, open }) => {
  await open(LIST);
  const column = header(page, 'HS Code');
  const before = await widthOf(column);
  await button(page, 'HS Code').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => widthOf(column)).toBeGreaterThan(before);
  await button(page, 'Sort by HS Code, ascending').click();
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
});

test('2.76 Hovering a cell shows its full value.', async ({ look }) => {
  const cell = rows(await look(LIST))
    .first()
    .getByRole('gridcell')
    .filter({ hasText: /cotton/i })
    .first();
  await expect(cell).toHaveAttribute('title', (await cell.textContent()) ?? '');
});

test('2.77 Company names have an icon that searches the web for them in a new tab.', async ({ look }) => {
  const link = grid(await look(LIST))
    .getByRole('link', { name: /^Search the web for / })
    .first();
  const name = /^Search the web for (.+)$/.exec((await link.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  await expect(link).toHaveAttribute('target', '_blank');
  const href = new URL((await link.getAttribute('href')) ?? '');
  expect([...href.searchParams.values()].join()).toContain(name);
});

test('2.78 Company names have an icon that saves them as a contact.', async ({ page, account }) => {
  const person = await account();
  await enter(page, person, LIST);
  const keep = grid(page)
    .getByRole('button', { name: /^Save .+ as a contact$/ })
    .first();
  await keep.click();
  await expect(page.getByText(/^Contact saved: /)).toBeVisible();
  const { body } = await person.get('/activity-management/listcontact', { userId: person.user.userid });
  expect(body.contactList).toMatchObject([{ address: null, email: null, mobile: null, website: null }]);
});

test('2.79 The arrow keys scroll the table 100 px sideways and 46 px per row.', async ({ page, open }) => {
  await open('/list1');
  await openTable(page, LIST);
  const place = () => table(page).evaluate((box) => [box.scrollLeft, box.scrollTop]);
  await table(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(place).toEqual([100, 0]);
  await page.keyboard.press('ArrowDown');
  await expect.poll(place).toEqual([100, 46]);
});

test('2.80 Source Countries has Select All, the countries by continent, each with flag and record count, and Apply.', async ({
  page,
  open,
}) => {
  await open(LIST);
  await answered(page);
  await button(page, 'All Countries').click();
  const countries = dialog(page, 'Source Countries');
  await expect(countries.getByRole('checkbox', { name: 'Select All' })).toBeVisible();
  const asia = countries.getByRole('group', { name: 'Asia' });
  await expect(asia.getByRole('listitem').filter({ hasText: 'Vietnam' })).toContainText(/[\d,]+$/);
  await expect(asia.getByRole('listitem').locator('img')).toHaveCount(2);
  await expect(countries.getByRole('group', { name: 'North America' }).getByRole('listitem')).toHaveCount(2);
  await countries.getByRole('checkbox', { name: 'Select All' }).uncheck();
  await asia.getByRole('checkbox', { name: /Vietnam/ }).check();
  await button(countries, 'Apply').click();
  await expect(page.getByRole('heading', { name: /^Imports of Vietnam whose/ })).toBeVisible();
});

test('2.81 Filter Countries is a multiselect with Apply and Close, and Apply only closes.', async ({ page, open }) => {
  await open(LIST);
  const advance = await openAdvanceSearch(page);
  await button(advance, 'Filter Countries').click();
  const countries = dialog(page, 'Filter Countries');
  await expect(button(countries, 'Close').last()).toBeVisible();
  await countries.getByRole('checkbox', { name: /Mexico/ }).uncheck();
  await button(countries, 'Apply').click();
  await expect(countries).toBeHidden();
  await expect(page).toHaveURL(/country=MEX/);
});

test("2.82 'List of {column}' is a paged table of Title and Total Records, with a box 'Search by Title' that finds parts of titles whatever their case.", async ({
  page,
  open,
}) => {
  await open(LIST);
  await answered(page);
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
});

test('2.83 Advance Search has a close button, Reset and Search, and a dropdown for each filter that has options.', async ({
  page,
  open,
}) => {
  await open(LIST);
  const advance = await openAdvanceSearch(page);
  for (const name of ['Reset', 'Search']) await expect(button(advance, name)).toBeVisible();
  for (const name of ['HS code', 'Importer', 'Exporter', 'Incoterm'])
    await expect(advance.getByRole('combobox', { name, exact: true })).toBeVisible();
  await advance
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  await expect(advance).toBeHidden();
});

test("2.84 Where no filter has options, Advance Search says 'No Matching Records Found. Please Reset ...'.", async ({
  page,
  open,
}) => {
  await open(NOTHING);
  await button(page, 'Advance Search').click();
  const advance = dialog(page, 'Advance Search');
  await expect(advance.getByText('No Matching Records Found. Please Reset ...', { exact: true })).toBeVisible();
  await expect(advance.getByRole('combobox', { name: 'Importer' })).toHaveCount(0);
});
