/** SPEC 8: what is said of errors and successes. */
import type { Page } from '@playwright/test';
import { enter, mailed, PASSWORD } from '../../src/accounts.js';
import { choose, control } from '../../src/form.js';
import { grid } from '../../src/table.js';
import { signIn } from '../../src/test.js';
import { callWithout, signUp } from '../caller.js';
import { ANALYSIS, breakCall, button, COTTON, dialog, expectAlert, LIST } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

const FALLBACK = 'Somethhing went wrong, please try again.';

async function openSaveAs(page: Page): Promise<void> {
  await button(page, 'Save Query').click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  const modal = dialog(page, 'Save search');
  await modal.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: 'Create New Workspace' }).click();
  await modal.getByLabel('Workspace name').fill('Fabrics');
}

const save = (page: Page) => button(dialog(page, 'Save search'), 'Save').click();

test("8.1 A server error of saving a search: 'Oops!' and its errorMsg.", async ({ page, account }) => {
  await enter(page, await account(), LIST);
  await breakCall(page, '/workspace/savesearch', 'Out of order');
  await openSaveAs(page);
  await save(page);
  await expectAlert(page, 'Out of order');
});

test(`8.2 Where the portal fails by itself: '${FALLBACK}' (spelling as shown).`, async ({ page, account }) => {
  await enter(page, await account(), '/workspace');
  await breakCall(page, '/activity-management/workspace', FALLBACK);
  await button(page, 'Add New').click();
  await dialog(page, 'Add Workspace').getByLabel('Workspace name').fill('Fabrics');
  await button(dialog(page, 'Add Workspace'), 'Add').click();
  await expect(page.getByText(FALLBACK)).toBeVisible();
});

test('8.3 A server error of the profile and of signing up shows its errorMsg.', async ({ page, account }) => {
  await enter(page, await account(), '/profile');
  const form = page.getByRole('form', { name: 'General Information' });
  await form.getByLabel('Mobile number').fill('030 1234567');
  await page.route('**/user-management/user/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { errorCode: 'INTERNAL', errorMsg: 'Out of order' } })
      : route.continue(),
  );
  await button(form, 'Save').click();
  await expect(page.getByText('Out of order')).toBeVisible();
});

test("8.4 A contact that is there already: 'error', 'Duplicate Contact'.", async ({ page, account }) => {
  await enter(page, await account(), LIST);
  const keep = grid(page)
    .getByRole('button', { name: /^Save .+ as a contact$/ })
    .first();
  await keep.click();
  await expect(page.getByText(/^Contact saved: /)).toBeVisible();
  await keep.click();
  await expectAlert(page, 'Duplicate Contact', 'error');
});

test("8.5 A contact that cannot be saved: 'Oops!' and errorMsg or the fallback.", async ({ page, open }) => {
  await open(LIST);
  await breakCall(page, '/savecontact', FALLBACK);
  await grid(page)
    .getByRole('button', { name: /^Save .+ as a contact$/ })
    .first()
    .click();
  await expectAlert(page, FALLBACK);
});

test("8.6 A sign-in that is refused: 'Invalid login, please try again.'", async ({ page, account }) => {
  const { email } = await account();
  await page.goto('/login');
  await signIn(page, { email, password: 'wrong' });
  await expect(page.getByRole('alert')).toContainText('Invalid login, please try again.');
});

test('8.7 A sign-in that fails otherwise shows the errorMsg.', async ({ page, portal }) => {
  await page.goto('/login');
  await breakCall(page, '/user-management/login', 'Out of order');
  await signIn(page, portal);
  await expect(page.getByRole('alert')).toContainText('Out of order');
});

test("8.8 Logging out: 'LogOut Successful'.", async ({ page, account }) => {
  await enter(page, await account(), '/profile');
  await button(page.getByRole('main'), 'Log Out').click();
  await expect(page.getByRole('status')).toContainText('LogOut Successful');
});

test("8.9 A log out that fails: 'Oops!', 'Invalid login, please try again.'", async ({ page, account }) => {
  await enter(page, await account(), '/profile');
  await page.route('**/user-management/logout', (route) => route.abort());
  await button(page.getByRole('main'), 'Log Out').click();
  await expectAlert(page, 'Invalid login, please try again.');
});

