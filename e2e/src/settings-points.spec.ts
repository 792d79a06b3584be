/** What an operator's settings add to screens (SPEC 2): a portal of its own has them. */
import { enter } from './accounts.js';
import { startPortal } from './portal.js';
import { expect, test } from './test.js';

test('a chat widget and an address to write to are there where the operator names them', {
  tag: ['@2.17', '@2.47'],
}, async ({ page, browser, portal }) => {
  expect(await (await page.request.get('/profile')).text()).not.toMatch(/<script[^>]+src="https?:/);
  const widget = 'https://chat.example/widget.js';
  const own = await startPortal({ CHAT_WIDGET_URL: widget, CONTACT_MAIL: 'details@portal.example' });
  try {
    expect(own.url).not.toBe(portal.url);
    // The provider's script says that it runs, on a screen with the footer.
    const there = await browser.newPage({ baseURL: own.url });
    await there.route(widget, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.chat = "here";' }),
    );
    // Nobody but those who are signed in.
    await there.goto('/login');
    await expect(there.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(there.locator('script[src*="chat.example"]')).toHaveCount(0);
    await enter(there, own, '/savecontact');
    await expect(there.getByRole('contentinfo')).toBeAttached();
    await expect(there.locator('html')).toHaveAttribute('data-chat', 'here');
    await there.getByRole('button', { name: 'Add contact' }).click();
    const dialog = there.getByRole('dialog', { name: 'Add contact' });
    await dialog.getByLabel('Company Name').fill('Acme Trading Ltd');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(there.getByRole('columnheader', { name: 'Mail Us For Contact Details', exact: true })).toBeVisible();
    await expect(there.locator('a[href^="mailto:details@portal.example"]')).toBeVisible();
    await there.close();
  } finally {
    await own.stop();
  }
  await enter(page, portal, '/savecontact');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Mail Us')).toHaveCount(0);
});
