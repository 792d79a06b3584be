import type { Page } from '@playwright/test';
import { call, enter, openAccount } from './accounts.js';
import { DEEP, expect, expectAccessible, expectGoodLooks, picture, test } from './test.js';
import { arriveWith, breakCall, expectAlert, mend } from './visits.js';

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

test('what an account keeps is on five tabs, each with one way to add to it and one rule of sharing', async ({
  page,
  portal,
}) => {
  await enter(page, await openAccount(portal, 'tabs@company.example'));
  const tabs = page.getByRole('navigation', { name: 'What your account keeps' }).getByRole('link');
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  for (const [tab, add] of [
    ['Saved searches', 'Add New'],
    ['Following', 'Follow something'],
    ['Lists', 'New list'],
    ['Contacts', 'Add contact'],
    ['Reports', 'New report'],
  ] as const) {
    await tabs.filter({ hasText: tab }).click();
    await expect(tabs.and(page.locator('[aria-current=page]'))).toHaveText([tab]);
    await expect(tabs).toHaveText(['Saved searches', 'Following', 'Lists', 'Contacts', 'Reports']);
    await expect(page.getByRole('main')).toContainText('Everybody of your account sees these');
    // One of them is filled, the main act of the view.
    await expect(
      page
        .getByRole('main')
        .locator('.mantine-Button-root:not([data-variant=default], [data-variant=subtle], [data-variant=light])')
        .filter({ visible: true }),
    ).toHaveText([add]);
    await expectGoodLooks(page, `workspace-${tab.toLowerCase().replace(' ', '-')}`);
  }
});

test('a workspace is added, renamed, removed and put back, in the words of the specification', {
  tag: ['@2.45', '@5.52', '@6.9', '@8.1', '@8.2', '@8.16'],
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
  await expectAlert(page, 'Somethhing went wrong, please try again.');
  // What the portal says of it is said as it stands.
  await page.unroute('**/activity-management/workspace');
  await breakCall(page, '/activity-management/workspace');
  await add.getByRole('button', { name: 'Add' }).click();
  await expectAlert(page, 'Out of order');
  await mend(page);
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
  await expect(page.getByText('4 more workspaces can be made')).toBeVisible();
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
  const phones = await save(page, others, 'Phones', {
    ...cotton,
    searchBy: 'HS_CODE',
    matchType: 'L',
    searchValue: ['8517'],
  });
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
  await expect(page.getByText('No title or description contains “nothing of the kind”.')).toBeVisible();
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
  // Who else is at it is not overwritten unseen.
  const meanwhile = { userWorkspaceId: phones, name: 'Of others', description: 'Said by others', revision: 1 };
  await call(page, 'PUT', '/activity-management/workspace/editsearch', meanwhile);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('It is “Of others” now: Said by others')).toBeVisible();
  await expect(edit.getByLabel('Title')).toHaveValue('Telephones');
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Save all the same' }).click();
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
  // Here as in every call it is the workspace's.
  expect(pushed).toMatchObject({ workspace_id: others });
  await arriveWith(page, '/workspace', { workspace_id: fabrics, workspace_name: 'Fabrics' });
  await expect(page.getByRole('heading', { level: 2, name: 'Fabrics' })).toBeVisible();
});

test('a saved search says what a plan shows no more', DEEP, async ({ page, portal }) => {
  const email = 'new.records@company.example';
  await enter(page, await openAccount(portal, email));
  const workspace = await makeWorkspace(page, 'Fabrics');
  await save(page, workspace, 'Cotton');
  await portal.command('account', 'subscribe', email, '--plan', 'Startup', '--countries', 'VNM,MEX');
  await page.goto('/workspace');
  await expect(card(page, 'Cotton')).toContainText('Your subscription leaves out India and United States');
  await picture(page, 'workspace-left-out');
  await card(page, 'Cotton').getByRole('link', { name: 'Search again' }).click();
  await expect(page.getByText(/Your subscription leaves out India/)).toBeVisible();
});
