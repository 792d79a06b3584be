/**
 * What a point of the specification is checked in: a running portal with demo records, the browsers and the callers of it. A point is a test
 * whose title is its number and what the specification asks, in our words, with what it prints to the letter. A number, once given, stays.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openAccount, type Person } from '../src/accounts.js';
import type { Portal } from '../src/portal.js';
import { test as base, settled } from '../src/test.js';
import { Caller } from './caller.js';

interface PerPoint {
  /** Opens an address in `page` as the demo account. */
  open(address: string): Promise<Page>;
}

interface PerWorker {
  portal: Portal;
  /** What a browser keeps of the demo account's session. */
  session: Awaited<ReturnType<BrowserContext['storageState']>>;
  /** Calls the portal as the demo account. */
  demo: Caller;
  /** Opens another main account, on a plan, with whatever else the operator's command takes, and calls the portal as it. */
  account(plan?: string, ...options: string[]): Promise<Caller & Person>;
  /**
   * A page of the demo account that is only looked at: whoever looks at the same address next finds it as it is. Wide enough for
   * everything that a screen has.
   */
  look(address: string): Promise<Page>;
}

/** Waits until the question of a screen has been answered, and all of the screen is here: an answer says of which data version it is. */
export async function answered(page: Page): Promise<void> {
  await page
    .getByText(/data version \d+/)
    .first()
    .waitFor();
  await settled(page);
}

export const test = base.extend<PerPoint, Omit<PerWorker, 'portal' | 'session'>>({
  // What a page logs is a test's business; a point that needs no page opens none.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape to know what a fixture needs
  quietConsole: async ({}, use) => use(undefined),

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

  demo: [async ({ portal }, use) => use(await Caller.signIn(portal.url, portal)), { scope: 'worker' }],

  account: [
    async ({ portal }, use) => {
      await use(async (plan = 'SME', ...options) => {
        const person = await openAccount(portal, `${randomUUID()}@conformance.example`, plan, ...options);
        return Object.assign(await Caller.signIn(portal.url, person), person);
      });
    },
    { scope: 'worker' },
  ],

  look: [
    async ({ browser, portal, session }, use) => {
      const context = await browser.newContext({
        baseURL: portal.url,
        storageState: session,
        viewport: { width: 1920, height: 1080 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      let shown = '';
      await use(async (address) => {
        if (address !== shown) await page.goto(address);
        if (/^\/(list1|analysis)\?/.test(address)) await answered(page);
        else {
          await page.getByRole('heading').first().waitFor();
          await settled(page);
        }
        shown = address;
        return page;
      });
      await context.close();
    },
    { scope: 'worker' },
  ],
});

const DEVIATIONS = readFileSync(new URL('../../docs/deviations.md', import.meta.url), 'utf8');

/**
 * Says that the product leaves the sentence: what follows is a check of what it does in its place.
 *
 * @param line the first cell of the line in `docs/deviations.md` that says where and why
 */
export function differs(line: string): void {
  expect(DEVIATIONS, 'docs/deviations.md has no line of this deviation').toContain(`\n| ${line} |`);
  test.info().annotations.push({ type: 'deviation', description: line });
}

export { expect };
