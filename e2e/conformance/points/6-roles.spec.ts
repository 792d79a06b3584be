/** SPEC 6: roles and permissions. */
import { CLIENT, enter, mailed, PASSWORD } from '../../src/accounts.js';
import { alertDialog, choose, openForm, row, searchButton, values } from '../../src/form.js';
import type { Portal } from '../../src/portal.js';
import { Caller, callWithout } from '../caller.js';
import { button, COTTON, callsOf, counter, dialog, LIST, linkTo } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

/** A new sub-user of an owner, signed in. */
async function subUserOf(owner: Caller, portal: Portal, downloadLimit: number): Promise<Caller> {
  const email = `sub.${owner.user.userid}@conformance.example`;
  const person = { firstname: 'Sub', lastname: 'User', email, mobile: '030 7654321', downloadLimit };
  await owner.post('/user-management/user/subuser', person);
  const token = await mailed(portal, email, /\/reset#token=(\S+)/);
  const set = { token, password: PASSWORD, confirmPassword: PASSWORD };
  await callWithout(portal.url, 'PUT', '/user-management/password', { body: set });
  return Caller.signIn(portal.url, { email, password: PASSWORD });
}

const subscriptionOf = async (caller: Caller, userId = caller.user.userid) =>
  (await caller.get('/user-management/user-subscription/activelist', { userId })).body.userSubscriptionList[0];

test('6.1 A main account has the upline id 0, a sub-user one above 0.', async ({ account, portal }) => {
  const owner = await account('Startup');
  const sub = await subUserOf(owner, portal, 700);
  expect(owner.user.uplineId).toBe(0);
  expect(sub.user.uplineId).toBe(owner.user.userid);
});

test("6.2 A sub-user uses the owner's subscription (looked up by the upline's id) and workspaces, and has a download allowance of their own.", async ({
  account,
  portal,
}) => {
  const owner = await account('Startup');
  const sub = await subUserOf(owner, portal, 700);
  const theirs = await subscriptionOf(sub, owner.user.userid);
  expect(theirs).toMatchObject({ name: 'Startup', queryPerDay: 75, downloadLimit: 700 });
  const { body: id } = await owner.post('/activity-management/workspace', { name: 'Fabrics' });
  const { body } = await sub.get('/activity-management/workspace/list', { userId: owner.user.userid });
  expect(body.workspaceList).toMatchObject([{ id, name: 'Fabrics' }]);
  await sub.post('/search-management/search', COTTON);
  expect((await subscriptionOf(owner)).queryPerDay).toBe(74);
});

test('6.3 Only main accounts see the Users entry.', async ({ page, account, portal }) => {
  const owner = await account('Startup');
  const sub = await subUserOf(owner, portal, 0);
  await enter(page, { email: sub.user.email, password: PASSWORD });
  // It stands in the person's menu, and in the header where that has room.
  const open = () => page.getByRole('button', { name: /^Profile menu/ }).click();
  await open();
  await expect(page.getByRole('menuitem', { name: 'Subsciptions' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Users' })).toHaveCount(0);
  await expect(page.locator('a[href="/users"]')).toHaveCount(0);
  await enter(page, owner);
  await open();
  await expect(page.getByRole('menuitem', { name: 'Users' })).toBeVisible();
});

test('6.4 Users reach only the countries of their subscription.', async ({ account }) => {
  const person = await account('Startup', '--countries', 'VNM');
  const { body } = await person.post('/search-management/search', COTTON);
  expect(body.impForeignList.length).toBeGreaterThan(0);
  for (const row of body.impForeignList) expect(row.ctry_name).toBe('Vietnam');
  const { body: countries } = await person.get('/masterdata-management/countrylistbytrade/I');
  expect(countries.countryList.map(({ shortcode }: { shortcode: string }) => shortcode)).toEqual(['VNM']);
});

test('6.5 A country outside of the subscription is refused.', async ({ account }) => {
  differs('`countryCode` outside the subscription');
  const person = await account('Startup', '--countries', 'VNM');
  const { status, body } = await person.post('/search-management/search', COTTON);
  expect(status).toBe(200);
  expect(body.searched.countryCode).toEqual(['VNM']);
});

test('6.6 Users reach only the days of their data access.', async ({ account }) => {
  const person = await account('Startup', '--data-upto', '2026-08-20', '--data-months', '7');
  const { body } = await person.post('/search-management/search', { ...COTTON, numberOfRecords: 200 });
  for (const row of body.impForeignList) expect(row.be_date >= '2026-01-20' && row.be_date <= '2026-08-20').toBe(true);
  expect(body.searched).toMatchObject({ fromDate: '2026-01-20', toDate: '2026-08-20' });
});

test("6.7 Without searches left, a change of the form shows 'Your Search Limit Exhausted'.", async ({
  page,
  account,
  portal,
}) => {
  const person = await account('Startup');
  await portal.command('grant', person.email, '--searches=-75', '--reason', 'spent');
  await enter(page, person, '/list1');
  await expect(counter(page, 'searches')).toHaveText('0');
  await choose(page, 'Trade type', 'Export');
  await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
});

test('6.8 Every change of the form shows it again.', async ({ page, account, portal }) => {
  differs("'Your Search Limit Exhausted' at every change of the form");
  const person = await account('Startup');
  await enter(page, person, linkTo('/list1', { row1: 'AND.PRODUCT.C', q1: 'yarn' }));
  await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
  await portal.command('grant', person.email, '--searches=-74', '--reason', 'spent');
  await page.reload();
  await expect(counter(page, 'searches')).toHaveText('0');
  await openForm(page);
  await choose(page, 'Match type', 'Does not contain');
  await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
  await button(page, 'OK').click();
  await choose(page, 'Match type', 'Contains');
  await values(page).press('Tab');
  await expect(alertDialog(page)).toBeHidden();
  // A row does not change, and a new question is refused with the same words.
  await choose(row(page, 1), 'Match type', 'Like');
  await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
  await button(page, 'OK').click();
  await choose(page, 'Match type', 'Does not contain');
  await searchButton(page).click();
  await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
});

test("6.9 Without workspaces left, making one shows 'Your Workspace Limit Exhausted'.", async ({
  page,
  account,
  portal,
}) => {
  const person = await account('Startup');
  await enter(page, person, '/workspace');
  await button(page, 'Add New').click();
  await dialog(page, 'Add Workspace').getByLabel('Workspace name').fill('One too many');
  await portal.command('grant', person.email, '--workspaces=-4', '--reason', 'made elsewhere');
  await button(dialog(page, 'Add Workspace'), 'Add').click();
  await expect(dialog(page, 'Add Workspace').getByText('Your Workspace Limit Exhausted')).toBeVisible();
});

test("6.10 Without download points, an export shows 'Your Download Limit Exhausted'.", async ({
  page,
  account,
  portal,
}) => {
  const person = await account('Startup');
  await portal.command('grant', person.email, '--downloads=-50000', '--reason', 'spent');
  await enter(page, person, LIST);
  await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
  await page.getByRole('button', { name: /^Export Selected/ }).click();
  await expect(page.getByRole('dialog', { name: /^Export selected/ })).toContainText('Your Download Limit Exhausted');
});

test('6.11 Every call carries a basic credential and accessedBy, which holds the token.', async ({ page, account }) => {
  await enter(page, await account(), LIST);
  const calls = callsOf(page);
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  const token = await page.evaluate(() => sessionStorage.getItem('tidewaiter.token'));
  expect(calls.length).toBeGreaterThan(5);
  for (const { path, headers } of calls) {
    expect(headers.authorization, path).toBe(CLIENT);
    expect(headers.accessedby, path).toBe(token);
  }
});

test('6.12 The basic credential is fixed.', async ({ portal, demo }) => {
  differs('The basic credential is fixed');
  const asked = { headers: { accessedby: demo.user.token } };
  const { status, body } = await callWithout(portal.url, 'GET', '/search-management/search/topFiveQueries', asked);
  expect(status).toBe(401);
  expect(body.errorCode).toBe('CLIENT_UNKNOWN');
});

test('6.13 A call without the token is refused where a session is needed.', async ({ portal }) => {
  for (const path of ['/search-management/search/topFiveQueries', '/masterdata-management/countrylistbytrade/I'])
    expect((await callWithout(portal.url, 'GET', path)).status, path).toBe(401);
});

test('6.14 There are no screens for the operator.', async ({ page, open }) => {
  differs('There is no screen for who runs the portal');
  await open('/profile');
  for (const [path, leadsTo] of [
    ['/admin', /\/maintenance$/],
    ['/console', /\/maintenance$/],
    // Whoever has not the right has no such screen.
    ['/operator', /\/dashboard$/],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(leadsTo);
  }
});
