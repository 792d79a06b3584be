/** The form in the hand: the keyboard, and every screen. */
import { choose, control, openForm, options, row, searchButton, signInAs, suggestions, tag, values } from './form.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectFits,
  LOOKS,
  lookAt,
  picture,
  searchLink,
  signIn,
  signedInTest as test,
} from './test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/list1');
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

for (const look of LOOKS) {
  test(
    `the form is whole and accessible, its suggestions, rows and errors too: ${look.name}`,
    DEEP,
    async ({ page }) => {
      await lookAt(page, look);
      await page.goto(
        searchLink({ row1: 'AND.IMPORTER.L', q1: 'trading', row2: 'NOT.PRODUCT.L', q2: 'polyester yarn' }),
      );
      await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
      await expect(control(page, 'Trade type')).toBeHidden();
      await openForm(page);
      await expectAccessible(page);
      await picture(page, `form-rows-${look.name}`);
      // At once: the list for a part of it would be replaced under the press.
      await control(row(page, 1), 'Search values').fill('tra');
      await expect(suggestions(page).first()).toBeVisible();
      await expectAccessible(page);
      await picture(page, `form-suggestions-${look.name}`);
      // In its middle, where the way to its page must not be.
      await suggestions(page).first().click();
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await searchButton(page).click();
      await expect(control(row(page, 3), 'Search by')).toBeFocused();
      await expectFits(page);
      await expectAccessible(page);
      await picture(page, `form-errors-${look.name}`);
      await page.getByRole('button', { name: 'Remove condition 3' }).click();
      await searchButton(page).click();
      await expect(page).toHaveURL(/picked1=/);
    },
  );
}

test(
  'what was begun is there again after a session that ended in the middle, in its own tab',
  DEEP,
  async ({ page, context, portal }) => {
    await signInAs(page, portal);
    await page.goto(searchLink());
    await openForm(page);
    await choose(page, 'Match type', 'Does not contain');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await choose(row(page, 1), 'Search by', 'Importer');
    const other = await context.newPage();
    await other.goto(searchLink());
    await openForm(other);
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
    await page.getByRole('button', { name: 'Remove condition 1' }).click();
    await searchButton(page).click();
    await expect(page.getByRole('heading', { name: /does not contain 'cotton'/ })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('tidewaiter.unfinished'))).toBeNull();
  },
);
