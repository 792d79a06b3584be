/** The search form, as the specification has it: it is opened once for all rules of a kind. */
import type { Locator, Page } from '@playwright/test';
import { counter, enter } from './accounts.js';
import {
  alertDialog,
  choose,
  chooseCountry,
  control,
  fillScope,
  openForm,
  openSelect,
  row,
  searchButton,
  suggestions,
  suggestionsAskedFor,
  tag,
  values,
} from './form.js';
import { grid } from './table.js';
import { expect, test } from './test.js';
import { ANALYSIS, button, callsOf, expectAlert, linkTo } from './visits.js';

const RANGES = ['Last 1 month', 'Last 3 months', 'Last 6 months', 'Last 1 year', 'Custom'];

const from = (page: Page) => page.getByLabel('From date');
const to = (page: Page) => page.getByLabel('To date');

async function setDates(page: Page, first: string, last: string): Promise<void> {
  await from(page).fill(first);
  await to(page).fill(last);
  await to(page).press('Tab');
}

async function typeValue(field: Locator, text: string): Promise<void> {
  await field.press('Backspace');
  await field.fill(text);
  await field.press('Enter');
}

async function offered(within: Page | Locator, name: string): Promise<string[]> {
  const options = await openSelect(within, name);
  const texts = await options.allTextContents();
  await control(within, name).first().press('Escape');
  return texts;
}

const exhausted = (page: Page) => expectAlert(page, 'Your Search Limit Exhausted');

test('each control of the form is required, in up to three further rows too', {
  tag: [...['@2.66', '@4.11', '@5.1', '@5.2', '@5.4', '@5.5', '@5.6', '@5.7', '@5.12', '@5.23', '@5.24', '@8.15']],
}, async ({ open }) => {
  // A link that says next to nothing fills nothing in.
  const page = await open('/list1?page=2');
  const names = ['Trade type', 'Countries', 'Date range', 'Search by', 'Match type', 'Search values'];
  for (const name of names) await expect(control(page, name).first()).toBeVisible();
  for (let number = 1; number <= 3; number += 1) await button(page, 'Add a condition').click();
  await expect(page.getByRole('group', { name: /^Further condition/ })).toHaveCount(3);
  await expect(button(page, 'Add a condition')).toHaveCount(0);

  await searchButton(page).click();
  for (const [message, ...fields] of [
    ['Please select trade type', control(page, 'Trade type')],
    ['This field is required', control(page, 'Countries'), control(page, 'Date range')],
    ['This field is required', from(page), to(page)],
    ['This field is required', control(page, 'Search by').first(), control(row(page, 1), 'Search by')],
    ['Enter Search Values', values(page), control(row(page, 1), 'Search values')],
  ] as [string, ...Locator[]][])
    for (const field of fields) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(message);
    }

  const relations = await offered(row(page, 1), 'Relation');
  expect(relations.map((text) => /^[A-Z]+(?=[A-Z][a-z])/.exec(text)?.[0])).toEqual(['AND', 'OR', 'NOT']);
  expect(await offered(page, 'Date range')).toEqual(RANGES);
  await choose(page, 'Date range', 'Last 6 months');
  await expect(control(page, 'Date range')).toHaveAccessibleDescription('Please select country.');
  await choose(page, 'Trade type', 'Import');
  await expect(page.getByRole('button', { name: /^Remove All \d+ countries$/ })).toBeVisible();
  expect(await offered(row(page, 3), 'Search by')).toEqual(['HS Code', 'Product', 'Importer', 'Exporter']);
});

