/** SPEC 4: states and transitions of what follows a search: saving, files, analysis, signing in and out. */
import type { Page } from '@playwright/test';
import { enter } from '../../src/accounts.js';
import { control, openForm, tag } from '../../src/form.js';
import { grid } from '../../src/table.js';
import { signIn } from '../../src/test.js';
import { subscriptionOf } from '../caller.js';
import { ANALYSIS, arriveWith, button, COTTON, callsOf, counter, dialog, LIST, linkTo, region } from '../screens.js';
import { answered, differs, expect, test } from '../surroundings.js';

async function saveAs(page: Page, workspace: string): Promise<void> {
  await button(page, 'Save Query').click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  const modal = dialog(page, 'Save search');
  await modal.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: workspace, exact: true }).click();
}

const BREAKDOWNS = [
  ...['listmonthwise', 'listimporters', 'listexporters', 'listforeignports', 'listindianports', 'listhscodes'],
  ...['listforeigncountries', 'listindiancities'],
];

test('4.19 Saving in Create New Workspace makes the workspace first, then saves the search.', async ({
  page,
  account,
}) => {
  const calls = callsOf(page);
  await enter(page, await account(), LIST);
  await saveAs(page, 'Create New Workspace');
  await dialog(page, 'Save search').getByLabel('Workspace name').fill('Fabrics');
  await button(dialog(page, 'Save search'), 'Save').click();
  await expect(page.getByText('Search query saved successfully')).toBeVisible();
  const made = calls.map(({ path }) => path).filter((path) => /\/workspace(\/savesearch)?$/.test(path));
  expect(made).toEqual(['/activity-management/workspace', '/activity-management/workspace/savesearch']);
});

