import { createClient, SESSION } from '@tidewaiter/contract';
import { DEEP, expect, expectAccessible, searchLink, signIn, test } from './test.js';
import { askedOutside, breakCall, callsOf, mend, visit } from './visits.js';

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
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test(
  'the sign-in screen keeps its news of the portal where those of its data do not arrive',
  DEEP,
  async ({ page }) => {
    await page.route('**/masterdata-management/whatsnew', (route) => route.abort());
    await page.goto('/login');
    const news = page.getByRole('complementary', { name: 'What’s New' });
    await expect(news.getByText('Counts are exact')).toBeVisible();
    await expect(news.getByText(/^(Imports|Exports) of /)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test('a visitor is sent to sign in, and then back to the search that they came for', async ({ page, portal }) => {
  await page.goto(searchLink());
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/list1\?.*q=cotton/);
  await expect(page.getByRole('heading', { name: /whose product contains 'cotton'/ })).toBeVisible();
});

/** Ways to write an address of another site, or of nothing at all, where a path of this one is meant. */
const ELSEWHERE = [
  'https://evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://EVIL.EXAMPLE/list1',
  'http:\\\\evil.example',
  'mailto:person@evil.example',
  'javascript:location="https://evil.example"',
  'java\nscript:location="https://evil.example"',
  'data:text/html,<h1>Sign in</h1>',
  '//evil.example/list1',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\t//evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/list1/..//evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/\uff0fevil.example',
  'https://portal@evil.example/list1',
  '/login?from=//evil.example',
];

test(
  'a link to the sign-in screen leads to no other site, before signing in and after',
  DEEP,
  async ({ page, portal }) => {
    const left: string[] = [];
    await page.context().route(
      (url) => !url.href.startsWith(portal.url),
      (route) => {
        left.push(route.request().url());
        return route.fulfill({ body: 'elsewhere' });
      },
    );
    const linkTo = (from: string) => `/login?${new URLSearchParams({ from })}`;
    await page.goto(linkTo('https:evil.example'));
    await signIn(page, portal);
    await expect(page).toHaveURL(`${portal.url}/dashboard`);
    for (const from of ELSEWHERE) {
      await test.step(JSON.stringify(from), async () => {
        await page.goto(linkTo(from), { waitUntil: 'commit' });
        await expect(page).toHaveURL(`${portal.url}/dashboard`);
      });
    }
    expect(left).toEqual([]);
  },
);

test('no password stays in the browser, and a token only in its tab', { tag: '@3.2' }, async ({ page, portal }) => {
  await page.goto('/login');
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/dashboard$/);
  const stored = await page.evaluate(() => ({ tab: { ...sessionStorage }, browser: { ...localStorage } }));
  for (const secret of [portal.password, portal.email, 'Demo']) expect(JSON.stringify(stored)).not.toContain(secret);
  const token = stored.tab['tidewaiter.token'] ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(stored.browser)).not.toContain(token);
});

test('a new tab is signed in too, until somebody logs out', {
  tag: ['@2.7', '@4.32', '@8.8'],
}, async ({ page, context, portal }) => {
  const calls = callsOf(page);
  await page.goto('/login');
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/dashboard$/);
  const second = await context.newPage();
  await second.goto(searchLink());
  await expect(second.getByRole('heading', { name: /cotton/ })).toBeVisible();

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

  // What the header fetches by itself may have told the tab already: its alert then lies over the button, until it is read.
  await second.getByRole('button', { name: /^HS Code/ }).dispatchEvent('click');
  const oops = second.getByRole('alertdialog', { name: 'Oops!' });
  await expect(oops.or(second.getByRole('heading', { name: 'Sign in' }))).toBeVisible();
  if (await oops.isVisible()) await oops.getByRole('button', { name: 'OK' }).click();
  await expect(second).toHaveURL(/\/login/);
});

test('a session that the server ends is said so, and signing in leads back', DEEP, async ({ page, portal }) => {
  await page.goto('/login');
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(searchLink());
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
  const { token, user } = await page.evaluate(() => ({
    token: sessionStorage.getItem('tidewaiter.token'),
    user: JSON.parse(localStorage.getItem('tidewaiter.user') ?? '{}'),
  }));
  const client = createClient({ baseUrl: portal.url, credential: 'tidewaiter-web:', token: () => token });
  await client.logout({ userId: user.userid, loginId: user.loginId, sessionId: user.sessionId });

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
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/list1\?.*q=cotton.*sort=hs_code/);
});

test('a session that was ended elsewhere is noticed by a screen that nobody touches', {
  tag: ['@4.33', '@8.10'],
}, async ({ page, portal }) => {
  await page.clock.install();
  await page.goto('/login');
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/dashboard$/);
  const { token, user } = await page.evaluate(() => ({
    token: sessionStorage.getItem('tidewaiter.token'),
    user: JSON.parse(localStorage.getItem('tidewaiter.user') ?? '{}'),
  }));
  const client = createClient({ baseUrl: portal.url, credential: 'tidewaiter-web:', token: () => token });
  await client.logout({ userId: user.userid, loginId: user.loginId, sessionId: user.sessionId });
  await page.clock.fastForward(SESSION.pollMs);
  const oops = page.getByRole('alertdialog', { name: 'Oops!' });
  await expect(oops).toContainText('Session Timeout');
  await oops.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a log out that fails says so and leaves the person signed in', { tag: '@8.9' }, async ({ page, portal }) => {
  await page.goto('/login');
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/dashboard$/);
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

test('"Keep me logged in" outlives the browser, and its absence does not', DEEP, async ({ browser, portal }) => {
  for (const keep of [true, false]) {
    const context = await browser.newContext({ baseURL: portal.url });
    const page = await context.newPage();
    await page.goto('/login');
    await signIn(page, portal, keep);
    await expect(page).toHaveURL(/\/dashboard$/);
    const [cookie] = await context.cookies(`${portal.url}/user-management/session/restore`);
    expect(cookie?.httpOnly).toBe(true);
    // A cookie without an expiry goes with the browser.
    expect((cookie?.expires ?? 0) > 0).toBe(keep);
    await context.close();
  }
});

visit(
  'maintenance closes the sign-in screen with its message; any address that is none leads there too',
  {
    tag: ['@2.5', '@2.22', '@6.14'],
  },
  async ({ page, portal, open }) => {
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
      await expect(page, path).toHaveURL(/\/maintenance$/);
    }
  },
);
