import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';
import { openAccount, type Person } from './accounts.js';
import { Caller } from './caller.js';
import { type Portal, startPortal } from './portal.js';

/** A test of the deep tier: it runs when what it proves changes (`scripts/browser-suites.mjs`), in its slice, and in a deep run. */
export const DEEP = { tag: '@deep' };

/** WCAG 2.2 AA, and what axe counts as good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Pictures of the main states, to be looked at; the folder is ignored. */
const SCREENSHOTS = fileURLToPath(new URL('../../screenshots/', import.meta.url));

/** What the browser logs by itself: a refused call, of which tests that provoke one see what the screen says, and plain HTTP. */
const BROWSERS_OWN = ['Failed to load resource', 'The Cross-Origin-Opener-Policy header has been ignored'];

declare global {
  interface Window {
    /** Once it has been put into the page. */
    axe: typeof axe;
  }
}

export interface Fixtures {
  /** Opens an address in `page` as the demo account. */
  open(address: string): Promise<Page>;
  /** Fails the test when the page logs an error or throws, a refused style or script among them. */
  quietConsole: undefined;
  /** Says what the page shows when the test fails: where the output alone is kept, nobody sees its picture. */
  lastWords: undefined;
}

export interface RunFixtures {
  /** The running portal: one serves all tests of a run. */
  portal: Portal;
  /** What a browser keeps of the demo account's session. */
  session: SessionState;
  /** Calls the portal as the demo account. */
  demo: Caller;
  /** Opens another main account, on a plan, with whatever else the operator's command takes, and calls the portal as it. */
  account(plan?: string, ...options: string[]): Promise<Caller & Person>;
}

type SessionState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A test with a running portal, at which nobody is signed in. All tests have its fixtures of a run: others would need a portal of their own. */
export const test = base.extend<Fixtures, RunFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape to know what a fixture needs
    async ({}, use) => {
      const portal = await startPortal({ WEBHOOK_TARGETS: '127.0.0.1' });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  session: [
    async ({ browser, portal }, use) => {
      const page = await browser.newPage({ baseURL: portal.url });
      await page.goto('/login');
      await signIn(page, portal);
      await expect(page).toHaveURL(/\/dashboard$/);
      const session = await page.context().storageState();
      await page.close();
      await use(session);
    },
    { scope: 'worker' },
  ],
  demo: [async ({ portal }, use) => use(await Caller.signIn(portal.url, portal)), { scope: 'worker' }],
  account: [
    async ({ portal }, use) => {
      await use(async (plan = 'SME', ...options) => {
        const person = await openAccount(portal, `${randomUUID()}@company.example`, plan, ...options);
        return Object.assign(await Caller.signIn(portal.url, person), person);
      });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  open: async ({ page, context, session }, use) => {
    await use(async (address) => {
      await context.addCookies(session.cookies);
      // A page of the portal's that is not the application: one that is still starting would write its own session down.
      await page.goto('/mark.svg');
      await page.evaluate((kept) => {
        for (const { name, value } of kept) localStorage.setItem(name, value);
      }, session.origins[0]?.localStorage ?? []);
      await page.goto(address);
      return page;
    });
  },
  quietConsole: [
    async ({ page }, use) => {
      const noise: string[] = [];
      page.on('pageerror', (error) => noise.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !BROWSERS_OWN.some((start) => message.text().startsWith(start)))
          noise.push(message.text());
      });
      await use(undefined);
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
  lastWords: [
    async ({ page }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const shown = await page.locator('main, [role=dialog]').last().ariaSnapshot({ timeout: 5000 }).catch(String);
      process.stdout.write(`${testInfo.title} ended at ${page.url()}\n${shown.slice(0, 5000)}\n`);
    },
    { auto: true },
  ],
});

/** A test in whose browser the demo account is signed in already. It must not end that session: others go on with it. */
export const signedInTest = test.extend({ storageState: ({ session }, use) => use(session) });

export { expect };

/** Signs in on the sign-in screen that the page shows. */
export async function signIn(page: Page, person: Pick<Portal, 'email' | 'password'>, keep = false): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  if (keep) await page.getByRole('checkbox', { name: 'Keep me logged in' }).check();
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The texts that stand bare beside other nodes, which a browser that translates the page would take from React (decision 0102). */
const bareTexts = (page: Page) =>
  page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const bare: string[] = [];
    while (walk.nextNode()) {
      const { textContent, parentElement } = walk.currentNode;
      if (!textContent?.trim() || !parentElement || parentElement.childNodes.length === 1) continue;
      // Browsers translate nothing of these; a label of Mantine's stands as long as its asterisk.
      const left = 'script, style, svg, [translate=no], .mantine-InputWrapper-label[data-required]';
      if (!parentElement.closest(left)) bare.push(parentElement.outerHTML);
    }
    return bare;
  });

