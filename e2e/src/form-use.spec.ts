import type { Page } from '@playwright/test';
/** The form in the hand: its lists, its suggestions, the keyboard, and every screen. */
import { choose, control, fillScope, openForm, options, row, searchButton, suggestions, tag, values } from './form.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectFits,
  LOOKS,
  lookAt,
  picture,
  searchLink,
  signedInTest as test,
} from './test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/list1');
});

test(
  'countries stand by continent with their records, are found, and are chosen all at once',
  DEEP,
  async ({ page }) => {
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
  },
);

test('a picked party is the party under all its spellings; what is typed stays text', DEEP, async ({ page }) => {
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
  const name = (await first.locator('[data-company]').getAttribute('data-company')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByTitle(`${name}: this company, all its spellings`)).toBeVisible();
  await values(page).fill('sea');
  await values(page).press('Enter');
  await searchButton(page).click();
  await expect(page.getByRole('heading', { name: /whose importer is '.*' or contains 'sea'/ })).toBeVisible();
  await expect(page).toHaveURL(/[?&]picked=/);
  await page.reload();
  await openForm(page);
  await expect(page.getByTitle(`${name}: this company, all its spellings`)).toBeVisible();
  await tag(page, name).click();
  await searchButton(page).click();
  await expect(page.getByRole('heading', { name: /whose importer contains 'sea'/ })).toBeVisible();
  await expect(page).not.toHaveURL(/picked=/);
});

/** The call for the suggestions of a text; to be begun before it is typed. */
const suggestionsAsked = (page: Page, text: string) =>
  page.waitForRequest(
    (request) => request.url().endsWith('/suggestionlist') && request.postDataJSON().searchValue === text,
  );

test('days written before the countries are known stand when these come', DEEP, async ({ page }) => {
  let letCome = () => {};
  const coming = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route('**/countrylistbytrade/*', async (route) => {
    await coming;
    await route.continue();
  });
  await page.goto('/list1');
  await page.getByLabel('From date').fill('2026-05-01');
  await page.getByLabel('To date').fill('2026-05-31');
  await page.getByLabel('To date').press('Tab');
  await expect(page.getByText('Please select country')).toHaveCount(0);
  letCome();
  await expect(page.getByText(/^Data from/)).toBeVisible();
  await expect(page.getByLabel('From date')).toHaveValue('01 May 2026');
  await expect(page.getByLabel('To date')).toHaveValue('31 May 2026');
  await expect(control(page, 'Date range')).toHaveValue('Custom');
});

test('suggestions of HS codes say what the code is; the newest text wins over a slower one', DEEP, async ({ page }) => {
  await fillScope(page);
  await choose(page, 'Search by', 'HS Code');
  await page.route('**/suggestionlist', async (route) => {
    const { searchValue } = route.request().postDataJSON();
    if (searchValue === '84') await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => {});
  });
  const asked = suggestionsAsked(page, '84');
  await values(page).pressSequentially('84');
  await asked;
  await values(page).pressSequentially('71');
  await expect(suggestions(page).first()).toHaveText(/^8471/);
  // Until the slow answer has come too.
  await page.waitForTimeout(1600);
  const texts = await suggestions(page).allTextContents();
  expect(texts).not.toEqual([]);
  for (const text of texts) expect(text).toMatch(/^8471/);
});

