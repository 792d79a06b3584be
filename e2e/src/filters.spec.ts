import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { dataVersion } from './portal.js';
import { expect, expectAccessible, picture, searchLink, settled, signedInTest as test } from './test.js';

const panel = (page: Page) => page.getByRole('region', { name: 'Filters' });
const facet = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}\\b`) });
const box = (within: Locator, name: string) => within.getByRole('checkbox', { name: `${name} (` });
const pills = (page: Page) => page.getByRole('list', { name: 'Active filters' });
const summary = (page: Page, label: string) =>
  page.locator('dl[aria-label="Summary"] > div').filter({ hasText: label }).locator('dd');
const searchesLeft = (page: Page) => page.locator('[data-counter="searches"]');

/** Opens a search, and waits until it has been answered. */
async function openSearch(page: Page, changes: Record<string, string> = {}): Promise<void> {
  await page.goto(searchLink(changes));
  await expect(facts(page)).toContainText('data version');
}

/** The line that says how much was found. */
const facts = (page: Page) => page.getByRole('region', { name: 'Results', exact: true }).getByRole('status').first();

async function found(page: Page): Promise<number> {
  await expect(facts(page)).toContainText('shipment');
  return Number(/([\d,]+) shipment/.exec((await facts(page).textContent()) ?? '')?.[1]?.replaceAll(',', ''));
}

/** A facet's values with their counts, once they are of the question that is asked. */
async function valuesOf(list: Locator): Promise<{ name: string; records: number }[]> {
  await expect(list.getByRole('checkbox').first()).toBeVisible();
  await expect(list.locator('[data-loading]')).toHaveCount(0);
  const texts = await list.locator('label').allTextContents();
  return texts.map((text) => {
    const [, name = '', records = ''] = /^(.*) \(([\d,]+)\)/.exec(text) ?? [];
    return { name, records: Number(records.replaceAll(',', '')) };
  });
}

test('the summary has exact figures, each with a way to ask again', async ({ page }) => {
  await page.route('**/listexporters', (route) => route.abort());
  await openSearch(page);
  const total = await found(page);
  await expect(summary(page, 'Shipments')).toHaveText(total.toLocaleString('en-IN'));
  await expect(summary(page, 'Importers')).toHaveText(/^\d+$/);
  await expect(summary(page, 'Value')).toContainText(/USD [\d.]+ m/);
  await expect(summary(page, 'Value').getByText(/USD \d{1,2},\d\d,\d{3}/)).toBeAttached();
  await expect(summary(page, 'Exporters')).toContainText('Did not arrive');
  await expect(facet(page, 'Exporter')).toContainText('The list did not arrive.');
  await expectAccessible(page);
  await picture(page, 'filters-failure');
  await page.unroute('**/listexporters');
  await summary(page, 'Exporters').getByRole('button', { name: 'Retry' }).click();
  await expect(summary(page, 'Exporters')).toHaveText(/^\d+$/);
  await expect(facet(page, 'Exporter')).not.toContainText('The list did not arrive.');
});

test('facets narrow at once: any of a facet’s values, and all facets', async ({ page }) => {
  await openSearch(page);
  const before = await found(page);
  const codes = facet(page, 'HS code');
  const [first, second] = await valuesOf(codes);
  if (!first || !second) throw new Error('too few HS codes');
  // Quick ticks are one change.
  await box(codes, first.name).check();
  await box(codes, second.name).check();
  await expect(page).toHaveURL(new RegExp(`hsCodeList=${first.name}&hsCodeList=${second.name}`));
  await expect.poll(() => found(page)).toBe(first.records + second.records);
  await expect(codes).toContainText('2 chosen');
  // The facet still offers what could be ticked beside them.
  expect((await valuesOf(codes)).length).toBeGreaterThan(2);

  const importers = facet(page, 'Importer');
  const [importer] = await valuesOf(importers);
  if (!importer) throw new Error('no importers');
  await box(importers, importer.name).check();
  await expect.poll(() => found(page)).toBe(importer.records);
  await expect(pills(page).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible();

  await page.goBack();
  await expect(pills(page).getByRole('listitem')).toHaveCount(2);
  await box(codes, first.name).uncheck();
  await box(codes, second.name).uncheck();
  await expect.poll(() => found(page)).toBe(before);
});

test('ticked values stand on top once the pointer has left', async ({ page }) => {
  await openSearch(page);
  const codes = facet(page, 'HS code');
  const fourth = (await valuesOf(codes))[3]?.name ?? '';
  await box(codes, fourth).check();
  expect((await valuesOf(codes))[3]?.name).toBe(fourth);
  await page.getByRole('heading', { level: 2 }).hover();
  await expect.poll(async () => (await valuesOf(codes))[0]?.name).toBe(fourth);
});

test('facets say how many values there are, find among all of them, and are absent without any', async ({ page }) => {
  await openSearch(page);
  const exporters = facet(page, 'Exporter');
  await exporters.getByRole('button', { name: /^Exporter/ }).click();
  await expect(exporters.getByRole('button', { name: /^Exporter/ })).toContainText(/\([\d,]+\)/);
  const known = (await valuesOf(exporters)).map(({ name }) => name);
  await exporters.getByLabel('Find in Exporter').fill('TÉXTIL');
  await expect(async () => {
    const sought = (await valuesOf(exporters)).map(({ name }) => name);
    for (const name of sought) expect(name).toMatch(/textil/i);
    // Not only among those that were shown.
    expect(sought.filter((name) => !known.includes(name)).length).toBeGreaterThan(0);
  }).toPass();

  await expect(facet(page, 'Incoterm')).toBeVisible();
  await expect(facet(page, 'Consumption type')).toHaveCount(0);
  await expect(facet(page, 'Local Cities')).toHaveCount(0);
  await expect(facet(page, 'Local Ports')).toContainText('destination');
  await page.goto(searchLink().replace(/&country=(?:USA|VNM|MEX)/g, ''));
  await expect(facet(page, 'Indian Ports')).toContainText('destination');
  await page.goto(searchLink({ trade: 'EXPORT' }));
  await expect(facet(page, 'Local Ports')).toContainText('origin');
  await expect(facet(page, 'Foreign Countries')).toContainText('destination');
});

test('"Show all" opens the list of a column, to look through and to choose from', async ({ page }) => {
  await openSearch(page);
  const importers = facet(page, 'Importer');
  const all = importers.getByRole('button', { name: /^Show all/ });
  await all.click();
  const dialog = page.getByRole('dialog', { name: 'List of Importer Name' });
  const title = dialog.getByLabel('Search by Title');
  await expect(title).toBeFocused();
  await expect(dialog.getByRole('columnheader', { name: 'Title' })).toBeVisible();
  await expect(dialog.getByRole('columnheader', { name: 'Total Records' })).toBeVisible();
  const range = dialog.getByRole('status').first();
  await expect(range).toContainText(/1–10 of \d+/);
  await expectAccessible(page);
  await picture(page, 'filters-list');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(range).toContainText('11–20 of');

  await title.fill('INTERnational');
  const names = dialog.getByRole('checkbox');
  await expect(async () => {
    const rows = (await dialog.getByRole('row').allTextContents()).slice(1);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toMatch(/international/i);
  }).toPass();
  await names.nth(0).check();
  await names.nth(1).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(pills(page).getByRole('listitem')).toHaveCount(2);
  await expect(all).toBeFocused();

  await all.click();
  await expect(dialog.getByText('2 chosen')).toBeVisible();
  await title.fill('no such party');
  await expect(range).toHaveText('No records found');
});

test('active filters can be removed one by one, all at once, and put back', async ({ page }) => {
  await openSearch(page);
  const all = await found(page);
  await page.goto(`${searchLink({ rangeQuantityStart: '10' })}&incoterm=CIF&incoterm=FOB&productDesc=shirt`);
  await expect(pills(page).getByRole('listitem')).toHaveText([
    'Incoterm: CIF',
    'Incoterm: FOB',
    'Quantity: 10 – 9,99,999 (filled in)',
    "Product contains 'shirt'",
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove filter Incoterm: CIF' }).click();
  await expect(page).not.toHaveURL(/incoterm=CIF/);
  await expect(page.getByText('Removed Incoterm: CIF')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove filter Incoterm: FOB' })).toBeFocused();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/incoterm=CIF&incoterm=FOB/);
  await expect(page.getByText('Undone')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(pills(page)).toHaveCount(0);
  await expect.poll(() => found(page)).toBe(all);
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pills(page).getByRole('listitem')).toHaveCount(4);
});

test('the filled-in bound of a range can be changed where it is shown', async ({ page }) => {
  await openSearch(page, { rangeValueUsdEnd: '5000' });
  await page.getByRole('button', { name: 'Value: 0.00001 (filled in) – 5,000', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Advance Search' });
  const least = dialog.getByLabel('Minimum Value');
  await expect(least).toBeFocused();
  await expect(least).toHaveAttribute('placeholder', '0.00001');
  await expect(dialog.getByLabel('Maximum Value')).toHaveValue('5000');
  await least.fill('1000');
  await least.press('Enter');
  await expect(page).toHaveURL(/rangeValueUsdStart=1000/);
  await expect(pills(page)).toContainText('Value: 1,000 – 5,000');
});

async function openAdvanceSearch(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Advance Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Advance Search' });
  await expect(dialog.getByRole('combobox', { name: 'Importer' })).toBeVisible();
  return dialog;
}

test('advanced search: a range takes only positive whole numbers without a leading zero', async ({ page }) => {
  await openSearch(page);
  const dialog = await openAdvanceSearch(page);
  for (const name of ['Quantity', 'Value', 'Unit Price']) {
    for (const end of ['Minimum', 'Maximum']) {
      const field = dialog.getByLabel(`${end} ${name}`, { exact: true });
      await field.pressSequentially('0-1.0e5 x');
      await expect(field).toHaveValue('105');
      await field.fill('');
      await expect(field).toHaveValue('');
    }
  }
  await expectAccessible(page);
  await picture(page, 'filters-advance');
});

test('advanced search: the bound that is not given is filled in', async ({ page }) => {
  await openSearch(page);
  const dialog = await openAdvanceSearch(page);
  await dialog.getByLabel('Maximum Quantity').fill('500');
  await dialog.getByLabel('Minimum Value').fill('20');
  await dialog.getByLabel('Minimum Unit Price').fill('2');
  const asked = page.waitForRequest('**/search-management/searchcount');
  await dialog.getByRole('button', { name: 'Search' }).click();
  const { rangeQuantityStart, rangeQuantityEnd, rangeValueUsdEnd } = (await asked).postDataJSON();
  expect({ rangeQuantityStart, rangeQuantityEnd, rangeValueUsdEnd }).toEqual({ rangeQuantityEnd: '500' });
  await expect(pills(page).getByRole('listitem')).toHaveText([
    'Quantity: 0.00001 (filled in) – 500',
    'Value: 20 – 9,99,999 (filled in)',
    'Unit Price: 2 – 9,99,99,999 (filled in)',
  ]);
  const narrowed = await found(page);
  await page.goto(
    searchLink({
      ...{ rangeQuantityStart: '0.00001', rangeQuantityEnd: '500', rangeValueUsdStart: '20' },
      ...{ rangeValueUsdEnd: '999999', rangeUnitPriceUsdStart: '2', rangeUnitPriceUsdEnd: '99999999' },
    }),
  );
  await expect(pills(page)).not.toContainText('filled in');
  expect(await found(page)).toBe(narrowed);
});

test('advanced search: a maximum below its minimum is a validation error', async ({ page }) => {
  await openSearch(page);
  const dialog = await openAdvanceSearch(page);
  for (const name of ['Quantity', 'Value', 'Unit Price']) {
    await dialog.getByLabel(`Minimum ${name}`).fill('20');
    await dialog.getByLabel(`Maximum ${name}`).fill('3');
    await dialog.getByRole('button', { name: 'Search' }).click();
    const warning = page.getByRole('alertdialog', { name: 'Validation Error' });
    await expect(warning).toContainText(`Maximum ${name} must be greater than or equal to Minimum ${name}.`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(warning).toBeHidden();
    await expect(dialog.getByLabel(`Maximum ${name}`)).toHaveValue('3');
    await dialog.getByLabel(`Minimum ${name}`).fill('');
    await dialog.getByLabel(`Maximum ${name}`).fill('');
  }
});

test('advanced search: nothing chosen asks for a filter', async ({ page }) => {
  await openSearch(page);
  const dialog = await openAdvanceSearch(page);
  await dialog.getByRole('button', { name: 'Search' }).click();
  const error = page.getByRole('alertdialog', { name: 'Select !' });
  await expect(error).toContainText('Select atleast one filter or reset filter');
  await expectAccessible(page);
  await picture(page, 'filters-select');
  await error.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Advance Search' })).toBeFocused();
});

test('advanced search: starts from the search, sends all filters up, and resets them', async ({ page }) => {
  await openSearch(page, { incoterm: 'CIF' });
  const dialog = await openAdvanceSearch(page);
  await expect(dialog.getByRole('combobox', { name: 'Consumption type' })).toHaveCount(0);
  const importer = dialog.getByRole('combobox', { name: 'Importer' });
  await importer.click();
  const option = dialog.getByRole('option').first();
  await expect(option).toHaveText(/ \([\d,]+\)$/);
  await expectAccessible(page);
  await importer.fill('inter');
  await expect(option).toHaveText(/inter/i);
  const name = /^(.*) \([\d,]+\)$/.exec((await option.textContent()) ?? '')?.[1] ?? '';
  await option.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  await dialog.getByRole('combobox', { name: 'Product description', exact: true }).fill('shirt');
  await expect(dialog.getByRole('combobox', { name: 'Product description mode' })).toHaveValue('Contains');
  await dialog.getByRole('combobox', { name: 'Product description mode' }).click();
  await dialog.getByRole('option', { name: 'Does not contain' }).click();
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog).toBeHidden();
  await expect(pills(page).getByRole('listitem')).toHaveText([
    `Importer: ${name}`,
    'Incoterm: CIF',
    "Product does not contain 'shirt'",
  ]);
  await expect(page).toHaveURL(/productDesc=shirt&conditionProductDesc=D|conditionProductDesc=D.*productDesc=shirt/);

  await openAdvanceSearch(page);
  await expect(dialog.getByText('shirt', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(pills(page)).toHaveCount(0);
  await expect(dialog.getByText('shirt', { exact: true })).toHaveCount(0);
});

test('advanced search: says so where no list has an option', async ({ page }) => {
  await openSearch(page, { q: 'no such product at all' });
  await page.getByRole('button', { name: 'Advance Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Advance Search' });
  await expect(dialog.getByText('No Matching Records Found. Please Reset ...')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Importer' })).toHaveCount(0);
  await expectAccessible(page);
});

test('source countries stand by continent with their records; fewer of them cost a search', async ({ page }) => {
  await openSearch(page);
  const all = await found(page);
  const left = Number((await searchesLeft(page).textContent())?.replaceAll(',', ''));
  await page.getByRole('button', { name: 'All Countries' }).click();
  const dialog = page.getByRole('dialog', { name: 'Source Countries' });
  const asia = dialog.getByRole('group', { name: 'Asia' });
  await expect(asia.getByRole('checkbox', { name: /^India/ })).toBeChecked();
  await expect(asia.getByRole('checkbox')).toHaveCount(2);
  await expect(dialog.getByRole('group', { name: 'North America' }).getByRole('checkbox')).toHaveCount(2);
  // The records of each country come after its name.
  const counts = () => dialog.getByRole('listitem').allTextContents();
  const recordsOf = (text: string) => Number(/([\d,]+)$/.exec(text)?.[1]?.replaceAll(',', ''));
  await expect.poll(async () => (await counts()).reduce((sum, text) => sum + recordsOf(text), 0)).toBe(all);
  // Flags are pictures: not every system has a font for them.
  const flags = dialog.getByRole('listitem').locator('img');
  await expect(flags).toHaveCount((await counts()).length);
  for (const flag of await flags.all()) {
    await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(dialog).toContainText('costs 1 search');
  await expectAccessible(page);
  await picture(page, 'filters-countries');

  const every = dialog.getByRole('checkbox', { name: 'Select All' });
  await every.uncheck();
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await asia.getByRole('checkbox', { name: /Vietnam/ }).check();
  expect(await every.evaluate((element: HTMLInputElement) => element.indeterminate)).toBe(true);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/country=VNM/);
  await expect(page).not.toHaveURL(/country=IND/);
  await expect(page.getByRole('heading', { name: /Imports of Vietnam whose/ })).toBeVisible();
  await expect(page.getByText('Countries are now Vietnam')).toBeVisible();
  await expect(searchesLeft(page)).toHaveText((left - 1).toLocaleString('en-IN'));
  // Undoing asks what has been paid for today.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => found(page)).toBe(all);
  await expect(searchesLeft(page)).toHaveText((left - 1).toLocaleString('en-IN'));
});

test('the countries of an advanced search are chosen in a dialog whose Apply only closes', async ({ page }) => {
  await openSearch(page);
  const dialog = await openAdvanceSearch(page);
  await dialog.getByRole('button', { name: 'Filter Countries' }).click();
  const countries = page.getByRole('dialog', { name: 'Filter Countries' });
  const mexico = countries.getByRole('checkbox', { name: /Mexico/ });
  await mexico.uncheck();
  await expectAccessible(page);
  await countries.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByText('Countries: India, United States, Vietnam, and Mexico')).toBeVisible();
  await dialog.getByRole('button', { name: 'Filter Countries' }).click();
  await expect(mexico).toBeChecked();
  await mexico.uncheck();
  await picture(page, 'filters-filter-countries');
  await countries.getByRole('button', { name: 'Apply' }).click();
  await expect(countries).toBeHidden();
  await expect(dialog.getByText('it costs 1 search')).toBeVisible();
  await expect(page).toHaveURL(/country=MEX/);
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(page).not.toHaveURL(/country=MEX/);
});

/** Where a month lies on the strip, from the first as 0. */
async function monthAt(page: Page, month: number, of: number): Promise<[number, number]> {
  const strip = await page
    .getByRole('region', { name: 'Shipments by month' })
    .locator('svg[preserveAspectRatio]')
    .boundingBox();
  if (!strip) throw new Error('no strip of months');
  return [strip.x + ((month + 0.5) / of) * strip.width, strip.y + strip.height / 2];
}

test('months are chosen by dragging, and searched only once that was asked for', async ({ page }) => {
  await openSearch(page, { from: '2026-01-15', to: '2026-10-31' });
  const all = await found(page);
  const left = await searchesLeft(page).textContent();
  const strip = page.getByRole('region', { name: 'Shipments by month' });
  await page.mouse.move(...(await monthAt(page, 1, 10)));
  await expect(strip.getByText(/^Feb 2026: \d+ shipments?$/)).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(...(await monthAt(page, 3, 10)), { steps: 4 });
  await page.mouse.up();
  const search = strip.getByRole('button', { name: 'Search Feb 2026 – Apr 2026 (costs 1 search)' });
  await expect(search).toBeVisible();
  // The end that is taken hold of moves, the other stays.
  const [x, y] = await monthAt(page, 3, 10);
  const width = x - (await monthAt(page, 2, 10))[0];
  await page.mouse.move(x + width / 2, y);
  await page.mouse.down();
  await page.mouse.move(x + width, y, { steps: 3 });
  await page.mouse.up();
  await expect(strip.getByRole('button', { name: 'Search Feb 2026 – May 2026 (costs 1 search)' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'filters-months');
  expect(await searchesLeft(page).textContent()).toBe(left);
  await strip.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-10-31/);

  await page.mouse.click(...(await monthAt(page, 0, 10)));
  const rows = await strip.getByRole('row').allTextContents();
  const january = Number(/Jan 2026(\d+)/.exec(rows.join(' '))?.[1]);
  await strip.getByRole('button', { name: 'Search Jan 2026 (costs 1 search)' }).click();
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-01-31/);
  await expect.poll(() => found(page)).toBe(january);
  await expect(page.getByText('Dates are now 15 Jan 2026 – 31 Jan 2026')).toBeVisible();
  await expect(searchesLeft(page)).not.toHaveText(left ?? '');
  const after = await searchesLeft(page).textContent();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => found(page)).toBe(all);
  expect(await searchesLeft(page).textContent()).toBe(after);
});

test('months are chosen by keyboard alone', async ({ page }) => {
  await openSearch(page, { from: '2026-01-15', to: '2026-10-31' });
  const strip = page.getByRole('region', { name: 'Shipments by month' });
  const first = strip.getByRole('slider', { name: 'First month' });
  const last = strip.getByRole('slider', { name: 'Last month' });
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(first).toHaveAttribute('aria-valuetext', /^Feb 2026, [\d,]+ shipments?$/);
  await page.keyboard.press('Tab');
  await expect(last).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(last).toHaveAttribute('aria-valuetext', /^Mar 2026/);
  await expectAccessible(page);
  await picture(page, 'filters-months-keyboard');
  await page.keyboard.press('Escape');
  await expect(strip.getByRole('button')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await strip.getByRole('button', { name: 'Search Jan 2026 – Sep 2026 (costs 1 search)' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-09-30/);
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeFocused();
});

test('a search that finds nothing says what to leave out', async ({ page }) => {
  await openSearch(page);
  const all = await found(page);
  await openSearch(page, { incoterm: 'NONE' });
  await expect(page.getByText("Sorry we couldn't find any matches. Please Try Again")).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'No records found' })).toContainText('Without');
  await expectAccessible(page);
  await picture(page, 'filters-nothing');
  // The filter panel still offers what there is.
  await facet(page, 'Incoterm')
    .getByRole('button', { name: /^Incoterm/ })
    .click();
  await expect(facet(page, 'Incoterm').getByRole('checkbox', { name: /^CIF/ })).toBeVisible();
  await page.getByRole('button', { name: `Without Incoterm: NONE — ${all} records`, exact: true }).click();
  await expect.poll(() => found(page)).toBe(all);
  await expect(page).not.toHaveURL(/incoterm/);
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeFocused();

  await openSearch(page, { from: '2005-01-01', to: '2006-01-01' });
  const dates = page.getByRole('button', { name: /^Without 01 Jan 2005 – 01 Jan 2006 — [\d,]+ records/ });
  await expect(dates).toContainText('(costs 1 search)');
  await dates.click();
  await expect(page).not.toHaveURL(/from=2005/);
  expect(await found(page)).toBeGreaterThan(0);

  await openSearch(page, { row1: 'AND.HS_CODE.L', q1: '9999' });
  await page.getByRole('button', { name: /^Without and HS code starts with '9999'/ }).click();
  await expect.poll(() => found(page)).toBe(all);
});

test('the newest filter wins over a slower one, in every part', async ({ page }) => {
  const slow = async (route: import('@playwright/test').Route) => {
    if (route.request().postData()?.includes('"CIF"')) await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue().catch(() => {});
  };
  await openSearch(page, { incoterm: 'FOB' });
  await settled(page);
  const free = { shipments: await found(page), importers: await summary(page, 'Importers').textContent() };
  const terms = facet(page, 'Incoterm');
  await terms.getByRole('button', { name: /^Incoterm/ }).click();
  await box(terms, 'FOB').uncheck();
  await expect(page).not.toHaveURL(/incoterm=/);
  await settled(page);
  await page.route('**/search-management/**', slow);
  const asked = page.waitForRequest((request) => request.postData()?.includes('"CIF"') ?? false);
  await box(terms, 'CIF').check();
  await asked;
  await box(terms, 'CIF').uncheck();
  await box(terms, 'FOB').check();
  await expect(page).toHaveURL(/incoterm=FOB/);
  await expect.poll(() => found(page)).toBe(free.shipments);
  // Until the slow answers have come too.
  await page.waitForTimeout(3500);
  await settled(page);
  expect(await found(page)).toBe(free.shipments);
  await expect(summary(page, 'Importers')).toHaveText(free.importers ?? '');
});

test('the first rows do not wait for the lists', async ({ page, portal }) => {
  await page.route(/search-management\/list/, () => {});
  await page.goto(searchLink());
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  await expect(facts(page)).toContainText(`data version ${dataVersion(portal)}`);
  await picture(page, 'filters-loading');
});

test('the filter panel stays as a person left it', async ({ page }) => {
  await openSearch(page);
  await facet(page, 'Incoterm')
    .getByRole('button', { name: /^Incoterm/ })
    .click();
  await expect(facet(page, 'Incoterm').getByRole('checkbox').first()).toBeVisible();
  await page.reload();
  await expect(facet(page, 'Incoterm').getByRole('checkbox').first()).toBeVisible();
  const toggle = page.getByRole('button', { name: 'Filters', exact: true });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expect(panel(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(panel(page)).toBeVisible();
});

test('the search screen loads at most 350 kB of compressed JavaScript', async ({ page, context }) => {
  const fresh = await context.newPage();
  const network = await context.newCDPSession(fresh);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<number>[] = [];
  fresh.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await fresh.goto(searchLink(), { waitUntil: 'networkidle' });
  await expect(fresh.getByRole('region', { name: 'Filters' })).toBeVisible();
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(150_000);
  expect(total).toBeLessThanOrEqual(350_000);
  await page.close();
});

for (const [name, options] of Object.entries({
  light: { colorScheme: 'light', viewport: { width: 1440, height: 1000 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 1000 } },
  tablet: { colorScheme: 'light', viewport: { width: 1024, height: 768 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  'phone-dark': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
} as const)) {
  const isNarrow = options.viewport.width < 1100;

  test.describe(`the filters are whole and accessible: ${name}`, () => {
    test.use(options);

    test(`over the results${isNarrow ? ', in a sheet' : ''}`, async ({ page }) => {
      await openSearch(page, { rangeQuantityStart: '10' });
      await settled(page);
      await expectAccessible(page);
      await picture(page, `filters-${name}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      if (!isNarrow) return;

      await page.getByRole('button', { name: 'Filters (1)' }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      const codes = sheet.getByRole('group', { name: /^HS code\b/ });
      const [first] = await valuesOf(codes);
      await box(codes, first?.name ?? '').check();
      await expect(page).toHaveURL(/hsCodeList/);
      await expect(sheet.getByRole('button', { name: `Show ${first?.records} shipments` })).toBeVisible();
      await settled(page);
      await expectAccessible(page);
      await picture(page, `filters-sheet-${name}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused();
    });

    test('in the dialogs', async ({ page }) => {
      await openSearch(page);
      await settled(page);
      await openAdvanceSearch(page);
      await expectAccessible(page);
      await picture(page, `filters-advance-${name}`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'All Countries' }).click();
      await expect(page.getByRole('dialog', { name: 'Source Countries' })).toBeVisible();
      await expectAccessible(page);
      await picture(page, `filters-countries-${name}`);
    });
  });
}
