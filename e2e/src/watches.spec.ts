import { enter, openAccount } from './accounts.js';
import { loadMonth } from './load.js';
import { saveInNewWorkspace } from './saving.js';
import { expect, expectAccessible, expectGoodLooks, picture, searchLink, test } from './test.js';

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
    await expect(page.getByRole('region', { name: 'Found by your watches' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  const found = page.getByRole('region', { name: 'Found by your watches' });
  await expect(found).toContainText('4 new records');
  await expect(found).toContainText('New in the portal: imports of Armenia, 4 records');
  await expectAccessible(page);
  await picture(page, 'watches-dashboard');
  await found.getByRole('link', { name: 'View all' }).click();
  await expectGoodLooks(page, 'watches');
  await page.getByRole('button', { name: /^Put off for a week: .*Armenia/ }).click();
  const records = page.getByRole('link', { name: '4 new records' });
  await expect(page.getByRole('listitem').filter({ has: records })).toHaveCount(1);
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
  await page
    .getByRole('dialog', { name: 'Watch “Cotton”' })
    .getByRole('button', { name: 'Watch', exact: true })
    .click();
  // A company's page leads to a watch of it.
  await page.goto(searchLink());
  await page.goto(
    (await page.getByRole('gridcell').locator('a[href^="/company?"]').first().getAttribute('href')) ?? '',
  );
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
