import type { Page } from '@playwright/test';
import { box, facet, facts, found, openFacet, openSearch, pills, valuesOf } from './filters.js';
import { dataVersion } from './portal.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectGoodLooks,
  lookAt,
  PHONE,
  picture,
  searchLink,
  settled,
  signedInTest as test,
} from './test.js';

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

const resultsHeading = (page: Page) =>
  page.getByRole('region', { name: 'Results', exact: true }).getByRole('heading').first();

/** Where a month lies on the strip, from the first as 0. */
async function monthAt(page: Page, month: number, of: number): Promise<[number, number]> {
  const strip = await page
    .getByRole('region', { name: 'Shipments by month' })
    .locator('svg[preserveAspectRatio]')
    .boundingBox();
  if (!strip) throw new Error('no strip of months');
  return [strip.x + ((month + 0.5) / of) * strip.width, strip.y + strip.height / 2];
}

test('months are chosen by dragging and by keys, and searched only once that was asked for', DEEP, async ({ page }) => {
  await openSearch(page, { from: '2026-01-15', to: '2026-10-31' });
  const all = await found(page);
  // What arrives above the strip would move it after it was measured.
  await settled(page);
  const strip = page.getByRole('region', { name: 'Shipments by month' });
  const offer = (months: string) => strip.getByRole('button', { name: `Search ${months} (free)` });
  await page.mouse.move(...(await monthAt(page, 1, 10)));
  await expect(strip.getByText(/^Feb 2026: \d+ shipments?$/)).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(...(await monthAt(page, 3, 10)), { steps: 4 });
  await page.mouse.up();
  await expect(offer('Feb 2026 – Apr 2026')).toBeVisible();
  // The end that is taken hold of moves, the other stays.
  const [x, y] = await monthAt(page, 3, 10);
  const width = x - (await monthAt(page, 2, 10))[0];
  await page.mouse.move(x + width / 2, y);
  await page.mouse.down();
  await page.mouse.move(x + width, y, { steps: 3 });
  await page.mouse.up();
  await expect(offer('Feb 2026 – May 2026')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'filters-months');
  await strip.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-10-31/);

  await page.mouse.click(...(await monthAt(page, 0, 10)));
  const rows = await strip.getByRole('row').allTextContents();
  const january = Number(/Jan 2026(\d+)/.exec(rows.join(' '))?.[1]);
  await offer('Jan 2026').click();
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-01-31/);
  await expect.poll(() => found(page)).toBe(january);
  await expect(page.getByText('Dates are now 15 Jan 2026 – 31 Jan 2026')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => found(page)).toBe(all);

  const [first, last] = [
    strip.getByRole('slider', { name: 'First month' }),
    strip.getByRole('slider', { name: 'Last' }),
  ];
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(first).toHaveAttribute('aria-valuetext', /^Feb 2026, [\d,]+ shipments?$/);
  await page.keyboard.press('Tab');
  await expect(last).toBeFocused();
  for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);
  await expect(last).toHaveAttribute('aria-valuetext', /^Mar 2026/);
  await page.keyboard.press('Escape');
  await expect(strip.getByRole('button')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await offer('Jan 2026 – Sep 2026').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-09-30/);
  await expect(resultsHeading(page)).toBeFocused();
});

test('a search that finds nothing says what to leave out', async ({ page }) => {
  await openSearch(page);
  const all = await found(page);
  await openSearch(page, { incoterm: 'NONE' });
  await expect(page.getByText("Sorry we couldn't find any matches. Please Try Again")).toBeVisible();
  // What is not counted within two seconds is no hint; it is counted when it is asked again.
  const nothing = page.getByRole('status').filter({ hasText: 'No records found' });
  await expect(async () => {
    if (!(await nothing.textContent())?.includes('Remove')) await page.reload();
    await expect(nothing).toContainText('Remove', { timeout: 10_000 });
  }).toPass();
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
  await expect(resultsHeading(page)).toBeFocused();

  await openSearch(page, { from: '2005-01-01', to: '2006-01-01' });
  const dates = page.getByRole('button', { name: /^Remove “01 Jan 2005 – 01 Jan 2006”: [\d,]+ records/ });
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

test('the first rows do not wait for the lists', DEEP, async ({ page, portal }) => {
  await page.route(/search-management\/list/, () => {});
  await page.goto(searchLink());
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  await expect(facts(page)).toContainText(`data version ${await dataVersion(portal)}`);
  await picture(page, 'filters-loading');
});

test(
  'the filters are whole and accessible, in a sheet where it is narrow, and so are their dialogs',
  DEEP,
  async ({ page }) => {
    await openSearch(page, { rangeQuantityStart: '10' });
    await settled(page);
    await expectGoodLooks(page, 'filters');
    await lookAt(page, PHONE);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    const codes = page.getByRole('dialog', { name: 'Filters' }).getByRole('group', { name: /^HS code\b/ });
    const [first] = await valuesOf(codes);
    await box(codes, first?.name ?? '').check();
    await expect(page).toHaveURL(/hsCodeList/);
    await expect(page.getByRole('button', { name: `Show ${first?.records} shipments` })).toBeVisible();
    await settled(page);
    await expectAccessible(page);
    await picture(page, 'filters-sheet');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeFocused();
    await page.getByRole('button', { name: 'Filters (2)' }).click();
    for (const title of ['Source Countries', 'Product description']) await openFacet(page, title);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await lookAt(page, { ...PHONE, width: 1440, height: 900 });
    await expectGoodLooks(page, 'filters-countries');
  },
);
