import type { Page } from '@playwright/test';
import type { Portal } from './portal.js';
import { expect, signIn } from './test.js';

/** What people in tests choose. */
export const PASSWORD = 'harbour lantern 4271';

export interface Person {
  email: string;
  password: string;
}

/** Opens a main account by the operator's command, on a plan, with whatever else the command takes. */
export async function openAccount(
  portal: Portal,
  email: string,
  plan = 'Startup',
  ...options: string[]
): Promise<Person> {
  const said = await portal.command(
    ...['account', 'create', '--email', email, '--firstname', 'First', '--lastname', 'Last', '--company', 'Company'],
    ...['--plan', plan, '--keep-password', '--json', ...options],
  );
  return { email, password: JSON.parse(said).password };
}

export async function enter(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await signIn(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** What the newest message to an address says that matches; it is mailed when nobody waits. */
export async function mailed(portal: Portal, address: string, pattern: RegExp): Promise<string> {
  const found = () => pattern.exec(portal.mailTo(address).at(-1) ?? '')?.[1] ?? '';
  await expect.poll(found).not.toBe('');
  return found();
}
