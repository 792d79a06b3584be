import type { Page } from '@playwright/test';
import {
  box,
  facet,
  facts,
  found,
  openAdvanceSearch,
  openSearch,
  pills,
  searchesLeft,
  summary,
  valuesOf,
} from './filters.js';
import { dataVersion } from './portal.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectGoodLooks,
  LOOKS,
  lookAt,
  PHONE,
  picture,
  searchLink,
  settled,
  signedInTest as test,
} from './test.js';

/** How many searches are left once a search has been answered: asked a second time, when the first has surely been counted. */
async function leftAfter(page: Page, changes: Record<string, string> = {}): Promise<string> {
  for (let time = 0; time < 2; time += 1) await openSearch(page, changes);
  await expect(searchesLeft(page)).toHaveText(/^[\d,]+$/);
  return (await searchesLeft(page).textContent()) ?? '';
}

test('the summary has exact figures, each with a way to ask again', DEEP, async ({ page }) => {
  await openSearch(page);
  const total = await found(page);
  await expect(summary(page, 'Shipments')).toHaveText(total.toLocaleString('en-IN'));
  await expect(summary(page, 'Importers')).toHaveText(/^\d+$/);
  await expect(summary(page, 'Value')).toContainText(/USD [\d.]+ (lakh|crore)/);
  await expect(summary(page, 'Value').getByText(/USD \d{1,2},\d\d,\d{3}/)).toBeAttached();
  await page.route('**/toplists', (route) => route.abort());
  await openSearch(page);
  await expect(summary(page, 'Exporters')).toContainText('Did not arrive');
  await expect(facet(page, 'Exporter')).toContainText('The list did not arrive.');
  await expectAccessible(page);
  await picture(page, 'filters-failure');
  await page.unroute('**/toplists');
  await summary(page, 'Exporters').getByRole('button', { name: 'Retry' }).click();
  await expect(summary(page, 'Exporters')).toHaveText(/^\d+$/);
  await expect(facet(page, 'Exporter')).not.toContainText('The list did not arrive.');
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
  await expect(page.getByRole('button', { name: 'Filters (4)' })).toBeVisible();
  await expectAccessible(page);
  // How much is found stands before the filters in their line, and moves them when it comes.
  await found(page);
  await page.getByRole('button', { name: 'Remove filter Incoterm: CIF' }).click();
  await expect(page).not.toHaveURL(/incoterm=CIF/);
  await expect(page.getByText('Removed Incoterm: CIF')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove filter Incoterm: FOB' })).toBeFocused();

  await found(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/incoterm=CIF&incoterm=FOB/);
  await expect(page.getByText('Undone')).toBeVisible();
  await found(page);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(pills(page)).toHaveCount(0);
  await expect.poll(() => found(page)).toBe(all);
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pills(page).getByRole('listitem')).toHaveCount(4);
});

