import type { Locator, Page } from '@playwright/test';
import { daysBetween, LIMITS } from '@tidewaiter/contract';
import type { Portal } from './portal.js';
import { expect, expectAccessible, picture, searchLink, signIn, signedInTest as test } from './test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/list1');
});

const control = (within: Page | Locator, name: string) => within.getByRole('combobox', { name, exact: true });
const row = (page: Page, number: number) => page.getByRole('group', { name: `Further condition ${number}` });
/** The form's own values: those of rows come after them. */
const values = (page: Page) => control(page, 'Search values').first();
const searchButton = (page: Page) => page.getByRole('button', { name: 'Search', exact: true });
const tag = (within: Page | Locator, name: string) => within.getByRole('button', { name: `Remove ${name}` });
const alertDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Oops!' });

/** The options of the list that is open. */
const options = (page: Page) => page.getByRole('option');

/** Suggestions, which say how many shipments they stand for; a select's list may be closing still. */
const suggestions = (page: Page) => options(page).filter({ hasText: 'shipment' });

/** Opens one of the form's selects, the first of its name is the form's own; its options, while another list may be closing still. */
async function openSelect(within: Page | Locator, name: string): Promise<Locator> {
  const select = control(within, name).first();
  await select.click();
  await expect(select).toHaveAttribute('aria-controls', /./);
  const list = select.page().locator(`[id="${await select.getAttribute('aria-controls')}"]`);
  await expect(list.getByRole('option').first()).toBeVisible();
  return list.getByRole('option');
}

async function choose(within: Page | Locator, name: string, option: string): Promise<void> {
  const offered = await openSelect(within, name);
  await offered.filter({ hasText: new RegExp(`^${option}$`) }).click();
}

async function chooseCountry(page: Page, name: string): Promise<void> {
  await control(page, 'Countries').fill(name);
  await expect(options(page).filter({ hasText: name })).toBeVisible();
  await control(page, 'Countries').press('Enter');
  await control(page, 'Countries').press('Escape');
  await expect(tag(page, name)).toBeVisible();
}

/** Where a search for anything is possible: imports of Vietnam, in the last year. */
async function fillScope(page: Page): Promise<void> {
  await choose(page, 'Trade type', 'Import');
  await chooseCountry(page, 'Vietnam');
  await choose(page, 'Date range', 'Last 1 year');
}

/** The texts that the form has asked suggestions for. */
function suggestionsAskedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/suggestionlist')) asked.push(request.postDataJSON().searchValue);
  });
  return asked;
}

/** Opens a main account by the operator's command. */
function openAccount(portal: Portal, email: string, ...options: string[]): { email: string; password: string } {
  const said = portal.command(
    ...['account', 'create', '--email', email, '--firstname', 'First', '--lastname', 'Last', '--company', 'Company'],
    ...['--json', ...options],
  );
  return { email, password: JSON.parse(said).password };
}

async function signInAs(page: Page, person: { email: string; password: string }): Promise<void> {
  // Away from the app first: one that is still starting would write its session down once more.
  await page.goto('/mark.svg');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, person);
  await expect(page).toHaveURL(/\/list1/);
}

/** Pastes into the field that has the focus; answers how long the page took over it. */
function paste(page: Page, text: string): Promise<number> {
  return page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const started = performance.now();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
    return performance.now() - started;
  }, text);
}

