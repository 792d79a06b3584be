/** People who run the portal, on its screen. */
import type { Page } from '@playwright/test';
import { appCode } from '@tidewaiter/testing/authenticator';
import { enter, openAccount } from './accounts.js';
import type { Portal } from './portal.js';
import { expect } from './test.js';

/** Somebody who has just been given the right: they add a second factor before anything else. */
export async function enterAsOperator(page: Page, portal: Portal, email: string, address = '/operator'): Promise<void> {
  const person = await openAccount(portal, email);
  await portal.command('account', 'operator', email);
  await enter(page, person, address);
  await expect(page).toHaveURL(/\/second-factor/);
  await page.getByRole('button', { name: 'Add an app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an app' });
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code').fill(appCode(secret));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/operator/);
}

/** A way to a part of the operator's screen. */
export const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name });
