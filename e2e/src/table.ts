import type { Locator, Page } from '@playwright/test';
import { columnsFor, LIMITS } from '@tidewaiter/contract';
import { expect, settled } from './test.js';

/** Wire keys of everything that a search of India's special economic zones offers, as far as a table shows it at once. */
export const MANY = columnsFor('IMPORT', ['SEZ'])
  .map(({ key }) => key)
  .slice(0, LIMITS.columns);

export const grid = (page: Page) => page.getByRole('grid', { name: 'Records' });
export const region = (page: Page) => page.getByRole('region', { name: /^Records/ });
export const header = (page: Page, name: string | RegExp) => grid(page).getByRole('columnheader', { name });
export const rows = (page: Page) => grid(page).locator('[role=row][aria-selected]');
/** What the columns are called, once there are any. */
export async function headers(page: Page): Promise<(string | null)[]> {
  const columns = grid(page).getByRole('columnheader');
  await columns.first().waitFor();
  return columns.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
}

/** Opens a search, and waits for its table. */
export async function openTable(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(rows(page).first()).toBeVisible();
  // Beneath the form, cards and bars: in view, and still, before a place on the screen is measured.
  await settled(page);
  await region(page).evaluate((box) => box.scrollIntoView({ block: 'center' }));
}

/** Opens the menu of a column, and chooses from it. */
export async function choose(page: Page, column: string, act: string): Promise<void> {
  // One that was open before fades out.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await header(page, column).hover();
  await page.getByRole('button', { name: `Menu of ${column}` }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

export const widthOf = async (cell: Locator) => (await cell.boundingBox())?.width ?? 0;