test.describe('SPEC 5, search form', () => {
  test('all fields are required, each said at its control, those of a query-builder row too', async ({ page }) => {
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await searchButton(page).click();
    const said = async (field: Locator) => {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      return field;
    };
    await expect(await said(control(page, 'Trade type'))).toHaveAccessibleDescription('Please select trade type');
    await expect(control(page, 'Trade type')).toBeFocused();
    for (const name of ['Countries', 'Date range', 'Search by', 'Match type']) {
      await expect(control(page, name).first()).toHaveAccessibleDescription('This field is required');
    }
    for (const name of ['From date', 'To date']) {
      await expect(await said(page.getByLabel(name))).toHaveAccessibleDescription('This field is required');
    }
    await expect(await said(values(page))).toHaveAccessibleDescription('Enter Search Values');
    for (const name of ['Search by', 'Match type']) {
      await expect(control(row(page, 1), name)).toHaveAccessibleDescription('This field is required');
    }
    await expect(control(row(page, 1), 'Search values')).toHaveAccessibleDescription('Enter Search Values');
    await expectAccessible(page);
  });

  test('From date comes before To date, and To date after From date', async ({ page }) => {
    await page.getByLabel('From date').fill('2026-05-01');
    await page.getByLabel('To date').fill('2026-05-01');
    await page.getByLabel('To date').press('Tab');
    await expect(page.getByLabel('From date')).toHaveAccessibleDescription('From date should be less than To date');
    await expect(page.getByLabel('To date')).toHaveAccessibleDescription('To date should be greater than From date');
  });

  test('a range is under 3 years: 1095 days are searched, 1096 are not', async ({ page }) => {
    await page.goto(searchLink({ from: '2023-11-01' }));
    expect(daysBetween('2023-11-01', '2026-10-31')).toBe(1095);
    await expect(page.getByRole('heading', { name: /01 Nov 2023 – 31 Oct 2026/ })).toBeVisible();
    await page.getByLabel('From date').fill('2023-10-31');
    await page.getByLabel('From date').press('Tab');
    await expect(page.getByLabel('To date')).toHaveAccessibleDescription('To date should be less than 3 years');
    await searchButton(page).click();
    await expect(page).toHaveURL(/from=2023-11-01/);
  });

  test('HS codes need at least 4 digits, other values 2 characters, in a row as in the form', async ({ page }) => {
    const few = (least: number) => `Search Values should be greater than or equal to ${least} digits`;
    await page.goto(searchLink({ row1: 'AND.PRODUCT.C', q1: 'yarn' }));
    for (const [place, within] of [
      ['the form', page],
      ['a row', row(page, 1)],
    ] as const) {
      const field = control(within, 'Search values').first();
      await choose(within, 'Search by', 'HS Code');
      await field.press('Backspace');
      await field.fill('850');
      await field.press('Enter');
      await expect(field, place).toHaveAccessibleDescription(new RegExp(few(4)));
      await choose(within, 'Search by', 'Importer');
      await expect(field, place).not.toHaveAccessibleDescription(/digits/);
      await field.press('Backspace');
      await field.fill('x');
      await field.press('Enter');
      await expect(field, place).toHaveAccessibleDescription(new RegExp(few(2)));
      await field.press('Backspace');
      await field.fill('tr');
      await field.press('Enter');
      await expect(field, place).not.toHaveAccessibleDescription(/digits/);
    }
  });

  test('placeholders say the least that is needed', async ({ page }) => {
    await choose(page, 'Search by', 'HS Code');
    await expect(values(page)).toHaveAttribute('placeholder', 'Enter min 4 digit');
    for (const name of ['Product', 'Importer', 'Exporter']) {
      await choose(page, 'Search by', name);
      await expect(values(page)).toHaveAttribute('placeholder', 'Enter min 2 chars');
    }
  });

  test('suggestions are fetched from 2 typed characters, and only where it is known where to look', async ({
    page,
  }) => {
    const asked = suggestionsAskedFor(page);
    await choose(page, 'Search by', 'Importer');
    await values(page).pressSequentially('trad');
    await page.waitForTimeout(600);
    expect(asked).toEqual([]);
    await values(page).fill('');
    await fillScope(page);
    await values(page).pressSequentially('t');
    await page.waitForTimeout(600);
    expect(asked).toEqual([]);
    await values(page).pressSequentially('r');
    await expect(suggestions(page).first()).toContainText('shipments');
    expect(asked).toEqual(['tr']);
    expect(await suggestions(page).count()).toBeLessThanOrEqual(LIMITS.suggestions);
    await expect(page.getByRole('status').filter({ hasText: /^\d+ suggestions?$/ })).toHaveCount(1);
  });

  test('a field holds at most 10 values; of a pasted list the rest is counted', async ({ page }) => {
    await choose(page, 'Search by', 'Product');
    await values(page).focus();
    const list = Array.from({ length: 22 }, (_, index) => `item ${index}`).join('\n');
    await paste(page, list);
    await expect(tag(page, 'item 9')).toBeVisible();
    await expect(tag(page, 'item 10')).toHaveCount(0);
    await expect(page.getByText('10 values added, 12 left out: at most 10 search values')).toBeVisible();
    await picture(page, 'form-pasted');
    await values(page).pressSequentially('one more');
    await values(page).press('Enter');
    await expect(values(page)).toHaveAccessibleDescription(/At most 10 search values/);
    await expect(values(page)).toHaveValue('one more');
  });

  test('pasting 10,000 values takes at most 100 ms; a pasted line stays one value', async ({ page }) => {
    await choose(page, 'Search by', 'Importer');
    await values(page).focus();
    const list = Array.from({ length: 10_000 }, (_, index) => `Company, No. ${index}`).join('\r\n');
    expect(await paste(page, list)).toBeLessThanOrEqual(100);
    await expect(page.getByText('10 values added, 9,990 left out')).toBeVisible();
    await expect(tag(page, 'Company, No. 0')).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await values(page).focus();
    await page.evaluate(() => navigator.clipboard?.writeText).catch(() => {});
    await page.keyboard.insertText('Acme, Sons; Brothers');
    await values(page).press('Enter');
    await expect(tag(page, 'Acme, Sons; Brothers')).toBeVisible();
  });

  test('a value tag is added on blur, Enter or Tab, only if it is not empty', async ({ page }) => {
    await choose(page, 'Search by', 'Product');
    await values(page).fill('by enter');
    await values(page).press('Enter');
    await values(page).fill('by tab');
    await values(page).press('Tab');
    await values(page).fill('by blur');
    await page.getByRole('heading', { name: 'Ask for a trade' }).click();
    for (const name of ['by enter', 'by tab', 'by blur']) await expect(tag(page, name)).toBeVisible();
    await expect(values(page)).toHaveValue('');
    await values(page).fill('   ');
    await values(page).press('Tab');
    await expect(tag(page, '').or(page.getByRole('button', { name: /^Remove/ }))).toHaveCount(3);
  });

  test('the match type is C for PRODUCT and L for others; Contains and Does not contain show for PRODUCT only', async ({
    page,
  }) => {
    const offered = async (within: Page | Locator) => {
      const texts = await (await openSelect(within, 'Match type')).allTextContents();
      await page.keyboard.press('Escape');
      return texts;
    };
    await page.getByRole('button', { name: 'Add a condition' }).click();
    for (const [within, ofProduct] of [
      [page, ['Contains', 'Does not contain']],
      [row(page, 1), ['Contains', 'Does not contain', 'Like']],
    ] as const) {
      const match = control(within, 'Match type').first();
      await choose(within, 'Search by', 'Product');
      await expect(match).toHaveValue('Contains');
      expect(await offered(within)).toEqual(ofProduct);
      for (const other of ['HS Code', 'Importer', 'Exporter']) {
        await choose(within, 'Search by', other);
        await expect(match).toHaveValue('Like');
        await expect(match).toBeDisabled();
      }
    }
  });

  test('Importer shows for IMPORT, or for EXPORT when importerForExport is Y; Exporter the other way round', async ({
    page,
  }) => {
    const flags = { importerForExport: 'N', exporterForImport: 'N' };
    await page.route('**/countrylistbytrade/*', async (route) => {
      const response = await route.fetch();
      const { countryList } = await response.json();
      const changed = countryList.map((country: { shortcode: string }) =>
        country.shortcode === 'VNM' ? { ...country, ...flags } : country,
      );
      await route.fulfill({ response, json: { countryList: changed } });
    });
    const offered = async (trade: string) => {
      await page.goto('/list1');
      await choose(page, 'Trade type', trade);
      await chooseCountry(page, 'Vietnam');
      return (await openSelect(page, 'Search by')).allTextContents();
    };
    expect(await offered('Import')).toEqual(['HS Code', 'Product', 'Importer']);
    expect(await offered('Export')).toEqual(['HS Code', 'Product', 'Exporter']);
    Object.assign(flags, { importerForExport: 'Y', exporterForImport: 'Y' });
    await page.reload();
    expect(await offered('Import')).toEqual(['HS Code', 'Product', 'Importer', 'Exporter']);
    expect(await offered('Export')).toEqual(['HS Code', 'Product', 'Importer', 'Exporter']);
  });

  test('at most 3 query-builder rows are added, joined by AND, and each can be removed', async ({ page }) => {
    const add = page.getByRole('button', { name: 'Add a condition' });
    for (const number of [1, 2, 3]) {
      await add.click();
      await expect(control(row(page, number), 'Search by')).toBeFocused();
      await expect(control(row(page, number), 'Relation')).toHaveValue('AND');
    }
    await expect(add).toHaveCount(0);
    expect(await (await openSelect(row(page, 3), 'Relation')).allTextContents()).toEqual(['AND']);
    await page.keyboard.press('Escape');
    await choose(row(page, 3), 'Search by', 'Exporter');
    await page.getByRole('button', { name: 'Remove condition 2' }).click();
    await expect(add).toBeFocused();
    await expect(control(row(page, 2), 'Search by')).toHaveValue('Exporter');
    await expect(row(page, 3)).toHaveCount(0);
  });

  test('an OR or NOT that a link brings is kept, shown and searched; the search page offers AND beside it', async ({
    page,
  }) => {
    await page.goto(searchLink({ row1: 'OR.PRODUCT.L', q1: 'yarn', row2: 'NOT.HS_CODE.L', q2: '5205' }));
    await expect(page.getByRole('heading', { name: /'cotton' or product .* 'yarn' and not HS code/ })).toBeVisible();
    await expect(control(row(page, 1), 'Relation')).toHaveValue('OR');
    await expect(control(row(page, 2), 'Relation')).toHaveValue('NOT');
    await choose(row(page, 2), 'Relation', 'AND');
    await searchButton(page).click();
    await expect(page).toHaveURL(/row1=OR\.PRODUCT\.L.*row2=AND\.HS_CODE\.L/);
    await expect(page.getByRole('heading', { name: /'yarn' and HS code/ })).toBeVisible();
  });

  test("date pickers are bounded by the countries' data and by what the subscription shows", async ({
    page,
    portal,
  }) => {
    const person = openAccount(
      portal,
      'bounded@company.example',
      ...['--plan', 'SME', '--data-upto', '2026-08-20', '--data-months', '7'],
    );
    await signInAs(page, person);
    await choose(page, 'Trade type', 'Import');
    await chooseCountry(page, 'Vietnam');
    await expect(page.getByText('Data from 20 Jan 2026 to 20 Aug 2026')).toBeVisible();
    await choose(page, 'Date range', 'Last 1 year');
    await expect(page.getByLabel('From date')).toHaveValue('20 Jan 2026');
    await expect(page.getByLabel('To date')).toHaveValue('20 Aug 2026');
    await choose(page, 'Date range', 'Last 3 months');
    await expect(page.getByLabel('From date')).toHaveValue('01 May 2026');
    await page.getByLabel('To date').click();
    await expect(page.getByRole('button', { name: '20 August 2026' })).toBeEnabled();
    await expect(page.getByRole('button', { name: '21 August 2026' })).toBeDisabled();
    await page.getByLabel('From date').fill('2026-01-19');
    await page.getByLabel('From date').press('Tab');
    await expect(page.getByLabel('From date')).toHaveValue('01 May 2026');
  });
});

