/** Second factors under /profile and at the sign-in: an app's codes, recovery codes, a passkey; asked for by an owner; once more before a change. */
import type { Page } from '@playwright/test';
import { beginApp, createApiKey } from '@tidewaiter/contract';
import { appCode } from '@tidewaiter/testing/authenticator';
import { freePort } from '@tidewaiter/testing/free-port';
import { choosePassword, enter, inviteUser, mailed, openAccount, PASSWORD, type Person } from './accounts.js';
import { addApp, pressAtSecondFactor, secondFactor } from './factors.js';
import { startPortal } from './portal.js';
import { DEEP, expect, expectAccessible, expectGoodLooks, picture, settled, signIn, test } from './test.js';

/** Lets a call be answered so many times as the portal answers it to a session that is ten minutes old. */
async function askToConfirm(page: Page, path: string, times: number) {
  const json = { errorCode: 'CONFIRM_FIRST', errorMsg: 'Please confirm that it is you.' };
  await page.route(`**${path}`, (route) => route.fulfill({ status: 403, json }), { times });
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('an app is added, asked for at the sign-in, made up for by a recovery code, and removed', async ({
  page,
  portal,
}) => {
  const person = await openAccount(portal, 'app@company.example');
  await enter(page, person, '/profile');
  await pressAtSecondFactor(page, 'Add an app');
  const dialog = page.getByRole('dialog', { name: 'Add an app' });
  await expect(dialog.getByLabel('Code')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Please enter the code.')).toBeVisible();
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('That code is not right')).toBeVisible();
  await expectGoodLooks(page, 'second-factor-app');
  const { secret, codes, done } = await addApp(page);
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await picture(page, 'second-factor-recovery-codes');
  await done();
  await expect(secondFactor(page).getByText('The second factor has been added.')).toBeVisible();
  await expect(secondFactor(page).getByText('10 recovery codes are left.')).toBeVisible();
  await expectGoodLooks(page, 'second-factor');

  await signOut(page);
  await signIn(page, person);
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill('123456');
  await expectAccessible(page);
  await picture(page, 'second-factor-sign-in');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('That code is not right')).toBeVisible();
  await page.getByLabel('Code').fill(appCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/(dashboard|profile)/);

  await page.goto('/profile');
  await signOut(page);
  await signIn(page, person);
  await page.getByLabel('Code').fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/(dashboard|profile)/);
  await page.goto('/profile');
  await expect(secondFactor(page).getByText('9 recovery codes are left.')).toBeVisible();
  await secondFactor(page).getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('button', { name: 'Make codes' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(secondFactor(page).getByText('10 recovery codes are left.')).toBeVisible();

  await secondFactor(page).getByRole('button', { name: 'Remove Phone' }).click();
  await expect(secondFactor(page).getByText('The second factor has been removed.')).toBeVisible();
  await signOut(page);
  await signIn(page, person);
  await expect(page).toHaveURL(/\/(dashboard|profile)/);
});

test('a passkey is made, signs in by itself, and confirms', DEEP, async ({ browser }) => {
  // Browsers hold to the whole address of the portal.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const portal = await startPortal({ PORT: String(port), PUBLIC_URL: url });
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  try {
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    const person = await openAccount(portal, 'passkey@company.example');
    await enter(page, person, '/profile');
    await pressAtSecondFactor(page, 'Add a passkey');
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog.getByText('Please give it a name')).toBeVisible();
    await dialog.getByLabel('Name').fill('Laptop');
    await expectGoodLooks(page, 'second-factor-passkey');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('button', { name: 'Done' }).click();
    await expect(secondFactor(page).getByText('Passkey, added')).toBeVisible();

    await signOut(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL(/\/(dashboard|profile)/);

    await page.goto('/profile');
    await askToConfirm(page, createApiKey.path, 1);
    await expect(secondFactor(page).getByText('Passkey, added')).toBeVisible();
    await settled(page);
    await page.getByRole('button', { name: 'New API key' }).click();
    const key = page.getByRole('dialog', { name: 'New API key' });
    await key.getByLabel('Name').fill('Nightly');
    await key.getByRole('button', { name: 'Make key' }).click();
    const confirm = page.getByRole('dialog', { name: 'Please confirm that it is you' });
    await expect(confirm.getByLabel('Password', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await picture(page, 'second-factor-confirm');
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('dialog', { name: 'Your new API key' })).toBeVisible();
  } finally {
    await context.close();
    await portal.stop();
  }
});

test('where the owner asks for one, who has none adds it on the way in', DEEP, async ({ page, browser, portal }) => {
  const owner = await openAccount(portal, 'demands@company.example');
  const sub: Person = { email: 'demanded@company.example', password: PASSWORD };
  await enter(page, owner, '/users');
  const demand = page.getByRole('switch', { name: 'Ask everybody for a second factor' });
  await demand.click();
  await expect(page.getByText('Please add a second factor of your own first.')).toBeVisible();
  await expect(demand).not.toBeChecked();
  await page.goto('/profile');
  await pressAtSecondFactor(page, 'Add an app');
  await (await addApp(page)).done();
  await page.goto('/users');
  await demand.click();
  await expect(page.getByText('Everybody in this account is asked for a second factor.')).toBeVisible();
  await expect(demand).toBeChecked();
  await expectGoodLooks(page, 'users-second-factor');

  const dialog = await inviteUser(page, sub.email);
  await dialog.getByLabel('Download points').fill('10');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByText('The user has been invited by e-mail.')).toBeVisible();
  const link = await mailed(portal, sub.email, /(http\S+#token=\S+)/);

  const context = await browser.newContext({ baseURL: portal.url });
  const theirs = await context.newPage();
  await theirs.goto(`/reset${new URL(link).hash}`);
  await choosePassword(theirs);
  await expect(theirs).toHaveURL(/\/second-factor/);
  await theirs.goto('/workspace');
  await expect(theirs).toHaveURL(/\/second-factor\?from=/);
  await expectGoodLooks(theirs, 'second-factor-demanded');
  await askToConfirm(theirs, beginApp.path, 1);
  await theirs.getByRole('button', { name: 'Add an app' }).click();
  const confirm = theirs.getByRole('dialog', { name: 'Please confirm that it is you' });
  await confirm.getByLabel('Password', { exact: true }).fill('wrong');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirm.getByText('Incorrect password')).toBeVisible();
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await (await addApp(theirs)).done();
  await expect(theirs).toHaveURL(/\/workspace/);
  await context.close();
});
