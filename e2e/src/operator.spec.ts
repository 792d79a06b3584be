/** The operator's screen: what commands do, done by who has the right and a second factor. */
import { openAccount } from './accounts.js';
import { columnsOf, loadLines } from './load.js';
import { enterAsOperator, part } from './operator.js';
import { DEEP, expect, expectAccessible, expectGoodLooks, picture, test } from './test.js';

test('an operator finds a person, gives a plan and points, and every act is written down', async ({ page, portal }) => {
  const customer = await openAccount(portal, 'customer@company.example', 'Free');
  await enterAsOperator(page, portal, 'runs@company.example');
  await page.getByRole('button', { name: 'Invite a customer' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invite a customer' });
  await invitation.getByRole('button', { name: 'Invite' }).click();
  await expect(invitation.getByLabel('First name')).toBeFocused();
  for (const [field, said] of [
    ['First name', 'Grace'],
    ['Last name', 'Moor'],
    ['Email', 'invited@company.example'],
    ['Company name', 'Moor Trading'],
  ] as const)
    await invitation.getByLabel(field).fill(said);
  await invitation.getByRole('combobox', { name: 'Plan' }).selectOption('SME');
  await expectGoodLooks(page, 'operator-invite');
  await invitation.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('invited@company.example has an account; a link')).toBeVisible();
  await expect(page.getByRole('row', { name: 'invited@company.example' })).toContainText('Has no password yet');

  await page.getByLabel('Find').fill(customer.email);
  const row = page.getByRole('row', { name: customer.email });
  await expect(row).toContainText('Free');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await row.getByRole('button', { name: 'First Last' }).click();
  const dialog = page.getByRole('dialog', { name: 'First Last' });
  await expect(dialog.getByText('Account created')).toBeVisible();
  await expectGoodLooks(page, 'operator-person');
  await dialog.getByRole('button', { name: 'Plan' }).click();
  await dialog.getByRole('combobox', { name: 'Plan' }).selectOption('SME');
  await dialog.getByRole('button', { name: 'Put on this plan' }).click();
  await expect(page.getByText(`${customer.email} is on SME until`)).toBeVisible();
  await expect(row).toContainText('SME');
  // The focus comes back to the name that was pressed.
  await expect(row.getByRole('button', { name: 'First Last' })).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Grant' }).click();
  await dialog.getByRole('form', { name: 'Grant' }).getByRole('button', { name: 'Grant' }).click();
  await expect(dialog.getByText('Please say why.')).toBeVisible();
  await dialog.getByLabel('Why').fill('A present');
  await expectAccessible(page);
  await picture(page, 'operator-grant');
  await dialog.getByRole('form', { name: 'Grant' }).getByRole('button', { name: 'Grant' }).click();
  await expect(page.getByText(/searches left\./)).toBeVisible();

  await row.getByRole('button', { name: 'First Last' }).click();
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByLabel('Type customer@company.example').fill('somebody@else.example');
  await dialog.getByLabel('Why').fill('A slip');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(dialog.getByText('That is another address: nothing is changed.')).toBeVisible();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export their data' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^person-\d+\.json$/);
  await expect(page.getByText('has been handed out')).toBeVisible();

  await part(page, 'Audit log').click();
  const log = page.getByRole('table');
  for (const event of ['Subscribed', 'Granted', 'Person exported'])
    await expect(log.getByRole('cell', { name: event }).first()).toBeVisible();
  await expect(log.getByRole('cell', { name: customer.email }).first()).toBeVisible();
  await page.getByLabel('Find').fill('granted');
  await expect(log.getByRole('cell', { name: 'Subscribed' })).toHaveCount(0);
  await expect(log.getByRole('cell', { name: 'Granted' }).first()).toBeVisible();
  await expectGoodLooks(page, 'operator-audit');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download CSV/ }).click();
  expect((await file).suggestedFilename()).toBe('audit-log.csv');
});

test('an operator tells everybody something, sees loads, jobs and health', async ({ page, portal }) => {
  await enterAsOperator(page, portal, 'runs-too@company.example');
  await part(page, 'Site and notices').click();
  await expect(page.getByText('Open.', { exact: true })).toBeVisible();
  await page.getByLabel('New notice').fill('Records of May are in');
  await page.getByLabel('What it says').fill('Korea and Vietnam are complete.');
  await page.getByRole('button', { name: 'Tell everybody' }).click();
  await expect(page.getByText('Everybody reads it from now on.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Records of May are in' }).click();
  await expect(page.getByText('Records of May are in')).toBeHidden();

  await part(page, 'Loads').click();
  await expect(page.getByText(/records in .* loads, data version/)).toBeVisible();
  await page
    .getByRole('button', { name: /^Take load \d+ out$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Take load/ });
  await expect(dialog.getByText('will no longer be found by anybody')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await part(page, 'Jobs').click();
  await page.getByText('Ended', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Jobs' }).or(page.getByRole('table'))).toBeVisible();
  await part(page, 'Health and backups').click();
  await expect(page.getByText('No backups are made: set BACKUP_TO')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Where calls waited in the last minute' })).toBeVisible();
});

test('parties that are likely one are joined, parted and left by a key each', DEEP, async ({ page, portal }) => {
  const rows = ['HALVENT STEEL', 'HALVENT STEEL GMBH', 'TALLOW GLASS'].map(
    (name, no) => `${no},2020-01-1${no},850710,${name}`,
  );
  const columns = columnsOf({ record_date: 'date', hs_code: 'hs', importer_name: 'importer' });
  const mapping = { name: 'parties', title: 'Parties', country: 'KOR', trade: 'IMPORT', naturalKey: ['no'], columns };
  await loadLines(portal, mapping, ['no,date,hs,importer', ...rows], '--accept');
  await enterAsOperator(page, portal, 'joins@company.example');
  await part(page, 'Parties').click();
  const pair = page.getByRole('heading', { name: 'Are these one company?' });
  await expect(pair).toBeVisible();
  const shown = async () => (await page.locator('dl').textContent()) ?? '';
  const first = await shown();
  for (const [key, said] of [
    ['l', 'are left for later'],
    ['n', 'are kept apart'],
    ['y', 'is one with'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByText(said)).toBeVisible();
    await expect.poll(shown).not.toBe(first);
    await page.keyboard.press('u');
    await expect.poll(shown).toBe(first);
    // No key is heard before it is said.
    await expect(page.getByText(/(undecided|by itself) again\./)).toBeVisible();
  }
  await expectGoodLooks(page, 'operator-parties');
});
