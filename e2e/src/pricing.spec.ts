import { expect, test } from './test.js';

/** What each plan gives (SPEC 9 "Plans"). */
const PLANS = {
  Free: ['USD 0 lifetime', '75 searches per quarter', '4 workspaces', '1 user', 'No global search'],
  Startup: ['USD 999 per year', '75 searches per quarter', '4 workspaces', '10 users'],
  SME: ['USD 3,999 per year', '75 searches per quarter', '4 workspaces', '100 users'],
};

test('anybody sees what each plan gives, and gets started with one', {
  tag: ['@2.26', '@2.27', '@2.28', '@9.18', '@9.19', '@9.20'],
}, async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { name: 'Pick a plan' })).toBeVisible();
  for (const [plan, lines] of Object.entries(PLANS)) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) });
    for (const line of lines) await expect(card).toContainText(line);
  }
  await expect(page.getByRole('definition')).toHaveCount(3);
  await expect(page.getByRole('definition').first()).toContainText('The database covers 81 countries.');
  await expect(page.getByRole('definition').first()).toContainText(/[1-9]\d* of them have records today/);
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  await page.getByRole('link', { name: 'Help' }).click();
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('no such word');
  await expect(page.getByRole('status')).toHaveText('Nothing here mentions “no such word”. Try another word.');
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('Std. Unit Rate');
  await expect(page.getByRole('link', { name: 'What costs what' })).toHaveCount(0);
  await page.getByRole('link', { name: 'What the columns mean' }).click();
  await expect(page).toHaveURL(/\/help\/columns$/);
  await expect(page.getByRole('term').filter({ hasText: 'Std. Unit Rate' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.getByRole('link', { name: 'Get Started with Startup' }).click();
  await expect(page).toHaveURL(/\/signup$/);
});
