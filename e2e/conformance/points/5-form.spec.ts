/** SPEC 5: the search form. */
import type { Locator, Page } from '@playwright/test';
import { enter } from '../../src/accounts.js';
import {
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
} from '../../src/form.js';
import { button, COTTON, linkTo } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

/** What a field says once Search is pressed on an empty form. */
const required = (number: string, name: string, message: string, field: (page: Page) => Locator) =>
  test(`${number} ${name} is required: '${message}'.`, async ({ open }) => {
    // A link that says next to nothing fills nothing in.
    const page = await open('/list1?page=2');
    // Search can be pressed once something has changed (SPEC 4).
    await button(page, 'Add a condition').click();
    await searchButton(page).click();
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page)).toHaveAccessibleDescription(message);
  });

const dates = (page: Page) => [page.getByLabel('From date'), page.getByLabel('To date')] as const;

async function typeValue(field: Locator, text: string): Promise<void> {
  await field.press('Backspace');
  await field.fill(text);
  await field.press('Enter');
}

const offered = async (page: Page, within: Page | Locator, name: string) => {
  const texts = await (await openSelect(within, name)).allTextContents();
  await page.keyboard.press('Escape');
  return texts;
};

required('5.1', 'The trade type', 'Please select trade type', (page) => control(page, 'Trade type'));
required('5.2', 'The field to search by', 'This field is required', (page) => control(page, 'Search by').first());

test("5.3 The match type is required: 'This field is required'.", async ({ demo }) => {
  // The form always has one: it is the call that can be without.
  const { matchType: _, ...asked } = COTTON;
  const { status, body } = await demo.post('/search-management/search', asked);
  expect(status).toBe(400);
  expect(body.details).toContainEqual({ field: 'matchType', message: 'This field is required' });
});

required('5.4', 'The date range', 'This field is required', (page) => control(page, 'Date range'));
required('5.5', 'The country', 'This field is required', (page) => control(page, 'Countries'));
required('5.6', 'The from date', 'This field is required', (page) => page.getByLabel('From date'));
required('5.7', 'The to date', 'This field is required', (page) => page.getByLabel('To date'));

test("5.8 The from date lies before the to date: 'From date should be less than To date', 'To date should be greater than From date'.", async ({
  open,
}) => {
  const page = await open('/list1');
  const [from, to] = dates(page);
  await from.fill('2026-05-02');
  await to.fill('2026-05-01');
  await to.press('Tab');
  await expect(from).toHaveAccessibleDescription('From date should be less than To date');
  await expect(to).toHaveAccessibleDescription('To date should be greater than From date');
});

test('5.9 A search of one day is none: the start is earlier than the end.', async ({ open, demo }) => {
  const page = await open('/list1');
  const [from, to] = dates(page);
  await from.fill('2026-05-01');
  await to.fill('2026-05-01');
  await to.press('Tab');
  await expect(from).toHaveAccessibleDescription('From date should be less than To date');
  const oneDay = { ...COTTON, fromDate: '2026-05-01', toDate: '2026-05-01' };
  expect((await demo.post('/search-management/search', oneDay)).status).toBe(400);
});

test("5.10 A range of more than 3 years is refused: 'To date should be less than 3 years'.", async ({ open }) => {
  const page = await open(linkTo('/list1', { from: '2023-11-01' }));
  await openForm(page);
  const [from, to] = dates(page);
  await from.fill('2023-10-31');
  await from.press('Tab');
  await expect(to).toHaveAccessibleDescription('To date should be less than 3 years');
});

test('5.11 The span is under 1095 days.', async ({ demo }) => {
  differs('Range "under 3 years"');
  const count = (fromDate: string) => demo.post('/search-management/searchcount', { ...COTTON, fromDate });
  expect((await count('2023-11-01')).status).toBe(200);
  expect((await count('2023-10-31')).status).toBe(400);
});

required('5.12', 'A search value', 'Enter Search Values', (page) => values(page));

test("5.13 HS codes need at least 4 digits: 'Search Values should be greater than or equal to 4 digits', in the form and in rows.", async ({
  open,
}) => {
  const page = await open('/list1');
  await button(page, 'Add a condition').click();
  for (const within of [page, row(page, 1)]) {
    const field = control(within, 'Search values').first();
    await choose(within, 'Search by', 'HS Code');
    await typeValue(field, '850');
    await expect(field).toHaveAccessibleDescription(/Search Values should be greater than or equal to 4 digits/);
    await typeValue(field, '8504');
    await expect(field).not.toHaveAccessibleDescription(/digits/);
  }
});

test("5.14 Other values need at least 2 characters: 'Search Values should be greater than or equal to 2 digits', in the form and in rows.", async ({
  open,
}) => {
  const page = await open('/list1');
  await button(page, 'Add a condition').click();
  for (const within of [page, row(page, 1)]) {
    const field = control(within, 'Search values').first();
    for (const type of ['Product', 'Importer', 'Exporter']) {
      await choose(within, 'Search by', type);
      await typeValue(field, 'x');
      await expect(field).toHaveAccessibleDescription(/Search Values should be greater than or equal to 2 digits/);
      await typeValue(field, 'xy');
      await expect(field).not.toHaveAccessibleDescription(/digits/);
    }
  }
});

test("5.15 The placeholders are 'Enter min 4 digit' and 'Enter min 2 chars'.", async ({ open }) => {
  const page = await open('/list1');
  await choose(page, 'Search by', 'HS Code');
  await expect(values(page)).toHaveAttribute('placeholder', 'Enter min 4 digit');
  await choose(page, 'Search by', 'Exporter');
  await expect(values(page)).toHaveAttribute('placeholder', 'Enter min 2 chars');
});

