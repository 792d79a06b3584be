import { call, enter, openAccount } from './accounts.js';
import { openCompanyPage } from './filters.js';
import { loadMonth } from './load.js';
import { saveInNewWorkspace } from './saving.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectColumnsInSight,
  expectGoodLooks,
  hold,
  lookAt,
  PHONE,
  picture,
  searchLink,
  test,
} from './test.js';

test('a line and a saved search are followed, and what comes to pass is told on the dashboard', async ({
  page,
  portal,
}) => {
  test.slow();
  await enter(page, await openAccount(portal, 'following@company.example', 'Operator'));
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Following' }).click();
  await expect(page.getByText('Nothing is followed yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Follow something' }).click();
  const dialog = page.getByRole('dialog', { name: 'Follow' });
  const what = dialog.getByLabel('What', { exact: true });
  await what.fill('hs:85044 importer:(acme');
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(what).toHaveAttribute('aria-invalid', 'true');
  await what.fill('hs:8504');
  await dialog.getByLabel('Name').fill('Transformers');
  await dialog.getByLabel('New records, however many').check();
  await expectAccessible(page);
  await picture(page, 'following-new');
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'Transformers' });
  await expect(row).toContainText('HS code');
  await expect(page.getByText('Nothing has been found yet.')).toBeVisible();

  await loadMonth(portal, 'ARM', 4);
  // The portal looks for new records every ten seconds.
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Found for you' })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  const found = page.getByRole('region', { name: 'Found for you' });
  await expect(found).toContainText('4 new records');
  await expect(found).toContainText('New in the portal: imports of Armenia, 4 records');
  await expectAccessible(page);
  await picture(page, 'following-dashboard');
  await found.getByRole('link', { name: 'View all' }).click();
  await expectGoodLooks(page, 'following');
  const putOff = page.getByRole('button', { name: /^Show again in a week: .*Armenia/ });
  await putOff.click();
  // What is put off leaves the list, and what is below it moves up.
  await expect(putOff).toHaveCount(0);
  const records = page.getByRole('link', { name: '4 new records' });
  await expect(records).toHaveCount(1);
  await expect(row).toContainText(/Checked .*: \d+ new/);
  await lookAt(page, PHONE);
  await expectColumnsInSight(page.getByRole('region', { name: 'All that is followed' }));
  await page.setViewportSize({ width: 1440, height: 900 });
  const act = async (name: string, what = 'Transformers') => {
    await page.getByRole('button', { name: `Actions for ${what}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Change');
  const changing = page.getByRole('dialog', { name: 'Change “Transformers”' });
  await changing.getByLabel('How often').selectOption('STRICTEST');
  await changing.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(changing).toHaveCount(0);
  await act('Pause');
  await expect(row).toContainText('Paused');
  await page.getByLabel('Mail').selectOption('Never: I look here');
  await page.getByText('For later', { exact: true }).first().click();
  await expect(page.getByText(/imports of Armenia/)).toBeVisible();
  await page.getByText('All', { exact: true }).last().click();
  await records.click();
  await expect(page).toHaveURL(/\/list1\?.*newSince=/);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

  await page.goto(searchLink());
  await saveInNewWorkspace(page, 'Fabrics', 'Cotton');
  await page.goto('/workspace');
  await page.getByRole('link', { name: 'Follow Cotton' }).click();
  await expect(dialog).toContainText('Your saved search “Cotton”');
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  // Leaving before it is made would give it up.
  await expect(dialog).toHaveCount(0);
  // A company's page leads to following it.
  await page.goto(searchLink());
  await page.goto(
    (await page.getByRole('gridcell').locator('a[href^="/company?"]').first().getAttribute('href')) ?? '',
  );
  await openCompanyPage(page);
  // With it the company is called as it is in the records, and no more as it is in the address.
  await expect(page.getByRole('link', { name: 'Follow', exact: true })).toBeVisible();
  const company = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByRole('link', { name: 'Follow', exact: true }).click();
  await expect(what).toHaveValue(
    new RegExp(`^(importer|exporter):(?:=)?"?${company?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
  );
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: company ?? '' })).toHaveCount(1);

  await act('Stop following');
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Cotton' })).toHaveCount(1);
});