test.describe('SPEC 4, states of the form', () => {
  test('the Search button is disabled until a form value changes', async ({ page }) => {
    await page.goto(searchLink());
    await expect(searchButton(page)).toBeDisabled();
    await values(page).pressSequentially('y');
    await expect(searchButton(page)).toBeEnabled();
    await values(page).press('Backspace');
    await expect(searchButton(page)).toBeDisabled();
  });

  test('a change of trade type, country, date range, search type or match type clears results, sorting and search id', async ({
    page,
  }) => {
    const link = searchLink({ sort: 'quantity', dir: 'asc', search: 'of-before', row1: 'AND.PRODUCT.C', q1: 'yarn' });
    const changes: (() => Promise<unknown>)[] = [
      () => choose(page, 'Trade type', 'Export'),
      () => tag(page, 'Mexico').or(tag(page, 'Vietnam')).first().click(),
      () => choose(page, 'Date range', 'Last 6 months'),
      () => choose(page, 'Search by', 'Importer'),
      () => choose(page, 'Match type', 'Does not contain'),
      () => choose(row(page, 1), 'Match type', 'Like'),
      () => page.getByRole('button', { name: 'Remove condition 1' }).click(),
    ];
    await page.goto(link);
    const asked = page.getByRole('heading', { name: /contains 'cotton'/ });
    for (const change of changes) {
      await expect(asked).toBeVisible();
      await change();
      await expect(page.getByText('The question has changed: press Search.')).toBeVisible();
      await expect(asked).toHaveCount(0);
      await expect(page).toHaveURL(/sort=quantity/);
      await page.getByRole('button', { name: 'Back to the results of before' }).click();
    }
    await expect(asked).toBeVisible();
    await choose(page, 'Match type', 'Does not contain');
    await picture(page, 'form-changed');
    await expectAccessible(page);
    await searchButton(page).click();
    await expect(page.getByRole('heading', { name: /does not contain 'cotton'/ })).toBeVisible();
    await expect(page).not.toHaveURL(/sort=|search=/);
  });

  test('a changed value leaves the results where they are', async ({ page }) => {
    await page.goto(searchLink());
    await values(page).fill('yarn');
    await values(page).press('Enter');
    await expect(searchButton(page)).toBeEnabled();
    await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
  });

  test('another trade type clears countries and dates, other countries reset the dates', async ({ page }) => {
    await fillScope(page);
    await choose(page, 'Date range', 'Custom');
    await chooseCountry(page, 'Mexico');
    await expect(page.getByLabel('From date')).toHaveValue('');
    await choose(page, 'Date range', 'Last 3 months');
    await expect(page.getByLabel('From date')).toHaveValue('01 Aug 2026');
    await choose(page, 'Trade type', 'Export');
    await expect(tag(page, 'Vietnam')).toHaveCount(0);
    await expect(page.getByLabel('From date')).toHaveValue('');
    await chooseCountry(page, 'Vietnam');
    await expect(page.getByLabel('From date')).toHaveValue('01 Aug 2026');
  });

  test('Reset clears everything, and is hidden when opened from a workspace', async ({ page }) => {
    await page.goto(searchLink({ row1: 'AND.PRODUCT.C', q1: 'yarn' }));
    await values(page).fill('half');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page).toHaveURL(/\/list1$/);
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await expect(values(page)).toHaveValue('');
    await expect(page.getByLabel('From date')).toHaveValue('');
    await expect(row(page, 1)).toHaveCount(0);
    await page.goto(searchLink({ saved: '7' }));
    await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
    await choose(page, 'Match type', 'Does not contain');
    await searchButton(page).click();
    await expect(page).toHaveURL(/saved=7/);
  });

  test('a date asked for before a country is answered: Please select country.', async ({ page }) => {
    await choose(page, 'Trade type', 'Import');
    await choose(page, 'Date range', 'Last 6 months');
    await expect(control(page, 'Date range')).toHaveAccessibleDescription('Please select country.');
    await expect(page.getByRole('alert')).toHaveText('Please select country.');
    await chooseCountry(page, 'Vietnam');
    await expect(page.getByText('Please select country.')).toHaveCount(0);
    await expect(page.getByLabel('To date')).toHaveValue('31 Oct 2026');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByLabel('From date').fill('2026-05-01');
    await expect(control(page, 'Date range')).toHaveAccessibleDescription('Please select country.');
  });
});

