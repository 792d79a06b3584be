/** API keys under /profile: made and shown once, limited by the main account, revoked; by keyboard, and in every look. */
import { enter, openAccount } from './accounts.js';
import { expect, expectAccessible, expectGoodLooks, LOOKS, lookAt, PHONE, picture, test } from './test.js';

test('a person makes an API key, which is shown once, limits and revokes it', async ({ page, context, portal }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await openAccount(portal, 'keys@company.example');
  await enter(page, person, '/profile');
  const section = page.getByRole('region', { name: 'API keys' });
  await expect(section.getByText('Nobody of this account has an API key.')).toBeVisible();
  const open = section.getByRole('button', { name: 'New API key' });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('checkbox', { name: 'Search' }).uncheck();
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect(dialog.getByText('Please enter a name for the key')).toBeVisible();
  await expect(dialog.getByText('Please choose what the key may do')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'api-key-errors');
  await dialog.getByLabel('Name').fill('Nightly report');
  for (const scope of ['Search', 'Export']) await dialog.getByRole('checkbox', { name: scope, exact: true }).check();
  await dialog.getByLabel('Expires').selectOption('On a day of your choice');
  await dialog.getByLabel('Last day, in universal time').fill('2099-01-31');
  await page.keyboard.press('Tab');
  for (const look of LOOKS) {
    await lookAt(page, look);
    await expectAccessible(page);
    await picture(page, `api-key-new-${look.name}`);
  }
  await dialog.getByRole('button', { name: 'Make key' }).click();

  const shown = page.getByRole('dialog', { name: 'Your new API key' });
  const key = (await shown.getByRole('group', { name: 'API key' }).locator('code').textContent()) ?? '';
  expect(key).toMatch(/^tw_live_\w{36}$/);
  await expect(shown.getByText('it is not shown again')).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Copy' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  for (const look of LOOKS) {
    await lookAt(page, look);
    await expectAccessible(page);
    await picture(page, `api-key-made-${look.name}`);
  }
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();

  const row = section.getByRole('row', { name: 'Nightly report' });
  await expect(row).toContainText(`${key.slice(0, 12)}…`);
  await expect(row).toContainText('31 Jan 2099');
  expect(await page.content()).not.toContain(key);

  await row.getByRole('button', { name: 'Edit Nightly report' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit API key' });
  await edit.getByLabel('Searches in a calendar month').fill('many');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('A whole number, or nothing for no limit')).toBeVisible();
  await edit.getByLabel('Searches in a calendar month').fill('200');
  await edit.getByLabel('Name').fill('Weekly report');
  await expectAccessible(page);
  await picture(page, 'api-key-edit');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByRole('status')).toContainText('The API key has been changed.');
  await expect(section.getByRole('row', { name: 'Weekly report' })).toContainText('0 of 200');
  await expectGoodLooks(page, 'api-keys');

  await lookAt(page, PHONE);
  await section.getByRole('button', { name: 'Revoke Weekly report' }).click();
  const revoke = page.getByRole('dialog', { name: 'Revoke API key' });
  await expect(revoke.getByText('This cannot be undone.')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'api-key-revoke');
  await revoke.getByRole('button', { name: 'Revoke' }).click();
  await expect(section.getByText('Nobody of this account has an API key.')).toBeVisible();
  await expect(open).toBeFocused();
  await expect(section.getByRole('status').first()).toContainText('The API key has been revoked.');
});