test('suggestions that are slow or fail never keep anybody from typing', DEEP, async ({ page }) => {
  await fillScope(page);
  await choose(page, 'Search by', 'Product');
  await page.route('**/suggestionlist', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/suggestionlist'));
  await values(page).pressSequentially('cotton', { delay: 40 });
  await failed;
  await values(page).press('Enter');
  await expect(tag(page, 'cotton')).toBeVisible();
  await page.unroute('**/suggestionlist');
  await page.route('**/suggestionlist', () => {});
  const asked = suggestionsAsked(page, 'yarn');
  await values(page).pressSequentially('yarn', { delay: 40 });
  await asked;
  await values(page).press('Enter');
  await expect(tag(page, 'yarn')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an Enter that ends the writing of a character takes no value yet', DEEP, async ({ page }) => {
  await fillScope(page);
  await choose(page, 'Search by', 'Product');
  await values(page).fill('綿');
  await values(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await values(page).pressSequentially('糸');
  await expect(values(page)).toHaveValue('綿糸');
  await values(page).press('Enter');
  await expect(tag(page, '綿糸')).toBeVisible();
});

test('Tab leaves an open list for the next control, although the list scrolls', DEEP, async ({ page }) => {
  await choose(page, 'Trade type', 'Import');
  const countries = control(page, 'Countries');
  await countries.press('ArrowDown');
  await expect(options(page).filter({ hasText: 'Vietnam' })).toBeVisible();
  await countries.press('Tab');
  await expect(control(page, 'Search by')).toBeFocused();
  await expect(options(page)).toHaveCount(0);
  await fillScope(page);
  await choose(page, 'Search by', 'Importer');
  await values(page).fill('tra');
  await expect(suggestions(page).first()).toBeVisible();
  await values(page).press('Tab');
  await expect(control(page, 'Date range')).toBeFocused();
});

test('the whole form is filled in and searched by keyboard alone', async ({ page }) => {
  const type = (text: string) => page.keyboard.type(text, { delay: 20 });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Takes an option of the list under the focus, looking before each key: a list takes keys once it is drawn. */
  const take = async (...keys: string[]) => {
    const marked = page.locator('[role=option][data-combobox-selected]:visible');
    await press('ArrowDown');
    await expect(marked).toBeVisible();
    for (const key of keys) {
      const before = (await marked.textContent()) ?? '';
      await press(key);
      await expect(marked).not.toHaveText(before);
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

for (const look of LOOKS.filter(({ width }) => width > 390)) {
  test(`errors, suggestions and rows are accessible: ${look.name}`, DEEP, async ({ page }) => {
    await lookAt(page, look);
    await page.goto(searchLink({ row1: 'AND.IMPORTER.L', q1: 'trading', row2: 'NOT.PRODUCT.L', q2: 'polyester yarn' }));
    await openForm(page);
    await expect(page.getByRole('button', { name: /of record 1$/ })).toBeVisible();
    await expectAccessible(page);
    await picture(page, `form-rows-${look.name}`);
    await control(row(page, 1), 'Search values').pressSequentially('tra');
    await expect(suggestions(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page);
    await picture(page, `form-row-suggestions-${look.name}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await searchButton(page).click();
    await expect(control(row(page, 3), 'Search by')).toBeFocused();
    await expectAccessible(page);
    await picture(page, `form-row-errors-${look.name}`);
  });
}

for (const look of LOOKS.filter(({ width }) => width < 1440)) {
  test(`the form is whole, one line that opens, rows and all: ${look.name}`, DEEP, async ({ page }) => {
    await lookAt(page, look);
    await page.goto(searchLink({ row1: 'AND.IMPORTER.L', q1: 'trading' }));
    await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
    await expect(control(page, 'Trade type')).toBeHidden();
    await openForm(page);
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await choose(row(page, 2), 'Search by', 'Product');
    // At once: the list for a part of it would be replaced under the press.
    await control(row(page, 1), 'Search values').fill('tra');
    await expect(suggestions(page).first()).toBeVisible();
    await picture(page, `form-suggestions-${look.name}`);
    // In its middle, where the way to its page must not be.
    await suggestions(page).first().click();
    await page.getByRole('button', { name: 'Remove condition 2' }).click();
    await expectFits(page);
    await expectAccessible(page);
    await searchButton(page).scrollIntoViewIfNeeded();
    await picture(page, `form-open-${look.name}`);
    await searchButton(page).click();
    await expect(page).toHaveURL(/picked1=/);
    if (look.width === 390) await expect(control(page, 'Trade type')).toBeHidden();
  });
}
