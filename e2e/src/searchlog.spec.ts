import type { Page } from '@playwright/test';
import { enter, openAccount, PASSWORD } from './accounts.js';
import { Caller, subUserOf } from './caller.js';
import { choose } from './form.js';
import { saveAs } from './saving.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectColumnsInSight,
  picture,
  searchLink,
  settled,
  signedInTest,
  test,
} from './test.js';

const rows = (page: Page) => page.getByRole('region', { name: 'Searches' }).locator('tbody > tr');

/** Asks a question and waits until it has been answered and counted. */
async function ask(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const answered = ['search', 'searchcount'].map((call) => page.waitForResponse(`**/search-management/${call}`));
  await page.goto(searchLink(changes));
  await Promise.all(answered);
}

test('an owner looks back: what was asked, by whom, what it found and cost; asks again, and saves', async ({
  page,
  browser,
  portal,
}) => {
  const owner = await openAccount(portal, 'looks.back@company.example', 'Startup');
  await enter(page, owner, '/searchlog');
  await expect(page.getByText('Nothing has been searched yet.')).toBeVisible();
  await ask(page);
  const elsewhere = await browser.newContext({ baseURL: portal.url });
  const sub = await elsewhere.newPage();
  const { user } = await subUserOf(await Caller.signIn(portal.url, owner), portal, 0);
  await enter(sub, { email: user.email, password: PASSWORD });
  await ask(sub);
  await ask(sub, { q: 'yarn' });
  await sub.goto('/searchlog');
  await expect(rows(sub)).toHaveCount(2);
  await expect(sub.getByRole('combobox', { name: 'Person' })).toHaveCount(0);
  await elsewhere.close();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search History' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText("contains 'yarn'");
  await expect(rows(page).nth(0)).toContainText('Sub User');
  await expect(rows(page).nth(0)).toContainText('1 search');
  // The owner had paid for it that day.
  await expect(rows(page).nth(1)).toContainText('free');
  await expect(rows(page).nth(2)).toContainText('1 search');
  const cells = rows(page).nth(2).getByRole('cell');
  await expect(cells.nth(4)).toHaveText(/^[\d,]+$/);
  expect(await cells.nth(4).textContent()).toBe(await cells.nth(3).textContent());
  await settled(page);
  await expectAccessible(page);
  await picture(page, 'searchlog');
  await page.setViewportSize({ width: 768, height: 1024 });
  await expectColumnsInSight(page.getByRole('region', { name: 'Searches', exact: true }));
  await page.setViewportSize({ width: 1280, height: 720 });

  await choose(page, 'Person', 'Sub User');
  await expect(page).toHaveURL(/person=\d+/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Find a question' }).fill('YARN');
  await expect(page).toHaveURL(/text=YARN/);
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Asked until').fill('2020-01-01');
  await expect(page.getByText('No search matches.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all searches' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('searchbox', { name: 'Find a question' })).toHaveValue('');

  const save = rows(page).nth(2).getByRole('button', { name: /^Save/ });
  await save.click();
  await saveAs(page, 'History', 'Cotton again');
  await expect(save).toBeFocused();
  await rows(page).nth(2).getByRole('link').click();
  await expect(page).toHaveURL(/\/list1\?.*q=cotton/);
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
});

signedInTest('an address that is past the end or makes no sense still leads on', DEEP, async ({ page }) => {
  await ask(page);
  await page.goto('/searchlog?page=900');
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(rows(page).first()).toBeVisible();
  // What narrows the history begins at its first page.
  await page.goto('/searchlog?page=900');
  await choose(page, 'Trade type', 'Import');
  await expect(page).toHaveURL(/\/searchlog\?trade=IMPORT$/);
  await expect(rows(page).first()).toBeVisible();
  await page.goto('/searchlog?page=-1&person=x&trade=SIDEWAYS&from=never');
  await expect(page.getByRole('alert').or(rows(page).first())).toBeVisible();
});
