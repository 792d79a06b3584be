import type { Page } from '@playwright/test';
import { call, enter, openAccount, subUserOf } from './accounts.js';
import { DEEP, expect, expectAccessible, picture, test } from './test.js';
import { arriveWith } from './visits.js';

const folders = (page: Page) => page.getByRole('navigation', { name: 'Workspaces' });
const folder = (page: Page, name: string | RegExp) => folders(page).getByRole('link', { name });
const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

const cotton = {
  ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton'] },
  ...{ countryCode: ['IND', 'USA', 'VNM', 'MEX'], fromDate: '2024-01-01', toDate: '2025-06-30' },
};

const makeWorkspace = (page: Page, name: string): Promise<string> =>
  call(page, 'POST', '/activity-management/workspace', { name });

async function save(page: Page, workspace: string, name: string, query: object = cotton): Promise<string> {
  const { searchId } = await call(page, 'POST', '/search-management/search', query);
  const texts = { name, description: `What is known of ${name}` };
  const saved = { workspace_id: workspace, search_id: searchId, ...texts };
  return (await call(page, 'POST', '/activity-management/workspace/savesearch', saved)).id;
}

test('a workspace is added, renamed, removed and put back, in the words of the specification', {
  tag: ['@2.45', '@5.52', '@6.9', '@8.2', '@8.16'],
}, async ({ page, portal }) => {
  const email = 'folders@company.example';
  await enter(page, await openAccount(portal, email));
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  await expect(page.getByText('A workspace keeps the searches that you come back to')).toBeVisible();
  const first = page.getByRole('list', { name: 'Searches to begin with' }).getByRole('link').first();
  await expect(first).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'workspace-empty');
  // What is proposed finds something.
  await first.click();
  await expect(page.getByRole('grid', { name: 'Records' }).locator('[role=row][aria-selected]').first()).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Add New' }).click();
  const add = dialog(page, 'Add Workspace');
  await expect(add.getByText('4 more can be made')).toBeVisible();
  await add.getByRole('button', { name: 'Add' }).click();
  await expect(add.getByText('Please enter workspace name')).toBeVisible();
  await add.getByLabel('Workspace name').fill('Fabrics 🧵 نسيج');
  // A server that fails by itself says nothing that we know.
  await page.route('**/activity-management/workspace', (route) => route.fulfill({ status: 500, body: 'out of order' }));
  await add.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Somethhing went wrong, please try again.', { exact: true })).toBeVisible();
  await page.unroute('**/activity-management/workspace');
  await add.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Workspace added successfully')).toBeVisible();
  await expect(folder(page, /Fabrics/)).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/workspace=/);
  await expect(page.getByText('Nothing is saved here yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Rename' }).click();
  const rename = dialog(page, 'Rename workspace');
  await rename.getByLabel('Workspace name').fill('Yarns');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Yarns' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove workspace' }).click();
  await expect(page.getByText('Item removed successfully')).toBeVisible();
  await expect(folder(page, 'Yarns')).toHaveCount(0);
  await expect(page.getByText('4 more can be made')).toBeVisible();
  await expectAccessible(page);
  // What was given back is spent elsewhere meanwhile.
  await portal.command('grant', email, '--workspaces=-4', '--reason', 'made elsewhere');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Your Workspace Limit Exhausted')).toBeVisible();
  await portal.command('grant', email, '--workspaces=4', '--reason', 'given again');
  await makeWorkspace(page, 'Silks');
  await page.reload();
  await folder(page, 'Silks').click();
  await page.getByRole('button', { name: 'Remove workspace' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('It has been put back.')).toBeVisible();
  await expect(folder(page, 'Silks')).toBeVisible();

  await portal.command('grant', email, '--workspaces=-3', '--reason', 'made elsewhere');
  await page.reload();
  await page.getByRole('button', { name: 'Add New' }).click();
  await add.getByLabel('Workspace name').fill('One too many');
  await add.getByRole('button', { name: 'Add' }).click();
  await expect(add.getByText('Your Workspace Limit Exhausted')).toBeVisible();
  await expect(add.getByLabel('Workspace name')).toHaveValue('One too many');
});

