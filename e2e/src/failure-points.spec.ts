/** What a screen says of calls that fail, and how they are asked again (SPEC 8). */

import { enter } from './accounts.js';
import { saveSearch } from './caller.js';
import { facet, summary } from './filters.js';
import { choose, control } from './form.js';
import { grid, header } from './table.js';
import { DEEP, expect, expectAccessible, settled, test } from './test.js';
import { answered, breakCall, button, COTTON, LIST, mend } from './visits.js';

test('lists that fail say so where they stand, and are asked for again there', {
  tag: ['@8.21', '@8.22', '@8.24', '@8.27'],
}, async ({ page, open }) => {
  await breakCall(page, '/toplists');
  await open(LIST);
  await expect(facet(page, 'Exporter')).toContainText('The list did not arrive.');
  await expect(summary(page, 'Exporters')).toContainText('Did not arrive');
  await expect(facet(page, 'Exporter').getByRole('checkbox')).toHaveCount(0);
  await mend(page);
  await expect(async () => {
    const failed = facet(page, 'Exporter').getByRole('button', { name: 'Retry' });
    if (await failed.isVisible()) await failed.click();
    await expect(facet(page, 'Exporter')).not.toContainText('The list did not arrive.', { timeout: 2000 });
  }).toPass();
  await expect(summary(page, 'Exporters')).toHaveText(/^\d+$/);
  await page.reload();
  await answered(page);

  await breakCall(page, '/search-management/list');
  await facet(page, 'HS code')
    .getByRole('button', { name: /^Show all/ })
    .click();
  const list = page.getByRole('dialog', { name: /^List of HS/ });
  await button(list, 'Retry').waitFor();
  await mend(page);
  await button(list, 'Retry').click();
  await expect(list.getByRole('checkbox').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();

  await breakCall(page, '/search-management/search');
  await button(header(page, 'HS Code'), 'HS Code').click();
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  await mend(page);
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(grid(page).getByRole('columnheader', { name: 'HS Code' })).toHaveAttribute('aria-sort', 'ascending');
});

test('countries and a saved search that do not come are said, and asked for again', {
  tag: ['@8.23', '@8.28'],
}, async ({ page, account }) => {
  const person = await account();
  const { id } = await saveSearch(person, COTTON);
  await breakCall(page, '/countrylistbytrade/');
  await enter(page, person, '/list1');
  await choose(page, 'Trade type', 'Import');
  await expect(control(page, 'Countries')).toHaveAccessibleDescription(/^Out of order/);
  await settled(page);
  await mend(page);
  const retry = page.getByRole('search').getByRole('button', { name: 'Retry' });
  // What else of the screen needs the countries asks for them as it comes, and may have them before the press.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 2000 });
    await expect(page.getByRole('button', { name: /^Remove All \d+ countries$/ })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await breakCall(page, '/workspace/searchByUser');
  await page.goto(`/list1?saved=${id}`);
  await expect(page.getByRole('alert')).toContainText('Out of order');
  await mend(page);
  await button(page, 'Retry').click();
  await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
});

for (const [address, call, back] of [
  ['/coverage', '/masterdata-management/coverage', 'Find a country'],
  ['/users', '/user-management/user/list', 'Add user'],
  ['/searchlog', '/search-management/search/log', 'Find a question'],
] as const)
  test(`${address} says that it was not fetched, and tries again`, DEEP, async ({ page, open }) => {
    await page.route(`**${call}*`, (route) => route.abort());
    await open(address);
    const failed = page.getByRole('main').getByRole('alert');
    await expect(failed).toContainText('The portal did not answer.');
    await expectAccessible(page);
    await mend(page);
    await button(page, 'Retry').click();
    await expect(failed).toHaveCount(0);
    await expect(page.getByLabel(back).or(button(page, back)).first()).toBeVisible();
  });
