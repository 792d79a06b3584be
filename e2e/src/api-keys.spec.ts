/** API keys under /profile: made and shown once, limited by the main account, revoked; by keyboard, and in every look. */
import { CLIENT, startIssuer } from '@tidewaiter/testing/issuer';
import { enter, openAccount } from './accounts.js';
import { startPortal } from './portal.js';
import { DEEP, expect, expectAccessible, expectGoodLooks, lookAt, PHONE, picture, test } from './test.js';

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
  await expectGoodLooks(page, 'api-key-new');
  await dialog.getByRole('button', { name: 'Make key' }).click();

  const shown = page.getByRole('dialog', { name: 'Your new API key' });
  const key = (await shown.getByRole('group', { name: 'API key' }).locator('code').textContent()) ?? '';
  expect(key).toMatch(/^tw_live_\w{36}$/);
  await expect(shown.getByText('it is not shown again')).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Copy' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await expectGoodLooks(page, 'api-key-made');
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
  await expect(edit.getByText('Please enter a whole number, or nothing for no limit')).toBeVisible();
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

test(
  'a program that is connected by tokens stands among the keys, is revoked and allowed again',
  DEEP,
  async ({ browser }) => {
    const issuer = await startIssuer();
    const portal = await startPortal({ TIDEWAITER_OAUTH_ISSUER: issuer.issuer, PUBLIC_URL: 'https://portal.example' });
    const context = await browser.newContext({ baseURL: portal.url });
    const page = await context.newPage();
    try {
      const person = await openAccount(portal, 'connected@company.example');
      const token = await issuer.token({ email: person.email, aud: 'https://portal.example' });
      const call = async () => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${portal.url}/api/v1/coverage`, { headers })).status;
      };
      expect(await call()).toBe(200);
      await enter(page, person, '/profile');
      const section = page.getByRole('region', { name: 'API keys' });
      const row = section.getByRole('row', { name: CLIENT });
      await expect(row).toContainText(`Connection by ${new URL(issuer.issuer).host}`);
      await expect(row).toContainText('Search, Analysis');
      await expectGoodLooks(page, 'connection');

      await row.getByRole('button', { name: 'Edit' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit connection' });
      await edit.getByLabel('Name').fill('Agent');
      await edit.getByRole('button', { name: 'Save' }).click();
      await section.getByRole('button', { name: 'Revoke Agent' }).click();
      const revoke = page.getByRole('dialog', { name: 'Revoke connection' });
      await expect(revoke.getByText('until its person allows it again here')).toBeVisible();
      await expectAccessible(page);
      await picture(page, 'connection-revoke');
      await revoke.getByRole('button', { name: 'Revoke' }).click();
      const renamed = section.getByRole('row', { name: 'Agent' });
      await expect(renamed).toContainText('Revoked');
      expect(await call()).toBe(401);
      await expectGoodLooks(page, 'connection-revoked');

      await renamed.getByRole('button', { name: 'Allow again Agent' }).click();
      await expect(section.getByRole('status').first()).toContainText('The connection is allowed again.');
      await expect(renamed.getByRole('button', { name: 'Revoke Agent' })).toBeVisible();
      expect(await call()).toBe(200);
    } finally {
      await context.close();
      await portal.stop();
      await issuer.close();
    }
  },
);
