/** What a visit fetches and shows of which nothing is kept by the browser: how large it is, and what is seen before it is whole. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import {
  DEEP,
  expect,
  expectAccessible,
  hold,
  LOOKS,
  lookAt,
  picture,
  searchLink,
  signedInTest,
  slow,
  test,
} from './test.js';
import { linkTo } from './visits.js';

/** Opens a screen whose scripts are all fetched, and sums their bytes as they come compressed. */
async function scriptBytes(context: BrowserContext, address: string, isThere: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    // A worker draws nothing.
    if (/\.js$/.test(response.url()) && !response.url().includes('-worker-'))
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(address);
  await isThere(page);
  // A worker's own requests may never be told to have ended: it is waited until no script comes any more.
  for (let before = -1; before !== sizes.length; await sleep(1000)) before = sizes.length;
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  expect(total).toBeGreaterThan(50_000);
  return total;
}

test('the sign-in screen loads at most 117 kB of compressed JavaScript', async ({ context }) => {
  const total = await scriptBytes(context, '/login', async (page) => {
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  });
  expect(total).toBeLessThanOrEqual(117_000);
});

test(
  'sign-up and a new password load no router: at most 164 kB and 154 kB of compressed JavaScript',
  DEEP,
  async ({ context }) => {
    const signUp = await scriptBytes(context, '/signup', async (page) => {
      await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible();
    });
    expect(signUp).toBeLessThanOrEqual(164_000);
    const reset = await scriptBytes(context, '/reset', async (page) => {
      await expect(page.getByRole('button', { name: 'Send one-time password' })).toBeVisible();
    });
    expect(reset).toBeLessThanOrEqual(154_000);
  },
);

test('who turns back while the next screen is still on its way is heard', DEEP, async ({ page }) => {
  await page.goto('/signup');
  await slow(page);
  await page.getByRole('link', { name: 'See the plans' }).click();
  await page.waitForURL(/\/pricing$/, { waitUntil: 'commit' });
  await page.evaluate(() => window.history.back());
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pick a plan' })).toHaveCount(0);
});

test(
  'a mailed link that is opened over another is followed, and its secret leaves the address',
  DEEP,
  async ({ page }) => {
    await page.goto('/reset');
    await expectAccessible(page);
    await page.evaluate(() => {
      window.location.hash = 'token=none';
    });
    await expect(page.getByRole('heading', { name: 'Set your password' })).toBeVisible();
    await expect(page).toHaveURL(/\/reset$/);
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  },
);

signedInTest('the search screen loads at most 288 kB of compressed JavaScript', async ({ context }) => {
  const total = await scriptBytes(context, searchLink(), async (page) => {
    await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible();
  });
  expect(total).toBeLessThanOrEqual(288_000);
});

signedInTest(
  'the frame can be read before any of the application has come, and gives way to it',
  DEEP,
  async ({ page }) => {
    const letThrough = await hold(page, /\/assets\/.*\.js$/);
    await page.goto('/coverage', { waitUntil: 'commit' });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByRole('link', { name: 'Search Global Data' })).toBeVisible();
    // Its letters are waited for a tenth of a second, in another face's room.
    await page.evaluate(() => document.fonts.ready);
    const before = await navigation.getByRole('link', { name: 'Help Center' }).boundingBox();
    await picture(page, 'frame');
    letThrough();
    await expect(page.getByRole('heading', { name: 'Data Coverage' })).toBeVisible();
    await expect(page.locator('#frame')).toHaveCount(0);
    // Nothing moves when the application takes over.
    expect(await navigation.getByRole('link', { name: 'Help Center' }).boundingBox()).toEqual(before);
    await expectAccessible(page);
  },
);

/** Where the words of the sign-in screen stand, drawn by the page or by the application. */
const wordsAtDoor = (page: Page) =>
  page.evaluate(() => {
    const found: [string, number, number][] = [];
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = node.textContent?.trim();
      if (!words) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { x, y, height } = range.getBoundingClientRect();
      if (height > 0) found.push([words, Math.round(x), Math.round(y + height / 2)]);
    }
    return found;
  });

test('a stranger fills in the sign-in screen before any of the application has come, and it goes on in its place', async ({
  page,
}) => {
  const letThrough = await hold(page, /\/assets\/.*\.js$/);
  const email = page.getByLabel('Email');
  for (const look of LOOKS) {
    await lookAt(page, look);
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible();
    // What is only drawn is not read out.
    await expect(page.getByRole('button')).toHaveText(['Sign In']);
    await picture(page, `door-${look.name}`);
    await expectAccessible(page);
  }
  await page.evaluate(() => document.fonts.ready);
  const before = await wordsAtDoor(page);
  expect(before).toHaveLength(11);
  await email.fill('somebody');
  letThrough();
  await expect(page.getByRole('button', { name: 'Show or hide the typed characters' })).toBeVisible();
  await expect(email).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(1);
  expect(await wordsAtDoor(page)).toEqual(before);
  await page.keyboard.type('@example.com');
  await expect(email).toHaveValue('somebody@example.com');
  await expectAccessible(page);
});

test('who presses Sign In before the application has come is signed in once it has', async ({ page, portal }) => {
  const letThrough = await hold(page, /\/assets\/.*\.js$/);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(portal.email);
  await page.getByLabel('Password').fill('not it at all');
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('form', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(/\/login$/);
  letThrough();
  await expect(page.getByRole('alert')).toHaveText('Invalid login, please try again.');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(portal.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('nobody is shown the frame of somebody else on their way', DEEP, async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto('/list1', { waitUntil: 'commit' });
  await expect(page.locator('#frame')).toBeHidden();
  await page.addInitScript(() => localStorage.setItem('tidewaiter.sessionId', 'a session of former days'));
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('#frame')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeHidden();
});

signedInTest('the analysis loads at most 420 kB of compressed JavaScript', DEEP, async ({ context }) => {
  const total = await scriptBytes(context, linkTo('/analysis'), (page) =>
    expect(page.locator('canvas').first()).toBeVisible(),
  );
  expect(total).toBeLessThanOrEqual(420_000);
});

signedInTest('a slow line carries no typeface', DEEP, async ({ page, context }) => {
  const network = await context.newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } });
  });
  const faces: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') faces.push(request.url());
  });
  await page.goto('/coverage', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: 'Data Coverage' })).toBeVisible();
  expect(faces).toEqual([]);
});
