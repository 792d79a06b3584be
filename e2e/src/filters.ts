import type { Locator, Page } from '@playwright/test';
import { expect, searchLink } from './test.js';

export const panel = (page: Page) => page.getByRole('region', { name: 'Filters' });
export const facet = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}\\b`) });
export const box = (within: Locator, name: string) => within.getByRole('checkbox', { name: `${name} (` });
export const pills = (page: Page) => page.getByRole('list', { name: 'Active filters' });
export const summary = (page: Page, label: string | RegExp) =>
  page
    .locator('dl[aria-label="Summary"] > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd');
export const searchesLeft = (page: Page) => page.locator('[data-counter="searches"]');

/** Opens the company's page that is asked for; what it costs is said first where nobody has paid for it today. */
export async function openCompanyPage(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'Open its page: one search' });
  await expect(open.or(page.getByRole('navigation', { name: 'Views of the company' }))).toBeVisible();
  if (await open.isVisible()) await open.click();
}

/** Opens a search, and waits until it has been answered. */
export async function openSearch(page: Page, changes: Record<string, string> = {}): Promise<void> {
  await page.goto(searchLink(changes));
  await expect(facts(page)).toContainText('data version');
}

/** The line that says how much was found. */
export const facts = (page: Page) =>
  page.getByRole('region', { name: 'Results', exact: true }).getByRole('status').first();

export async function found(page: Page): Promise<number> {
  await expect(facts(page)).toContainText('shipment');
  return Number(/([\d,]+) shipment/.exec((await facts(page).textContent()) ?? '')?.[1]?.replaceAll(',', ''));
}

/** A facet's values with their counts, once they are of the question that is asked. */
export async function valuesOf(list: Locator): Promise<{ name: string; records: number }[]> {
  await expect(list.getByRole('checkbox').first()).toBeVisible();
  await expect(list.locator('[data-loading]')).toHaveCount(0);
  const texts = await list.locator('label').allTextContents();
  return texts.map((text) => {
    const [, name = '', records = ''] = /^(.*) \(([\d,]+)\)/.exec(text) ?? [];
    return { name, records: Number(records.replaceAll(',', '')) };
  });
}

/** Opens a filter of the panel. @returns the filter, with what it holds */
export async function openFacet(page: Page, title: string): Promise<Locator> {
  const found = facet(page, title);
  const head = found.getByRole('button', { name: new RegExp(`^${title}\\b`) });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  return found;
}
