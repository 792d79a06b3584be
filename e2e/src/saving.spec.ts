import type { Page, Request } from '@playwright/test';
import { call, enter, openAccount } from './accounts.js';
import { openForm, searchButton, values } from './form.js';
import {
  chooseWorkspace,
  describeSearch,
  modal,
  openSaveAs,
  question,
  savedSearches,
  saveInNewWorkspace,
  saveQuery,
  userId,
} from './saving.js';
import { DEEP, expect, expectAccessible, picture, searchLink, test } from './test.js';
import { breakCall, callsOf, expectAlert, mend } from './visits.js';

const oops = (page: Page) => page.getByRole('alertdialog', { name: 'Oops!' });

async function workspacesLeft(page: Page): Promise<number> {
  const answer = await call(page, 'GET', `/user-management/user-subscription/activelist?userId=${await userId(page)}`);
  return (answer.userSubscriptionList as { totalWorkspace: number }[])[0]?.totalWorkspace ?? -1;
}

test('a person saves a search in a new workspace, in the words of the specification', {
  tag: ['@2.50', '@2.69', '@4.19', '@5.50', '@5.51', '@7.42', '@8.1', '@8.16'],
}, async ({ page, portal }) => {
  const calls = callsOf(page);
  await enter(page, await openAccount(portal, 'saves@company.example'), searchLink());
  await saveQuery(page).click();
  await expect(modal(page)).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(saveQuery(page)).toBeFocused();

  await openSaveAs(page);
  const save = modal(page).getByRole('button', { name: 'Save' });
  // What it may be called is proposed and selected, so that typing replaces it.
  await expect(modal(page).getByLabel('Description')).toHaveValue(
    /^Imports of India, .* whose product contains 'cotton'/,
  );
  await modal(page).getByLabel('Title').focus();
  await page.keyboard.type('Mine');
  await expect(modal(page).getByLabel('Title')).toHaveValue('Mine');
  await modal(page).getByLabel('Title').fill('');
  await modal(page).getByLabel('Description').fill('');
  await save.click();
  for (const message of ['Please select workspace name', 'Please enter title', 'Please enter description']) {
    await expect(modal(page).getByText(message)).toBeVisible();
  }
  await expect(modal(page).getByRole('combobox', { name: 'Workspace' })).toBeFocused();
  await expect(modal(page).getByLabel('Title')).toBeVisible();
  await chooseWorkspace(page, 'Create New Workspace');
  await expect(modal(page).getByText('4 more can be made')).toBeVisible();
  await describeSearch(page, 'Cotton');
  await save.click();
  await expect(modal(page).getByText('Please enter workspace name')).toBeVisible();
  await expect(modal(page).getByLabel('Workspace name')).toBeFocused();
  await expectAccessible(page);
  await picture(page, 'save-search');
  await modal(page).getByLabel('Workspace name').fill('Fabrics');
  await breakCall(page, '/workspace/savesearch');
  await save.click();
  await expectAlert(page, 'Out of order');
  await expect(
    modal(page).getByText('Workspace added successfully. The search is not saved in this workspace yet.'),
  ).toBeVisible();
  await expect(modal(page).getByRole('combobox', { name: 'Workspace' })).toHaveValue('Fabrics');
  await mend(page);
  await save.click();
  await expect(page.getByText('Search query saved successfully', { exact: true })).toBeVisible();
  await expect(modal(page)).toBeHidden();
  await expect(saveQuery(page)).toBeFocused();
  expect(await workspacesLeft(page)).toBe(3);
  // The workspace first, then the search in it, once and again.
  const made = calls.filter(({ path }) => /\/workspace(\/savesearch)?$/.test(path));
  expect(made.map(({ path }) => path.replace('/activity-management/', ''))).toEqual([
    ...['workspace', 'workspace/savesearch', 'workspace/savesearch'],
  ]);
  expect(made[2]?.sent).toMatchObject({ query: { searchValue: ['cotton'] }, columnKeys: expect.any(Array) });
  const [saved] = await savedSearches(page);
  await page.goto(`/list1?saved=${saved?.id}`);
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();
  await saveQuery(page).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Save', 'Save as']);
});

