/** What a person sees of a portal that has stopped, and of one that is back. */
import type { Page } from '@playwright/test';
import { DEEP, expect, expectGoodLooks, searchLink, settled, signedInTest as test } from './test.js';

const calls = /-management\//;
const banner = (page: Page) => page.getByText('There is no connection to the portal.');
const grid = (page: Page) => page.getByRole('grid', { name: 'Records' });

test('a portal that has stopped takes nothing from the screen, is said once, and is back by itself', async ({
  page,
}) => {
  await page.goto(searchLink());
  await expect(grid(page)).toBeVisible();
  await settled(page);
  await page.route(calls, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(banner(page)).toBeVisible();
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectGoodLooks(page, 'connection');
  await expect(page.getByRole('checkbox', { name: 'Select record 1', exact: true })).toBeVisible();
  await page.unroute(calls);
  await expect(page.getByRole('checkbox', { name: 'Select record 21', exact: true })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test(
  'a dialog and a screen that were never opened wait for the portal, and the screen stays',
  DEEP,
  async ({ page }) => {
    await page.goto(searchLink());
    await expect(grid(page)).toBeVisible();
    await settled(page);
    const stopped = (url: URL) => url.pathname.startsWith('/assets/') || calls.test(url.pathname);
    await page.route(stopped, (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Custom' }).click();
    await expect(banner(page)).toBeVisible();
    await expect(grid(page)).toBeVisible();
    await page.unroute(stopped);
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.route(stopped, (route) => route.abort('connectionrefused'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data Coverage' }).click();
    await expect(banner(page)).toBeVisible();
    await expect(grid(page)).toBeVisible();
    await page.unroute(stopped);
    await expect(page.getByRole('heading', { name: 'Data Coverage' })).toBeVisible();
  },
);
