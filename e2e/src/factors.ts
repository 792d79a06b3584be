/** Second factors on the screen. */
import type { Page } from '@playwright/test';
import { appCode } from '@tidewaiter/testing/authenticator';
import { expect, settled } from './test.js';

/** What a person's profile says of their second factor. */
export const secondFactor = (page: Page) => page.getByRole('region', { name: 'Second factor' });

/** Presses a button there, which moves when what stands above it comes. */
export async function pressAtSecondFactor(page: Page, name: string): Promise<void> {
  await expect(secondFactor(page)).toBeVisible();
  await settled(page);
  await secondFactor(page).getByRole('button', { name }).click();
}

/** Adds an app in the dialog that is open, and says its secret and the recovery codes. */
export async function addApp(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Add an app' });
  await expect(dialog.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code').fill(appCode(secret));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  const codes = (await shown.getByRole('group', { name: 'Recovery codes' }).locator('code').textContent()) ?? '';
  return { secret, codes: codes.split('\n'), done: () => shown.getByRole('button', { name: 'Done' }).click() };
}
