/** What becomes of the form: when it is changed, when searches run out, when its session ends. */
import { openAccount } from './accounts.js';
import {
  alertDialog,
  choose,
  chooseCountry,
  control,
  fillScope,
  openForm,
  row,
  searchButton,
  signInAs,
  tag,
  values,
} from './form.js';
import { DEEP, expect, expectAccessible, picture, searchLink, signIn, signedInTest as test } from './test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/list1');
});

test.describe('SPEC 4, states of the form', () => {
  test('the Search button is disabled until a form value changes', DEEP, async ({ page }) => {
    await page.goto(searchLink());
    await openForm(page);
    await expect(searchButton(page)).toBeDisabled();
    await values(page).pressSequentially('y');
    await expect(searchButton(page)).toBeEnabled();
    await values(page).press('Backspace');
    await expect(searchButton(page)).toBeDisabled();
  });

  test(
    'a change of trade type, country, date range, search type or match type clears results, sorting and search id',
    DEEP,
    async ({ page }) => {
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
      await openForm(page);
      const asked = page.getByRole('heading', { name: /contains 'cotton'/ });
      for (const change of changes) {
        await expect(asked).toBeVisible();
        await change();
        await expect(page.getByText('The question has changed: press Search.')).toBeVisible();
        // What was found stays, and says what it answers; nothing in it can be pressed.
        await expect(page.locator('[inert] [role=grid]')).toBeVisible();
        await expect(
          page.locator('[inert]').getByRole('heading', { name: /contains 'cotton'/, includeHidden: true }),
        ).toBeVisible();
        await expect(page).toHaveURL(/sort=quantity/);
        await page.getByRole('button', { name: 'Return to previous results' }).click();
      }
      await expect(asked).toBeVisible();
      await choose(page, 'Match type', 'Does not contain');
      await picture(page, 'form-changed');
      await expectAccessible(page);
      await searchButton(page).click();
      await expect(page.getByRole('heading', { name: /does not contain 'cotton'/ })).toBeVisible();
      await expect(page).not.toHaveURL(/sort=|search=/);
    },
  );

  test('a changed value leaves the results where they are', async ({ page }) => {
    await page.goto(searchLink());
    await openForm(page);
    await values(page).fill('yarn');
    await values(page).press('Enter');
    await expect(searchButton(page)).toBeEnabled();
    await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
  });

  test('the form says what a search would cost before it is sent', DEEP, async ({ page }) => {
    const cost = page.getByRole('search').getByText(/^(Uses 1 search|Free)$/);
    await page.goto(searchLink());
    await openForm(page);
    await expect(cost).toHaveCount(0);
    await values(page).fill('linen');
    await values(page).press('Enter');
    await expect(cost).toHaveText('Uses 1 search');
    await page.getByRole('button', { name: 'Remove linen' }).click();
    await expect(cost).toHaveCount(0);
    await page.getByLabel('To date').fill('2026-06-30');
    await page.getByLabel('To date').press('Tab');
    await expect(cost).toHaveText('Free');
    const left = page.locator('[data-counter="searches"]');
    const before = await left.textContent();
    await searchButton(page).click();
    await expect(page.getByRole('heading', { name: /– 30 Jun 2026$/ })).toBeVisible();
    await expect(left).toHaveText(before ?? '');
  });

  test('another trade type clears countries and dates, other countries reset the dates', DEEP, async ({ page }) => {
    await fillScope(page);
    await choose(page, 'Date range', 'Custom');
    await chooseCountry(page, 'Mexico');
    await expect(page.getByLabel('From date')).toHaveValue('');
    await choose(page, 'Date range', 'Last 3 months');
    await expect(page.getByLabel('From date')).toHaveValue('01 Aug 2026');
    await choose(page, 'Trade type', 'Export');
    await expect(tag(page, 'Vietnam')).toHaveCount(0);
    // Cleared, and filled in again: all countries of that trade, and the preset's days in their data.
    await expect(page.getByRole('button', { name: /^Remove All \d+ countries$/ })).toBeVisible();
    await expect(page.getByLabel('From date')).toHaveValue('01 Aug 2026');
    await chooseCountry(page, 'Vietnam');
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    await expect(page.getByLabel('From date')).toHaveValue('01 Aug 2026');
  });

  test('Reset clears everything, and is hidden when opened from a workspace', DEEP, async ({ page }) => {
    await page.goto(searchLink({ row1: 'AND.PRODUCT.C', q1: 'yarn' }));
    await openForm(page);
    await values(page).fill('half');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page).toHaveURL(/\/list1$/);
    // What the form begins with is filled in again.
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Remove All \d+ countries$/ })).toBeVisible();
    await expect(values(page)).toHaveValue('');
    await expect(control(page, 'Search by')).toHaveValue('');
    await expect(row(page, 1)).toHaveCount(0);
    await expect(searchButton(page)).toBeDisabled();
    await page.goto(searchLink({ saved: '7' }));
    await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
    await openForm(page);
    await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
    await choose(page, 'Match type', 'Does not contain');
    await searchButton(page).click();
    await expect(page.getByRole('heading', { name: /does not contain 'cotton'/ })).toBeVisible();
    await expect(page).toHaveURL(/saved=7/);
  });

  test('a date asked for before a country is answered: Please select country.', DEEP, async ({ page }) => {
    await page.getByRole('button', { name: /^Remove All \d+ countries$/ }).click();
    await choose(page, 'Date range', 'Last 6 months');
    await expect(control(page, 'Date range')).toHaveAccessibleDescription('Please select country.');
    await expect(page.getByRole('alert')).toHaveText('Please select country.');
    await chooseCountry(page, 'Vietnam');
    await expect(page.getByText('Please select country.')).toHaveCount(0);
    await expect(page.getByLabel('To date')).toHaveValue('31 Oct 2026');
    await tag(page, 'Vietnam').click();
    await page.getByLabel('From date').fill('2026-05-01');
    await expect(control(page, 'Date range')).toHaveAccessibleDescription('Please select country.');
  });
});

