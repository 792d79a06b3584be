/** SPEC 2: routes, header and footer, and the screens of visitors. */
import { enter, mailed, PASSWORD } from '../../src/accounts.js';
import { startPortal } from '../../src/portal.js';
import { signIn } from '../../src/test.js';
import type { Points } from '../point.js';
import { button, counter, main } from '../screens.js';
import { expect } from '../surroundings.js';

const PROTECTED = [
  ...['/list', '/list1', '/analysis', '/dashboard', '/select-package', '/workspace', '/exchange', '/profile'],
  ...['/savecontact', '/users', '/searchlog', '/downloadlog', '/subscriptions', '/indepthAnalysis'],
];

export const ROUTES: Points = {
  '2.1': {
    says: '/ and /login are the same sign-in screen.',
    check: async ({ page }) => {
      for (const path of ['/', '/login']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      }
    },
  },
  '2.2': {
    says: '/signup, /reset and /maintenance are open to everybody.',
    check: async ({ page }) => {
      for (const path of ['/signup', '/reset', '/maintenance']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(path);
      }
    },
  },
  '2.3': {
    says: `Without a session ${PROTECTED.join(', ')} lead to /login, which is told where somebody came from.`,
    check: async ({ page }) => {
      for (const path of PROTECTED) {
        await page.goto(path);
        await expect(page, path).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}`));
      }
    },
  },
  '2.4': {
    says: 'With a session each of them opens, within the shared header and footer.',
    check: async ({ look }) => {
      for (const path of PROTECTED) {
        const page = await look(path);
        await expect(page, path).not.toHaveURL(/login|maintenance/);
        await expect(page.getByRole('banner'), path).toBeVisible();
        await expect(page.getByRole('contentinfo'), path).toBeAttached();
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      }
    },
  },
  '2.5': {
    says: 'Matches are exact, and any other path leads to /maintenance.',
    check: async ({ page, open }) => {
      await open('/profile');
      for (const path of ['/list1/more', '/dashboards', '/no/such/screen', '/exchange/1']) {
        await page.goto(path);
        await expect(page, path).toHaveURL(/\/maintenance$/);
      }
    },
  },
  '2.6': {
    says: 'A protected route opens only while a session id is in local storage.',
    check: async ({ page, open }) => {
      await open('/profile');
      await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
      await page.evaluate(() => localStorage.clear());
      await page.goto('/profile');
      await expect(page).toHaveURL(/\/login/);
    },
  },
  '2.7': {
    says: 'A protected route opens only while the session token is in session storage.',
    differs: "A session is the tab's storage",
    check: async ({ page, open }) => {
      await open('/profile');
      await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem('tidewaiter.token'))).toMatch(/^[\w-]{43}$/);
      // Another tab has no token, and is given one for the cookie.
      const tab = await page.context().newPage();
      await tab.goto('/profile');
      await expect(tab.getByRole('heading', { name: 'Profile' })).toBeVisible();
      await tab.close();
    },
  },
  '2.8': {
    says: '/terms-and-conditions and /news-details, which other screens link to, are there.',
    check: async ({ look }) => {
      for (const path of ['/terms-and-conditions', '/news-details']) {
        const page = await look(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(path);
      }
    },
  },
  '2.9': {
    says: 'The header has Dashboard (/exchange), Workspace, Save Contact, Users, Search History (/searchlog), Download History (/downloadlog), Subsciptions (/subscriptions) and Search Global Data (/list1), in these words.',
    check: async ({ look }) => {
      const page = await look('/profile');
      for (const [name, href] of Object.entries({
        ...{ Dashboard: '/exchange', Workspace: '/workspace', 'Save Contact': '/savecontact', Users: '/users' },
        ...{ 'Search History': '/searchlog', 'Download History': '/downloadlog', Subsciptions: '/subscriptions' },
        ...{ 'Search Global Data': '/list1' },
      }))
        await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    },
  },
  '2.10': {
    says: 'The header has these entries and no others.',
    differs: "The header's entries",
    check: async ({ look }) => {
      const links = main(await look('/profile')).getByRole('link');
      expect(await links.allTextContents()).toEqual([
        ...['Search Global Data', 'Dashboard', 'Workspace', 'Save Contact', 'Search History', 'Download History'],
        ...['Data Coverage', 'Users', 'Subsciptions', 'Help Center'],
      ]);
    },
  },
  '2.11': {
    says: "The header's Help Center is a placeholder.",
    differs: 'Help Center is a placeholder link',
    check: async ({ look }) => {
      const link = main(await look('/profile')).getByRole('link', { name: 'Help Center' });
      await expect(link).toHaveAttribute('href', '/help');
    },
  },
  '2.12': {
    says: 'Users is shown to main accounts only, whose upline id is 0.',
    check: async ({ page, portal, account, demo }) => {
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
    },
  },
  '2.13': {
    says: "The header counts the remaining downloads: a sub-user's own limit, the subscription's for a main account.",
    check: async ({ page, account }) => {
      const owner = await account('Startup', '--expires', '2030-01-31');
      const { body } = await owner.get('/user-management/user-subscription/activelist', { userId: owner.user.userid });
      await enter(page, owner);
      const limit = body.userSubscriptionList[0].downloadLimit;
      await expect(counter(page, 'downloads')).toHaveText(limit.toLocaleString('en-IN'));
      await expect(page.getByRole('link', { name: /^Remaining downloads [\d,]+ Remaining searches / })).toBeVisible();
    },
  },
  '2.14': {
    says: 'The header counts the remaining searches (queryPerDay).',
    check: async ({ page, account }) => {
      const owner = await account('Startup');
      const { body } = await owner.get('/user-management/user-subscription/activelist', { userId: owner.user.userid });
      await enter(page, owner);
      await expect(counter(page, 'searches')).toHaveText(String(body.userSubscriptionList[0].queryPerDay));
    },
  },
  '2.15': {
    says: 'The profile menu has Profile (/profile) and Log Out.',
    differs: 'The profile menu has Profile and Log Out',
    check: async ({ page, open }) => {
      await open('/news-details');
      await page.getByRole('button', { name: /^Profile menu/ }).click();
      await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Users', 'Subsciptions', 'Log Out']);
      await page.getByRole('menuitem', { name: 'Profile' }).click();
      await expect(page).toHaveURL(/\/profile$/);
    },
  },
  '2.16': {
    says: 'The footer has a copyright line.',
    check: async ({ look }) => {
      await expect((await look('/profile')).getByRole('contentinfo')).toContainText(
        `© ${new Date().getFullYear()} Tidewaiter. All rights reserved.`,
      );
    },
  },
  '2.17': {
    says: "The footer embeds an external provider's chat widget.",
    differs: "An external provider's chat widget is embedded",
    check: async ({ portal, request }) => {
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
    },
  },
  '2.18': {
    says: '/login asks for e-mail and password, whose characters can be shown and hidden, and has Keep me logged in.',
    check: async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByLabel('Email')).toBeVisible();
      const password = page.getByLabel('Password', { exact: true });
      await expect(password).toHaveAttribute('type', 'password');
      await button(page, 'Show or hide the typed characters').click();
      await expect(password).toHaveAttribute('type', 'text');
      await button(page, 'Show or hide the typed characters').click();
      await expect(password).toHaveAttribute('type', 'password');
      await expect(page.getByRole('checkbox', { name: 'Keep me logged in' })).toBeVisible();
    },
  },
  '2.19': {
    says: '/login links to Forgot Password (/reset) and Sign Up (/signup).',
    check: async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/reset');
      await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
    },
  },
  '2.20': {
    says: "/login shows a What's New block.",
    check: async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('complementary', { name: 'What’s New' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  '2.21': {
    says: 'Where there is a session, /login goes on to /dashboard.',
    check: async ({ page, open }) => {
      await open('/profile');
      await page.goto('/login');
      await expect(page).toHaveURL(/\/dashboard$/);
    },
  },
  '2.22': {
    says: 'While the site is in maintenance, /login goes to /maintenance, which shows the site message and Back to Home.',
    check: async ({ page, portal }) => {
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
    },
  },
  '2.23': {
    says: "/login asks a public service for the client's address.",
    differs: 'The client finds its public address from an outside service and sends it',
    check: async ({ page, portal }) => {
      const outside: string[] = [];
      page.on('request', (one) => {
        if (!one.url().startsWith(portal.url) && !one.url().startsWith('data:')) outside.push(one.url());
      });
      await page.goto('/login', { waitUntil: 'networkidle' });
      expect(outside).toEqual([]);
    },
  },
  '2.24': {
    says: '/reset asks for an e-mail address, then the one-time password, then new and confirm password, and leads back to /login.',
    check: async ({ page, portal, account }) => {
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
    },
  },
  '2.25': {
    says: '/signup has a link to /terms-and-conditions, a checkbox for the terms and a captcha; success leads to /login.',
    check: async ({ page }) => {
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
    },
  },
  '2.26': {
    says: "The pricing page is headed 'Pick a plan' and has the plans Free, Startup and SME.",
    check: async ({ page }) => {
      await page.goto('/pricing');
      await expect(page.getByRole('heading', { name: 'Pick a plan' })).toBeVisible();
      for (const name of ['Free', 'Startup', 'SME'])
        await expect(page.getByRole('listitem').getByRole('heading', { name, exact: true })).toBeVisible();
    },
  },
  '2.27': {
    says: 'The pricing page answers two questions, one of them with a database of 81 countries.',
    check: async ({ page }) => {
      await page.goto('/pricing');
      await expect(page.getByRole('definition')).toHaveCount(2);
      await expect(page.getByRole('definition').filter({ hasText: '81 countries' })).toHaveCount(1);
    },
  },
  '2.28': {
    says: 'Get Started on the pricing page goes to /signup.',
    check: async ({ page }) => {
      await page.goto('/pricing');
      await page
        .getByRole('link', { name: /^Get Started/ })
        .first()
        .click();
      await expect(page).toHaveURL(/\/signup$/);
    },
  },
};
