/** Searches: their links, and the form that asks them. */

import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { button, choose, control, press } from './screen.js';

/** The link of a question that finds several pages of records. */
export function searchLink(changes: Record<string, string> = {}): string {
  const link = new URLSearchParams({
    ...{ trade: 'IMPORT', by: 'PRODUCT', q: 'cotton', from: '2024-01-01', to: '2026-10-31' },
    ...changes,
  });
  for (const code of ['IND', 'USA', 'VNM', 'MEX']) link.append('country', code);
  return `/list1?${link}`;
}

export const row = (number: number) => page.getByRole('group', { name: `Further condition ${number}` });
export const values = () => control('Search values');
export const searchButton = () => button('Search');
export const tag = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page) =>
  within.getByRole('button', { name: typeof name === 'string' ? `Remove ${name}` : name });
export const asked = (question: RegExp) => expect.element(page.getByRole('heading', { name: question }));

/** Opens the form that is folded to the question of its results. */
export async function openForm(): Promise<void> {
  await page.getByRole('button', { name: /^(Imports|Exports) of .*Change$/ }).click();
  await expect.element(control('Trade type')).toBeVisible();
}

/** Suggestions, which say how many shipments they stand for; a select's list may be closing still. */
export const suggestions = () => page.getByRole('option').filter({ hasText: 'shipment' });

export async function chooseCountry(name: string): Promise<void> {
  await control('Countries').fill(name);
  await expect.element(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible();
  await press('Enter', 'Escape');
  await expect.element(tag(name)).toBeVisible();
}

/** Where a search for anything is possible: imports of Vietnam, in the last year. */
export async function fillScope(): Promise<void> {
  await choose('Trade type', 'Import');
  await chooseCountry('Vietnam');
  await choose('Date range', 'Last 1 year');
}

/** Pastes into the field that has the focus. */
export function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
}