test('5.16 Suggestions are fetched after at least 2 typed characters.', async ({ open }) => {
  const page = await open('/list1');
  await expect(page.getByRole('button', { name: /^Try .+ out of / })).toBeVisible();
  await choose(page, 'Search by', 'Importer');
  await fillScope(page);
  const fetched = suggestionsAskedFor(page);
  await values(page).pressSequentially('t');
  await page.waitForTimeout(600);
  expect(fetched).toEqual([]);
  await values(page).pressSequentially('r');
  await expect(suggestions(page).first()).toBeVisible();
  expect(fetched).toEqual(['tr']);
});

test('5.17 A field takes at most 10 values.', async ({ open }) => {
  const page = await open('/list1');
  await choose(page, 'Search by', 'Product');
  for (let value = 0; value < 11; value += 1) {
    await values(page).fill(`item ${value}`);
    await values(page).press('Enter');
  }
  await expect(tag(page, 'item 9')).toBeVisible();
  await expect(tag(page, 'item 10')).toHaveCount(0);
});

test('5.18 A value becomes a tag on blur, Enter or Tab, and only if it is not empty.', async ({ open }) => {
  const page = await open('/list1');
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
});

test('5.19 The match type begins as C for PRODUCT, as L for other types.', async ({ open }) => {
  differs('The match types are L, C and D; that of PRODUCT begins as C');
  const page = await open('/list1');
  for (const [type, match] of Object.entries({
    Product: 'All words',
    'HS Code': 'Like',
    Importer: 'Like',
    Exporter: 'Like',
  })) {
    await choose(page, 'Search by', type);
    await expect(control(page, 'Match type').first()).toHaveValue(match);
  }
});

test('5.20 Contains and Does Not Contains show for PRODUCT only; in rows Like is always offered.', async ({ open }) => {
  const page = await open('/list1');
  await button(page, 'Add a condition').click();
  await choose(page, 'Search by', 'Product');
  await choose(row(page, 1), 'Search by', 'Product');
  expect(await offered(page, page, 'Match type')).toHaveLength(3);
  expect(await offered(page, row(page, 1), 'Match type')).toContainEqual(expect.stringMatching(/^Like/));
  await choose(page, 'Search by', 'Importer');
  await choose(row(page, 1), 'Search by', 'Importer');
  // One that offers no choice is not opened.
  for (const within of [page, row(page, 1)]) {
    await expect(control(within, 'Match type').first()).toHaveValue('Like');
    await expect(control(within, 'Match type').first()).toBeDisabled();
  }
});

test("5.21 The options are called 'Contains' and 'Does Not Contains'.", async ({ open }) => {
  differs("The match type 'Does Not Contains'");
  const page = await open('/list1');
  await choose(page, 'Search by', 'Product');
  expect(await offered(page, page, 'Match type')).toEqual(
    ['All words', 'Contains', 'Does not contain'].map((label) => expect.stringMatching(`^${label}`)),
  );
});

test('5.22 Importer is offered for imports, or for exports where importerForExport is Y; Exporter for exports, or for imports where exporterForImport is Y.', async ({
  page,
  open,
}) => {
  for (const flag of ['N', 'Y']) {
    await page.route('**/countrylistbytrade/*', async (route) => {
      const { countryList } = await (await route.fetch()).json();
      const flags = { importerForExport: flag, exporterForImport: flag };
      await route.fulfill({
        json: { countryList: countryList.map((country: object) => ({ ...country, ...flags })) },
      });
    });
    for (const [trade, always, flagged] of [
      ['Import', 'Importer', 'Exporter'],
      ['Export', 'Exporter', 'Importer'],
    ] as const) {
      await open('/list1');
      await choose(page, 'Trade type', trade);
      await chooseCountry(page, 'Vietnam');
      const names = await offered(page, page, 'Search by');
      expect(names).toContain(always);
      expect(names.includes(flagged)).toBe(flag === 'Y');
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('5.23 There are at most 3 rows, whose types are HS_CODE, PRODUCT, IMPORTER and EXPORTER.', async ({ open }) => {
  const page = await open('/list1');
  for (let number = 1; number <= 3; number += 1) await button(page, 'Add a condition').click();
  await expect(button(page, 'Add a condition')).toHaveCount(0);
  expect(await offered(page, row(page, 3), 'Search by')).toEqual(['HS Code', 'Product', 'Importer', 'Exporter']);
});

test('5.24 The relations are AND in the search page, AND, OR or NOT in the analysis (two readings).', async ({
  open,
}) => {
  const page = await open('/list1');
  await button(page, 'Add a condition').click();
  const relations = await offered(page, row(page, 1), 'Relation');
  expect(relations.map((text) => /^[A-Z]+(?=[A-Z][a-z])/.exec(text)?.[0])).toEqual(['AND', 'OR', 'NOT']);
  await page.goto(linkTo('/analysis', { row1: 'NOT.HS_CODE.L', q1: '5205' }));
  await page.getByRole('region', { name: 'Select Search Parameters' }).getByRole('button').first().click();
  await expect(page.getByRole('combobox', { name: 'Relation' })).toHaveValue('NOT');
});

test("5.25 Date pickers are bounded by the country's data and by the subscription's data access.", async ({
  page,
  account,
}) => {
  const person = await account('SME', '--data-upto', '2026-08-20', '--data-months', '7');
  await enter(page, person, '/list1');
  await choose(page, 'Trade type', 'Import');
  await chooseCountry(page, 'Vietnam');
  await expect(page.getByText('Data from 20 Jan 2026 to 20 Aug 2026')).toBeVisible();
  await choose(page, 'Date range', 'Last 3 months');
  await page.getByLabel('To date').click();
  await expect(button(page, '20 August 2026')).toBeEnabled();
  await expect(button(page, '21 August 2026')).toBeDisabled();
});
