/** People who run the portal, on its screen. */
import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { addApp } from './factors.js';
import type { Portal } from './portal.js';
import { expect } from './test.js';

/** Somebody who has just been given the right: they add a second factor before anything else. */
export async function enterAsOperator(page: Page, portal: Portal, email: string, address = '/operator'): Promise<void> {
  const person = await openAccount(portal, email);
  await portal.command('account', 'operator', email);
  await enter(page, person, address);
  await expect(page).toHaveURL(/\/second-factor/);
  await page.getByRole('button', { name: 'Add an app' }).click();
  await (await addApp(page)).done();
  await expect(page).toHaveURL(/\/operator/);
}

/** A way to a part of the operator's screen. */
export const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name });
