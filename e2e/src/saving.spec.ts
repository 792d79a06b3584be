import type { Page, Request } from '@playwright/test';
import { enter, openAccount, subUserOf } from './accounts.js';
import { openForm } from './form.js';
import {
  ask,
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
import { DEEP, expect, expectAccessible, expectGoodLooks, lookAt, PHONE, picture, searchLink, test } from './test.js';
import { breakCall, callsOf, expectAlert, mend } from './visits.js';

const oops = (page: Page) => page.getByRole('alertdialog', { name: 'Oops!' });

async function workspacesLeft(page: Page): Promise<number> {
  const answer = await ask(page, `/user-management/user-subscription/activelist?userId=${await userId(page)}`);
  return (answer.userSubscriptionList as { totalWorkspace: number }[])[0]?.totalWorkspace ?? -1;
}

test('a person saves a search in a new workspace, in the words of the specification', {
  tag: ['@2.50', '@2.69', '@4.19', '@5.50', '@5.51', '@7.42', '@8.1', '@8.16'],
}, async ({ page, portal }) => {
  const calls = callsOf(page);
  await enter(page, await openAccount(portal, 'saves@company.example'), searchLink());
  await saveQuery(page).click();
  await expect(page.getByRole('menuitem', { name: 'Save as' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Save', exact: true })).toHaveCount(0);
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

test('a saved search is opened by its id, changed and saved in its place', DEEP, async ({ page, portal }) => {
  await enter(
    page,
    await openAccount(portal, 'changes.saved@company.example'),
    searchLink({ sort: 'quantity', dir: 'asc', rangeQuantityStart: '10', cols: 'be_date,hs_code' }),
  );
  await saveInNewWorkspace(page, 'Fabrics', 'Cotton');
  const [saved] = await savedSearches(page);
  // The address takes the question, the filters, the order and the columns.
  await page.goto(`/list1?saved=${saved?.id}`);
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(/rangeQuantityStart=10/);
  await expect(page).toHaveURL(/sort=quantity/);
  await expect(page).toHaveURL(/dir=asc/);
  await expect(page).toHaveURL(/cols=be_date%2Chs_code/);
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();

  await openForm(page);
  const values = page.getByRole('combobox', { name: 'Search values' });
  await values.press('Backspace');
  await values.fill('silk');
  await values.press('Enter');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(question(page, /contains 'silk'/)).toBeVisible();
  await saveQuery(page).click();
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Search query saved successfully')).toBeVisible();
  await expect(saveQuery(page)).toBeFocused();

  const after = await savedSearches(page);
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ id: saved?.id, name: 'Cotton', description: 'About Cotton' });
  await page.goto(`/list1?saved=${saved?.id}`);
  await expect(question(page, /contains 'silk'/)).toBeVisible();
});

test('a double click saves once', DEEP, async ({ page, portal }) => {
  await enter(page, await openAccount(portal, 'clicks@company.example'), searchLink());
  await openSaveAs(page);
  await chooseWorkspace(page, 'Create New Workspace');
  await modal(page).getByLabel('Workspace name').fill('Fabrics');
  await describeSearch(page, 'Cotton');
  const made: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/activity-management\/workspace(\/savesearch)?$/.test(request.url())) {
      made.push(request);
    }
  });
  await modal(page).getByRole('button', { name: 'Save' }).dblclick();
  await expect(page.getByText('Search query saved successfully')).toBeVisible();
  // The workspace, and the search in it.
  expect(made).toHaveLength(2);
  await expect(oops(page)).toHaveCount(0);
  expect(await savedSearches(page)).toHaveLength(1);
  expect(await workspacesLeft(page)).toBe(3);
});

test(
  'what the server refuses is said over the modal, and a workspace that was made is not made again',
  DEEP,
  async ({ page, portal }) => {
    await enter(page, await openAccount(portal, 'fails@company.example'), searchLink());
    const made: Request[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/activity-management/workspace')) made.push(request);
    });
    const errorMsg = 'Somethhing went wrong, please try again.';
    await page.route('**/workspace/savesearch', (route) =>
      route.fulfill({ status: 500, json: { errorCode: 'INTERNAL', errorMsg } }),
    );
    await openSaveAs(page);
    await chooseWorkspace(page, 'Create New Workspace');
    await modal(page).getByLabel('Workspace name').fill('Fabrics');
    await describeSearch(page, 'Cotton');
    await modal(page).getByRole('button', { name: 'Save' }).click();
    await expect(oops(page)).toContainText(errorMsg);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(oops(page)).toBeHidden();
    await expect(
      modal(page).getByText('Workspace added successfully. The search is not saved in it yet.'),
    ).toBeVisible();
    await expect(modal(page).getByRole('combobox', { name: 'Workspace' })).toHaveValue('Fabrics');
    await expect(modal(page).getByRole('button', { name: 'Save' })).toBeFocused();
    await expectAccessible(page);
    await picture(page, 'save-search-again');

    await page.unroute('**/workspace/savesearch');
    await modal(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Search query saved successfully')).toBeVisible();
    expect(made).toHaveLength(1);
    expect(await workspacesLeft(page)).toBe(3);

    await openSaveAs(page);
    await chooseWorkspace(page, 'Create New Workspace');
    await modal(page).getByLabel('Workspace name').fill('FABRICS');
    await describeSearch(page, 'Cotton');
    await modal(page).getByRole('button', { name: 'Save' }).click();
    await expect(oops(page)).toContainText('You already have a workspace of this name.');
    await oops(page).getByRole('button', { name: 'OK' }).click();
    await chooseWorkspace(page, 'Fabrics');
    await modal(page).getByRole('button', { name: 'Save' }).click();
    await expect(oops(page)).toContainText('This workspace already has a saved search of this title.');
  },
);

test('without workspaces left, none can be made', DEEP, async ({ page, portal }) => {
  const email = 'exhausted@company.example';
  await enter(page, await openAccount(portal, email), searchLink());
  await saveInNewWorkspace(page, 'Fabrics', 'Cotton');
  await openSaveAs(page);
  await chooseWorkspace(page, 'Create New Workspace');
  await modal(page).getByLabel('Workspace name').fill('Yarns');
  await describeSearch(page, 'Yarn');
  // Meanwhile, others of the account use up what is left.
  await portal.command('grant', email, '--workspaces=-3', '--reason', 'made elsewhere');
  await modal(page).getByRole('button', { name: 'Save' }).click();
  await expect(oops(page)).toContainText('Your Workspace Limit Exhausted');
  await oops(page).getByRole('button', { name: 'OK' }).click();
  await page.reload();
  await openSaveAs(page);
  await chooseWorkspace(page, 'Create New Workspace');
  await expect(modal(page).getByText('Your Workspace Limit Exhausted')).toBeVisible();
  await expect(modal(page).getByLabel('Workspace name')).toHaveCount(0);
  await expectAccessible(page);
  await picture(page, 'save-search-exhausted');
  await describeSearch(page, 'Yarn');
  await modal(page).getByRole('button', { name: 'Save' }).click();
  await expect(modal(page).getByText('Your Workspace Limit Exhausted')).toBeVisible();
  await expect(modal(page).getByRole('combobox', { name: 'Workspace' })).toBeFocused();
  await chooseWorkspace(page, 'Fabrics');
  await modal(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Search query saved successfully')).toBeVisible();
});

test(
  "a sub-user saves in the owner's workspace, and each opens what the other saved",
  DEEP,
  async ({ page, browser, portal }) => {
    await enter(page, await openAccount(portal, 'owns@company.example'), searchLink());
    await saveInNewWorkspace(page, 'Fabrics', 'Cotton of the owner');

    const theirs = await browser.newContext({ baseURL: portal.url });
    const sub = await theirs.newPage();
    await enter(sub, await subUserOf(page, portal, 'owned@company.example'));

    const [owners] = await savedSearches(sub);
    expect(owners?.name).toBe('Cotton of the owner');
    await sub.goto(`/list1?saved=${owners?.id}`);
    await expect(question(sub)).toBeVisible();
    await openSaveAs(sub);
    await expect(modal(sub).getByRole('combobox', { name: 'Workspace' })).toHaveValue('Fabrics');
    await describeSearch(sub, 'Cotton of the sub-user');
    await modal(sub).getByRole('button', { name: 'Save' }).click();
    await expect(sub.getByText('Search query saved successfully')).toBeVisible();

    const [subUsers] = await savedSearches(page);
    expect(subUsers?.name).toBe('Cotton of the sub-user');
    await page.goto(`/list1?saved=${subUsers?.id}`);
    await expect(question(page)).toBeVisible();
    await expect(page.getByText('Saved search Cotton of the sub-user in Fabrics')).toBeVisible();
    await theirs.close();
  },
);

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
  const { contactList } = await ask(page, `/activity-management/listcontact?userId=${await userId(page)}`);
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

test('saving is whole and accessible', DEEP, async ({ page, portal }) => {
  await lookAt(page, PHONE);
  await enter(page, await openAccount(portal, 'saves.whole@company.example'), searchLink());
  await saveInNewWorkspace(page, 'Fabrics', 'Cotton into India and its neighbours, quarter by quarter');
  const [saved] = await savedSearches(page);
  await page.goto(`/list1?saved=${saved?.id}`);
  await saveQuery(page).click();
  await expect(page.getByRole('menuitem', { name: 'Save', exact: true })).toBeVisible();
  await expectGoodLooks(page, 'saving-menu');
  await lookAt(page, PHONE);
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  await chooseWorkspace(page, 'Create New Workspace');
  await modal(page).getByLabel('Title').fill('');
  await modal(page).getByRole('button', { name: 'Save' }).click();
  await expect(modal(page).getByText('Please enter title')).toBeVisible();
  await expectGoodLooks(page, 'saving-modal');
});