test('values become tags, of enough characters, ten at the most, and match as their type has it', {
  tag: ['@4.14', '@5.13', '@5.14', '@5.15', '@5.16', '@5.17', '@5.18', '@5.19', '@5.20', '@5.21'],
}, async ({ open }) => {
  const page = await open('/list1');
  // Its examples are asked of the suggestions, too.
  await expect(page.getByRole('button', { name: /^Try .+ out of / })).toBeVisible();
  await button(page, 'Add a condition').click();
  const products = ['All words', 'Contains', 'Does not contain'];
  for (const within of [page, row(page, 1)]) {
    const field = control(within, 'Search values').first();
    const match = control(within, 'Match type').first();
    for (const [type, least] of Object.entries({ 'HS Code': 4, Product: 2, Importer: 2, Exporter: 2 })) {
      await choose(within, 'Search by', type);
      const placeholder = least === 4 ? 'Enter min 4 digit' : 'Enter min 2 chars';
      await expect(field).toHaveAttribute('placeholder', placeholder);
      await expect(match).toHaveValue(type === 'Product' ? 'All words' : 'Like');
      if (type === 'Product') {
        const labels = within === page ? products : [...products, 'Like'];
        expect(await offered(within, 'Match type')).toEqual(
          labels.map((label) => expect.stringMatching(`^${label}[A-Z]`)),
        );
      } else await expect(match).toBeDisabled();
      await typeValue(field, '8'.repeat(least - 1));
      await expect(field).toHaveAccessibleDescription(
        new RegExp(`Search Values should be greater than or equal to ${least} digits`),
      );
      await typeValue(field, '8'.repeat(least));
      await expect(field).not.toHaveAccessibleDescription(/digits/);
      await field.press('Backspace');
    }
  }
  await button(page, 'Remove condition 1').click();

  await choose(page, 'Search by', 'Product');
  for (const key of ['Enter', 'Tab']) {
    await values(page).fill(`by ${key}`);
    await values(page).press(key);
    await expect(tag(page, `by ${key}`)).toBeVisible();
  }
  await values(page).fill('by blur');
  await values(page).blur();
  await expect(tag(page, 'by blur')).toBeVisible();
  await values(page).fill('  ');
  await values(page).press('Tab');
  await expect(page.getByRole('button', { name: /^Remove by / })).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Remove\s*$/ })).toHaveCount(0);
  for (let value = 4; value <= 11; value += 1) {
    await values(page).fill(`item ${value}`);
    await values(page).press('Enter');
  }
  await expect(tag(page, 'item 10')).toBeVisible();
  await expect(tag(page, 'item 11')).toHaveCount(0);
  await values(page).fill('');

  await choose(page, 'Search by', 'Importer');
  await fillScope(page);
  const fetched = suggestionsAskedFor(page);
  await values(page).pressSequentially('t');
  // As long as it would take to be asked for.
  await page.waitForTimeout(600);
  expect(fetched).toEqual([]);
  await values(page).pressSequentially('r');
  await expect(suggestions(page).first()).toBeVisible();
  expect(fetched).toEqual(['tr']);
});