test('countries stand by continent with their records, are found, and are chosen all at once', async ({ page }) => {
  await choose(page, 'Trade type', 'Import');
  const field = control(page, 'Countries');
  await field.click();
  const asia = page.getByRole('group', { name: 'Asia' });
  await expect(asia.getByRole('option', { name: /^India [\d,]+$/ })).toBeVisible();
  await expect(asia.getByRole('option', { name: 'Nepal no data yet' })).toHaveAttribute('aria-disabled', 'true');
  await asia.getByRole('option', { name: 'Nepal no data yet' }).click({ force: true });
  await expect(field).not.toHaveAccessibleDescription(/Nepal/);
  const all = asia.getByRole('option', { name: /^All of Asia/ });
  const [, of] = /0 of (\d+) chosen/.exec((await all.textContent()) ?? '') ?? [];
  await all.click();
  await expect(asia.getByRole('option', { selected: true })).toHaveCount(Number(of) + 1);
  await expect(field).toHaveAccessibleDescription(/Chosen: .*India.*Vietnam/);
  await picture(page, 'form-countries');
  await expectAccessible(page);
  await all.click();
  await expect(field).not.toHaveAccessibleDescription(/Chosen/);
  await field.fill('mexi');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('option')).toHaveText(/Mexico/);
});

