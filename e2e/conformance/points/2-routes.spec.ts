/** SPEC 2: routes, header and footer, and the screens of visitors. */
import { enter, mailed, PASSWORD } from '../../src/accounts.js';
import { startPortal } from '../../src/portal.js';
import { signIn } from '../../src/test.js';
import { button, counter, main } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

const PROTECTED = [
  ...['/list', '/list1', '/analysis', '/dashboard', '/select-package', '/workspace', '/exchange', '/profile'],
  ...['/savecontact', '/users', '/searchlog', '/downloadlog', '/subscriptions', '/indepthAnalysis'],
];

test('2.1 / and /login are the same sign-in screen.', async ({ page }) => {
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }
});

test('2.2 /signup, /reset and /maintenance are open to everybody.', async ({ page }) => {
  for (const path of ['/signup', '/reset', '/maintenance']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test(`2.3 Without a session ${PROTECTED.join(', ')} lead to /login, which is told where somebody came from.`, async ({
  page,
}) => {
  for (const path of PROTECTED) {
    await page.goto(path);
    await expect(page, path).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}`));
  }
});

test('2.4 With a session each of them opens, within the shared header and footer.', async ({ look }) => {
  for (const path of PROTECTED) {
    const page = await look(path);
    await expect(page, path).not.toHaveURL(/login|maintenance/);
    await expect(page.getByRole('banner'), path).toBeVisible();
    await expect(page.getByRole('contentinfo'), path).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
});

test('2.5 Matches are exact, and any other path leads to /maintenance.', async ({ page, open }) => {
  await open('/profile');
  for (const path of ['/list1/more', '/dashboards', '/no/such/screen', '/exchange/1']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/maintenance$/);
  }
});

test('2.6 A protected route opens only while a session id is in local storage.', async ({ page, open }) => {
  await open('/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
});

test('2.7 A protected route opens only while the session token is in session storage.', async ({ page, open }) => {
  differs("A session is the tab's storage");
  await open('/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('tidewaiter.token'))).toMatch(/^[\w-]{43}$/);
  // Another tab has no token, and is given one for the cookie.
  const tab = await page.context().newPage();
  await tab.goto('/profile');
  await expect(tab.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await tab.close();
});

test('2.8 /terms-and-conditions and /news-details, which other screens link to, are there.', async ({ look }) => {
  for (const path of ['/terms-and-conditions', '/news-details']) {
    const page = await look(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('2.9 The header has Dashboard (/exchange), Workspace, Save Contact, Users, Search History (/searchlog), Download History (/downloadlog), Subsciptions (/subscriptions) and Search Global Data (/list1), in these words.', async ({
  look,
}) => {
  const page = await look('/profile');
  for (const [name, href] of Object.entries({
    ...{ Dashboard: '/exchange', Workspace: '/workspace', 'Save Contact': '/savecontact', Users: '/users' },
    ...{ 'Search History': '/searchlog', 'Download History': '/downloadlog', Subsciptions: '/subscriptions' },
    ...{ 'Search Global Data': '/list1' },
  }))
    await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
});

test('2.10 The header has these entries and no others.', async ({ look }) => {
  differs("The header's entries");
  const links = main(await look('/profile')).getByRole('link');
  expect(await links.allTextContents()).toEqual([
    ...['Search Global Data', 'Dashboard', 'Workspace', 'Save Contact', 'Search History', 'Download History'],
    ...['Data Coverage', 'Users', 'Subsciptions', 'Help Center'],
  ]);
});

test("2.11 The header's Help Center is a placeholder.", async ({ look }) => {
  differs('Help Center is a placeholder link');
  const link = main(await look('/profile')).getByRole('link', { name: 'Help Center' });
  await expect(link).toHaveAttribute('href', '/help');
});

test('2.12 Users is shown to main accounts only, whose upline id is 0.', async ({ page, portal, account, demo }) => {
  expect(demo.user.uplineId).toBe(0);
  const owner = await account('Startup');
  const email = `sub.of.${owner.email}`;
  await owner.post('/user-management/user/subuser', {
    ...{ firstname: 'Sub', lastname: 'User', email, mobile: '030 7654321', downloadLimit: 700 },
  });
  await page.goto(await mailed(portal, email, /(\/reset#token=\S+)/));
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await button(page, 'Set password').click();
  await expect(page).toHaveURL(/\/login$/);
  await enter(page, { email, password: PASSWORD });
  await expect(main(page).getByRole('link', { name: 'Workspace' })).toBeVisible();
  await expect(page.locator('a[href="/users"]')).toHaveCount(0);
  // And their counter is of the limit that their owner has set.
  await expect(counter(page, 'downloads')).toHaveText('700');
});

test("2.13 The header counts the remaining downloads: a sub-user's own limit, the subscription's for a main account.", async ({
  page,
  account,
}) => {
  const owner = await account('Startup', '--expires', '2030-01-31');
  const { body } = await owner.get('/user-management/user-subscription/activelist', { userId: owner.user.userid });
  await enter(page, owner);
  const limit = body.userSubscriptionList[0].downloadLimit;
  await expect(counter(page, 'downloads')).toHaveText(limit.toLocaleString('en-IN'));
  await expect(page.getByRole('link', { name: /^Remaining downloads [\d,]+ Remaining searches / })).toBeVisible();
});

test('2.14 The header counts the remaining searches (queryPerDay).', async ({ page, account }) => {
  const owner = await account('Startup');
  const { body } = await owner.get('/user-management/user-subscription/activelist', { userId: owner.user.userid });
  await enter(page, owner);
  await expect(counter(page, 'searches')).toHaveText(String(body.userSubscriptionList[0].queryPerDay));
});

test('2.15 The profile menu has Profile (/profile) and Log Out.', async ({ page, open }) => {
  differs('The profile menu has Profile and Log Out');
  await open('/news-details');
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Users', 'Subsciptions', 'Log Out']);
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
});

test('2.16 The footer has a copyright line.', async ({ look }) => {
  await expect((await look('/profile')).getByRole('contentinfo')).toContainText(
    `© ${new Date().getFullYear()} Tidewaiter. All rights reserved.`,
  );
});

test("2.17 The footer embeds an external provider's chat widget.", async ({ portal, request }) => {
  differs("An external provider's chat widget is embedded");
  expect(await (await request.get('/login')).text()).not.toMatch(/<script[^>]+src="https?:/);
  const chatting = await startPortal({ CHAT_WIDGET_URL: 'https://chat.example/widget.js' });
  try {
    expect(chatting.url).not.toBe(portal.url);
    const answer = await request.get(`${chatting.url}/profile`);
    expect(await answer.text()).toContain('https://chat.example/widget.js');
    expect(answer.headers()['content-security-policy']).toContain('https://chat.example');
  } finally {
    await chatting.stop();
  }
});

test('2.18 /login asks for e-mail and password, whose characters can be shown and hidden, and has Keep me logged in.', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await button(page, 'Show or hide the typed characters').click();
  await expect(password).toHaveAttribute('type', 'text');
  await button(page, 'Show or hide the typed characters').click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(page.getByRole('checkbox', { name: 'Keep me logged in' })).toBeVisible();
});

test('2.19 /login links to Forgot Password (/reset) and Sign Up (/signup).', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/reset');
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
});

test("2.20 /login shows a What's New block.", async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('complementary', { name: 'What’s New' }).getByRole('listitem').first()).toBeVisible();
});

test('2.21 Where there is a session, /login goes on to /dashboard.', async ({ page, open }) => {
  await open('/profile');
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('2.22 While the site is in maintenance, /login goes to /maintenance, which shows the site message and Back to Home.', async ({
  page,
  portal,
}) => {
  await portal.command('maintenance', 'on', '--message', 'Back at noon.');
  try {
    await page.goto('/login');
    await expect(page).toHaveURL(/\/maintenance/);
    await expect(page.getByText('Back at noon.')).toBeVisible();
  } finally {
    await portal.command('maintenance', 'off');
  }
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("2.23 /login asks a public service for the client's address.", async ({ page, portal }) => {
  differs('The client finds its public address from an outside service and sends it');
  const outside: string[] = [];
  page.on('request', (one) => {
    if (!one.url().startsWith(portal.url) && !one.url().startsWith('data:')) outside.push(one.url());
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  expect(outside).toEqual([]);
});

test('2.24 /reset asks for an e-mail address, then the one-time password, then new and confirm password, and leads back to /login.', async ({
  page,
  portal,
  account,
}) => {
  const { email } = await account();
  await page.goto('/reset');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send one-time password').click();
  await page.getByLabel('One-time password').fill(await mailed(portal, email, /one-time password is (\d+)/));
  await button(page, 'Continue').click();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await button(page, 'Set password').click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('2.25 /signup has a link to /terms-and-conditions, a checkbox for the terms and a captcha; success leads to /login.', async ({
  page,
}) => {
  await page.goto('/signup');
  await expect(page.getByRole('link', { name: /terms/i })).toHaveAttribute('href', '/terms-and-conditions');
  await expect(page.getByText('Your browser has solved the captcha.')).toBeVisible();
  for (const [label, text] of Object.entries({
    ...{ 'First name': 'First', 'Last name': 'Last', Email: 'signs.up@conformance.example' },
    ...{ 'Mobile number': '+49 30 1234567', 'Company name': 'Company' },
  }))
    await page.getByLabel(label).fill(text);
  await page.getByRole('checkbox').check();
  await button(page, 'Sign Up').click();
  await expect(page).toHaveURL(/\/login$/);
});

test("2.26 The pricing page is headed 'Pick a plan' and has the plans Free, Startup and SME.", async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { name: 'Pick a plan' })).toBeVisible();
  for (const name of ['Free', 'Startup', 'SME'])
    await expect(page.getByRole('listitem').getByRole('heading', { name, exact: true })).toBeVisible();
});

test('2.27 The pricing page answers two questions, one of them with a database of 81 countries.', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('definition')).toHaveCount(2);
  await expect(page.getByRole('definition').filter({ hasText: '81 countries' })).toHaveCount(1);
});

test('2.28 Get Started on the pricing page goes to /signup.', async ({ page }) => {
  await page.goto('/pricing');
  await page
    .getByRole('link', { name: /^Get Started/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/signup$/);
});
