import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { saveSearch } from './caller.js';
import { openForm, tag } from './form.js';
import { question, type Saved, savedSearches, saveInNewWorkspace } from './saving.js';
import { headers } from './table.js';
import { expect, searchLink, test } from './test.js';
import { arriveWith as arriveAt, COTTON } from './visits.js';

const arriveWith = (page: Page, state: Record<string, unknown>) => arriveAt(page, '/list1', state);

test('other screens open a search of the history, a saved search and a quick search', {
  tag: ['@2.60', '@2.61', '@2.62', '@4.22'],
}, async ({ page, portal, account }) => {
  await enter(page, await openAccount(portal, 'opens@company.example'), searchLink({ hsCodeList: '520100' }));
  await saveInNewWorkspace(page, 'Fabrics', 'Cotton');
  const [saved] = await savedSearches(page);
  await page.goto('/profile');

  const { searchId, id, workspaceId, name, description } = saved as Saved;
  await arriveWith(page, { search_type: 'HISTORY', search_id: searchId });
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(/q=cotton/);
  // As it was last asked, its filters with it.
  await expect(page).toHaveURL(/hsCodeList=520100/);
  await openForm(page);
  await expect(page.getByRole('combobox', { name: 'Trade type' })).toHaveValue('Import');
  await expect(page.getByRole('combobox', { name: 'Search by' })).toHaveValue('Product');
  await expect(page.getByRole('combobox', { name: 'Match type' })).toHaveValue('Contains');
  for (const name of ['India', 'United States', 'Vietnam', 'Mexico', 'cotton'])
    await expect(tag(page, name)).toBeVisible();
  await expect(page.getByLabel('From date')).toHaveValue('01 Jan 2024');
  await expect(page.getByLabel('To date')).toHaveValue('31 Oct 2026');
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  // A reload and the way back find the question, not the entry.
  await page.reload();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  await arriveWith(page, {
    search_type: 'WORKSPACE',
    search_id: searchId,
    workspace_id: workspaceId,
    workspace_name: name,
    workspace_desc: description,
    workspaceId: id,
    columnKeys: ['be_date', 'hs_code'],
  });
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(/hsCodeList=520100/);
  await expect(page).toHaveURL(/cols=be_date%2Chs_code/);
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();
  await expect.poll(async () => (await headers(page)).slice(-2)).toEqual(['Date', 'HS Code']);

  const { id: theirs } = await saveSearch(await account(), COTTON, 'Secret plans', 'Secret title');
  await page.goto(`/list1?saved=${theirs}`);
  await expect(page.getByRole('alert')).toContainText('Saved search: This does not belong to your account.');
  await expect(page.getByText('Secret')).toHaveCount(0);
  await page.goto(searchLink({ saved: theirs }));
  await expect(page.getByText('The saved search of this link is in none of your workspaces.')).toBeVisible();

  const quick = { tradeType: 'EXPORT', countryCode: 'IND', searchType: 'PRODUCT', searchValue: 'rice' };
  await arriveWith(page, quick);
  await expect(question(page, /Exports of India whose product contains 'rice'/)).toBeVisible();
  await expect(page).toHaveURL(/from=2025-11-01&to=2026-10-31/);
});
