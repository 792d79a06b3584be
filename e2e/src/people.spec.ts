import { choosePassword, counter, enter, inviteUser, mailed, openAccount, PASSWORD } from './accounts.js';
import { DEEP, expect, expectAccessible, expectColumnsInSight, picture, searchLink, signIn, test } from './test.js';
import { expectAlert } from './visits.js';

test('a person changes profile and password, and ends their other sessions', {
  tag: ['@2.15', '@2.49', '@4.32', '@5.53', '@5.54', '@8.3', '@8.8', '@8.10', '@8.18'],
}, async ({ page, browser, portal }) => {
  const person = await openAccount(portal, 'changes@company.example');
  await enter(page, person);
  const elsewhere = await browser.newContext({ baseURL: portal.url });
  const other = await elsewhere.newPage();
  await enter(other, person);

  await page.getByRole('button', { name: /Profile menu/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Show amounts in full', 'Log Out']);
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  for (const name of ['General Information', 'Security Information'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  const general = page.getByRole('form', { name: 'General Information' });
  await expect(general.getByLabel('Company name')).toHaveValue('Company');
  const fields = ['First name', 'Last name', 'Email', 'Mobile number', 'Company name'];
  for (const label of fields) await general.getByLabel(label).fill('');
  await general.getByRole('button', { name: 'Save' }).click();
  for (const message of [
    ...['Please enter first name', 'Please enter last name', 'Please enter valid email address'],
    ...['Please enter valid mobile no', 'This field is required'],
  ])
    await expect(general.getByText(message, { exact: true })).toBeVisible();
  const values = ['Other', 'Last', person.email, '030 1234567', 'Company'];
  for (const [at, label] of fields.entries()) await general.getByLabel(label).fill(values[at] ?? '');
  await page.route('**/user-management/user/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { errorMsg: 'Out of order' } })
      : route.continue(),
  );
  await general.getByRole('button', { name: 'Save' }).click();
  await expectAlert(page, 'Out of order');
  await page.unroute('**/user-management/user/*');
  await general.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile information has been updated successfully.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Profile menu of Other Last' })).toBeVisible();

  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('All other sessions have been ended.')).toBeVisible();
  // What the person is called is known after a reload, and lies in no storage.
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Profile menu of Other Last' })).toBeVisible();
  await expect(general.getByLabel('Company name')).toHaveValue('Company');
  expect(await kept()).not.toMatch(/Other|Last|Company|company\.example|1234567/);

  await expect(general.getByLabel(/Current password/)).toHaveCount(0);
  await general.getByLabel('Email').fill('changed@company.example');
  await general.getByRole('button', { name: 'Save' }).click();
  await expect(general.getByText('Please enter password')).toBeVisible();
  const proof = general.getByLabel('Current password, for the new address', { exact: true });
  await expect(proof).toBeFocused();
  await proof.fill('not this one');
  await general.getByRole('button', { name: 'Save' }).click();
  await expect(general.getByText('Incorrect Password')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'profile-new-address');
  await proof.fill(person.password);
  await general.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Open the link sent to the new e-mail address/)).toBeVisible();
  await expect(proof).toHaveCount(0);
  const link = await mailed(portal, 'changed@company.example', /(\/reset#email=\S+)/);
  const undo = await mailed(portal, person.email, /(\/reset#undo=\S+)/);
  await picture(page, 'profile');
  await other.goto(searchLink());
  const oops = other.getByRole('alertdialog', { name: 'Oops!' });
  await expect(oops).toContainText('Session Timeout');
  await oops.getByRole('button', { name: 'OK' }).click();
  await expect(other).toHaveURL(/\/login/);
  await elsewhere.close();

  const security = page.getByRole('form', { name: 'Change password' });
  await security.getByLabel('Current password', { exact: true }).fill('not this one');
  await security.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await security.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await security.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Incorrect Password')).toBeVisible();
  await security.getByLabel('Current password', { exact: true }).fill(person.password);
  await security.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();

  // A new password takes back what was mailed before it.
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has been used or has expired.');
  await page.goto('/profile');
  await general.getByLabel('Email').fill('changed@company.example');
  await proof.fill(PASSWORD);
  await general.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Open the link sent to the new e-mail address/)).toBeVisible();
  const newest = () => mailed(portal, 'changed@company.example', /(\/reset#email=\S+)/);
  await expect.poll(newest).not.toBe(link);
  await page.goto(await newest());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('status')).toContainText('Your e-mail address has been changed.');
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('status')).toContainText('LogOut Successful');
  await signIn(page, { email: 'changed@company.example', password: PASSWORD });
  await expect(page).toHaveURL(/\/dashboard$/);

  // The former address has it back, with another password.
  await page.goto(undo);
  await expect(page).toHaveURL(/\/reset$/);
  await expect(page.getByRole('heading', { name: 'Undo the change of your e-mail address' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'reset-undo');
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByText('The change has been undone. Please set a new password.')).toBeVisible();
  await expectAccessible(page);
  const own = 'lantern by the harbour 4271';
  await choosePassword(page, own);
  await expect(page.getByRole('status')).toContainText('Password reset successful');
  await signIn(page, { email: person.email, password: own });
  await expect(page).toHaveURL(/\/dashboard$/);
  const tab = await page.context().newPage();
  await tab.goto('/profile');
  await expect(tab.getByRole('button', { name: 'Profile menu of Other Last' })).toBeVisible();
  await expect(tab.getByLabel('Company name')).toHaveValue('Company');
});

test('a main account keeps sub-users, within its users and its download points', {
  tag: ['@2.12', '@2.13', '@2.14', '@6.3'],
}, async ({ page, browser, portal }) => {
  const owner = await openAccount(portal, 'owner@company.example');
  const email = 'sub.user@company.example';
  await enter(page, owner);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByText('0 of 9 users are active.')).toBeVisible();
  const dialog = await inviteUser(page, email);
  await dialog.getByLabel('Download points').fill('60000');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(dialog.getByText('Your Download Limit Exhausted')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'users-add');
  await dialog.getByLabel('Download points').fill('1000');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByText('The user has been invited by e-mail.')).toBeVisible();
  await expect(counter(page, 'downloads')).toHaveText('49,000');
  await expect(counter(page, 'searches')).toHaveText('75');

  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Invited');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectColumnsInSight(page.getByRole('region', { name: 'Users' }));
  expect((await page.getByRole('rowheader').first().boundingBox())?.width).toBeGreaterThan(100);
  await page.setViewportSize({ width: 1280, height: 720 });
  const lost = await mailed(portal, email, /(\/reset#token=\S+)/);
  const again = page.getByRole('button', { name: `Send link again to ${email}` });
  await again.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'A new link has been sent by e-mail.' })).toBeVisible();
  await expect(again).toBeFocused();
  const newest = () => mailed(portal, email, /(\/reset#token=\S+)/);
  await expect.poll(newest).not.toBe(lost);
  const link = await newest();
  const theirs = await browser.newContext({ baseURL: portal.url });
  const sub = await theirs.newPage();
  await sub.goto(link);
  await choosePassword(sub);
  await expect(sub).toHaveURL(/\/dashboard$/);
  await expect(counter(sub, 'downloads')).toHaveText('1,000');
  await expect(sub.getByRole('banner').getByRole('link', { name: 'Subscriptions', exact: true })).toBeVisible();
  await expect(sub.getByText('Users', { exact: true })).toHaveCount(0);
  await expect(sub.locator('a[href="/users"]')).toHaveCount(0);
  await sub.goto('/users');
  await expect(sub).toHaveURL(/\/dashboard$/);
  await sub.goto('/subscriptions');
  await expect(sub.getByText('You use the subscription of your main account.')).toBeVisible();
  await expect(sub.getByRole('region', { name: 'Ledger' })).toHaveCount(0);

  await page.getByRole('button', { name: `Set download limit of ${email}` }).click();
  const limit = page.getByRole('dialog', { name: 'Download limit' });
  await limit.getByLabel('Download points').fill('2500');
  await limit.getByRole('button', { name: 'Set limit' }).click();
  await expect(row).toContainText('2,500');
  await expect(counter(page, 'downloads')).toHaveText('47,500');
  await page.getByRole('button', { name: `Disable ${email}` }).click();
  await expect(row).toContainText('Disabled');
  await expect(counter(page, 'downloads')).toHaveText('50,000');
  await expectAccessible(page);
  await picture(page, 'users');
  await sub.goto(searchLink());
  await expect(sub.getByRole('alertdialog', { name: 'Oops!' })).toContainText('Session Timeout');
  await theirs.close();
});

test(
  'a subscription shows what is left and what became of it, and another plan is asked for',
  DEEP,
  async ({ page, portal }) => {
    const email = 'subscribes@company.example';
    await enter(page, await openAccount(portal, email, 'Free'), '/users');
    await expect(
      page.getByText('All users of your plan are taken. Disable one first, or ask for a larger plan.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add user' })).toBeDisabled();
    await portal.command('grant', email, '--searches=-75', '--reason', 'counted twice');

    await page.goto('/subscriptions');
    const ledger = page.getByRole('table');
    await expect(ledger).toContainText('counted twice');
    await expect(ledger).toContainText('−75');
    await expect(page.getByText('No countries have been chosen for this account yet.')).toBeVisible();
    await expectAccessible(page);
    await picture(page, 'subscriptions');
    await page.getByRole('link', { name: 'Pick a plan' }).click();
    await expect(page.getByRole('button', { name: 'Your plan' })).toBeDisabled();
    await page.getByRole('button', { name: 'Request SME' }).click();
    await expect(page.getByRole('status')).toContainText('Your request has been sent.');
    await expectAccessible(page);
    await picture(page, 'select-package');
  },
);