test(
  'a saved search is found where its goods are typed, changed and saved in its place',
  DEEP,
  async ({ page, portal }) => {
    await enter(page, await openAccount(portal, 'changes.saved@company.example'), searchLink());
    await saveInNewWorkspace(page, 'Fabrics', 'Cotton of years');
    const [saved] = await savedSearches(page);
    const named = page.getByRole('group', { name: 'Saved searches' }).getByRole('option');
    await page.goto('/dashboard');
    await page.getByRole('combobox', { name: 'Search value' }).fill('cotton of');
    await expect(named).toHaveText(/Cotton of yearsFabrics/);
    await page.goto('/list1');
    await values(page).fill('cotton');
    await expect(named).toBeVisible();
    await values(page).press('ArrowUp');
    await values(page).press('Enter');
    await expect(page).toHaveURL(/saved=/);
    await expect(question(page)).toBeVisible();

    await openForm(page);
    await values(page).press('Backspace');
    await values(page).fill('silk');
    await values(page).press('Enter');
    await searchButton(page).click();
    await expect(question(page, /contains 'silk'/)).toBeVisible();
    await saveQuery(page).click();
    await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Search query saved successfully')).toBeVisible();
    await expect(saveQuery(page)).toBeFocused();
    expect(await savedSearches(page)).toMatchObject([{ id: saved?.id, description: 'About Cotton of years' }]);
    await page.goto(`/list1?saved=${saved?.id}`);
    await expect(question(page, /contains 'silk'/)).toBeVisible();
  },
);

test('a double click saves once; without workspaces left, none can be made', DEEP, async ({ page, portal }) => {
  const email = 'clicks@company.example';
  await enter(page, await openAccount(portal, email), searchLink());
  const begin = async (workspace: string) => {
    await openSaveAs(page);
    await chooseWorkspace(page, 'Create New Workspace');
    await modal(page).getByLabel('Workspace name').fill(workspace);
    await describeSearch(page, 'Cotton');
  };
  await begin('Fabrics');
  const made = callsOf(page);
  await modal(page).getByRole('button', { name: 'Save' }).dblclick();
  await expect(page.getByText('Search query saved successfully')).toBeVisible();
  // The workspace, and the search in it.
  expect(made.filter(({ path }) => /\/activity-management\/workspace(\/savesearch)?$/.test(path))).toHaveLength(2);
  await expect(oops(page)).toHaveCount(0);
  expect(await workspacesLeft(page)).toBe(3);

  await begin('Yarns');
  // Meanwhile, others of the account use up what is left.
  await portal.command('grant', email, '--workspaces=-3', '--reason', 'made elsewhere');
  await modal(page).getByRole('button', { name: 'Save' }).click();
  await expectAlert(page, 'Your Workspace Limit Exhausted');
  await page.reload();
  await openSaveAs(page);
  await chooseWorkspace(page, 'Create New Workspace');
  await expect(modal(page).getByText('Your Workspace Limit Exhausted')).toBeVisible();
  await expect(modal(page).getByLabel('Workspace name')).toHaveCount(0);
  await expectAccessible(page);
  await picture(page, 'save-search-exhausted');
});

test('a company is kept as a contact, once', {
  tag: ['@2.78', '@8.4', '@8.5'],
}, async ({ page, portal }) => {
  await enter(page, await openAccount(portal, 'keeps.once@company.example'), searchLink());
  const grid = page.getByRole('grid', { name: 'Records' });
  const keep = grid.getByRole('button', { name: /^Save .+ as a contact$/ });
  const name = /^Save (.+) as a contact$/.exec((await keep.first().getAttribute('aria-label')) ?? '')?.[1] ?? '';
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/savecontact')) asked.push(request);
  });
  // Slow enough for the first click to have been answered.
  await keep.first().dblclick({ delay: 200 });
  await expect(page.getByText(`Contact saved: ${name}`)).toBeVisible();
  expect(asked).toHaveLength(1);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await picture(page, 'contact-saved');
  await keep.first().click();
  const duplicate = page.getByRole('alertdialog', { name: 'error' });
  await expect(duplicate).toContainText('Duplicate Contact');
  await expectAccessible(page);
  await picture(page, 'contact-duplicate');
  await duplicate.getByRole('button', { name: 'OK' }).click();
  await expect(duplicate).toBeHidden();
  const { contactList } = await call(page, 'GET', `/activity-management/listcontact?userId=${await userId(page)}`);
  expect(contactList).toMatchObject([{ companyName: name, address: null, email: null, mobile: null, website: null }]);

  // As a server says it that knows the specification alone, and one that says nothing.
  for (const [body, message] of [
    [{ errorMsg: 'Out of order' }, 'Out of order'],
    [{}, 'Somethhing went wrong, please try again.'],
  ] as const) {
    await breakCall(page, '/savecontact', body);
    await keep.first().click();
    await expectAlert(page, message);
    await mend(page);
  }
});
