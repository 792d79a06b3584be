import { expect, type Page } from '@playwright/test';
import { login } from '@tidewaiter/contract';
import type { Portal } from './portal.js';

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

/** Calls the portal as whoever is signed in on the page. */
export async function call(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: object) {
  const token = await page.evaluate(() => sessionStorage.getItem('tidewaiter.token') ?? '');
  const headers = { authorization: CLIENT, accessedby: token };
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Sends the form of a new password. */
export async function choosePassword(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

/** Invites a sub-user on the screen of users. @returns the dialog, filled in */
export async function inviteUser(page: Page, email: string) {
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByLabel('First name').fill('Sub');
  await dialog.getByLabel('Last name').fill('User');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Mobile number').fill('030 7654321');
  return dialog;
}

/** A counter of the head. */
export const counter = (page: Page, name: 'downloads' | 'searches') => page.locator(`[data-counter="${name}"]`);
