import { enter } from './accounts.js';
import { expect, expectAccessible, picture, test } from './test.js';

test('a subscriber reads what is there, how fresh and how complete', async ({ page, portal }) => {
  await enter(page, portal);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data Coverage' }).click();
  await expect(page).toHaveURL(/\/coverage$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data Coverage');
  const all = page.getByLabel('Summary').getByRole('definition').first();
  await expect(all).toHaveText(/^\d{2},\d{3}$/);
  // The demo's, and what other tests may have loaded.
  const total = Number((await all.textContent())?.replaceAll(',', ''));
  expect(total).toBeGreaterThanOrEqual(60_000);
  const table = page.getByRole('table').first();
  const rows = table.locator('tbody > tr');
  const first = rows.first();
  await expect(first).toContainText('Imports');
  await expect(first).toContainText(/\d+ days/);
  await expect(first).toContainText('no month missing');
  await expectAccessible(page);
  await picture(page, 'coverage');

  const records = async () =>
    (await rows.locator('td:nth-child(2)').allTextContents()).map((text) => Number(text.replaceAll(',', '')));
  await page.getByRole('button', { name: 'Records' }).click();
  await expect(page.getByRole('columnheader', { name: 'Records', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const found = await records();
  expect(found).toEqual([...found].sort((a, b) => b - a));
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(total);

  await page.getByRole('textbox', { name: 'Find a country' }).fill('viet');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^2 of ${found.length} rows$`));
  const vietnam = page.getByRole('button', { name: 'Vietnam Imports' });
  await vietnam.focus();
  await page.keyboard.press('Enter');
  await expect(vietnam).toHaveAttribute('aria-expanded', 'true');
  const months = page.getByRole('region', { name: 'Vietnam, imports by month' });
  await expect(months.getByRole('row').nth(1)).toContainText('All');
  await expect(months.getByRole('row').nth(2)).toContainText('Oct 2026');
  await expectAccessible(page);
  await picture(page, 'coverage-months');
  await page.keyboard.press('Enter');
  await expect(months).toHaveCount(0);

  await page.getByRole('textbox', { name: 'Find a country' }).fill('atlantis');
  await expect(page.getByText('No country with records is called that.')).toBeVisible();
});
