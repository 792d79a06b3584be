import { enter, openAccount } from './accounts.js';
import { saveInNewWorkspace } from './saving.js';
import { expect, expectAccessible, expectGoodLooks, picture, searchLink, test } from './test.js';

test('a saved search is exported by itself, within a budget, and sent where its person says', async ({
  page,
  portal,
}) => {
  test.slow();
  await enter(page, await openAccount(portal, 'scheduled@company.example', 'Operator'));
  await page.goto(searchLink({ q: 'cotton', from: '2026-06-01' }));
  await saveInNewWorkspace(page, 'Fabrics', 'Cotton');
  await page.goto('/workspace?files=all');
  await expect(page.getByText('No scheduled files yet.')).toBeVisible();

  // Where they go: a place within the portal's own network is none.
  await page.getByRole('button', { name: 'Add a destination' }).click();
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

  await page.getByRole('navigation', { name: 'Workspaces' }).getByRole('link', { name: /^All/ }).click();
  await page.getByRole('button', { name: /^File of Cotton/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Files of “Cotton”' });
  await dialog.getByLabel('Made').selectOption('Monthly, on the first at 8');
  await dialog.getByLabel('Points a month, at most').fill('1');
  await dialog.getByLabel('As', { exact: true }).selectOption('CSV');
  await expectAccessible(page);
  await picture(page, 'files-new');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('link', { name: 'Files', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Cotton' });
  await expect(row).toContainText('Monthly');
  await page.getByRole('button', { name: 'Make Cotton now' }).click();
  await expect(row).toContainText('of its budget of 1 a month 1 are left');
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More of Cotton' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Change');
  const changing = page.getByRole('dialog', { name: 'Change “Cotton”' });
  await changing.getByLabel('Points a month, at most').fill('50,000');
  await changing.getByLabel('Sent to').selectOption('Our bucket');
  await changing.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(changing).toHaveCount(0);
  await page.getByRole('button', { name: 'Make Cotton now' }).click();
  await expect(row).toContainText('not sent: The store refused the connection.', { timeout: 60_000 });
  await expectGoodLooks(page, 'files');
  await page.getByRole('link', { name: 'All downloads' }).click();
  await expect(page.getByText(/cotton/i).first()).toBeVisible();
  await page.goto('/workspace?files=all');
  await act('Pause');
  await expect(row).toContainText('Paused');
  await act('Remove');
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Our bucket' }).click();
  await expect(page.getByText('Files wait in the downloads.')).toBeVisible();
});
