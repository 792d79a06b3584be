import { call, enter, openAccount } from './accounts.js';
import { openCompanyPage } from './filters.js';
import { loadMonth } from './load.js';
import { saveInNewWorkspace } from './saving.js';
import { DEEP, expect, expectAccessible, expectGoodLooks, hold, picture, searchLink, test } from './test.js';

test('a line and a saved search are watched, and what comes to pass is told on the dashboard', async ({
  page,
  portal,
}) => {
  test.slow();
  await enter(page, await openAccount(portal, 'watches@company.example', 'Operator'));
  await page.goto('/workspace');
  await page.getByRole('link', { name: 'Watches' }).click();
  await expect(page.getByText('No watches yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New watch' }).click();
  const dialog = page.getByRole('dialog', { name: 'New watch' });
  const what = dialog.getByLabel('What');
  await what.fill('hs:85044 importer:(acme');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(what).toHaveAttribute('aria-invalid', 'true');
  await what.fill('hs:8504');
  await dialog.getByLabel('Name').fill('Transformers');
  await dialog.getByLabel('New records, however many').check();
  await expectAccessible(page);
  await picture(page, 'watches-new');
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: 'Transformers' });
  await expect(row).toContainText('HS code');
  await expect(page.getByText('Nothing has been found yet.')).toBeVisible();

  await loadMonth(portal, 'ARM', 4);
  // The portal looks for new records every ten seconds.
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Found by your watches' })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  const found = page.getByRole('region', { name: 'Found by your watches' });
  await expect(found).toContainText('4 new records');
  await expect(found).toContainText('New in the portal: imports of Armenia, 4 records');
  await expectAccessible(page);
  await picture(page, 'watches-dashboard');
  await found.getByRole('link', { name: 'View all' }).click();
  await expectGoodLooks(page, 'watches');
  const putOff = page.getByRole('button', { name: /^Put off for a week: .*Armenia/ });
  await putOff.click();
  // What is put off leaves the list, and what is below it moves up.
  await expect(putOff).toHaveCount(0);
  const records = page.getByRole('link', { name: '4 new records' });
  await expect(records).toHaveCount(1);
  await page.getByLabel('How much Transformers tells').selectOption('Least');
  await page.getByRole('button', { name: 'Mute Transformers' }).click();
  await expect(page.getByRole('button', { name: 'Unmute Transformers' })).toBeVisible();
  await page.getByLabel('Mail').selectOption('Never: I look here');
  await page.getByText('Put off', { exact: true }).first().click();
  await expect(page.getByText(/imports of Armenia/)).toBeVisible();
  await page.getByText('All', { exact: true }).last().click();
  await records.click();
  await expect(page).toHaveURL(/\/list1\?.*newSince=/);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

  await page.goto(searchLink());
  await saveInNewWorkspace(page, 'Fabrics', 'Cotton');
  await page.goto('/workspace');
  await page.getByRole('button', { name: 'Watch Cotton' }).click();
  const ofSaved = page.getByRole('dialog', { name: 'Watch “Cotton”' });
  await ofSaved.getByRole('button', { name: 'Watch', exact: true }).click();
  // Leaving before it is made would give it up.
  await expect(ofSaved).toHaveCount(0);
  // A company's page leads to a watch of it.
  await page.goto(searchLink());
  await page.goto(
    (await page.getByRole('gridcell').locator('a[href^="/company?"]').first().getAttribute('href')) ?? '',
  );
  await openCompanyPage(page);
  // With it the company is called as it is in the records, and no more as it is in the address.
  await expect(page.getByRole('link', { name: 'Watch', exact: true })).toBeVisible();
  const company = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByRole('link', { name: 'Watch', exact: true }).click();
  await expect(what).toHaveValue(
    new RegExp(`^(importer|exporter):(?:=)?"?${company?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
  );
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: company ?? '' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Remove Transformers' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Cotton' })).toHaveCount(1);
});

test('a search, an analysis and a list are watched from where they are looked at', DEEP, async ({ page, account }) => {
  await enter(page, await account('Operator'));
  const dialog = page.getByRole('dialog', { name: 'Watch this question' });
  const watch = () => page.getByRole('button', { name: 'Watch', exact: true });
  const lane = searchLink({ originCountryList: 'CHINA' });
  for (const screen of ['/analysis', '/indepthAnalysis']) {
    await page.goto(lane.replace('/list1', screen));
    await page.getByRole('link', { name: 'Watch', exact: true }).click();
    await expect(dialog.getByLabel('Name')).toHaveValue(/^Imports of .*cotton/);
  }
  await page.goto(lane);
  await page.getByRole('button', { name: 'Go to' }).click();
  await page.getByRole('menuitem', { name: 'Watch' }).click();
  await expect(dialog).toContainText(/cotton.*china/is);
  await expectAccessible(page);
  await watch().click();
  // It asks what the search did, the country that it was narrowed to among it.
  const row = page.getByRole('row').filter({ hasText: 'cotton' });
  await expect(row.getByRole('link')).toHaveAttribute('href', /originCountryList=CHINA/);

  const begun = { name: 'our codes', kind: 'HS_CODE', columns: ['code'], valueColumn: 0, rows: 1 };
  const { listId } = await call(page, 'POST', '/activity-management/list', begun);
  await call(page, 'PUT', '/activity-management/list/rows', { listId, from: 0, rows: [['8504']] });
  await page.goto('/workspace?list=all');
  await expectGoodLooks(page, 'own-lists-all');
  // Whoever presses before the countries are there is not told that something is missing.
  const letThrough = await hold(page, '**/countrylistbytrade/*');
  await page.getByRole('link', { name: 'Watch our codes' }).click();
  const what = page.getByRole('dialog', { name: 'New watch' }).getByLabel('What');
  await expect(what).toHaveValue('hs:@"our codes"');
  await expect(watch()).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  await expect(what).not.toHaveAttribute('aria-invalid', 'true');
  letThrough();
  await watch().click();
  await expect(page.getByRole('row').filter({ hasText: 'our codes' })).toHaveCount(1);
});