test('the filled-in bound of a range can be changed where it is shown', DEEP, async ({ page }) => {
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

test('source countries stand by continent with their records; fewer of them are free', DEEP, async ({ page }) => {
  const left = await leftAfter(page);
  const all = await found(page);
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
  await expect(dialog).toContainText('they are free');
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
  await found(page);
  await expect(searchesLeft(page)).toHaveText(left);
  // Undoing asks what has been paid for today.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => found(page)).toBe(all);
  expect(await leftAfter(page)).toBe(left);
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

test('months are chosen by dragging, and searched only once that was asked for', DEEP, async ({ page }) => {
  const left = await leftAfter(page, { from: '2026-01-15', to: '2026-10-31' });
  const all = await found(page);
  // What arrives above the strip would move it after it was measured.
  await settled(page);
  const strip = page.getByRole('region', { name: 'Shipments by month' });
  await page.mouse.move(...(await monthAt(page, 1, 10)));
  await expect(strip.getByText(/^Feb 2026: \d+ shipments?$/)).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(...(await monthAt(page, 3, 10)), { steps: 4 });
  await page.mouse.up();
  const search = strip.getByRole('button', { name: 'Search Feb 2026 – Apr 2026 (free)' });
  await expect(search).toBeVisible();
  // The end that is taken hold of moves, the other stays.
  const [x, y] = await monthAt(page, 3, 10);
  const width = x - (await monthAt(page, 2, 10))[0];
  await page.mouse.move(x + width / 2, y);
  await page.mouse.down();
  await page.mouse.move(x + width, y, { steps: 3 });
  await page.mouse.up();
  await expect(strip.getByRole('button', { name: 'Search Feb 2026 – May 2026 (free)' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'filters-months');
  await expect(searchesLeft(page)).toHaveText(left);
  await strip.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-10-31/);

  await page.mouse.click(...(await monthAt(page, 0, 10)));
  const rows = await strip.getByRole('row').allTextContents();
  const january = Number(/Jan 2026(\d+)/.exec(rows.join(' '))?.[1]);
  await strip.getByRole('button', { name: 'Search Jan 2026 (free)' }).click();
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-01-31/);
  await expect.poll(() => found(page)).toBe(january);
  await expect(page.getByText('Dates are now 15 Jan 2026 – 31 Jan 2026')).toBeVisible();
  // Fewer days lie within what was paid for.
  await expect(searchesLeft(page)).toHaveText(left);
  // Undoing asks what has been paid for today.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => found(page)).toBe(all);
  expect(await leftAfter(page, { from: '2026-01-15', to: '2026-10-31' })).toBe(left);
});

test('months are chosen by keyboard alone', DEEP, async ({ page }) => {
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
  await strip.getByRole('button', { name: 'Search Jan 2026 – Sep 2026 (free)' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-09-30/);
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeFocused();
});

test('a search that finds nothing says what to leave out', async ({ page }) => {
  await openSearch(page);
  const all = await found(page);
  await openSearch(page, { incoterm: 'NONE' });
  await expect(page.getByText("Sorry we couldn't find any matches. Please Try Again")).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'No records found' })).toContainText('Remove');
  await expectAccessible(page);
  await picture(page, 'filters-nothing');
  // The filter panel still offers what there is; what arrives above a facet moves it.
  await settled(page);
  await facet(page, 'Incoterm')
    .getByRole('button', { name: /^Incoterm/ })
    .click();
  await expect(facet(page, 'Incoterm').getByRole('checkbox', { name: /^CIF/ })).toBeVisible();
  await page.getByRole('button', { name: `Remove “Incoterm: NONE”: ${all} records`, exact: true }).click();
  await expect.poll(() => found(page)).toBe(all);
  await expect(page).not.toHaveURL(/incoterm/);
  await expect(page.getByRole('region', { name: 'Results', exact: true })).toBeFocused();

  await openSearch(page, { from: '2005-01-01', to: '2006-01-01' });
  const dates = page.getByRole('button', { name: /^Remove “01 Jan 2005 – 01 Jan 2006”: [\d,]+ records/ });
  // What is not counted within two seconds is no hint; it is counted when it is asked again.
  await expect(async () => {
    if ((await dates.count()) === 0) await page.reload();
    await expect(dates).toContainText('(uses 1 search)', { timeout: 10_000 });
  }).toPass();
  await dates.click();
  await expect(page).not.toHaveURL(/from=2005/);
  expect(await found(page)).toBeGreaterThan(0);

  await openSearch(page, { row1: 'AND.HS_CODE.L', q1: '9999' });
  await page.getByRole('button', { name: /^Remove “and HS code starts with '9999'”/ }).click();
  await expect.poll(() => found(page)).toBe(all);
});

test('words that find nothing propose words that are there, and the code of the goods', DEEP, async ({ page }) => {
  await openSearch(page, { match: 'W', q: 'cermaic tiles' });
  const instead = page.getByRole('list', { name: 'What to search instead' });
  const words = instead.getByRole('button', {
    name: /^Search “product has the words 'ceramic tiles'”: [\d,]+ records?/,
  });
  const code = instead.getByRole('button', {
    name: /^Search “HS code 6907: .*tiles”: [\d,]+ records? \(uses 1 search\)$/,
  });
  // What is not counted within two seconds is not proposed; it is counted when it is asked again.
  await expect(async () => {
    if ((await instead.count()) === 0) await page.reload();
    await expect(words).toBeVisible({ timeout: 10_000 });
    await expect(code).toBeVisible();
  }).toPass();
  await expectAccessible(page);
  await picture(page, 'filters-instead');
  const promised = Number(/: ([\d,]+) record/.exec((await words.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  await words.click();
  await expect(page.getByRole('heading', { name: /has the words 'ceramic tiles'/ })).toBeVisible();
  expect(await found(page)).toBe(promised);
  // Each word is marked in the number in which it stands there.
  await expect(page.getByRole('grid', { name: 'Records' }).locator('mark').first()).toHaveText(/^(ceramic|tiles?)$/i);
  await openSearch(page, { match: 'W', q: 'cermaic tiles' });
  await code.click();
  await expect(page).toHaveURL(/by=HS_CODE/);
  expect(await found(page)).toBeGreaterThan(0);
});

test('the first rows do not wait for the lists', DEEP, async ({ page, portal }) => {
  await page.route(/search-management\/list/, () => {});
  await page.goto(searchLink());
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  await expect(facts(page)).toContainText(`data version ${await dataVersion(portal)}`);
  await picture(page, 'filters-loading');
});

test(
  'the filters are whole and accessible over the results, and in a sheet where it is narrow',
  DEEP,
  async ({ page }) => {
    await openSearch(page, { rangeQuantityStart: '10' });
    await settled(page);
    await expectGoodLooks(page, 'filters');

    await lookAt(page, PHONE);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    const codes = sheet.getByRole('group', { name: /^HS code\b/ });
    const [first] = await valuesOf(codes);
    await box(codes, first?.name ?? '').check();
    await expect(page).toHaveURL(/hsCodeList/);
    await expect(sheet.getByRole('button', { name: `Show ${first?.records} shipments` })).toBeVisible();
    await settled(page);
    for (const look of LOOKS.filter(({ width }) => width < 1100)) {
      await lookAt(page, look);
      await expectAccessible(page);
      await picture(page, `filters-sheet-${look.name}`);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused();
  },
);

test('the dialogs of filters are whole and accessible', DEEP, async ({ page }) => {
  await lookAt(page, PHONE);
  await openSearch(page);
  await settled(page);
  await openAdvanceSearch(page);
  await expectGoodLooks(page, 'filters-advance');
  await page.keyboard.press('Escape');
  await lookAt(page, PHONE);
  await page.getByRole('button', { name: 'All Countries' }).click();
  await expect(page.getByRole('dialog', { name: 'Source Countries' })).toBeVisible();
  await expectGoodLooks(page, 'filters-countries');
});
