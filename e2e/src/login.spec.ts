import type { Page } from '@playwright/test';
import { createClient, SESSION } from '@tidewaiter/contract';
import type { Portal } from './portal.js';
import { DEEP, expect, expectAccessible, picture, searchLink, settled, signIn, test } from './test.js';
import { askedOutside, breakCall, callsOf, mend } from './visits.js';

test('the sign-in screen names what is missing and lets in who belongs', {
  tag: [...['@2.1', '@2.18', '@2.19', '@2.20', '@2.21', '@2.23', '@4.30', '@5.57', '@8.6', '@8.7']],
}, async ({ page, portal }) => {
  const outside = askedOutside(page, portal.url);
  const screen = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(/^(Imports|Exports) of /).first()).toBeVisible();
    return page.getByRole('main').ariaSnapshot();
  };
  expect(await screen('/login')).toBe(await screen('/'));
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/reset');
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  await expect(page.getByRole('checkbox', { name: 'Keep me logged in' })).toBeVisible();
  const news = page.getByRole('complementary', { name: 'What’s New' });
  await expect(news.getByRole('heading', { name: 'What’s New' })).toBeVisible();
  await expect(news.getByText(/^(Imports|Exports) of /).first()).toBeVisible();
  await expect(news.getByText(/^New here: \d+ months, \w{3} \d{4} – \w{3} \d{4}\.$/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter valid email address')).toBeVisible();
  await expect(page.getByText('Please enter password')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Email').fill(portal.email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('wrong');
  await page.getByRole('button', { name: 'Show or hide the typed characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Show or hide the typed characters' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid login, please try again.');
  await breakCall(page, '/user-management/login');
  await signIn(page, portal);
  await expect(page.getByRole('alert')).toContainText('Out of order');
  await mend(page);
  expect(outside).toEqual([]);

  await signIn(page, portal);
  await expect(page).toHaveURL(/\/dashboard$/);
  const kept = await page.evaluate(() =>
    ['user', 'sessionId'].map((name) => localStorage.getItem(`tidewaiter.${name}`)),
  );
  expect(kept.every(Boolean)).toBe(true);
  for (const link of ['/login', `/login?${new URLSearchParams({ from: '//evil.example/list1' })}`]) {
    await page.goto(link);
    await expect(page).toHaveURL(`${portal.url}/dashboard`);
  }
});

/** Signs the demo account in on the screen. */
async function signInDemo(page: Page, portal: Portal, keep = false): Promise<void> {
  await page.goto('/login');
  await signIn(page, portal, keep);
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Ends the session of a page elsewhere. */
async function endSession(page: Page, portal: Portal): Promise<void> {
  const { token, user } = await page.evaluate(() => ({
    token: sessionStorage.getItem('tidewaiter.token'),
    user: JSON.parse(localStorage.getItem('tidewaiter.user') ?? '{}'),
  }));
  const client = createClient({ baseUrl: portal.url, credential: 'tidewaiter-web:', token: () => token });
  await client.logout({ userId: user.userid, loginId: user.loginId, sessionId: user.sessionId });
}

test('a new tab is signed in too, until somebody logs out', {
  tag: ['@2.7', '@3.2', '@4.32', '@8.8'],
}, async ({ page, context, portal }) => {
  const calls = callsOf(page);
  await signInDemo(page, portal, true);
  const [cookie] = await context.cookies(`${portal.url}/user-management/session/restore`);
  // A cookie without an expiry goes with the browser.
  expect(cookie?.expires).toBeGreaterThan(0);
  // No password stays in the browser, and a token only in its tab.
  const stored = await page.evaluate(() => ({ tab: { ...sessionStorage }, browser: { ...localStorage } }));
  for (const secret of [portal.password, portal.email, 'Demo']) expect(JSON.stringify(stored)).not.toContain(secret);
  const token = stored.tab['tidewaiter.token'] ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(stored.browser)).not.toContain(token);
  const second = await context.newPage();
  await second.goto(searchLink());
  await expect(second.getByRole('heading', { name: /cotton/ })).toBeVisible();
  await settled(second);
  await second.route('**/*-management/**', (route) => route.abort());

  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('status').filter({ hasText: 'LogOut Successful' })).toBeVisible();
  expect(calls.map(({ path }) => path)).toContain('/user-management/logout');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toMatch(/tidewaiter\.(token|user|sessionId)/);
  const third = await context.newPage();
  await third.goto('/list1');
  await expect(third).toHaveURL(/\/login/);

  // The tab that was told nothing meanwhile says why it asks for a sign-in, where the next screen is opened.
  await second.getByRole('button', { name: /^HS Code/ }).dispatchEvent('click');
  await expect(second).toHaveURL(/\/login/);
  await expect(second.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeVisible();
  // Signing in there leads back to where the tab was.
  await second.unroute('**/*-management/**');
  await signIn(second, portal);
  await expect(second).toHaveURL(/\/list1\?.*q=cotton/);
});

/** A browser that is told to keep nothing of a site, as Chromium is by blocking all cookies. */
function keepNothing() {
  const refuse = {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, refuse);
  Object.defineProperty(document, 'cookie', refuse);
  Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
}

test('a browser that keeps nothing shows every screen for anybody, and says what signing in needs', async ({
  page,
  portal,
}) => {
  await page.addInitScript(keepNothing);
  for (const path of ['/signup', '/reset', '/pricing', '/help', '/terms-and-conditions', '/maintenance']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  const said = page.getByRole('status').filter({ hasText: 'signing in needs them' });
  await expect(said).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'keeps-nothing');
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspace' }).click();
  await expect(page).toHaveURL(/\/workspace/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expect(said).toBeVisible();
});

test('a sign-in that the browser has not kept is said where it is asked for again', async ({
  page,
  context,
  portal,
}) => {
  await signInDemo(page, portal);
  await context.clearCookies();
  const other = await context.newPage();
  await other.goto('/list1');
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByRole('status').filter({ hasText: 'does not have your sign-in any more' })).toBeVisible();
});

test('a session that the server ends is said so, and signing in leads back', DEEP, async ({ page, portal }) => {
  await signInDemo(page, portal);
  await page.goto(searchLink());
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  await endSession(page, portal);

  await page.getByRole('button', { name: 'HS Code', exact: true }).dispatchEvent('click');
  const oops = page.getByRole('alertdialog', { name: 'Oops!' });
  await expect(oops).toContainText('Session Timeout');
  // Whatever still moves the screen below leaves the alert to be read.
  await page.evaluate(() => history.back());
  await expect(page).not.toHaveURL(/sort=hs_code/);
  await expect(oops).toContainText('Session Timeout');
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(/sort=hs_code/);
  await expect(oops).toContainText('Session Timeout');
  // Told once: nothing below says it again.
  await expect(page.getByText('Session Timeout')).toHaveCount(1);
  await expect(page.getByRole('alert', { includeHidden: true })).toHaveCount(0);
  await expectAccessible(page);
  await oops.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeVisible();
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/list1\?.*q=cotton.*sort=hs_code/);
});

test('a session that was ended elsewhere is noticed by a screen that nobody touches', {
  tag: ['@4.33', '@8.10'],
}, async ({ page, portal }) => {
  await page.clock.install();
  await signInDemo(page, portal);
  await endSession(page, portal);
  await page.clock.fastForward(SESSION.pollMs);
  const oops = page.getByRole('alertdialog', { name: 'Oops!' });
  await expect(oops).toContainText('Session Timeout');
  await oops.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a log out that fails says so and leaves the person signed in', { tag: '@8.9' }, async ({ page, portal }) => {
  await signInDemo(page, portal);
  await page.route('**/user-management/logout', (route) => route.abort());
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  const oops = page.getByRole('alertdialog', { name: 'Oops!' });
  await expect(oops).toContainText('Invalid login, please try again.');
  await oops.getByRole('button', { name: 'OK' }).click();
  await page.unroute('**/user-management/logout');
  await page.reload();
  await expect(page.getByRole('button', { name: /Profile menu/ })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('maintenance closes the sign-in screen with its message; an address that is none says so, with a way on', {
  tag: ['@2.5', '@2.22', '@6.14'],
}, async ({ page, portal, open }) => {
  await portal.command('maintenance', 'on', '--message', 'Back at noon.');
  try {
    await page.goto('/login');
    await expect(page).toHaveURL(/\/maintenance/);
    await expect(page.getByText('Back at noon.')).toBeVisible();
  } finally {
    await portal.command('maintenance', 'off');
  }
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/login/);
  // Whoever has not the right has no screen for the operator.
  await open('/operator');
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ['/list1/more', '/dashboards', '/no/such/screen', '/exchange/1', '/admin', '/console']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
    await expect(page, path).toHaveURL(new RegExp(`${path}$`));
  }
  await page.getByRole('link', { name: 'Search Global Data' }).click();
  await expect(page).toHaveURL(/\/list1/);
});
