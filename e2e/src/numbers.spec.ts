import { enter, openAccount } from './accounts.js';
import { DEEP, expect, expectAccessible, picture, searchLink, test } from './test.js';

test.use({ locale: 'de-DE' });

test(
  'a browser of another place is offered its own digits once, by whatever is answered',
  DEEP,
  async ({ page, portal }) => {
    await enter(page, await openAccount(portal, 'digits@company.example'));
    const offer = page.getByRole('complementary', { name: 'How numbers are written' });
    const numbers = page.getByRole('combobox', { name: 'Numbers' });
    await page.goto('/profile');
    await expect(offer).toBeVisible();
    expect((await offer.boundingBox())?.height).toBeLessThan(40);
    await expectAccessible(page);
    await picture(page, 'digits-offer');

    // It is shown at once; a reload before it is kept would take it back.
    const written = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await offer.getByRole('button', { name: 'Write 1,234,567' }).click();
    await expect(offer).toBeHidden();
    await expect(numbers).toHaveValue('INTERNATIONAL');
    expect((await written).ok()).toBe(true);
    await page.goto(searchLink({ match: 'D', q: 'no such product' }));
    const results = page.getByRole('region', { name: 'Results', exact: true });
    await expect(results.getByText(/^USD [\d.,]+ (m|bn)$/).first()).toBeVisible();
    await page.goto('/profile');
    // The person keeps it, and whoever goes back to the other digits is not asked again.
    await page.reload();
    await expect(numbers).toHaveValue('INTERNATIONAL');
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await numbers.selectOption('INDIAN');
    expect((await kept).ok()).toBe(true);
    await page.reload();
    await expect(numbers).toHaveValue('INDIAN');
    await expect(offer).toBeHidden();
  },
);