test('saved searches are found, sorted, edited, removed and put back, and the address says what is shown', {
  tag: ['@2.41', '@2.42', '@2.43', '@2.44'],
}, async ({ page, portal }) => {
  await enter(page, await openAccount(portal, 'cards@company.example'));
  const [fabrics, others] = [await makeWorkspace(page, 'Fabrics'), await makeWorkspace(page, 'Others')];
  await save(page, fabrics, 'Cotton');
  await save(page, fabrics, 'Cotton of two', { ...cotton, countryCode: ['VNM'] });
  await save(page, others, 'Phones', { ...cotton, searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8517'] });
  await page.goto('/workspace');
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await expect(folder(page, /^Fabrics 2/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add New' })).toBeVisible();
  await expect(folders(page).getByRole('link')).toContainText(['All', 'Fabrics', 'Others']);
  const cottons = card(page, 'Cotton');
  for (const text of [
    'What is known of Cotton',
    'Import',
    'India',
    "product contains 'cotton'",
    'First Last',
    'Fabrics',
  ])
    await expect(cottons).toContainText(text);
  await expect(cottons).toContainText('01 Jan 2024 – 30 Jun 2025');
  await page.getByLabel('Order').selectOption('By title');
  await expect(page.getByRole('listitem').first()).toHaveAccessibleName('Cotton');
  await page.getByLabel('Find a saved search').fill('known of ph');
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/find=known\+of\+ph/);
  await page.reload();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByLabel('Order')).toHaveValue('title');
  await page.getByLabel('Find a saved search').fill('nothing of the kind');
  await expect(page.getByText('No title or description says “nothing of the kind”.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all saved searches' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(3);

  await folder(page, /^Others/).click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Change Phones' }).click();
  await page.getByRole('menuitem', { name: 'Edit title and description' }).click();
  const edit = dialog(page, 'Edit saved search');
  await edit.getByLabel('Title').fill(' ');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Please enter title')).toBeVisible();
  await edit.getByLabel('Title').fill('Telephones');
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'Telephones')).toBeVisible();

  await page.getByRole('button', { name: 'Change Telephones' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText('Item removed successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Others' })).toBeFocused();
  await expect(page.getByText('Nothing is saved here yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'Telephones')).toBeVisible();

  await card(page, 'Telephones').getByRole('link', { name: 'Search again' }).click();
  await expect(page).toHaveURL(/\/list1\?.*q=8517/);
  await expect(page.getByText('Saved search Telephones in Others')).toBeVisible();
  await page.goBack();
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (state, ...rest) => {
      sessionStorage.setItem('pushed', JSON.stringify(state));
      push(state, ...rest);
    };
  });
  await card(page, 'Telephones').getByRole('link', { name: 'Analysis' }).click();
  await expect(page).toHaveURL(/\/analysis\?.*q=8517/);
  await expect(page.getByRole('heading', { level: 1, name: 'Macro Analysis' })).toBeVisible();
  const pushed = await page.evaluate(() => JSON.parse(sessionStorage.getItem('pushed') ?? '{}'));
  expect(pushed).toMatchObject({ page_name: 'work_space', tradeType: 'IMPORT', workspace_name: 'Telephones' });
  await arriveWith(page, '/workspace', { workspace_id: fabrics, workspace_name: 'Fabrics' });
  await expect(page.getByRole('heading', { level: 2, name: 'Fabrics' })).toBeVisible();
});

test(
  'two people at one saved search do not lose each other’s change, and each sees what became of it',
  DEEP,
  async ({ page, browser, portal }) => {
    await enter(page, await openAccount(portal, 'two.owner@company.example'));
    const workspace = await makeWorkspace(page, 'Shared');
    const id = await save(page, workspace, 'Cotton');
    const context = await browser.newContext({ baseURL: portal.url });
    const theirs = await context.newPage();
    await enter(theirs, await subUserOf(page, portal, 'two.sub@company.example'));
    const own = await save(theirs, workspace, 'Of the sub-user');
    await theirs.goto('/workspace');
    // The owner's is theirs to open, not to change.
    await expect(card(theirs, 'Cotton')).toContainText('First Last');
    await expect(theirs.getByRole('button', { name: 'Change Cotton' })).toHaveCount(0);

    await theirs.getByRole('button', { name: 'Change Of the sub-user' }).click();
    await theirs.getByRole('menuitem', { name: 'Edit title and description' }).click();
    const edit = dialog(theirs, 'Edit saved search');
    await edit.getByLabel('Title').fill('Typed by the sub-user');
    const ours = { userWorkspaceId: own, name: 'By the owner', description: 'Said by the owner', revision: 1 };
    await call(page, 'PUT', '/activity-management/workspace/editsearch', ours);
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit.getByText('It is “By the owner” now: Said by the owner')).toBeVisible();
    await expect(edit.getByLabel('Title')).toHaveValue('Typed by the sub-user');
    await expectAccessible(theirs);
    await picture(theirs, 'workspace-changed-meanwhile');
    await edit.getByRole('button', { name: 'Save all the same' }).click();
    await expect(card(theirs, 'Typed by the sub-user')).toBeVisible();

    await theirs.goto(`/workspace?workspace=${workspace}`);
    await expect(theirs.getByRole('listitem')).toHaveCount(2);
    await call(page, 'PUT', `/activity-management/workspace/removesearch?userWorkspaceId=${own}`);
    await theirs.getByRole('button', { name: 'Change Typed by the sub-user' }).click();
    await theirs.getByRole('menuitem', { name: 'Remove' }).click();
    const oops = theirs.getByRole('alertdialog', { name: 'Oops!' });
    await expect(oops).toContainText('This has been removed meanwhile.');
    await oops.getByRole('button', { name: 'OK' }).click();
    await expect(theirs.getByRole('listitem')).toHaveCount(1);
    await call(page, 'PUT', `/activity-management/workspace/remove?workspaceId=${workspace}`);
    await theirs.getByLabel('Order').selectOption('Oldest first');
    await expect(theirs.getByText('This has been removed meanwhile.')).toBeVisible();
    await expectAccessible(theirs);
    await theirs.goto(`/list1?saved=${id}`);
    await expect(theirs.getByText('This has been removed meanwhile.')).toBeVisible();
    await context.close();
  },
);

test(
  'a saved search tells how many records came since, opens up to them, and says what a plan shows no more',
  DEEP,
  async ({ page, portal }) => {
    const email = 'new.records@company.example';
    await enter(page, await openAccount(portal, email));
    const workspace = await makeWorkspace(page, 'Fabrics');
    const id = await save(page, workspace, 'Cotton');
    // Records that come later, as the portal would tell of them.
    await page.route('**/workspace/news', async (route) => {
      const answer = await (await route.fetch()).json();
      const news = answer.news.map((one: object) => ({ ...one, newRecords: 1204 }));
      await route.fulfill({ json: { news } });
    });
    const looked = page.waitForRequest((request) => request.url().endsWith('/workspace/looked'));
    await page.goto('/workspace');
    const badge = card(page, 'Cotton').getByRole('link', { name: /^1,204 new/ });
    await expect(badge).toBeVisible();
    await picture(page, 'workspace-news');
    await badge.click();
    await looked;
    // Its last day is the last one of the records.
    await expect(page).toHaveURL(new RegExp(`/list1.*saved=${id}`));
    expect(new URL(page.url()).searchParams.get('to')?.localeCompare('2025-06-30')).toBe(1);

    await portal.command('account', 'subscribe', email, '--plan', 'Startup', '--countries', 'VNM,MEX');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('/workspace');
    await expect(card(page, 'Cotton')).toContainText('Your subscription leaves out India and United States');
    await picture(page, 'workspace-left-out');
    await card(page, 'Cotton').getByRole('link', { name: 'Search again' }).click();
    await expect(page.getByText(/Your subscription leaves out India/)).toBeVisible();
  },
);
