/** The analysis of a search, as its suites open it and read it. */
import type { Locator, Page } from '@playwright/test';
import { expect, searchLink, settled } from './test.js';

export const analysisLink = (changes: Record<string, string> = {}) =>
  searchLink(changes).replace('/list1', '/analysis');

export const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

const analysis = (page: Page) => page.getByRole('region', { name: 'Analysis', exact: true });

const facts = (page: Page) => analysis(page).getByRole('status').first();

export const pills = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');

export const rows = (within: Locator) => within.locator('tbody tr');

export const item = (within: Locator) => within.locator('tbody tr[data-kind="item"]');

export const details = (page: Page) => page.getByRole('dialog', { name: 'Details' });

/** Waits until all of the analysis is of what is asked: the panels follow bit by bit, and are as settled before as afterwards. */
async function drawn(page: Page): Promise<void> {
  await expect(page.locator('[aria-label="Analysis"][aria-busy]')).toHaveCount(0);
  await settled(page);
}

/** Opens an analysis, and waits until all of it is here. */
export async function openAnalysis(page: Page, changes: Record<string, string> = {}): Promise<void> {
  await page.goto(analysisLink(changes));
  await expect(facts(page)).toContainText('data version');
  await drawn(page);
}

/** The shipments that the analysis is about. */
export async function analysed(page: Page): Promise<number> {
  await expect(facts(page)).toContainText('shipment');
  await drawn(page);
  return Number(/([\d,]+) shipment/.exec((await facts(page).textContent()) ?? '')?.[1]?.replaceAll(',', ''));
}

/** The calls of the panels. */
export const BREAKDOWNS = [
  ...['listmonthwise', 'listimporters', 'listexporters', 'listforeignports', 'listindianports', 'listhscodes'],
  ...['listforeigncountries', 'listindiancities'],
];

/** What the screen asks of the portal from now on: the last parts of the paths, and the payloads. */
export function asked(page: Page): { call: string; payload: Record<string, unknown> }[] {
  const calls: { call: string; payload: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/search-management/'))
      calls.push({ call: pathname.slice(19), payload: request.postDataJSON() ?? {} });
  });
  return calls;
}
