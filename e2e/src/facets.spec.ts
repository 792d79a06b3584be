import { MESSAGES } from '@tidewaiter/contract';
import { box, facet, found, openSearch, panel, pills, summary, valuesOf } from './filters.js';
import { DEEP, expect, expectAccessible, picture, searchLink, settled, signedInTest as test } from './test.js';

test('facets narrow at once: any of a facet’s values, and all facets', async ({ page }) => {
  await openSearch(page);
  const before = await found(page);
  const codes = facet(page, 'HS code');
  const [first, second] = await valuesOf(codes);
  if (!first || !second) throw new Error('too few HS codes');
  // What each is worth stands beside its count; quantities are of one unit, whose others are named.
  await expect(codes.getByTitle(/^USD [\d,.]+.*; \d+\.\d\d% of the value$/)).toHaveCount(
    (await valuesOf(codes)).length,
  );
  await expect(summary(page, /Quantity, [A-Z]+/)).toContainText(/^[\d,.]+/);
  await expect(summary(page, 'Average USD per')).toContainText(/^\d+\.\d\d/);
  // Quick ticks are one change. In one task: no timer comes between them.
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/searchcount')) asked.push(request.postDataJSON().hsCodeList);
  });
  await codes.getByRole('checkbox').evaluateAll((boxes) => {
    for (const element of boxes.slice(0, 2)) (element as HTMLInputElement).click();
  });
  await expect(page).toHaveURL(new RegExp(`hsCodeList=${first.name}&hsCodeList=${second.name}`));
  await expect.poll(() => found(page)).toBe(first.records + second.records);
  expect(asked).toEqual([[first.name, second.name]]);
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

test('ticked values stand on top once the pointer has left', DEEP, async ({ page }) => {
  await openSearch(page);
  const codes = facet(page, 'HS code');
  const fourth = (await valuesOf(codes))[3]?.name ?? '';
  await box(codes, fourth).check();
  await expect(pills(page).getByRole('listitem')).toHaveCount(1);
  await settled(page);
  expect((await valuesOf(codes))[3]?.name).toBe(fourth);
  await page.getByRole('status').filter({ hasText: 'shipments' }).first().hover();
  await expect.poll(async () => (await valuesOf(codes))[0]?.name).toBe(fourth);
});

test('a tick counts at once for whatever is pressed next', DEEP, async ({ page }) => {
  await openSearch(page, { incoterm: 'CIF' });
  await settled(page);
  const terms = facet(page, 'Incoterm');
  await terms.getByRole('button', { name: /^Incoterm/ }).click();
  // A filter that is removed before the ticks are applied does not come back with them.
  await box(terms, 'FOB').evaluate((element: HTMLInputElement) => {
    element.click();
    document.querySelector<HTMLElement>('[aria-label="Remove filter Incoterm: CIF"]')?.click();
  });
  await expect(pills(page).getByRole('listitem')).toHaveText(['Incoterm: FOB']);
  await expect(page).toHaveURL(/incoterm=FOB/);
  await expect(page).not.toHaveURL(/CIF/);
  await settled(page);

  // The list of all values has the tick, and applies it with what is chosen there.
  const [first, second] = await valuesOf(facet(page, 'HS code'));
  await facet(page, 'HS code')
    .getByRole('checkbox')
    .first()
    .evaluate((element: HTMLInputElement) => {
      element.click();
      const all = [...document.querySelectorAll('button')].find(({ textContent }) => /^Show all/.test(textContent));
      all?.click();
    });
  const dialog = page.getByRole('dialog', { name: /^List of HS/ });
  await expect(dialog.getByText('1 chosen')).toBeVisible();
  await dialog.getByRole('checkbox', { name: new RegExp(`^${second?.name}\\b`) }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(new RegExp(`hsCodeList=${first?.name}&hsCodeList=${second?.name}`));

  // Leaving the panel applies what was ticked there.
  const [importer] = await valuesOf(facet(page, 'Importer'));
  await box(facet(page, 'Importer'), importer?.name ?? '').check();
  await page.getByRole('button', { name: 'Advance Search' }).click();
  await expect(page.getByRole('dialog', { name: 'Advance Search' })).toContainText(importer?.name ?? '-');
});

test(
  'facets say how many values there are, find among all of them, and are absent without any',
  DEEP,
  async ({ page }) => {
    await openSearch(page);
    // What arrives above it moves it from under a press.
    await valuesOf(facet(page, 'Importer'));
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

    // A find that fails says so, and is tried again.
    await page.route('**/search-management/**', (route) =>
      route.request().postDataJSON()?.nameContains === 'no such party'
        ? route.fulfill({ status: 500, json: { errorCode: 'INTERNAL', errorMsg: 'It failed.' } })
        : route.fallback(),
    );
    await exporters.getByLabel('Find in Exporter').fill('no such party');
    await expect(exporters.getByText('The list did not arrive.')).toBeVisible();
    await page.unroute('**/search-management/**');
    await exporters.getByRole('button', { name: 'Retry' }).click();
    await expect(exporters.getByText(MESSAGES.noRecords)).toBeVisible();

    // None goes from under somebody's hand.
    await page.getByRole('status').filter({ hasText: 'shipments' }).first().click();
    await expect(facet(page, 'Incoterm')).toBeVisible();
    await expect(facet(page, 'Consumption type')).toBeVisible();
    await expect(facet(page, 'Local Cities')).toBeVisible();
    await expect(facet(page, 'Local Ports')).toContainText('destination');
    await page.goto(searchLink().replace(/&country=(?:USA|VNM|MEX)/g, ''));
    await expect(facet(page, 'Indian Ports')).toContainText('destination');
    await page.goto(searchLink({ trade: 'EXPORT' }));
    await expect(facet(page, 'Local Ports')).toContainText('origin');
    await expect(facet(page, 'Foreign Countries')).toContainText('destination');
    // What has no values has no facet.
    await page.goto(searchLink({ incoterm: 'NONE OF THESE' }));
    await expect(page.getByText(MESSAGES.noMatches)).toBeVisible();
    await expect(facet(page, 'Consumption type')).toHaveCount(0);
    await expect(facet(page, 'Local Cities')).toHaveCount(0);
  },
);

test('"Show all" opens the list of a column, to look through and to choose from', DEEP, async ({ page }) => {
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

test('the newest filter wins over a slower one, in every part', DEEP, async ({ page }) => {
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

test('the filter panel stays as a person left it', DEEP, async ({ page }) => {
  await openSearch(page);
  const edge = page.getByRole('separator', { name: 'Width of the filters' });
  const width = async () => (await panel(page).boundingBox())?.width;
  expect(await width()).toBe(240);
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(256);
  const at = (await edge.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(at.x + 6, at.y + 40);
  await page.mouse.down();
  await page.mouse.move(at.x + 106, at.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(356);
  // What arrives above it moves it from under a press.
  await settled(page);
  await facet(page, 'Incoterm')
    .getByRole('button', { name: /^Incoterm/ })
    .click();
  await expect(facet(page, 'Incoterm').getByRole('checkbox').first()).toBeVisible();
  await page.reload();
  await expect(facet(page, 'Incoterm').getByRole('checkbox').first()).toBeVisible();
  expect(await width()).toBe(356);
  await edge.dblclick();
  await expect.poll(width).toBe(240);
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
