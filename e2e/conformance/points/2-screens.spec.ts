/** SPEC 2: the dashboard, workspaces, contacts and the profile. */
import type { Page } from '@playwright/test';
import { enter } from '../../src/accounts.js';
import type { Caller } from '../caller.js';
import { arriveWith, button, COTTON, dialog, LIST, region } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

const standing = (page: Page) => page.getByLabel('Subscription', { exact: true });
const folders = (page: Page) => page.getByRole('navigation', { name: 'Workspaces' });
const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });

/** Saves the usual question in a new workspace by the calls. */
async function saveCotton(caller: Caller): Promise<{ workspace: string; id: string; searchId: string }> {
  const { body: workspace } = await caller.post('/activity-management/workspace', { name: 'Fabrics', is_active: 'Y' });
  const { body: found } = await caller.post('/search-management/search', COTTON);
  const { body: saved } = await caller.post('/activity-management/workspace/savesearch', {
    ...{ workspace_id: workspace, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
    is_active: 'Y',
  });
  return { workspace, id: saved.id, searchId: found.searchId };
}

test('2.30 /dashboard greets by name and names the package.', async ({ page, account }) => {
  await enter(page, await account('Startup'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), First$/);
  await expect(page.getByText('Startup package')).toBeVisible();
});

test('2.31 /dashboard shows the available download limit.', async ({ page, account }) => {
  await enter(page, await account('Startup'));
  await expect(standing(page)).toContainText(/Available download limit50,000/);
});

test('2.32 /dashboard shows the expiry of the validity as DD-MMM-YYYY.', async ({ page, account }) => {
  await enter(page, await account('Startup', '--expires', '2027-11-30'));
  await expect(standing(page)).toContainText('30-Nov-2027');
});

test('2.33 /dashboard has a clock whose date is DD-MMM-YYYY and that goes on every second.', async ({ page, open }) => {
  await page.clock.install({ time: new Date('2026-11-22T09:30:50') });
  await open('/dashboard');
  const clock = page.getByRole('timer', { name: 'Clock' });
  await page.clock.pauseAt(new Date('2026-11-22T09:45:58'));
  await expect(clock).toHaveText('22-Nov-2026 09:45:58');
  for (const time of ['09:45:59', '09:46:00']) {
    await page.clock.runFor(1000);
    await expect(clock).toHaveText(`22-Nov-2026 ${time}`);
  }
});

test('2.34 /dashboard lists importing and exporting countries, with a search box.', async ({ page, open }) => {
  await open('/dashboard');
  const countries = region(page, 'Importing and exporting countries');
  await expect(countries.getByRole('columnheader')).toContainText(['Importing', 'Exporting']);
  await page.getByRole('searchbox', { name: 'Find a country' }).fill('viet');
  await expect(countries.getByRole('rowheader')).toHaveText(['Vietnam']);
});

test('2.35 /dashboard has a quick trade search box.', async ({ look }) => {
  const quick = (await look('/dashboard')).getByRole('form', { name: 'Quick trade search' });
  await expect(quick.getByRole('combobox', { name: 'Search value' })).toBeVisible();
  await expect(quick.getByRole('combobox', { name: 'Search type' })).toBeVisible();
});

test('2.36 /dashboard shows My Workspace.', async ({ page, account }) => {
  const person = await account();
  await saveCotton(person);
  await enter(page, person);
  await expect(region(page, 'My Workspace').getByRole('link', { name: 'Cotton' })).toBeVisible();
});

test('2.37 /dashboard shows My Contact, whose View all goes to /savecontact.', async ({ page, account }) => {
  const person = await account();
  await person.post('/activity-management/savecontact', { companyName: 'Acme Trading Ltd' });
  await enter(page, person);
  const contacts = region(page, 'My Contact');
  await expect(contacts).toContainText('Acme Trading Ltd');
  await contacts.getByRole('link', { name: 'View all' }).click();
  await expect(page).toHaveURL(/\/savecontact$/);
});

test('2.38 /dashboard has Important Notification: static items that link to /news-details.', async ({
  page,
  portal,
  account,
}) => {
  differs('Important Notification has static items');
  const { id } = JSON.parse(
    await portal.command('notice', 'add', 'Georgia is here', '--text', 'From September on.', '--json'),
  );
  try {
    await enter(page, await account());
    await expect(region(page, 'Important Notification').getByRole('link', { name: 'Georgia is here' })).toHaveAttribute(
      'href',
      `/news-details?notice=${id}`,
    );
  } finally {
    await portal.command('notice', 'remove', id);
  }
});

test('2.39 /dashboard lists the five latest searches.', async ({ page, account }) => {
  const person = await account();
  for (const text of ['linen', 'silk', 'wool', 'yarn', 'rice', 'steel'])
    await person.post('/search-management/search', { ...COTTON, searchValue: [text] });
  await enter(page, person);
  const recent = region(page, 'Recent searches').getByRole('listitem');
  await expect(recent).toHaveCount(5);
  await expect(recent.first()).toContainText("contains 'steel'");
  await expect(recent.last()).toContainText("contains 'silk'");
});

test('2.40 /dashboard has a Global Search button that goes to /list1.', async ({ page, open }) => {
  await open('/dashboard');
  await page.getByRole('link', { name: 'Global Search' }).click();
  await expect(page).toHaveURL(/\/list1$/);
});

test('2.41 /workspace has the folders Add New, each workspace, and All.', async ({ page, account }) => {
  const person = await account();
  for (const name of ['Fabrics', 'Metals']) await person.post('/activity-management/workspace', { name });
  await enter(page, person, '/workspace');
  await expect(button(page, 'Add New')).toBeVisible();
  await expect(folders(page).getByRole('link')).toContainText(['All', 'Fabrics', 'Metals']);
});

test('2.42 /workspace shows saved searches as cards, which can be removed, analysed and run again in /list1.', async ({
  page,
  account,
}) => {
  const person = await account();
  await saveCotton(person);
  await enter(page, person, '/workspace');
  await card(page, 'Cotton').getByRole('link', { name: 'Search again' }).click();
  await expect(page).toHaveURL(/\/list1\?/);
  await expect(page.getByText('Saved search Cotton in Fabrics')).toBeVisible();
  await page.goBack();
  await button(page, 'Change Cotton').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(card(page, 'Cotton')).toHaveCount(0);
});

test('2.43 A card opens /analysis by a state that holds tradeType and the page_name work_space.', async ({
  page,
  account,
}) => {
  const person = await account();
  await saveCotton(person);
  await page.addInitScript(() => {
    const push = history.pushState.bind(history);
    history.pushState = (state, ...rest) => {
      sessionStorage.setItem('pushed', JSON.stringify(state));
      push(state, ...rest);
    };
  });
  await enter(page, person, '/workspace');
  await card(page, 'Cotton').getByRole('link', { name: 'Analysis' }).click();
  await expect(page).toHaveURL(/\/analysis\?/);
  const pushed = await page.evaluate(() => JSON.parse(sessionStorage.getItem('pushed') ?? '{}'));
  expect(pushed).toMatchObject({ page_name: 'work_space', tradeType: 'IMPORT', workspace_name: 'Cotton' });
});

test('2.44 /workspace takes workspace_id and workspace_name from its state.', async ({ page, account }) => {
  const person = await account();
  const { workspace } = await saveCotton(person);
  await person.post('/activity-management/workspace', { name: 'Metals' });
  await enter(page, person, '/profile');
  await arriveWith(page, '/workspace', { workspace_id: workspace, workspace_name: 'Fabrics' });
  await expect(page.getByRole('heading', { level: 2, name: 'Fabrics' })).toBeVisible();
});

test('2.45 The Add Workspace modal asks for a name.', async ({ page, open }) => {
  await open('/workspace');
  await button(page, 'Add New').click();
  await expect(dialog(page, 'Add Workspace').getByLabel('Workspace name')).toBeVisible();
});

test("2.46 /savecontact is a table of Sl., Company Name, Address, Contact Number, Email Id and Website, in which empty fields show 'None'.", async ({
  page,
  account,
}) => {
  const person = await account();
  await person.post('/activity-management/savecontact', { companyName: 'Acme Trading Ltd' });
  await enter(page, person, '/savecontact');
  await expect(page.getByRole('columnheader')).toContainText([
    ...['Sl.', 'Company Name', 'Address', 'Contact Number', 'Email Id', 'Website'],
  ]);
  const row = page.getByRole('row').filter({ hasText: 'Acme Trading Ltd' });
  await expect(row.getByRole('cell').filter({ hasText: /^None$/ })).toHaveCount(4);
});

test("2.47 /savecontact has a column 'Mail Us For Contact Details'.", async ({ page, account }) => {
  differs("'Mail Us For Contact Details' is a column");
  const person = await account();
  await person.post('/activity-management/savecontact', { companyName: 'Acme Trading Ltd' });
  await enter(page, person, '/savecontact');
  await expect(page.getByRole('row').filter({ hasText: 'Acme' })).toBeVisible();
  await expect(page.getByText('Mail Us')).toHaveCount(0);
});

test("2.48 /savecontact is filtered by company name in a text box; an empty list shows 'No record found'.", async ({
  page,
  account,
}) => {
  const person = await account();
  for (const companyName of ['Acme Trading Ltd', 'Basalt & Sons'])
    await person.post('/activity-management/savecontact', { companyName });
  await enter(page, person, '/savecontact');
  await expect(page.getByRole('row')).toHaveCount(3);
  const find = page.getByRole('searchbox', { name: 'Company name' });
  await find.fill('basalt');
  await expect(page.getByRole('row')).toHaveCount(2);
  await find.fill('nothing of the kind');
  await expect(page.getByText('No record found')).toBeVisible();
});

test('2.49 /profile has the cards General Information and Security Information: profile, password change, Log Out.', async ({
  look,
}) => {
  const page = await look('/profile');
  await expect(page.getByRole('heading', { name: 'General Information' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Security Information' })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Change password' })).toBeVisible();
  await expect(button(page.getByRole('main'), 'Log Out')).toBeVisible();
});

test('2.50 Save search chooses an existing workspace or Create New Workspace, and asks for title and description.', async ({
  page,
  account,
}) => {
  const person = await account();
  await person.post('/activity-management/workspace', { name: 'Fabrics' });
  await enter(page, person, LIST);
  await button(page, 'Save Query').click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  const modal = dialog(page, 'Save search');
  await modal.getByRole('combobox', { name: 'Workspace' }).click();
  await expect(page.getByRole('option')).toContainText(['Fabrics', 'Create New Workspace']);
  await expect(modal.getByLabel('Title')).toBeVisible();
  await expect(modal.getByLabel('Description')).toBeVisible();
});
