/** Questions that find demo records, their links, and parts of screens that several sections look at. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './surroundings.js';

/** The question that most points ask: several pages of records of four countries. */
export const COTTON = {
  ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton'] },
  ...{ countryCode: ['IND', 'USA', 'VNM', 'MEX'], fromDate: '2024-01-01', toDate: '2026-10-31' },
};
export const COTTON_EXPORTS = { ...COTTON, tradeType: 'EXPORT' };
export const INDIAN_COTTON = { ...COTTON, countryCode: ['IND'] };

/** The address of a question on a screen. */
export function linkTo(screen: string, changes: Record<string, string> = {}, countries = COTTON.countryCode): string {
  const asked = { trade: 'IMPORT', by: 'PRODUCT', q: 'cotton', from: '2024-01-01', to: '2026-10-31', ...changes };
  const link = new URLSearchParams(asked);
  for (const country of countries) link.append('country', country);
  return `${screen}?${link}`;
}

export const LIST = linkTo('/list1');
export const ANALYSIS = linkTo('/analysis');
export const INDIAN_ANALYSIS = linkTo('/analysis', {}, ['IND']);
/** A question that no record answers. */
export const NOTHING = linkTo('/list1', { q: 'no such product at all' });

export const region = (within: Page | Locator, name: string) => within.getByRole('region', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const alertOf = (page: Page, title = 'Oops!') => page.getByRole('alertdialog', { name: title, exact: true });
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
export const main = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first();
export const counter = (page: Page, of: 'downloads' | 'searches') => page.locator(`[data-counter="${of}"]`);

export async function expectAlert(page: Page, message: string, title = 'Oops!'): Promise<void> {
  await expect(alertOf(page, title)).toContainText(message);
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
export async function breakCall(page: Page, path: string, errorMsg = 'Out of order'): Promise<void> {
  await page.route(`**${path}*`, (route) => route.fulfill({ status: 500, json: { errorCode: 'INTERNAL', errorMsg } }));
}