test.describe('SPEC 6, an exhausted search allowance', () => {
  test(
    'is told once for a series of changes; rows keep their type, and what was asked today still runs',
    DEEP,
    async ({ page, portal }) => {
      const person = await openAccount(portal, 'spends@company.example', 'SME');
      await signInAs(page, person);
      const asked = searchLink({ row1: 'AND.PRODUCT.C', q1: 'yarn' });
      await page.goto(asked);
      await expect(page.getByRole('status').filter({ hasText: 'shipment' })).toBeVisible();
      await portal.command('grant', person.email, '--searches=-74', '--reason', 'spent');
      await page.reload();
      await expect(page.locator('[data-counter="searches"]')).toHaveText('0');
      await expect(page.getByRole('status').filter({ hasText: 'shipment' })).toBeVisible();
      await expect(alertDialog(page)).toBeHidden();

      await openForm(page);
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
      // Told once; what stands in place of the results says what to do.
      await expect(page.getByText('Your Search Limit Exhausted')).toHaveCount(0);
      await expect(page.getByText(/^No searches are left\..* New searches come on \d\d \w+ \d{4}\./)).toBeVisible();
      await expect(page.getByRole('link', { name: 'See the plans' })).toBeVisible();
      await page.goto(asked);
      await expect(page.getByRole('status').filter({ hasText: 'shipment' })).toBeVisible();
      await expect(alertDialog(page)).toBeHidden();
    },
  );
});

test.describe('what was begun', () => {
  test(
    'is there again after a session that ended in the middle, in its own tab, for its own person',
    DEEP,
    async ({ page, context, portal }) => {
      await signInAs(page, portal);
      await page.goto(searchLink());
      await openForm(page);
      await choose(page, 'Match type', 'Does not contain');
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await choose(row(page, 1), 'Search by', 'Importer');
      await control(row(page, 1), 'Search values').pressSequentially('half ty');
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
    },
  );

  test('leaves no grey results behind once its screen has been left for another', DEEP, async ({ page, portal }) => {
    await signInAs(page, portal);
    await page.goto(searchLink());
    await openForm(page);
    await choose(page, 'Match type', 'Does not contain');
    await expect(page.getByRole('region', { name: 'Changed question' })).toBeVisible();
    await page.getByRole('link', { name: 'Tidewaiter' }).click();
    await expect(page.getByRole('heading', { name: 'Quick trade search' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Changed question' })).toHaveCount(0);
    await expect(page.locator('[data-set-aside]')).toHaveCount(0);
  });

  test('is gone for the next person who signs in', DEEP, async ({ page, portal }) => {
    await signInAs(page, portal);
    await values(page).pressSequentially('a secret');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tidewaiter.unfinished'))).toContain('a secret');
    await page.getByRole('button', { name: /Demo Account|Profile/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await signIn(page, await openAccount(portal, 'next@company.example', 'SME'));
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/list1');
    await expect(values(page)).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('a secret');
  });
});