test('a search, an analysis and a list are followed from where they are looked at', DEEP, async ({ page, account }) => {
  await enter(page, await account('Operator'));
  const dialog = page.getByRole('dialog', { name: 'Follow' });
  const follow = () => dialog.getByRole('button', { name: 'Follow', exact: true });
  const lane = searchLink({ originCountryList: 'CHINA' });
  for (const screen of ['/analysis', '/indepthAnalysis']) {
    await page.goto(lane.replace('/list1', screen));
    await page.getByRole('link', { name: 'Follow', exact: true }).click();
    await expect(dialog.getByLabel('Name')).toHaveValue(/^Imports of .*cotton/);
  }
  await page.goto(lane);
  await page.getByRole('button', { name: 'Go to' }).click();
  await page.getByRole('menuitem', { name: 'Follow' }).click();
  await expect(dialog).toContainText(/cotton.*china/is);
  await expectAccessible(page);
  await follow().click();
  // It asks what the search did, the country that it was narrowed to among it.
  const row = page.getByRole('row').filter({ hasText: 'cotton' });
  await expect(row.getByRole('link')).toHaveAttribute('href', /originCountryList=CHINA/);

  const begun = { name: 'our codes', kind: 'HS_CODE', columns: ['code'], valueColumn: 0, rows: 1 };
  const { listId } = await call(page, 'POST', '/activity-management/list', begun);
  await call(page, 'PUT', '/activity-management/list/rows', { listId, from: 0, rows: [['8504']] });
  await page.goto('/workspace?list=all');
  await expect(page.getByRole('link', { name: 'Follow our codes' })).toBeVisible();
  await expectGoodLooks(page, 'own-lists-all');
  // Whoever presses before the countries are there is not told that something is missing.
  const letThrough = await hold(page, '**/countrylistbytrade/*');
  await page.getByRole('link', { name: 'Follow our codes' }).click();
  const what = dialog.getByLabel('What', { exact: true });
  await expect(what).toHaveValue('hs:@"our codes"');
  await expect(follow()).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  await expect(what).not.toHaveAttribute('aria-invalid', 'true');
  letThrough();
  await follow().click();
  await expect(page.getByRole('row').filter({ hasText: 'our codes' })).toHaveCount(1);
});

test('a saved search is exported by itself, within a budget, and sent where its person says', async ({
  page,
  portal,
}) => {
  test.slow();
  await enter(page, await openAccount(portal, 'scheduled@company.example', 'Operator'));
  await page.goto(searchLink({ q: 'cotton', from: '2026-06-01' }));
  await saveInNewWorkspace(page, 'Fabrics', 'Cotton');
  const letThrough = await hold(page, '**/following/mail');
  await page.goto('/following');
  const add = page.getByRole('button', { name: 'Add a destination' });
  const place = await add.boundingBox();
  letThrough();
  await expect(page.getByLabel('Mail')).toHaveValue('WEEKLY');
  expect(await add.boundingBox(), 'moved by what came late, while it may be pressed').toEqual(place);

  // Where they go: a place within the portal's own network is none.
  await add.click();
  const adding = page.getByRole('dialog', { name: 'Add a destination' });
  await adding.getByLabel('Name').fill('Our bucket');
  await adding.getByLabel('Address of the store').fill('https://10.0.0.7');
  await adding.getByLabel('Bucket').fill('trade');
  await adding.getByLabel('Id of the access key').fill('KEY');
  await adding.getByLabel('Secret key').fill('secret');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByLabel('Address of the store')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await picture(page, 'files-destination');
  // Nobody listens there.
  await adding.getByLabel('Address of the store').fill('http://127.0.0.1:10');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding).toHaveCount(0);
  await page.getByRole('button', { name: 'Test Our bucket' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Our bucket' })).toContainText('refused the connection');

  await page.goto('/workspace');
  await page.getByRole('link', { name: 'Follow Cotton' }).click();
  const dialog = page.getByRole('dialog', { name: 'Follow' });
  await dialog.getByLabel('When it is checked').selectOption('Monthly, on the first at 8');
  await dialog.getByLabel('Points a month, at most').fill('1');
  await dialog.getByLabel('As', { exact: true }).selectOption('CSV');
  await expectAccessible(page);
  await picture(page, 'files-new');
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  const row = page.getByRole('row').filter({ hasText: 'Cotton' });
  await expect(row).toContainText('Monthly');
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Cotton' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Make its file now');
  await expect(row).toContainText('of its budget of 1 a month 1 are left');
  await act('Change');
  const changing = page.getByRole('dialog', { name: 'Change “Cotton”' });
  await changing.getByLabel('Points a month, at most').fill('50,000');
  await changing.getByLabel('Sent to').selectOption('Our bucket');
  await changing.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(changing).toHaveCount(0);
  await act('Make its file now');
  await expect(row).toContainText('not sent: The store refused the connection.', { timeout: 60_000 });
  await expectGoodLooks(page, 'following-files');
  await page.getByRole('link', { name: 'All downloads' }).click();
  await expect(page.getByText(/cotton/i).first()).toBeVisible();
  await page.goto('/following');
  await act('Pause');
  await expect(row).toContainText('Paused');
  await act('Stop following');
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Our bucket' }).click();
  await expect(page.getByText('Files wait in the downloads.')).toBeVisible();
});
