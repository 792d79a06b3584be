import type { Page } from '@playwright/test';
import { login } from '@tidewaiter/contract';
import type { Portal } from './portal.js';
import { expect } from './test.js';

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

/** The browsers' credential, as the header of a call. */
export const CLIENT = `Basic ${Buffer.from('tidewaiter-web:').toString('base64')}`;

/**
 * Signs somebody in by the call, and opens a screen for them. The screens of a sign-in, which cost a test as much as what it is
 * about, have tests of their own (`login.spec.ts`).
 */
export async function enter(page: Page, { email, password }: Person, address = '/dashboard'): Promise<void> {
  const answer = await page.request.post(login.path, { headers: { authorization: CLIENT }, data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { token, sessionId, ...signedIn } = login.response.parse(await answer.json());
  const { userid, uplineId, loginId, mustChangePassword, mustAddFactor, operator } = signedIn;
  const user = { userid, uplineId, loginId, sessionId, mustChangePassword, mustAddFactor, operator };
  // A page of the portal's that is not the application: one that is still starting would write its own session down.
  await page.goto('/mark.svg');
  await page.evaluate(
    ([token, sessionId, user]) => {
      sessionStorage.setItem('tidewaiter.token', token);
      sessionStorage.setItem('tidewaiter.tokenOf', sessionId);
      localStorage.setItem('tidewaiter.sessionId', sessionId);
      localStorage.setItem('tidewaiter.user', user);
    },
    [token, sessionId, JSON.stringify(user)] as const,
  );
  await page.goto(address);
}

/** What the newest message to an address says that matches; it is mailed when nobody waits. */
export async function mailed(portal: Portal, address: string, pattern: RegExp): Promise<string> {
  const found = () => pattern.exec(portal.mailTo(address).at(-1) ?? '')?.[1] ?? '';
  await expect.poll(found).not.toBe('');
  return found();
}

/** A counter of the head. */
export const counter = (page: Page, name: 'downloads' | 'searches') => page.locator(`[data-counter="${name}"]`);