test('4.20 A save lowers the workspace allowance by 1.', async ({ account }) => {
  differs('A save lowers the workspace allowance');
  const person = await account();
  const before = (await subscriptionOf(person)).totalWorkspace;
  const { body: workspace } = await person.post('/activity-management/workspace', { name: 'Fabrics' });
  expect((await subscriptionOf(person)).totalWorkspace).toBe(before - 1);
  const { body: found } = await person.post('/search-management/search', COTTON);
  await person.post('/activity-management/workspace/savesearch', {
    ...{ workspace_id: workspace, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
  });
  expect((await subscriptionOf(person)).totalWorkspace).toBe(before - 1);
});

test('4.21 A download of selected rows is confirmed, comes as a spreadsheet, and takes its points; what was downloaded is known from then on.', async ({
  page,
  account,
}) => {
  const person = await account();
  const before = (await subscriptionOf(person)).downloadLimit;
  await enter(page, person, LIST);
  await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
  await page.getByRole('button', { name: /^Export Selected/ }).click();
  const confirm = page
    .getByRole('dialog', { name: /^Export selected/ })
    .getByRole('button', { name: /^Export 1 record for 1 point$/ });
  const [file] = await Promise.all([page.waitForEvent('download'), confirm.click()]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  await expect.poll(async () => (await subscriptionOf(person)).downloadLimit).toBe(before - 1);
  await expect(counter(page, 'downloads')).toHaveText((before - 1).toLocaleString('en-IN'));
  const { body } = await person.get('/activity-management/download-tracker/get', { userId: person.user.userid });
  expect(body).toHaveLength(1);
  await expect(grid(page).getByRole('img', { name: 'Exported already' })).toHaveCount(1);
});

test('4.22 A search opened from the history fills the form and is run.', async ({ page, open, demo }) => {
  const { body } = await demo.post('/search-management/search', COTTON);
  await open('/profile');
  await arriveWith(page, '/list1', { search_type: 'HISTORY', search_id: body.searchId });
  await expect(grid(page)).toBeVisible();
  await openForm(page);
  await expect(control(page, 'Trade type')).toHaveValue('Import');
  await expect(tag(page, 'Vietnam')).toBeVisible();
});

test('4.23 An analysis by page_name work_space and a search id fetches the details of the search, takes its dates as YYYY-MM-DD, runs it again with an empty searchId, then loads all breakdowns.', async ({
  page,
  open,
  demo,
}) => {
  const { body } = await demo.post('/search-management/search', COTTON);
  await open('/profile');
  const calls = callsOf(page);
  await arriveWith(page, '/analysis', { page_name: 'work_space', search_id: body.searchId, tradeType: 'IMPORT' });
  await expect(page).toHaveURL(/from=2024-01-01&to=2026-10-31/);
  await answered(page);
  const paths = calls.map(({ path }) => path.replace('/search-management/', ''));
  expect(paths).toEqual(expect.arrayContaining(['search/details', 'search', ...BREAKDOWNS]));
  for (const { sent } of calls.filter(({ path }) => path.endsWith('/search'))) expect(sent.searchId ?? '').toBe('');
});

test('4.24 The analysis of a workspace always fetches search/details.', async ({ page, account }) => {
  differs('`/analysis` from a workspace fetches `search/details`');
  const person = await account();
  const { body: workspace } = await person.post('/activity-management/workspace', { name: 'Fabrics' });
  const { body: found } = await person.post('/search-management/search', COTTON);
  const { body: saved } = await person.post('/activity-management/workspace/savesearch', {
    ...{ workspace_id: workspace, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
  });
  await enter(page, person, '/profile');
  const calls = callsOf(page);
  await arriveWith(page, '/analysis', {
    page_name: 'work_space',
    search_id: found.searchId,
    workspace_id: saved.id,
  });
  await expect(page).toHaveURL(new RegExp(`saved=${saved.id}`));
  await expect(region(page, 'Top 10 Importers').getByRole('table')).toBeVisible();
  expect(calls.map(({ path }) => path)).toContain('/activity-management/workspace/searchByUser');
});

test('4.25 Each breakdown panel loads by itself until its answer or its error comes.', async ({ page, open }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/listimporters', async (route) => {
    await held;
    await route.continue();
  });
  await open(ANALYSIS);
  await expect(region(page, 'Top 10 Exporters').getByRole('table')).toBeVisible();
  const importers = region(page, 'Top 10 Importers');
  await expect(importers.getByRole('table')).toHaveCount(0);
  letGo();
  await expect(importers.getByRole('table')).toBeVisible();
});

test('4.26 The advanced filter of the analysis replaces the filter lists, sets searchFlag false and loads all breakdowns again.', async ({
  page,
  open,
}) => {
  await open(linkTo('/analysis', { hsCodeList: '520100' }));
  await answered(page);
  await button(region(page, 'Analysis'), 'Advance Search').click();
  const advance = dialog(page, 'Advance Search');
  await expect(advance.getByRole('combobox', { name: 'Importer' })).toBeVisible();
  await button(advance, 'Reset').click();
  await answered(page);
  const calls = callsOf(page);
  await advance.getByLabel('Minimum Value').fill('1000');
  await button(advance, 'Search').click();
  await expect(advance).toBeHidden();
  await answered(page);
  for (const list of BREAKDOWNS.filter((one) => one !== 'listindiancities')) {
    const { sent } = calls.find(({ path, sent }) => path.endsWith(`/${list}`) && 'searchFlag' in sent) ?? {};
    expect(sent, list).toMatchObject({ searchFlag: false, rangeValueUsdStart: '1000' });
    expect(sent?.hsCodeList ?? [], list).toEqual([]);
  }
});

test('4.27 A breakdown table has the top 10 rows, an OTHERS row only when 10 or more items came, and a TOTAL row.', async ({
  page,
  open,
  look,
}) => {
  const importers = region(await look(ANALYSIS), 'Top 10 Importers');
  await expect(importers.locator('tbody tr[data-kind="item"]')).toHaveCount(10);
  await expect(importers.locator('tr[data-kind="others"]')).toContainText('OTHERS');
  await expect(importers.locator('tbody tr').last()).toContainText('TOTAL');
  await open(linkTo('/analysis', { hsCodeList: '520100' }));
  await answered(page);
  const codes = region(page, 'Top 10 HS Codes');
  await expect(codes.locator('tbody tr[data-kind="item"]')).toHaveCount(1);
  await expect(codes.locator('tr[data-kind="others"]')).toHaveCount(0);
  await expect(codes.locator('tbody tr').last()).toContainText('TOTAL');
});

test('4.28 OTHERS is green, TOTAL red.', async ({ look }) => {
  const importers = region(await look(ANALYSIS), 'Top 10 Importers');
  /** The part of a colour that is the largest. */
  const mostly = (kind: string, part: string) =>
    importers
      .locator(`tr[data-kind="${kind}"]`)
      .locator(part)
      .first()
      .evaluate((cell) => {
        const [red = 0, green = 0, blue = 0] = getComputedStyle(cell).color.match(/\d+/g)?.map(Number) ?? [];
        return red > green && red > blue ? 'red' : green > red && green > blue ? 'green' : 'neither';
      });
  expect(await mostly('others', 'button')).toBe('green');
  expect(await mostly('total', 'th')).toBe('red');
});

test('4.29 The global loading flag is raised at the start and lowered at the end.', async ({ page, open }) => {
  await page.route('**/search-management/search', async (route) => {
    await expect(page.locator('[aria-busy="true"]').first()).toBeAttached();
    await route.continue();
  });
  await open(ANALYSIS);
  await answered(page);
  await expect(page.getByText('Retrieving Data. Please wait..')).toBeHidden();
});

test('4.30 Signing in stores the user and the session, and goes to /dashboard.', async ({ page, account }) => {
  await page.goto('/login');
  await signIn(page, await account());
  await expect(page).toHaveURL(/\/dashboard$/);
  const kept = await page.evaluate(() => [
    localStorage.getItem('tidewaiter.user'),
    localStorage.getItem('tidewaiter.sessionId'),
  ]);
  expect(kept.every(Boolean)).toBe(true);
});

test('4.31 Signing in goes to /dashboard for everybody.', async ({ page, portal }) => {
  differs('A sign-in leads to `/dashboard`');
  const email = 'given@conformance.example';
  const names = ['--firstname', 'First', '--lastname', 'Last', '--company', 'Company'];
  const { password } = JSON.parse(await portal.command('account', 'create', '--email', email, ...names, '--json'));
  await page.goto('/login');
  await signIn(page, { email, password });
  await expect(page).toHaveURL(/\/choose-password/);
});

test('4.32 Log Out, of the profile and of the header, makes the logout call, clears tokens and user, and leads to /login.', async ({
  page,
  account,
}) => {
  for (const from of ['header', 'profile']) {
    const calls = callsOf(page);
    await enter(page, await account(), '/profile');
    if (from === 'header') {
      await page.getByRole('button', { name: /^Profile menu/ }).click();
      await page.getByRole('menuitem', { name: 'Log Out' }).click();
    } else await button(page.getByRole('main'), 'Log Out').click();
    await expect(page, from).toHaveURL(/\/login/);
    expect(calls.map(({ path }) => path)).toContain('/user-management/logout');
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/tidewaiter\.(token|user|sessionId)/);
  }
});

test("4.33 A check of the login status that reports a logout time ends the session: 'Session Timeout', then /login.", async ({
  page,
  account,
}) => {
  await page.clock.install();
  const person = await account();
  await enter(page, person, '/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  const { sessionId, loginId } = await page.evaluate(() => JSON.parse(localStorage.getItem('tidewaiter.user') ?? '{}'));
  expect(loginId).toEqual(expect.any(String));
  const ended = await person.put(`/user-management/session/end/${sessionId}`, {});
  expect(ended.status).toBe(200);
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('alertdialog', { name: 'Oops!' })).toContainText('Session Timeout');
  await button(page, 'OK').click();
  await expect(page).toHaveURL(/\/login/);
});