test('a picked party is the party under all its spellings; what is typed stays text', async ({ page }) => {
  await fillScope(page);
  await choose(page, 'Search by', 'Importer');
  // At once: the list for a part of it would be replaced, and its active option with it.
  await values(page).fill('tra');
  const first = suggestions(page).first();
  await expect(first).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(values(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await picture(page, 'form-suggestions');
  await expectAccessible(page);
  const name = (await first.locator('span').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByTitle(`${name}: this company, all its spellings`)).toBeVisible();
  await values(page).fill('sea');
  await values(page).press('Enter');
  await searchButton(page).click();
  await expect(page.getByRole('heading', { name: /whose importer is '.*' or contains 'sea'/ })).toBeVisible();
  await expect(page).toHaveURL(/[?&]picked=/);
  await page.reload();
  await expect(page.getByTitle(`${name}: this company, all its spellings`)).toBeVisible();
  await tag(page, name).click();
  await searchButton(page).click();
  await expect(page.getByRole('heading', { name: /whose importer contains 'sea'/ })).toBeVisible();
  await expect(page).not.toHaveURL(/picked=/);
});

test('suggestions of HS codes say what the code is; the newest text wins over a slower one', async ({ page }) => {
  await fillScope(page);
  await choose(page, 'Search by', 'HS Code');
  await page.route('**/suggestionlist', async (route) => {
    const { searchValue } = route.request().postDataJSON();
    if (searchValue === '84') await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => {});
  });
  await values(page).pressSequentially('84');
  await page.waitForRequest('**/suggestionlist');
  await values(page).pressSequentially('71');
  await expect(suggestions(page).first()).toHaveText(/^8471/);
  await page.waitForTimeout(1600);
  for (const text of await suggestions(page).allTextContents()) expect(text).toMatch(/^8471/);
});

test('suggestions that are slow or fail never keep anybody from typing', async ({ page }) => {
  await fillScope(page);
  await choose(page, 'Search by', 'Product');
  await page.route('**/suggestionlist', (route) => route.abort());
  await values(page).pressSequentially('cotton', { delay: 40 });
  await values(page).press('Enter');
  await expect(tag(page, 'cotton')).toBeVisible();
  await page.unroute('**/suggestionlist');
  await page.route('**/suggestionlist', () => {});
  await values(page).pressSequentially('yarn', { delay: 40 });
  await page.waitForRequest('**/suggestionlist');
  await values(page).press('Enter');
  await expect(tag(page, 'yarn')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test.describe('SPEC 6, an exhausted search allowance', () => {
  test('is told once for a series of changes; rows keep their type, and what was asked today still runs', async ({
    page,
    portal,
  }) => {
    const person = openAccount(portal, 'spends@company.example', '--plan', 'SME');
    await signInAs(page, person);
    const asked = searchLink({ row1: 'AND.PRODUCT.C', q1: 'yarn' });
    await page.goto(asked);
    await expect(page.getByRole('status').filter({ hasText: 'shipment' })).toBeVisible();
    portal.command('grant', person.email, '--searches=-74', '--reason', 'spent');
    await page.reload();
    await expect(page.locator('[data-counter="searches"]')).toHaveText('0');
    await expect(page.getByRole('status').filter({ hasText: 'shipment' })).toBeVisible();
    await expect(alertDialog(page)).toBeHidden();

    await values(page).pressSequentially('ya');
    await expect(alertDialog(page)).toBeHidden();
    await values(page).press('Enter');
    await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
    await expectAccessible(page);
    await picture(page, 'form-exhausted');
    await page.keyboard.press('Enter');
    await expect(alertDialog(page)).toBeHidden();
    await expect(values(page)).toBeFocused();
    await choose(page, 'Match type', 'Does not contain');
    await expect(alertDialog(page)).toBeHidden();
    await expect(page.getByText('A question that was asked today can still be searched.')).toBeVisible();

    await choose(row(page, 1), 'Match type', 'Like');
    await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
    await page.keyboard.press('Escape');
    await expect(control(row(page, 1), 'Match type')).toHaveValue('Contains');
    await choose(row(page, 1), 'Search by', 'Importer');
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(control(row(page, 1), 'Search by')).toHaveValue('Product');

    await searchButton(page).click();
    await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('alert')).toContainText('Your Search Limit Exhausted');
    await page.goto(asked);
    await expect(page.getByRole('status').filter({ hasText: 'shipment' })).toBeVisible();
    await expect(alertDialog(page)).toBeHidden();
  });
});

test.describe('what was begun', () => {
  test('is there again after a session that ended in the middle, in its own tab, for its own person', async ({
    page,
    context,
    portal,
  }) => {
    await signInAs(page, portal);
    await page.goto(searchLink());
    await choose(page, 'Match type', 'Does not contain');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await choose(row(page, 1), 'Search by', 'Importer');
    await control(row(page, 1), 'Search values').pressSequentially('half ty');
    const other = await context.newPage();
    await other.goto(searchLink());
    await expect(control(other, 'Match type')).toHaveValue('Contains');
    await expect(row(other, 1)).toHaveCount(0);
    await other.close();

    await page.route('**/countrylistbytrade/*', (route) =>
      route.fulfill({ status: 401, json: { errorCode: 'SESSION_TIMEOUT', errorMsg: 'Session Timeout' } }),
    );
    await page.reload();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await page.unroute('**/countrylistbytrade/*');
    await signIn(page, portal);
    await expect(control(page, 'Match type').first()).toHaveValue('Does not contain');
    await expect(control(row(page, 1), 'Search by')).toHaveValue('Importer');
    await expect(
      control(row(page, 1), 'Search values')
        .or(tag(row(page, 1), 'half ty'))
        .first(),
    ).toBeVisible();
    expect(
      (await control(row(page, 1), 'Search values').inputValue()) === 'half ty' ||
        (await tag(row(page, 1), 'half ty').isVisible()),
    ).toBe(true);
    await page.getByRole('button', { name: 'Remove condition 1' }).click();
    await searchButton(page).click();
    await expect(page.getByRole('heading', { name: /does not contain 'cotton'/ })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('tidewaiter.unfinished'))).toBeNull();
  });

  test('is gone for the next person who signs in', async ({ page, portal }) => {
    await signInAs(page, portal);
    await values(page).pressSequentially('a secret');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tidewaiter.unfinished'))).toContain('a secret');
    await page.getByRole('button', { name: /Demo Account|Profile/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await signIn(page, openAccount(portal, 'next@company.example', '--plan', 'SME'));
    await expect(page).toHaveURL(/\/list1/);
    await expect(values(page)).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a secret');
  });
});

test('the whole form is filled in and searched by keyboard alone', async ({ page }) => {
  const type = (text: string) => page.keyboard.type(text, { delay: 20 });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Takes an option of the list under the focus, looking before each key: a list takes keys once it is drawn. */
  const take = async (...keys: string[]) => {
    await press('ArrowDown');
    await expect(options(page).first()).toBeVisible();
    for (const key of keys) {
      await press(key);
      await expect(page.locator('[role=option][data-combobox-selected]:visible')).toBeVisible();
    }
    await press('Enter');
    await expect(options(page)).toHaveCount(0);
  };
  await control(page, 'Trade type').focus();
  await take();
  await press('Tab');
  await expect(control(page, 'Countries')).toBeFocused();
  await type('vietn');
  await expect(options(page).filter({ hasText: 'Vietnam' })).toBeVisible();
  await press('Enter');
  await type('mexi');
  await expect(options(page).filter({ hasText: 'Mexico' })).toBeVisible();
  await press('Enter', 'Escape');
  await expect(control(page, 'Countries')).toHaveAccessibleDescription('Chosen: Vietnam, Mexico');
  // To the tag before the field, out with it, and in again.
  await press('ArrowLeft');
  await expect(tag(page, 'Mexico')).toBeFocused();
  await press('ArrowLeft', 'ArrowRight', 'Delete');
  await expect(control(page, 'Countries')).toBeFocused();
  await expect(control(page, 'Countries')).toHaveAccessibleDescription('Chosen: Vietnam');
  await press('Tab');
  await take('ArrowDown');
  await expect(control(page, 'Search by')).toHaveValue('Product');
  await press('Tab');
  await take('ArrowDown');
  await press('ArrowUp', 'Enter');
  await press('Tab');
  await expect(values(page)).toBeFocused();
  await type('cotton');
  await press('Tab');
  await expect(control(page, 'Date range')).toBeFocused();
  await take('ArrowDown', 'ArrowDown', 'ArrowDown');
  await expect(page.getByLabel('To date')).toHaveValue('31 Oct 2026');
  await page.getByLabel('To date').focus();
  await press('Escape', 'Tab');
  await expect(page.getByRole('button', { name: 'Add a condition' })).toBeFocused();
  await press('Enter');
  await expect(control(row(page, 1), 'Search by')).toBeFocused();
  await take();
  await press('Tab');
  await expect(control(row(page, 1), 'Search values')).toBeFocused();
  await type('52');
  await press('Backspace', 'Backspace');
  await type('5205');
  await press('Enter');
  await expect(tag(row(page, 1), '5205')).toBeVisible();
  await press('Enter');
  await expect(page).toHaveURL(/row1=AND\.HS_CODE\.L&q1=5205/);
  await expect(
    page.getByRole('heading', { name: /Imports of Vietnam whose product .*'cotton' and HS code/ }),
  ).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`errors, suggestions and rows are accessible: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(searchLink({ row1: 'AND.IMPORTER.L', q1: 'trading', row2: 'NOT.PRODUCT.L', q2: 'polyester yarn' }));
    await expect(page.getByRole('button', { name: /of record 1$/ })).toBeVisible();
    await expectAccessible(page);
    await picture(page, `form-rows-${colorScheme}`);
    await control(row(page, 1), 'Search values').pressSequentially('tra');
    await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page);
    await picture(page, `form-row-suggestions-${colorScheme}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await searchButton(page).click();
    await expect(control(row(page, 3), 'Search by')).toBeFocused();
    await expectAccessible(page);
    await picture(page, `form-row-errors-${colorScheme}`);
  });
}

for (const [name, width, height] of [
  ['tablet', 1024, 768],
  ['phone', 390, 844],
] as const) {
  test(`the form is whole on a ${name}: one line that opens on a phone, rows and all`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(searchLink({ row1: 'AND.IMPORTER.L', q1: 'trading' }));
    await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
    const change = page.getByRole('button', { name: /Imports · 4 countries · cotton and trading/ });
    if (name === 'phone') {
      await expect(control(page, 'Trade type')).toBeHidden();
      await change.click();
    }
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await choose(row(page, 2), 'Search by', 'Product');
    await control(row(page, 1), 'Search values').pressSequentially('tra');
    await expect(suggestions(page).first()).toBeVisible();
    await picture(page, `form-suggestions-${name}`);
    await suggestions(page).first().click();
    await page.getByRole('button', { name: 'Remove condition 2' }).click();
    const fits = await page.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    );
    expect(fits).toBe(true);
    await expectAccessible(page);
    await searchButton(page).scrollIntoViewIfNeeded();
    await picture(page, `form-open-${name}`);
    await searchButton(page).click();
    await expect(page).toHaveURL(/picked1=/);
    if (name === 'phone') await expect(control(page, 'Trade type')).toBeHidden();
  });
}