test('dates lie before each other, within three years, and follow their preset, country and trade', {
  tag: ['@4.6', '@4.7', '@4.12', '@5.8', '@5.9', '@5.10', '@9.15'],
}, async ({ open, demo }) => {
  const page = await open(linkTo('/list1', { from: '2023-11-01' }));
  await openForm(page);
  await from(page).fill('2023-10-31');
  await from(page).press('Tab');
  await expect(to(page)).toHaveAccessibleDescription('To date should be less than 3 years');

  const calls = callsOf(page);
  const asked = () => calls.map(({ path }) => path).join();
  await page.goto('/list1');
  await fillScope(page);
  await expect.poll(asked).toContain('countrylistbytrade/I');
  for (const [range, first] of Object.entries({
    ...{ 'Last 1 month': '01 Oct 2026', 'Last 3 months': '01 Aug 2026' },
    ...{ 'Last 6 months': '01 May 2026', 'Last 1 year': '01 Nov 2025' },
  })) {
    await choose(page, 'Date range', range);
    await expect(from(page)).toHaveValue(first);
    await expect(to(page)).toHaveValue('31 Oct 2026');
  }
  for (const last of ['2026-05-01', '2026-05-02']) {
    await setDates(page, '2026-05-02', last);
    await expect(from(page)).toHaveAccessibleDescription('From date should be less than To date');
    await expect(to(page)).toHaveAccessibleDescription('To date should be greater than From date');
  }
  await expect(control(page, 'Date range')).toHaveValue('Custom');

  const { body } = await demo.get('/masterdata-management/countrylistbytrade/I');
  const { importUpto } = body.countryList.find(({ shortcode }: { shortcode: string }) => shortcode === 'VNM');
  expect(importUpto).toBe('2026-10-31');
  await choose(page, 'Date range', 'Last 3 months');
  await choose(page, 'Date range', 'Custom');
  // What the other country has too of dates of one's own stands.
  await setDates(page, '2026-05-02', '2026-10-31');
  await chooseCountry(page, 'Mexico');
  await expect(from(page)).toHaveValue('02 May 2026');
  await expect(page.getByText(/^Data from .* to 31 Oct 2026$/)).toBeVisible();

  await setDates(page, '2026-05-01', '2026-06-30');
  await choose(page, 'Trade type', 'Export');
  for (const name of ['Vietnam', 'Mexico']) await expect(tag(page, name)).toHaveCount(0);
  // And then fills in all of that trade, which is another's data, and its last year.
  await expect(page.getByRole('button', { name: /^Remove All \d+ countries$/ })).toBeVisible();
  await expect.poll(asked).toContain('countrylistbytrade/E');
  await expect(control(page, 'Date range')).toHaveValue('Last 1 year');
  await expect(from(page)).toHaveValue('01 Nov 2025');
});

test("India's last data date is the end of the month before", { tag: '@9.16' }, async ({ page, open }) => {
  await page.clock.setFixedTime(new Date('2026-09-15T12:00:00Z'));
  await open('/list1');
  await choose(page, 'Trade type', 'Import');
  await chooseCountry(page, 'India');
  await choose(page, 'Date range', 'Last 3 months');
  await expect(to(page)).toHaveValue('31 Aug 2026');
});

test('dates begin and end within what a person may see', { tag: ['@5.25', '@9.17'] }, async ({ page, account }) => {
  await enter(page, await account('SME', '--data-upto', '2026-08-20', '--data-months', '7'), '/list1');
  await fillScope(page);
  await expect(page.getByText('Data from 20 Jan 2026 to 20 Aug 2026')).toBeVisible();
  await expect(from(page)).toHaveValue('20 Jan 2026');
  await expect(to(page)).toHaveValue('20 Aug 2026');
  await to(page).click();
  await expect(button(page, '20 August 2026')).toBeEnabled();
  await expect(button(page, '21 August 2026')).toBeDisabled();
});

test('parties are offered where the country names them', { tag: '@5.22' }, async ({ page, open }) => {
  const flags = { importerForExport: 'N', exporterForImport: 'N' };
  await page.route('**/countrylistbytrade/*', async (route) => {
    const { countryList } = await (await route.fetch()).json();
    await route.fulfill({ json: { countryList: countryList.map((country: object) => ({ ...country, ...flags })) } });
  });
  for (const flag of ['N', 'Y']) {
    Object.assign(flags, { importerForExport: flag, exporterForImport: flag });
    await open('/list1');
    for (const [trade, always, flagged] of [
      ['Import', 'Importer', 'Exporter'],
      ['Export', 'Exporter', 'Importer'],
    ] as const) {
      await choose(page, 'Trade type', trade);
      await chooseCountry(page, 'Vietnam');
      const names = await offered(page, 'Search by');
      expect(names).toContain(always);
      expect(names.includes(flagged)).toBe(flag === 'Y');
    }
  }
});

