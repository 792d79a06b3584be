import type { Page } from '@playwright/test';
import { cutWords, DEEP, expect, expectGoodLooks, searchLink, settled, signedInTest as test } from './test.js';

const grid = (page: Page) => page.getByRole('grid', { name: 'Records' });

test('a search of which no more is free says so, and leaves the way to an export', DEEP, async ({ page }) => {
  const says = '10,000 records of this search were read without points, as many as your plan gives.';
  let left = 420;
  await page.route('**/search-management/search', async (route) => {
    if (left < 0) return route.fulfill({ status: 402, json: { errorCode: 'POINTS_NEEDED', errorMsg: says } });
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...(await answer.json()), freeRecordsLeft: left } });
  });
  await page.goto(searchLink());
  await expect(page.getByText('420 more records of this search can be read without points today.')).toBeVisible();
  left = -1;
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText(says)).toBeVisible();
  await expectGoodLooks(page, 'no-more-free');
  await page.getByRole('button', { name: 'Export All' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  left = 0;
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(grid(page)).toBeVisible();
});

test('the words of the question are cut at no width', DEEP, async ({ page }) => {
  await page.goto(searchLink());
  await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
  await settled(page);
  // What is asked about stands behind the countries.
  for (const width of [1024, 768]) {
    await page.setViewportSize({ width, height: 768 });
    expect(await cutWords(page.getByRole('button', { name: /Change$/ }))).toEqual([]);
  }
});
