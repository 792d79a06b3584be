import type { Locator, Page } from '@playwright/test';
import { call, enter, openAccount } from './accounts.js';
import { facts, pills, searchesLeft } from './filters.js';
import { columnsOf, loadLines } from './load.js';
import type { Portal } from './portal.js';
import { grid, rows } from './table.js';
import { expect, expectAccessible, lookAt, PHONE, picture, test } from './test.js';

/** What no generated record is about. */
const PRODUCT = 'capstan whelp';

const mapping = {
  ...{ name: 'capstans', title: 'Capstans', country: 'VNM', trade: 'IMPORT', naturalKey: ['no'] },
  columns: columnsOf({
    ...{ record_date: 'date', hs_code: 'hs', product_description: 'product', importer_name: 'importer' },
    total_value_usd: 'usd',
  }),
};

/** Loads records of capstans by their numbers, in the place of another load where one is named. */
async function load(portal: Portal, numbers: readonly number[], replace?: number): Promise<number> {
  const lines = numbers.map((no) => `${no},2026-03-1${no % 9},842539,${PRODUCT} no. ${no},Harbour ${no} Ltd,${no}00`);
  const instead = replace === undefined ? [] : ['--replace', String(replace)];
  await loadLines(portal, mapping, ['no,date,hs,product,importer,usd', ...lines], '--accept', ...instead);
  const { loads } = JSON.parse(await portal.command('loads', '--json'));
  return Math.max(...loads.map(({ loadId }: { loadId: number }) => loadId));
}

/** Opens the dashboard once a portal that looks every ten seconds has seen what came. */
async function openOnceTold(page: Page, news: Locator): Promise<void> {
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(news).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
}

test('three new records of a saved search are opened, those alone and for nothing', async ({ page, portal }) => {
  const first = await load(portal, [1, 2, 3]);
  await enter(page, await openAccount(portal, 'three.new@company.example'));
  const workspace_id = await call(page, 'POST', '/activity-management/workspace', { name: 'Quays' });
  const { searchId: search_id } = await call(page, 'POST', '/search-management/search', {
    ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: [PRODUCT], countryCode: ['VNM'] },
    ...{ fromDate: '2025-11-01', toDate: '2026-06-30' },
  });
  const texts = { name: 'Capstans', description: 'Who turns what' };
  const { id } = await call(page, 'POST', '/activity-management/workspace/savesearch', {
    workspace_id,
    search_id,
    ...texts,
  });

  // One went and three came: the difference of the counts is two.
  const second = await load(portal, [1, 2, 4, 5, 6], first);
  const news = page.getByRole('link', { name: '3 new records of Capstans' });
  await openOnceTold(page, news);
  const left = await searchesLeft(page).textContent();
  await page.goto('/workspace');
  await picture(page, 'workspace-three-new');
  const looked = page.waitForResponse((response) => response.url().endsWith('/workspace/looked'));
  await news.click();
  await looked;
  await expect(page).toHaveURL(new RegExp(`/list1.*saved=${id}`));
  await expect(rows(page)).toHaveCount(3);
  for (const no of [4, 5, 6]) await expect(grid(page)).toContainText(`Harbour ${no} Ltd`);
  await expect(grid(page).getByRole('img', { name: 'New' })).toHaveCount(3);
  const pill = pills(page).getByRole('listitem').filter({ hasText: 'Only what is new to this saved search' });
  await expect(pill).toBeVisible();
  await expect(searchesLeft(page)).toHaveText(left ?? '');
  await expectAccessible(page);
  await picture(page, 'saved-news');

  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await expect(searchesLeft(page)).toHaveText(left ?? '');
  await lookAt(page, PHONE);
  await expect(page.getByRole('list', { name: 'Records' }).getByRole('img', { name: 'New' })).toHaveCount(3);
  await picture(page, 'saved-news-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  // What was looked at is new no more, and Save keeps the whole question.
  await page.getByRole('button', { name: 'Save Query' }).click();
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Search query saved successfully')).toBeVisible();
  await page.goto('/workspace');
  const card = page.getByRole('listitem', { name: 'Capstans', exact: true });
  await expect(card).toContainText('5 shipments');
  await expect(news).toHaveCount(0);

  await load(portal, [1, 2, 4, 5, 6, 7], second);
  const another = page.getByRole('link', { name: '1 new record of Capstans' });
  await openOnceTold(page, another);
  await another.click();
  await expect(rows(page)).toHaveCount(1);
  await expect(grid(page)).toContainText('Harbour 7 Ltd');
  await expect(searchesLeft(page)).toHaveText(left ?? '');
  // How much is found stands before the filters in their line, and moves them when it comes.
  await expect(facts(page)).toContainText('1 shipment');
  // All of it is asked as any question is.
  await pill.getByRole('button').last().click();
  await expect(rows(page)).toHaveCount(6);
  await expect(grid(page).getByRole('img', { name: 'New' })).toHaveCount(0);
});