test('a change sets the results aside, Reset clears everything', {
  tag: ['@2.67', '@4.1', '@4.2', '@4.3', '@4.8'],
}, async ({ page, open }) => {
  const saved = linkTo('/list1', {
    saved: '7',
    sort: 'quantity',
    search: 'of-before',
    row1: 'AND.PRODUCT.C',
    q1: 'yarn',
  });
  await open(saved);
  await openForm(page);
  const form = page.getByRole('form', { name: 'Search', exact: true });
  await expect(button(form, 'Search')).toBeVisible();
  await expect(button(form, 'Reset')).toHaveCount(0);
  for (const change of [
    () => choose(page, 'Trade type', 'Export'),
    () => tag(page, 'Mexico').click(),
    () => choose(page, 'Date range', 'Last 6 months'),
    () => choose(page, 'Search by', 'Importer'),
    () => choose(page, 'Match type', 'Does not contain'),
  ]) {
    await expect(searchButton(page)).toBeDisabled();
    await change();
    await expect(searchButton(page)).toBeEnabled();
    await button(page, 'Return to previous results').click();
  }
  // What is typed changes nothing yet, and can be searched.
  await values(page).pressSequentially('y');
  await expect(searchButton(page)).toBeEnabled();
  await values(page).press('Backspace');
  await expect(searchButton(page)).toBeDisabled();
  await choose(page, 'Match type', 'Does not contain');
  await expect(page.locator('[inert] [role=grid]')).toBeVisible();
  await searchButton(page).click();
  await expect(page.getByRole('heading', { name: /does not contain 'cotton'/ })).toBeVisible();
  await expect(page).not.toHaveURL(/sort=|search=/);

  await page.goto(linkTo('/list1', { incoterm: 'CIF', row1: 'AND.PRODUCT.C', q1: 'yarn' }));
  await openForm(page);
  await button(form, 'Reset').click();
  await expect(page).toHaveURL(/\/list1$/);
  await expect(grid(page)).toHaveCount(0);
  await expect(values(page)).toHaveValue('');
  await expect(control(page, 'Search by')).toHaveValue('');
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveAccessibleName(/^Remove All \d+ countries$/);
  await expect(row(page, 1)).toHaveCount(0);
});

test('without searches left the form says so once, its rows keep what they are, and nothing new is asked', {
  tag: ['@4.13', '@6.7', '@6.8', '@8.12'],
}, async ({ page, portal, account }) => {
  const person = await account('Startup');
  await enter(page, person, linkTo('/list1', { row1: 'AND.PRODUCT.C', q1: 'yarn' }));
  await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
  await portal.command('grant', person.email, '--searches=-74', '--reason', 'spent');
  await page.reload();
  await expect(counter(page, 'searches')).toHaveText('0');
  await openForm(page);
  await choose(page, 'Match type', 'Does not contain');
  await exhausted(page);
  await expect(page.getByText('What your account asked today can be asked again for free.')).toBeVisible();
  await choose(page, 'Match type', 'Contains');
  await values(page).press('Tab');
  await expect(alertDialog(page)).toBeHidden();
  for (const [name, option, kept] of [
    ['Search by', /^Importer/, 'Product'],
    ['Match type', /^Like/, 'Contains'],
    ['Relation', /^OR/, 'AND'],
  ] as const) {
    await (await openSelect(row(page, 1), name)).filter({ hasText: option }).click();
    await exhausted(page);
    await expect(control(row(page, 1), name)).toHaveValue(kept);
  }
  await choose(page, 'Match type', 'Does not contain');
  await searchButton(page).click();
  await exhausted(page);
  // Told once; what stands in place of the results says what to do.
  await expect(
    page.getByText(/^No searches are left in this period\..* New searches come on \d\d \w+ \d{4}\./),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the plans' })).toBeVisible();
  // In the analysis, of a question that was not asked that day.
  await page.goto(ANALYSIS);
  await expectAlert(page, 'Your Search Limit Exhausted', 'Search !');
});
