import type { Locator, Page } from '@playwright/test';
import { openSearch } from './filters.js';
import { DEEP, expect, settled, signedInTest as test } from './test.js';

const pills = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const top = async (element: Locator) => Math.round((await element.boundingBox())?.y ?? Number.NaN);

test('what is narrowed, sorted and paged stays where it is on the screen', async ({ page }) => {
  await openSearch(page);
  const codes = page.getByRole('group', { name: /^HS code\b/ });
  const box = codes.getByRole('checkbox').nth(1);
  await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await settled(page);
  const boxTop = await top(box);
  await box.check();
  await expect(pills(page)).toHaveCount(1);
  await settled(page);
  expect(await top(box)).toBe(boxTop);

  await box.uncheck();
  await expect(pills(page)).toHaveCount(0);
  await settled(page);
  const next = page.getByRole('button', { name: 'Next page' });
  await next.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const nextTop = await top(next);
  await next.click();
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await settled(page);
  expect(await top(next)).toBe(nextTop);
  const header = page.getByRole('button', { name: 'HS Code', exact: true });
  const headerTop = await top(header);
  await header.click();
  await expect(page.getByRole('columnheader', { name: 'HS Code', exact: true })).toHaveAttribute('aria-sort', /ending/);
  await settled(page);
  expect(await top(header)).toBe(headerTop);
});

test('a facet whose ticked values go to its top does not move what is below it', DEEP, async ({ page }) => {
  await openSearch(page);
  const codes = page.getByRole('group', { name: /^HS code\b/ });
  const next = page.getByRole('group', { name: /^HS code 4 digit\b|^Importer\b/ }).first();
  await next.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await settled(page);
  const fourth = await codes.locator('label').nth(3).textContent();
  await codes.getByRole('checkbox').nth(3).check();
  await expect(pills(page)).toHaveCount(1);
  await settled(page);
  // Hovering over what lies half outside of the panel would scroll it.
  await next.getByRole('heading').scrollIntoViewIfNeeded();
  const nextTop = await top(next);
  await next.getByRole('heading').hover();
  await expect(codes.locator('label').first()).toHaveText(fourth ?? '');
  expect(await top(next)).toBe(nextTop);
});

test('facets stay where they are while somebody is at one of them', DEEP, async ({ page }) => {
  await openSearch(page, { from: '2026-06-01' });
  const codes = page.getByRole('group', { name: /^HS code\b/ });
  const importers = page.getByRole('group', { name: /^Importer\b/ });
  const second = importers.getByRole('checkbox').nth(1);
  await settled(page);
  await second.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const before = await codes.getByRole('checkbox').count();
  const panel = page.getByRole('region', { name: 'Filters' });
  const place = async () => (await top(second)) - (await top(panel));
  const secondPlace = await place();
  await second.check();
  await expect(pills(page)).toHaveCount(1);
  await settled(page);
  expect(await codes.getByRole('checkbox').count()).toBeLessThan(before);
  expect(await place()).toBe(secondPlace);
  // Once nobody is there, they take the room that they need.
  await page.getByRole('button', { name: 'Export All' }).hover();
  await expect.poll(place).toBeLessThan(secondPlace);
});

test('on a phone, the next page begins at its first record', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSearch(page);
  await settled(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  const first = page.getByRole('list', { name: 'Records' }).getByRole('listitem').first();
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('list', { name: 'Records' })).not.toHaveAttribute('start', '1');
  await expect(first).toBeInViewport();
  await expect.poll(() => top(first)).toBeLessThan(200);
});

/** The rows of the table, or the cards, that are whole in the window without a scroll. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[role=grid]')?.parentElement?.getBoundingClientRect();
    const bottom = Math.min(window.innerHeight, box?.bottom ?? 0);
    const records = [...document.querySelectorAll('[role=grid] [role=row][aria-rowindex]:not([aria-rowindex="1"])')];
    return records.filter((record) => record.getBoundingClientRect().bottom <= bottom).length;
  });

test('the records are what the screen of a search shows: eight at a desk, six on a tablet, two at double size', async ({
  page,
}) => {
  // With a filter, which takes none of their room.
  await openSearch(page, { rangeQuantityStart: '1' });
  for (const [width, height, least] of [
    [1440, 900, 8],
    [1024, 768, 6],
    [720, 450, 2],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await expect.poll(() => inSight(page), `${width} pixels`).toBeGreaterThanOrEqual(least);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const first = page.getByRole('list', { name: 'Records' }).getByRole('listitem').first();
  await settled(page);
  await expect.poll(() => top(first)).toBeLessThanOrEqual(480);
});
