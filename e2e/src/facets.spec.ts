import { box, facet, found, openSearch, panel, pills, summary, valuesOf } from './filters.js';
import { DEEP, expect, settled, signedInTest as test } from './test.js';

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
  await expect(summary(page, /Quantity, \w+/)).toContainText(/^[\d,.]+/);
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
  await expect(importers.getByRole('link', { name: /^Company page of / }).first()).toBeAttached();
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
});

test('the newest filter wins over a slower one, in every part', DEEP, async ({ page }) => {
  await openSearch(page, { incoterm: 'FOB' });
  await settled(page);
  const free = { shipments: await found(page), importers: await summary(page, 'Importers').textContent() };
  const terms = facet(page, 'Incoterm');
  await terms.getByRole('button', { name: /^Incoterm/ }).click();
  await box(terms, 'FOB').uncheck();
  await expect(page).not.toHaveURL(/incoterm=/);
  await settled(page);
  const slower: (() => void)[] = [];
  await page.route('**/search-management/**', async (route) => {
    if (route.request().postData()?.includes('"CIF"')) await new Promise<void>((resolve) => slower.push(resolve));
    await route.continue().catch(() => {});
  });
  await box(terms, 'CIF').check();
  await expect.poll(() => slower.length).toBeGreaterThan(1);
  await box(terms, 'CIF').uncheck();
  await box(terms, 'FOB').check();
  await expect(page).toHaveURL(/incoterm=FOB/);
  await expect.poll(() => found(page)).toBe(free.shipments);
  for (const answer of slower) answer();
  await page.waitForLoadState('networkidle');
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
