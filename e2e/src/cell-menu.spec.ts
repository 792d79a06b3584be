import type { Page } from '@playwright/test';
import { found, openSearch, pills } from './filters.js';
import { header, rows } from './table.js';
import { expect, expectAccessible, signedInTest as test } from './test.js';

/** The cell of a column in the first row. */
async function firstCell(page: Page, column: string) {
  const index = await header(page, column).first().getAttribute('aria-colindex');
  return rows(page).first().locator(`[role=gridcell][aria-colindex="${index}"]`);
}

test('a value of the table narrows the search to it, is left out of it, and is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSearch(page);
  const all = await found(page);
  const cell = await firstCell(page, 'HS Code');
  const code = (await cell.textContent()) ?? '';
  const button = page.getByRole('button', { name: 'Use this value: HS Code' });

  await cell.hover();
  await button.click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await expect(page.getByText('HS Code copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await expect(cell).toBeFocused();

  await button.click();
  await page.getByRole('menuitem', { name: 'Without this' }).click();
  await expect(pills(page)).toHaveText(`HS code: not ${code}`);
  await expect.poll(() => found(page)).toBeLessThan(all);
  const others = await found(page);
  expect(others).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => found(page)).toBe(all);

  // By the keyboard alone.
  await (await firstCell(page, 'HS Code')).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Only this' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(await firstCell(page, 'HS Code')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Only this' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pills(page)).toHaveText(`HS code: ${code}`);
  await expect.poll(() => found(page)).toBe(all - others);
});
