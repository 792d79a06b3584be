import type { Page } from '@playwright/test';
import { choosePassword, enter, inviteUser, openAccount } from './accounts.js';
import { type Portal, startPortal } from './portal.js';
import { DEEP, expect, expectAccessible, picture, signIn, test } from './test.js';

/** The links in the messages to an address, the oldest first, once there are so many. */
async function links(portal: Portal, address: string, count: number): Promise<string[]> {
  const found = () => portal.mailTo(address).flatMap((mail) => mail.match(/\/reset#\S+/g) ?? []);
  await expect.poll(() => found().length).toBe(count);
  return found();
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  // Its secret has been taken from the address.
  await expect(page).toHaveURL(/\/reset$/);
  await choosePassword(page);
}

test(
  'a sub-user whose link is lost is sent another, and the first one is dead',
  DEEP,
  async ({ page, browser, portal }) => {
    const email = 'link.again@company.example';
    await enter(page, await openAccount(portal, 'sends.again@company.example'), '/users');
    const dialog = await inviteUser(page, email);
    await dialog.getByRole('button', { name: 'Add user' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add user' })).toBeFocused();
    await links(portal, email, 1);
    const again = page.getByRole('button', { name: `Send link again to ${email}` });
    await again.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'A new link has been sent by e-mail.' })).toBeVisible();
    await expect(again).toBeFocused();
    await expectAccessible(page);
    await picture(page, 'users-invited');
    const [first = '', second = ''] = await links(portal, email, 2);
    const theirs = await browser.newContext({ baseURL: portal.url });
    const sub = await theirs.newPage();
    await setPassword(sub, first);
    await expect(sub.getByRole('alert')).toContainText('This link has been used or has expired.');
    await setPassword(sub, second);
    await expect(sub.getByRole('status')).toContainText('Password reset successful');
    await theirs.close();
    await page.reload();
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Active');
    await expect(again).toHaveCount(0);
  },
);

test('a chat widget is loaded where the operator sets one, for those who are signed in', DEEP, async ({ browser }) => {
  const portal = await startPortal({ CHAT_WIDGET_URL: 'https://chat.example/widget.js' });
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('console', (message) => message.type() === 'error' && noise.push(message.text()));
  // What such a script does: it asks its provider, and draws a frame of its own.
  const widget = `
    fetch('https://chat.example/hello').then(() => {
      const frame = document.createElement('iframe');
      frame.src = 'https://chat.example/frame';
      frame.title = 'Chat';
      document.body.append(frame);
    });`;
  await context.route('https://chat.example/**', (route) => {
    const [, file] = route.request().url().split('example');
    const headers = { 'access-control-allow-origin': '*' };
    if (file === '/widget.js') return route.fulfill({ contentType: 'text/javascript', body: widget, headers });
    return route.fulfill({ contentType: 'text/html', body: '<p>How can we help?</p>', headers });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('script[src*="chat.example"]')).toHaveCount(0);
  await signIn(page, portal);
  await expect(page.frameLocator('iframe[title="Chat"]').getByText('How can we help?')).toBeVisible();
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Users' }).click();
  await expect(page.getByText(/users are active/)).toBeVisible();
  await expect(page.locator('iframe[title="Chat"]')).toHaveCount(1);
  // Nobody else's script comes in, wherever it is put.
  const refused = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'));
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.src = 'https://elsewhere.example/widget.js';
    document.body.append(script);
  });
  await refused;
  expect(noise.filter((text) => !text.includes('elsewhere.example'))).toEqual([]);
  await context.close();
  await portal.stop();
});
