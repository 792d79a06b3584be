/** The search form: its controls, and what a person does with them. */
import type { Locator, Page } from '@playwright/test';
import { enter, type Person } from './accounts.js';
import { expect } from './test.js';

export const control = (within: Page | Locator, name: string) => within.getByRole('combobox', { name, exact: true });
export const row = (page: Page, number: number) => page.getByRole('group', { name: `Further condition ${number}` });
/** The form's own values: those of rows come after them. */
export const values = (page: Page) => control(page, 'Search values').first();
export const searchButton = (page: Page) => page.getByRole('button', { name: 'Search', exact: true });
export const tag = (within: Page | Locator, name: string) => within.getByRole('button', { name: `Remove ${name}` });
export const alertDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Oops!' });

/** Opens the form that is folded to the question of its results. */
export async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Imports|Exports) of .*Change$/ }).click();
  await expect(control(page, 'Trade type')).toBeVisible();
}

/** Writes the question as a line, in the place of its form. */
export async function openLine(page: Page): Promise<void> {
  await openForm(page);
  await page.getByRole('button', { name: 'Write it as a line' }).click();
}

/** The options of the list that is open. */
export const options = (page: Page) => page.getByRole('option');

/** Suggestions, which say how many shipments they stand for; a select's list may be closing still. */
export const suggestions = (page: Page) => options(page).filter({ hasText: 'shipment' });

/** Opens one of the form's selects, the first of its name is the form's own; its options, while another list may be closing still. */
export async function openSelect(within: Page | Locator, name: string): Promise<Locator> {
  const select = control(within, name).first();
  await select.click();
  await expect(select).toHaveAttribute('aria-controls', /./);
  const list = select.page().locator(`[id="${await select.getAttribute('aria-controls')}"]`);
  await expect(list.getByRole('option').first()).toBeVisible();
  return list.getByRole('option');
}

export async function choose(within: Page | Locator, name: string, option: string): Promise<void> {
  const offered = await openSelect(within, name);
  // What it means may stand below it.
  await offered.filter({ has: offered.page().getByText(option, { exact: true }) }).click();
}

export async function chooseCountry(page: Page, name: string): Promise<void> {
  await control(page, 'Countries').fill(name);
  // Enter takes the first: behind India stand its special economic zones.
  await expect(options(page).filter({ hasText: name }).first()).toBeVisible();
  await control(page, 'Countries').press('Enter');
  await control(page, 'Countries').press('Escape');
  await expect(tag(page, name)).toBeVisible();
}

/** Where a search for anything is possible: imports of Vietnam, in the last year. */
export async function fillScope(page: Page): Promise<void> {
  await choose(page, 'Trade type', 'Import');
  await chooseCountry(page, 'Vietnam');
  await choose(page, 'Date range', 'Last 1 year');
}

/** The texts that the form has asked suggestions for. */
export function suggestionsAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/suggestionlist')) asked.push(request.postDataJSON().searchValue);
  });
  return asked;
}

/** Signs somebody in, and opens the search form for them. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  // Away from the app first: one that is still starting would write its session down once more.
  await page.goto('/mark.svg');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  await enter(page, person, '/list1');
}
