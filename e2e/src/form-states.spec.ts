/** What becomes of the form when its session ends. */
import { openAccount } from './accounts.js';
import { choose, control, openForm, row, searchButton, signInAs, tag, values } from './form.js';
import { DEEP, expect, searchLink, signIn, signedInTest as test } from './test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/list1');
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
