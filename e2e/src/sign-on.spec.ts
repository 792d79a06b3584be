/** Signing in with one's firm, at a real provider: offered to addresses of its domain, there and back, confirmed by it, and out of both. */
import { freePort } from '@tidewaiter/testing/free-port';
import { startFirm } from '@tidewaiter/testing/provider';
import { openAccount } from './accounts.js';
import { pressAtSecondFactor } from './factors.js';
import { startPortal } from './portal.js';
import { expect, expectAccessible, expectGoodLooks, picture, test } from './test.js';

test('a person of a firm signs in with it, is confirmed by it, and signs out of it', async ({ browser }) => {
  // Browsers hold to the whole address of the portal.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const people: Record<string, Record<string, unknown>> = {
    ada: { email: 'ada@acme.example', email_verified: true, given_name: 'Ada', family_name: 'Loomis' },
    eve: { email: 'eve@acme.example', email_verified: false },
  };
  const firm = await startFirm(people, url);
  const portal = await startPortal({ PORT: String(port), PUBLIC_URL: url });
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const form = page.getByRole('form', { name: 'Sign in' });
  const button = form.getByRole('button', { name: 'Sign in with your firm' });

  /** At the provider, by its own pages. */
  const showFirm = async (name: string) => {
    await page.getByPlaceholder('Enter any login').fill(name);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
  };
  const allow = () => page.getByRole('button', { name: 'Continue' }).click();

  try {
    const owner = await openAccount(portal, 'owner@acme.example');
    await portal.command(
      ...['account', 'sign-on', 'set', owner.email, '--issuer', firm.issuer, '--client-id', 'public'],
      ...['--public', '--domain', 'acme.example'],
    );

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/login/firm')) asked.push(request.postData() ?? '');
    });
    await page.goto('/login?from=%2Fprofile');
    await form.getByLabel('Email').fill('somebody@elsewhere.example');
    await expect.poll(() => asked).toEqual(['{"domain":"elsewhere.example"}']);
    await expect(button).toHaveCount(0);
    await form.getByLabel('Email').fill('eve@acme.example');
    await expect(button).toBeVisible();
    await expectGoodLooks(page, 'sign-on-offer');

    await button.click();
    await showFirm('eve');
    await allow();
    await expect(page.getByText('has not verified your e-mail address')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await expectGoodLooks(page, 'sign-on-refused');
    // What was refused is not sent again.
    await page.reload();
    await expect(page).toHaveURL(/\/login/);

    await context.clearCookies();
    await page.goto('/login?from=%2Fprofile');
    await form.getByLabel('Email').fill('ada@acme.example');
    await button.click();
    await showFirm('ada');
    await allow();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();

    // The provider was not told to ask: what opens the account asks for that first.
    await pressAtSecondFactor(page, 'Add an app');
    const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' });
    await expect(dialog.getByText('Your firm’s sign-in asks who you are')).toBeVisible();
    await expect(dialog.getByLabel('Password')).toHaveCount(0);
    await expectAccessible(page);
    await picture(page, 'sign-on-confirm');
    // They are on the screen to which they come back.
    const back = page.waitForURL(/\/sign-on\?/, { waitUntil: 'commit' });
    await dialog.getByRole('button', { name: 'Sign in with your firm' }).click();
    await back;
    await expect(page).toHaveURL(/\/profile$/);
    await pressAtSecondFactor(page, 'Add an app');
    await expect(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Log Out' }).click();
    // The provider asks whether they leave it, too, and sends them back.
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(page).toHaveURL(`${url}/login`);
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/login/);
  } finally {
    await context.close();
    await portal.stop();
    await firm.close();
  }
});