test("8.10 A session that has ended: 'Oops!', 'Session Timeout', then /login.", async ({ page, account }) => {
  const person = await account();
  await enter(page, person, '/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await person.put('/user-management/session/endothers', {});
  await page.goto('/searchlog');
  await expectAlert(page, 'Session Timeout');
  await button(page, 'OK').click();
  await expect(page).toHaveURL(/\/login/);
});

test("8.11 A forgotten password of no address: 'Invalid email-id, please try again.'", async ({ demo }) => {
  const { status, body } = await demo.get('/user-management/forgotpassword', { userEmail: 'nobody' });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('Invalid email-id, please try again.');
});

test("8.12 In the analysis the dialog of 'Your Search Limit Exhausted' is titled 'Search !'.", async ({
  page,
  account,
  portal,
}) => {
  const person = await account('Startup');
  await portal.command('grant', person.email, '--searches=-75', '--reason', 'spent');
  await enter(page, person, ANALYSIS);
  await expectAlert(page, 'Your Search Limit Exhausted', 'Search !');
});

test("8.13 Too large a download: 'You cannot download more than … records in a single search. Please refine your search criteria.'", async ({
  account,
  portal,
}) => {
  const person = await account('Startup');
  await portal.command('weightage', 'set', 'IND', '--import', '10000');
  try {
    const query = { ...COTTON, countryCode: ['IND'] };
    const { body: found } = await person.post('/search-management/search', query);
    const ids = found.impIndList.map(({ id }: { id: string }) => id);
    const { body } = await person.post('/export-management/quote', { query, columnKeys: ['hs_code'], ids });
    expect(body.refusal.errorMsg).toMatch(
      /^You cannot download more than \d+ records in a single search\. Please refine your search criteria\.$/,
    );
  } finally {
    await portal.command('weightage', 'set', 'IND', '--import', '1');
  }
});

test("8.14 An export before a search: 'Please Search data first, then export.'", async ({ page, open }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/search-management/search', async (route) => {
    await held;
    await route.continue();
  });
  await open(LIST);
  await button(page, 'Export All').click();
  await expectAlert(page, 'Please Search data first, then export.');
  letGo();
});

test("8.15 A date range without a country: 'Please select country.'", async ({ open }) => {
  const page = await open('/list1');
  await page.getByRole('button', { name: /^Remove All \d+ countries$/ }).click();
  await choose(page, 'Date range', 'Last 6 months');
  await expect(control(page, 'Date range')).toHaveAccessibleDescription('Please select country.');
});

test("8.16 Successes: 'Search query saved successfully', 'Workspace added successfully', 'Item removed successfully'.", async ({
  page,
  account,
}) => {
  await enter(page, await account(), LIST);
  await openSaveAs(page);
  await save(page);
  await expect(page.getByText('Search query saved successfully', { exact: true })).toBeVisible();
  await page.goto('/workspace');
  await button(page, 'Add New').click();
  await dialog(page, 'Add Workspace').getByLabel('Workspace name').fill('Metals');
  await button(dialog(page, 'Add Workspace'), 'Add').click();
  await expect(page.getByText('Workspace added successfully', { exact: true })).toBeVisible();
  await page.goto('/workspace');
  await page.getByRole('button', { name: /^Change / }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText('Item removed successfully')).toBeVisible();
});

test("8.17 Successes: 'An OTP has been sent to your registered email id.', 'Password reset successful'.", async ({
  page,
  portal,
  account,
}) => {
  const { email } = await account();
  await page.goto('/reset');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send one-time password').click();
  await expect(page.getByRole('status')).toContainText('An OTP has been sent to your registered email id.');
  await page.getByLabel('One-time password').fill(await mailed(portal, email, /one-time password is (\d+)/));
  await button(page, 'Continue').click();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await button(page, 'Set password').click();
  await expect(page.getByRole('status')).toContainText('Password reset successful');
});

test("8.18 Success: 'Your profile information has been updated successfully.'", async ({ page, account }) => {
  await enter(page, await account(), '/profile');
  const form = page.getByRole('form', { name: 'General Information' });
  await expect(form.getByLabel('Company name')).toHaveValue('Company');
  await form.getByLabel('Mobile number').fill('030 1234567');
  await button(form, 'Save').click();
  await expect(page.getByText('Your profile information has been updated successfully.')).toBeVisible();
});

test("8.19 Success: 'Your registration is successful, after verification we will notify you for login credentials.'", async ({
  page,
}) => {
  await page.goto('/signup');
  await expect(page.getByText('Your browser has solved the captcha.')).toBeVisible();
  for (const [label, text] of Object.entries({
    ...{ 'First name': 'First', 'Last name': 'Last', Email: 'registers@conformance.example' },
    ...{ 'Mobile number': '+49 30 1234567', 'Company name': 'Company' },
  }))
    await page.getByLabel(label).fill(text);
  await page.getByRole('checkbox').check();
  await button(page, 'Sign Up').click();
  await expect(page.getByRole('status')).toContainText(
    'Your registration is successful, after verification we will notify you for login credentials.',
  );
});

test('8.20 Credentials are sent after the provider has verified an account.', async ({ portal }) => {
  differs('Credentials are sent after verification');
  const email = 'verified@conformance.example';
  await signUp(portal.url, email);
  await expect.poll(() => portal.command('account', 'list', '--json')).toContain(email);
  await portal.command('account', 'verify', email, '--plan', 'Startup');
  const token = await mailed(portal, email, /\/reset#token=(\S+)/);
  const set = () =>
    callWithout(portal.url, 'PUT', '/user-management/password', {
      body: { token, password: PASSWORD, confirmPassword: PASSWORD },
    });
  expect((await set()).status).toBe(200);
  expect((await set()).status).toBe(400);
});
