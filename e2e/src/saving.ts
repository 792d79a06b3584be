/** The Save search modal and what it saves, as suites use them. */
import type { Page } from '@playwright/test';
import { call } from './accounts.js';
import { expect } from './test.js';

export const saveQuery = (page: Page) => page.getByRole('button', { name: 'Save Query' });

export const modal = (page: Page) => page.getByRole('dialog', { name: 'Save search' });

export const question = (page: Page, words: string | RegExp = /contains 'cotton'/) =>
  page.getByRole('heading', { level: 2, name: words });

export async function openSaveAs(page: Page): Promise<void> {
  await saveQuery(page).click();
  // Where a saved search is open, there are two ways to save.
  const saveAs = page.getByRole('menuitem', { name: 'Save as' });
  await expect(saveAs.or(modal(page))).toBeVisible();
  if (await saveAs.isVisible()) await saveAs.click();
  await expect(modal(page)).toBeVisible();
}

export async function chooseWorkspace(page: Page, name: string): Promise<void> {
  await modal(page).getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

export async function describeSearch(page: Page, title: string): Promise<void> {
  await modal(page).getByLabel('Title').fill(title);
  await modal(page).getByLabel('Description').fill(`About ${title}`);
}

/** Saves what the page shows in a new workspace. */
export async function saveInNewWorkspace(page: Page, workspace: string, title: string): Promise<void> {
  await openSaveAs(page);
  await saveAs(page, workspace, title);
}

/** Saves in a new workspace by the modal that is open. */
export async function saveAs(page: Page, workspace: string, title: string): Promise<void> {
  await chooseWorkspace(page, 'Create New Workspace');
  await modal(page).getByLabel('Workspace name').fill(workspace);
  await describeSearch(page, title);
  await modal(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Search query saved successfully')).toBeVisible();
}

export const userId = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('tidewaiter.user') ?? '{}').userid as number);

export interface Saved {
  id: string;
  searchId: string;
  workspaceId: string;
  name: string;
  description: string;
}

export async function savedSearches(page: Page): Promise<Saved[]> {
  const answer = await call(page, 'GET', `/activity-management/workspace/searchByUser?createdBy=${await userId(page)}`);
  return answer.searchQueryWithWS as Saved[];
}
