/** HS codes say what they are, wherever a screen shows them. */
import type { Page } from '@playwright/test';
import { facet, openSearch } from './filters.js';
import { openForm, values } from './form.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectGoodLooks,
  picture,
  searchLink,
  settled,
  signedInTest as test,
} from './test.js';

const suggested = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

test('facets and suggestions show codes with what they are; words suggest codes', DEEP, async ({ page }) => {
  await openSearch(page, { by: 'HS_CODE', q: '0901' });
  const headings = facet(page, 'HS heading');
  const toggle = headings.getByRole('button', { name: /^HS heading/ });
  // What arrives above it moves it from under a press.
  await settled(page);
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click();
  await expect(headings.getByRole('checkbox', { name: /^0901 \([\d,]+\) Coffee$/ })).toBeVisible();
  await expect(headings.getByTitle('Coffee', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'nomenclature-facets');

  await openForm(page);
  await values(page).fill('coffee');
  await expect(suggested(page).filter({ hasText: /^0901(?!\d)/ })).toContainText(/Coffee.*shipment|shipment.*Coffee/s);
  await expect(suggested(page).filter({ hasText: /^2101(?!\d)/ })).toContainText('Instant coffee');
  const counts = await suggested(page).allTextContents();
  const shipments = counts.map((text) => Number(/([\d,]+) shipment/.exec(text)?.[1]?.replaceAll(',', '')));
  // The headings that the word most likely means come first, then codes by how much is shipped of them.
  expect(counts[0]).toMatch(/^0901(?!\d)/);
  const likeliest = counts.findIndex((text) => !/^\d{4}(?!\d)/.test(text));
  expect(likeliest).toBeLessThanOrEqual(3);
  const others = likeliest < 0 ? [] : shipments.slice(likeliest);
  expect(others).toEqual(others.toSorted((a, b) => b - a));
  await expectGoodLooks(page, 'nomenclature-suggestions');
  await suggested(page)
    .filter({ hasText: /^2101(?!\d)/ })
    .click();
  await expect(page.getByRole('button', { name: 'Remove 2101', exact: true })).toBeVisible();
  await expect(values(page)).toHaveValue('');
});

test('codes are found by words, in a facet and in the list of its values', DEEP, async ({ page }) => {
  await page.goto(searchLink());
  const codes = facet(page, 'HS code');
  const find = codes.getByLabel('Find in HS code');
  await find.fill('t-shirts');
  await expect(codes.getByRole('checkbox').first()).toHaveAccessibleName(/^6109\d* \([\d,]+\) .*T-shirts/);
  await find.fill('');
  // The usual values come back a moment later, and move the button below them.
  await expect(codes.getByRole('checkbox')).toHaveCount(7);
  await codes.getByRole('button', { name: /^Show all/ }).click();
  const dialog = page.getByRole('dialog', { name: 'List of HS Code' });
  await expect(dialog.getByRole('checkbox').first()).toHaveAccessibleName(/^\d{4,} \p{Lu}/u);
  await expectAccessible(page);
  await picture(page, 'nomenclature-list');
  await dialog.getByLabel('Search by Title').fill('t-shirts');
  await expect(dialog.getByRole('checkbox').first()).toHaveAccessibleName(/^6109\d* .*T-shirts/);
});