/**
 * Expects that axe finds nothing on the page as it stands, and that a browser can translate it. axe is put into a page once: put in anew for
 * each look, the browser would compile it each time, which took a third of its time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await bareTexts(page)).toEqual([]);
  // What was just opened is mounted in one frame, begins to fade in the next, and has its colours at the end.
  await page.evaluate(async () => {
    const fading = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    while (fading().length > 0) await Promise.allSettled(fading().map(({ finished }) => finished));
  });
  // A frame from elsewhere would not be looked into.
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (rules) => {
    const { violations } = await window.axe.run({
      runOnly: rules,
      resultTypes: ['violations'],
      // It would read all styles and media once more, for a rule on sounds alone: there are none.
      preload: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, RULES);
  expect(violations).toEqual([]);
}

/** A scheme and a size in which a screen is looked at. */
export interface Look {
  name: string;
  colorScheme: 'light' | 'dark';
  width: number;
  height: number;
}

const looks = (colorScheme: Look['colorScheme']): Look[] => [
  { name: `desktop-${colorScheme}`, colorScheme, width: 1440, height: 900 },
  { name: `tablet-${colorScheme}`, colorScheme, width: 1024, height: 768 },
  { name: `phone-${colorScheme}`, colorScheme, width: 390, height: 844 },
];

/** The two looks that have least in common; a deep run takes all. */
export const LOOKS: readonly Look[] = [...looks('light'), ...looks('dark')].filter(
  ({ name }) => process.env.TIDEWAITER_DEEP === '1' || ['desktop-light', 'phone-dark'].includes(name),
);

/** Where least fits: what opens otherwise on a phone is opened there. */
export const PHONE: Look = { name: 'phone-dark', colorScheme: 'dark', width: 390, height: 844 };

/** Shows the page in a look from now on. */
export async function lookAt(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
}

/** Expects that nothing is wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Expects that a table's box shows all of its columns, without being scrolled. */
export async function expectColumnsInSight(box: Locator): Promise<void> {
  await expect(box).toBeVisible();
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(1);
}

/** The words in a part of the page that are cut, at their side or below. */
export const cutWords = (part: Locator) =>
  part.evaluate((element) =>
    [element, ...element.querySelectorAll<HTMLElement>('*')]
      .filter((one) => getComputedStyle(one).overflowX === 'hidden' && one.clientWidth > 1)
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
      .map(({ textContent }) => textContent),
  );

/**
 * Expects of the page as it stands that axe finds nothing and that it fits, in every look, and takes a picture of each. The page
 * changes its look as it does in a person's hands, which costs a fifth of opening it anew. It ends in the desktop's.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  for (const look of LOOKS.toReversed()) {
    await lookAt(page, look);
    await expectAccessible(page);
    await expectFits(page);
    await picture(page, `${name}-${look.name}`);
  }
}

/** Takes a picture of a main state, in a deep run: nobody looks at those of every gate. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.TIDEWAITER_DEEP !== '1') return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png` });
}

/** Waits until all of the screen is here: nothing is dimmed, and nothing holds the place of what is to come. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-loading], [data-awaited], .mantine-Skeleton-root')).toHaveCount(0);
}

/** The link of a question that finds several pages of records. */
export function searchLink(changes: Record<string, string> = {}): string {
  const link = new URLSearchParams({
    trade: 'IMPORT',
    by: 'PRODUCT',
    q: 'cotton',
    from: '2024-01-01',
    to: '2026-10-31',
    ...changes,
  });
  for (const country of ['IND', 'USA', 'VNM', 'MEX']) link.append('country', country);
  return `/list1?${link}`;
}

/**
 * Holds back what a page asks of an address, so that a test sees what is shown meanwhile.
 *
 * @returns lets it through
 */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return () => letThrough();
}

/** Makes the browser's processor slow from now on, so that what a person does in between is in between. */
export async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 10 });
}

/** As browsers tell it, of which the language's own types know nothing yet. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; currentRect: DOMRectReadOnly }[];
}

/** Notes what moves on a page from when this is put into it: how much of the window that is, and what it says. */
export function noteMoves(): void {
  window.moves = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[]) {
      const what = sources.map(({ node, currentRect: { x, y } }) => `${node?.textContent?.slice(0, 40)} at ${x},${y}`);
      window.moves.push({ value, what });
    }
  }).observe({ type: 'layout-shift' });
}
