import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { openForm, tag } from './form.js';
import { question, type Saved, savedSearches, saveInNewWorkspace, saveQuery } from './saving.js';
import { headers } from './table.js';
import { DEEP, expect, expectAccessible, picture, searchLink, test } from './test.js';
import { arriveWith as arriveAt } from './visits.js';

const arriveWith = (page: Page, state: Record<string, unknown>) => arriveAt(page, '/list1', state);

test('other screens open a search of the history, a saved search and a quick search', {
  tag: ['@2.60', '@2.61', '@2.62', '@4.22'],
}, async ({ page, portal }) => {
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
    workspace_id: id,
    workspace_name: name,
    workspace_desc: description,
    workspaceId,
    columnKeys: ['be_date', 'hs_code'],
  });
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(/hsCodeList=520100/);
  await expect(page).toHaveURL(/cols=be_date%2Chs_code/);
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();
  await expect.poll(async () => (await headers(page)).slice(-2)).toEqual(['Date', 'HS Code']);

  const quick = { tradeType: 'EXPORT', countryCode: 'IND', searchType: 'PRODUCT', searchValue: 'rice' };
  await arriveWith(page, quick);
  await expect(question(page, /Exports of India whose product contains 'rice'/)).toBeVisible();
  await expect(page).toHaveURL(/from=2025-11-01&to=2026-10-31/);
});

test('a broken entry fills what it can, and says the rest', DEEP, async ({ page, portal }) => {
  await enter(page, await openAccount(portal, 'breaks@company.example'));
  await arriveWith(page, {
    tradeType: 'IMPORT',
    countryCode: ['IND', 'ATL', 7],
    searchType: { toString: 'HS_CODE' },
    searchValue: ['tea', '<img src=x onerror=alert(1)>'],
    search_type: 'SIDEWAYS',
    search_id: "' OR 1=1 --",
  });
  const problems = page.getByRole('alert').filter({ hasText: 'Part of this link was not understood.' });
  await expect(problems).toContainText('Countries: not understood');
  await expect(problems).toContainText('Search by: not understood');
  await expect(problems).toContainText('Search type “SIDEWAYS”: not understood');
  await expect(problems).toContainText('Countries “IND, ATL”: Unknown country code');
  await expect(page.getByRole('combobox', { name: 'Trade type' })).toHaveValue('Import');
  await expectAccessible(page);
  await picture(page, 'entry-broken');
});

test(
  "somebody else's search is not shown, and a link with it shows what may be seen",
  DEEP,
  async ({ page, browser, portal }) => {
    await enter(page, await openAccount(portal, 'keeps@company.example'), searchLink());
    await saveInNewWorkspace(page, 'Secret plans', 'Secret title');
    const [saved] = await savedSearches(page);

    const email = 'looks@company.example';
    const person = await openAccount(portal, email, 'Free', '--countries', 'IND');
    const theirs = await browser.newContext({ baseURL: portal.url });
    const stranger = await theirs.newPage();
    await enter(stranger, person);
    const problems = stranger.getByRole('alert').filter({ hasText: 'Part of this link was not understood.' });
    await stranger.goto(`/list1?saved=${saved?.id}`);
    await expect(problems).toContainText('Saved search: This does not belong to your account.');
    await expect(stranger).toHaveURL(/\/list1$/);
    await arriveWith(stranger, { search_type: 'HISTORY', search_id: saved?.searchId });
    await expect(problems).toContainText('Search: This does not belong to your account.');
    await arriveWith(stranger, { search_type: 'WORKSPACE', workspace_id: 'made up' });
    await expect(problems).toContainText('Saved search: This does not belong to your account.');

    await stranger.goto(searchLink({ saved: saved?.id ?? '', cols: 'be_date,ctry_name' }));
    await expect(question(stranger)).toBeVisible();
    await expect(stranger.getByText('The saved search of this link is in none of your workspaces.')).toBeVisible();
    await expect(stranger.getByText('Your subscription leaves out United States, Vietnam, and Mexico.')).toBeVisible();
    await expect(stranger.getByRole('grid', { name: 'Records' }).getByText('India').first()).toBeVisible();
    await expect(stranger.getByText('Secret')).toHaveCount(0);
    await saveQuery(stranger).click();
    await expect(stranger.getByRole('menuitem', { name: 'Save as' })).toBeVisible();
    await expect(stranger.getByRole('menuitem', { name: 'Save', exact: true })).toHaveCount(0);
    await expectAccessible(stranger);
    await picture(stranger, 'saved-elsewhere');
    await theirs.close();
  },
);
