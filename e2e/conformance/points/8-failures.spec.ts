import { enter } from '../../src/accounts.js';
import { facet } from '../../src/filters.js';
import { choose, control } from '../../src/form.js';
import { grid } from '../../src/table.js';
import type { Caller } from '../caller.js';
import { ANALYSIS, arriveWith, breakCall, button, COTTON, dialog, LIST, region } from '../screens.js';
import { answered, differs, expect, test } from '../surroundings.js';

const SILENCE =
  'Calls that fail are silent: lists, counts, sorting, countries, distinct values, breakdowns, options, a workspace that is run again';

async function savedSearch(caller: Caller): Promise<string> {
  const { body: workspace } = await caller.post('/activity-management/workspace', { name: 'Fabrics' });
  const { body: found } = await caller.post('/search-management/search', COTTON);
  const { body: saved } = await caller.post('/activity-management/workspace/savesearch', {
    ...{ workspace_id: workspace, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
  });
  return saved.id;
}

test('8.21 Lists of the filters and counts that fail leave nothing to be seen of it.', async ({ page, open }) => {
  differs(SILENCE);
  await breakCall(page, '/listexporters');
  await open(LIST);
  await expect(facet(page, 'Exporter')).toContainText('The list did not arrive.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await facet(page, 'Exporter').getByRole('button', { name: 'Retry' }).click();
  await expect(facet(page, 'Exporter')).not.toContainText('The list did not arrive.');
});

test('8.22 Sorting that fails is only logged.', async ({ page, open }) => {
  differs(SILENCE);
  await open(LIST);
  await answered(page);
  await breakCall(page, '/search-management/search');
  await button(page, 'Sort by HS Code, ascending').click();
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(grid(page).getByRole('columnheader', { name: 'HS Code' })).toHaveAttribute('aria-sort', 'ascending');
});

test('8.23 Countries that cannot be fetched are nothing, and results are empty.', async ({ page, open }) => {
  differs(SILENCE);
  await breakCall(page, '/countrylistbytrade/');
  await open('/list1');
  await choose(page, 'Trade type', 'Import');
  await expect(control(page, 'Countries')).toHaveAccessibleDescription('Out of order');
});

test('8.24 Distinct values that fail are an empty list.', async ({ page, open }) => {
  differs(SILENCE);
  await open(LIST);
  await answered(page);
  await page.route('**/search-management/list*', (route) =>
    route.fulfill({ status: 500, json: { errorCode: 'INTERNAL', errorMsg: 'Out of order' } }),
  );
  await facet(page, 'HS code')
    .getByRole('button', { name: /^Show all/ })
    .click();
  await expect(page.getByRole('dialog', { name: /^List of HS/ }).getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('8.25 A breakdown that fails ends its loading and leaves its panel empty.', async ({ page, open }) => {
  await breakCall(page, '/listimporters');
  await open(ANALYSIS);
  await answered(page);
  const importers = region(page, 'Top 10 Importers');
  await expect(region(page, 'Top 10 Exporters').getByRole('table')).toBeVisible();
  await expect(importers.getByRole('table')).toHaveCount(0);
  await expect(page.getByText('Out of order')).toHaveCount(0);
});

test('8.26 And nothing else is there in its place.', async ({ page, open }) => {
  differs(SILENCE);
  await breakCall(page, '/listimporters');
  await open(ANALYSIS);
  await answered(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await button(region(page, 'Top 10 Importers'), 'Retry').click();
  await expect(region(page, 'Top 10 Importers').getByRole('table')).toBeVisible();
});

test('8.27 Lists of options that fail are empty.', async ({ page, open }) => {
  differs(SILENCE);
  await page.route('**/search-management/listimporters', (route) => route.abort());
  await open(LIST);
  await answered(page);
  const advance = await button(page, 'Advance Search')
    .click()
    .then(() => dialog(page, 'Advance Search'));
  await expect(advance.getByRole('combobox', { name: 'Exporter' })).toBeVisible();
  await expect(
    advance
      .getByRole('combobox', { name: 'Importer' })
      .or(advance.getByRole('button', { name: 'Retry' }))
      .first(),
  ).toBeVisible();
});

test('8.28 A search of a workspace that cannot be run again stops loading, and is logged.', async ({
  page,
  account,
}) => {
  differs(SILENCE);
  const person = await account();
  const id = await savedSearch(person);
  await enter(page, person, '/profile');
  await breakCall(page, '/workspace/searchByUser');
  await arriveWith(page, `/list1?saved=${id}`, {});
  await page.goto(`/list1?saved=${id}`);
  await expect(page.getByRole('alert')).toContainText('Out of order');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await button(page, 'Retry').click();
  await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
});

test('8.29 Errors carry errorMsg.', async ({ demo }) => {
  const { body } = await demo.post('/search-management/search', {});
  expect(body.errorMsg).toEqual(expect.any(String));
});

test('8.30 Errors carry nothing else.', async ({ demo }) => {
  differs('Errors carry `errorMsg`');
  const { body } = await demo.post('/search-management/search', {});
  expect(body).toMatchObject({ errorCode: 'VALIDATION', details: expect.any(Array) });
});

test('8.31 While the site is in maintenance only its settings are answered.', async ({ demo, portal, account }) => {
  differs('In maintenance the sign-in screen leads to `/maintenance`');
  const person = await account();
  await portal.command('maintenance', 'on', '--message', 'Back at noon.');
  try {
    const { status, body } = await person.get('/search-management/search/topFiveQueries');
    expect(status).toBe(503);
    expect(body).toMatchObject({ errorCode: 'MAINTENANCE', errorMsg: 'Back at noon.' });
    expect((await demo.post('/masterdata-management/sitesettings')).body.settingsList[0].isMaintanance).toBe('Y');
  } finally {
    await portal.command('maintenance', 'off');
  }
});
