/**
 * What holds the product to its specification is tested in: people who call the portal, and questions that its records answer. A test that
 * proves points of the specification names them by its tags (`@5.12`); their sentences are in `points.json`.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, settled, test } from './test.js';

/** What calls answer: no page is opened. */
export const callTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape to know what a fixture needs
  quietConsole: async ({}, use) => use(undefined),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape to know what a fixture needs
  lastWords: async ({}, use) => use(undefined),
});

/** The question that most of them ask: several pages of records of four countries. */
export const COTTON = {
  ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton'] },
  ...{ countryCode: ['IND', 'USA', 'VNM', 'MEX'], fromDate: '2024-01-01', toDate: '2026-10-31' },
};
export const COTTON_EXPORTS = { ...COTTON, tradeType: 'EXPORT' };

/** The address of a question on a screen. */
export function linkTo(screen: string, changes: Record<string, string> = {}, countries = COTTON.countryCode): string {
  const asked = { trade: 'IMPORT', by: 'PRODUCT', q: 'cotton', from: '2024-01-01', to: '2026-10-31', ...changes };
  const link = new URLSearchParams(asked);
  for (const country of countries) link.append('country', country);
  return `${screen}?${link}`;
}

export const LIST = linkTo('/list1');
export const ANALYSIS = linkTo('/analysis');

export const region = (within: Page | Locator, name: string) => within.getByRole('region', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const alertOf = (page: Page, title = 'Oops!') => page.getByRole('alertdialog', { name: title, exact: true });
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** Waits until the question of a screen has been answered, and all of the screen is here: an answer says of which data version it is. */
export async function answered(page: Page): Promise<void> {
  await page
    .getByText(/data version \d+/)
    .first()
    .waitFor();
  await settled(page);
}

/** Expects an alert of these words, and closes it. */
export async function expectAlert(page: Page, message: string, title = 'Oops!'): Promise<void> {
  await expect(alertOf(page, title)).toContainText(message);
  await button(alertOf(page, title), 'OK').click();
  await expect(alertOf(page, title)).toBeHidden();
}

/** Goes to a screen as other screens do, with something in the navigation's state. */
export async function arriveWith(page: Page, address: string, state: Record<string, unknown>): Promise<void> {
  await page.evaluate(
    ([to, given]) => {
      const index = (history.state?.__TSR_index ?? 0) + 1;
      history.pushState({ ...given, __TSR_index: index, __TSR_key: crypto.randomUUID() }, '', to);
    },
    [address, state] as const,
  );
}

/** The calls that a page makes from now on: their paths and what they send. */
export function callsOf(
  page: Page,
): { path: string; sent: Record<string, unknown>; headers: Record<string, string> }[] {
  const calls: ReturnType<typeof callsOf> = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/[a-z]+-management\//.test(pathname)) return;
    const sent = request.method() === 'GET' ? {} : (request.postDataJSON() ?? {});
    calls.push({ path: pathname, sent, headers: request.headers() });
  });
  return calls;
}

/** Lets a call of the page fail as a portal does that is out of order. */
export async function breakCall(page: Page, path: string, body: object = OUT_OF_ORDER): Promise<void> {
  await page.route(`**${path}*`, (route) => route.fulfill({ status: 500, json: body }));
}
const OUT_OF_ORDER = { errorCode: 'INTERNAL', errorMsg: 'Out of order' };

/** Lets all calls of the page through again. */
export const mend = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' });

/** What a page asks of anybody but the portal. */
export function askedOutside(page: Page, url: string): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
  });
  return outside;
}
