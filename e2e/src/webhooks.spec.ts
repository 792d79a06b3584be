/** Webhooks under /profile: added, their secret shown once, tested, their log, sent again, turned off, removed; in every look. */
import { createHmac } from 'node:crypto';
import { startReceiver } from '@tidewaiter/testing/receiver';
import { enter, openAccount } from './accounts.js';
import { expect, expectAccessible, expectGoodLooks, lookAt, PHONE, picture, test } from './test.js';

test('a person has an address told, sees what became of it, sends it again and removes it', async ({
  page,
  portal,
}) => {
  const receiver = await startReceiver();
  try {
    await enter(page, await openAccount(portal, 'webhooks@company.example'), '/profile');
    const section = page.getByRole('region', { name: 'Webhooks' });
    await expect(section.getByText('You have no webhooks.')).toBeVisible();
    const open = section.getByRole('button', { name: 'New webhook' });
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    const address = dialog.getByLabel('Address');
    await expect(address).toBeFocused();
    await dialog.getByRole('checkbox', { name: 'Export ready' }).uncheck();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog.getByText('Please enter the address that messages go to')).toBeVisible();
    await expect(dialog.getByText('Please choose at least one event')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'New data' }).check();
    await address.fill('https://169.254.169.254/latest/meta-data');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(address).toHaveAccessibleDescription(/not on the public internet/);
    await expect(address).toBeFocused();
    await expectGoodLooks(page, 'webhook-new');
    await address.fill(`${receiver.url}/told`);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();

    const shown = page.getByRole('dialog', { name: 'Your webhook’s secret' });
    const secret = (await shown.getByRole('group', { name: 'Secret' }).locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
    await expectAccessible(page);
    await shown.getByRole('button', { name: 'Done' }).click();
    const entry = section.getByRole('listitem').filter({ hasText: `${receiver.url}/told` });
    await expect(entry).toContainText('Nothing sent yet');
    expect(await page.content()).not.toContain(secret);

    await entry.getByRole('button', { name: /^Log/ }).click();
    const log = page.getByRole('dialog', { name: 'Webhook’s log' });
    await expect(log.getByText('Nothing has been sent in the last 30 days.')).toBeVisible();
    await log.getByRole('button', { name: 'Send a test message' }).click();
    await expect(log.getByText('A test message is on its way.')).toBeVisible();
    await expect(log.getByText(/Delivered .* \(204 in \d+ ms\)/)).toBeVisible();
    const [first] = receiver.heard;
    if (!first) throw new Error('nothing was heard');
    const { headers, body } = first;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    await log.getByText('Message', { exact: true }).click();
    await expect(log.getByText('"type": "webhook.test"')).toBeVisible();
    receiver.answer = 500;
    await log.getByRole('button', { name: /^Send Test/ }).click();
    await expect(log.getByText('It answered 500. It is tried again.')).toBeVisible();
    expect(receiver.heard[1]?.headers['webhook-id']).toBe(headers['webhook-id']);
    await expectGoodLooks(page, 'webhook-log');
    await page.keyboard.press('Escape');

    await entry.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('dialog', { name: 'Edit webhook' });
    await edit.getByRole('checkbox', { name: 'Saved search found' }).check();
    await edit.getByRole('switch', { name: 'On' }).uncheck();
    await expectAccessible(page);
    await picture(page, 'webhook-edit');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(entry).toContainText('New data, Saved search found');
    await expect(entry).toContainText('Off: you have turned it off');
    await expectGoodLooks(page, 'webhooks');

    await lookAt(page, PHONE);
    await entry.getByRole('button', { name: /^Remove/ }).click();
    const remove = page.getByRole('dialog', { name: 'Remove webhook' });
    await expect(remove.getByText('This cannot be undone.')).toBeVisible();
    await remove.getByRole('button', { name: 'Remove' }).click();
    await expect(section.getByText('You have no webhooks.')).toBeVisible();
    await expect(open).toBeFocused();
  } finally {
    await receiver.stop();
  }
});
