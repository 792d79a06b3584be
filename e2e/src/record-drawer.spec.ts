import type { Page } from '@playwright/test';
import { openTable, rows } from './table.js';
import { DEEP, expect, expectAccessible, expectFits, searchLink, settled, signedInTest as test } from './test.js';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Description', exact: true });
const open = (page: Page, row: number) => rows(page).nth(row).getByRole('gridcell').nth(4).click();
const place = (page: Page) => drawer(page).getByRole('status');

test('a record is opened, read and left by the keyboard alone, also where the table fills the window', async ({
  page,
}) => {
  await openTable(page, searchLink());
  await settled(page);
  const cell = rows(page).first().locator('[role=gridcell][data-type=code]').first();
  await cell.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Open record' }).press('Enter');
  await expect(drawer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(cell).toBeFocused();

  await page.getByRole('button', { name: 'Fill the window' }).click();
  await open(page, 1);
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page)).toBeFocused();
  // Escape closes what was opened last.
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Results table' })).toBeVisible();
  await open(page, 1);
  // The Action column opens the same.
  await page.getByRole('button', { name: 'Description of record 3', exact: true }).click();
  await expect(place(page)).toHaveText('Record 3 of 20 on this page');
  await expect(drawer(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveText('Record 4 of 20 on this page');
});

test('the drawer moves for 120 ms, and not at all for who asked for less', DEEP, async ({ page }) => {
  await openTable(page, searchLink());
  const moves = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    await open(page, 1);
    await expect(drawer(page)).toBeVisible();
    const duration = await drawer(page).evaluate((element) => getComputedStyle(element).transitionDuration);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    return duration;
  };
  expect(await moves('no-preference')).toMatch(/^(120ms|0\.12s)$/);
  expect(await moves('reduce')).toBe('0s');
  await open(page, 3);
  await expect(place(page)).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
});
