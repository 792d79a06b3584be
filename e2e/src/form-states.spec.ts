/** What becomes of the form: when it is changed, when searches run out, when its session ends. */
import { openAccount } from './accounts.js';
import { alertDialog, choose, control, openForm, row, searchButton, signInAs, tag, values } from './form.js';
import { DEEP, expect, expectAccessible, picture, searchLink, signIn, signedInTest as test } from './test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/list1');
});

test.describe('SPEC 4, states of the form', () => {
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
