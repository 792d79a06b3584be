import { enter, openAccount } from './accounts.js';
import { DEEP, expect, expectAccessible, searchLink, test } from './test.js';

test.use({ locale: 'de-DE' });

test('numbers are written as the browser does, until a person chooses', DEEP, async ({ page, portal }) => {
  await page.goto('/pricing');
  await expect(page.getByText('250,000').first()).toBeVisible();
  await enter(page, await openAccount(portal, 'digits@company.example'));
  const numbers = page.getByRole('combobox', { name: 'Numbers' });
  const choose = async (system: string) => {
    // It is shown at once; a reload before it is kept would take it back.
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await numbers.selectOption(system);
    expect((await kept).ok()).toBe(true);
  };
  const worth = page
    .getByRole('region', { name: 'Results', exact: true })
    .getByText(/^USD [\d.,]+ \w+$/)
    .first();
  await page.goto(searchLink({ match: 'D', q: 'no such product' }));
  await expect(worth).toHaveText(/ (m|bn)$/);

  await page.goto('/profile');
  await expect(numbers.getByRole('option', { selected: true })).toHaveText(/^As this browser writes them: 1,234,567/);
  await expectAccessible(page);
  await choose('INDIAN');
  await page.goto(searchLink({ match: 'D', q: 'no such product' }));
  await expect(worth).toHaveText(/ (lakh|crore)$/);
  await page.goto('/profile');
  await expect(numbers).toHaveValue('INDIAN');
  await choose('');
  await page.goto(searchLink({ match: 'D', q: 'no such product' }));
  await expect(worth).toHaveText(/ (m|bn)$/);
});
