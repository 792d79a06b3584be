import type { Page } from '@playwright/test';
import { choosePassword, counter, mailed, openAccount, PASSWORD } from './accounts.js';
import { answerOf } from './captcha.js';
import { DEEP, expect, expectAccessible, expectGoodLooks, picture, searchLink, signIn, test } from './test.js';

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('First');
  await page.getByLabel('Last name').fill('Last');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mobile number').fill('+49 30 1234567');
  await page.getByLabel('Company name').fill('Company');
  await page.getByRole('checkbox').check();
}

test('somebody signs up, is let in by the operator, sets a password and searches', {
  tag: ['@2.2', '@2.25', '@5.58', '@5.59', '@5.60', '@8.19'],
}, async ({ page, portal }) => {
  const email = 'signs.up@company.example';
  await page.goto('/login');
  const asked = page.waitForResponse('**/user-management/captcha');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  // What the browser solves, the portal compares.
  const captcha = await (await asked).json();
  expect(captcha).toMatchObject({ captchaId: expect.any(String), challenge: { keyPrefix: expect.any(String) } });
  expect(captcha).not.toHaveProperty('answer');
  await expect(page.getByRole('link', { name: /terms/i })).toHaveAttribute('href', '/terms-and-conditions');
  await expect(page.getByText('Your browser has solved the captcha.')).toBeVisible();
  const signUp = page.getByRole('button', { name: 'Sign Up' });
  await signUp.click();
  for (const message of [
    'Please enter first name',
    'Please enter last name',
    'Please enter valid email address',
    'Please enter valid mobile no',
    'This field is required',
    'Please accept terms and condition',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);
  await picture(page, 'signup-errors');

  await fillIn(page, email);
  // What the browser found is spoiled on its way.
  await page.route(
    '**/user-management/user',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), captcha: '0' } }),
    { times: 1 },
  );
  const another = page.waitForResponse('**/user-management/captcha');
  await signUp.click();
  await expect(page.getByText('Captcha not matched')).toBeVisible();
  await another;
  await expect(page.getByText('Your browser has solved the captcha.')).toBeVisible();
  await expectAccessible(page);
  await signUp.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status')).toContainText(
    'Your registration is successful, after verification we will notify you for login credentials.',
  );

  await expect.poll(() => portal.command('account', 'list', '--json'), { timeout: 20_000 }).toContain(email);
  await portal.command('account', 'verify', email, '--plan', 'Startup');
  const link = await mailed(portal, email, /(\/reset#token=\S+)/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set your password' })).toBeVisible();
  await expect(page).toHaveURL(/\/reset$/);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill('another one');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('New password and confirm Password is different')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  // The password that was just typed signs in.
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(counter(page, 'searches')).toHaveText('75');
  await expect(counter(page, 'downloads')).toHaveText('50,000');
  await page.goto(searchLink());
  await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
  await expect(counter(page, 'searches')).toHaveText('74');

  await page.goto(link);
  await choosePassword(page);
  await expect(page.getByRole('alert')).toContainText('This link has been used or has expired.');
});

test(
  'a newcomer is at a first table after fourteen actions: seven of the sign-up, three of the password, two of the country, two of the question',
  DEEP,
  async ({ page, portal }) => {
    const email = 'newcomer@company.example';
    const done: string[] = [];
    const step = async (name: string, act: () => Promise<unknown>) => {
      done.push(name);
      await act();
    };
    await page.goto('/signup');
    await expect(page.getByText('Your browser has solved the captcha.')).toBeVisible();
    for (const [label, value] of Object.entries({
      ...{ 'First name': 'New', 'Last name': 'Comer', Email: email },
      ...{ 'Mobile number': '+49 30 1234567', 'Company name': 'Company' },
    }))
      await step(label, () => page.getByLabel(label).fill(value));
    await step('terms', () => page.getByRole('checkbox').check());
    await step('Sign Up', () => page.getByRole('button', { name: 'Sign Up' }).click());
    await expect.poll(() => portal.command('account', 'list', '--json'), { timeout: 20_000 }).toContain(email);
    await portal.command('account', 'verify', email, '--plan', 'Free');
    await page.goto(await mailed(portal, email, /(\/reset#token=\S+)/));
    for (const label of ['New password', 'Confirm password'])
      await step(label, () => page.getByLabel(label, { exact: true }).fill(PASSWORD));
    await step('Set password', () => page.getByRole('button', { name: 'Set password' }).click());
    await step('country', () => page.getByRole('radio', { name: 'India' }).check());
    await step('Choose', () => page.getByRole('button', { name: 'Choose India' }).click());
    const box = page.getByRole('combobox', { name: 'Search value' });
    await step('goods', () => box.fill('cotton'));
    await step('Enter', () => box.press('Enter'));
    await expect(page.getByRole('grid', { name: 'Records' }).getByText('cotton').first()).toBeVisible();
    expect(done).toHaveLength(14);
  },
);

test(
  'a sign-up over plain HTTP is asked a question in words, by keyboard alone, and takes its time',
  DEEP,
  async ({ page, portal }) => {
    const { port } = new URL(portal.url);
    const asked = page.waitForResponse('**/user-management/captcha');
    await page.goto(`http://portal.example:${port}/signup`);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    const { question, waitSeconds } = await (await asked).json();
    await expect(page.getByText(question)).toBeVisible();
    await fillIn(page, 'plain@company.example');
    await expectAccessible(page);
    await picture(page, 'signup-in-words');
    const answer = page.getByLabel('Your answer, in digits');
    await answer.focus();
    await expect(answer).toHaveAccessibleDescription(question);
    await page.keyboard.type(answerOf(question));
    const sent = page.waitForRequest('**/user-management/user');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/, { timeout: (waitSeconds + 10) * 1000 });
    await expect(page.getByRole('status')).toContainText('Your registration is successful');
    expect((await sent).postDataJSON()).toMatchObject({ captcha: answerOf(question) });
  },
);

test('a forgotten password is set anew by a one-time password', {
  tag: ['@2.24', '@5.61', '@8.17'],
}, async ({ page, portal }) => {
  const { email } = await openAccount(portal, 'forgets@company.example');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await page.getByLabel('Email').fill('nobody');
  const send = page.getByRole('button', { name: 'Send one-time password' });
  await send.click();
  await expect(page.getByText('Please enter valid email', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await send.click();
  await expect(page.getByRole('status')).toContainText('An OTP has been sent to your registered email id.');
  await expectAccessible(page);
  await picture(page, 'reset-otp');

  await page.getByLabel('One-time password').fill('x');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Invalid OTP')).toBeVisible();
  const code = await mailed(portal, email, /one-time password is (\d+)/);
  await page.getByLabel('One-time password').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await choosePassword(page, 'password');
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible();
  await page.getByLabel('Confirm password', { exact: true }).fill('another one');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('New password and confirm Password is different')).toBeVisible();
  await choosePassword(page);
  await expect(page.getByRole('status')).toContainText('Password reset successful');
  await signIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('who was given a password chooses another one before anything else', { tag: '@4.31' }, async ({
  page,
  portal,
}) => {
  const email = 'first@company.example';
  const names = ['--firstname', 'First', '--lastname', 'Last', '--company', 'Company'];
  const said = await portal.command('account', 'create', '--email', email, ...names, '--json');
  const { password } = JSON.parse(said);
  await page.goto(searchLink());
  await signIn(page, { email, password });
  await expect(page).toHaveURL(/\/choose-password/);
  for (const path of ['/profile', '/login', '/choose-password?from=//evil.example']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/choose-password/);
  }
  await page.goto(searchLink());
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  const choose = page.getByRole('button', { name: 'Choose password' });
  await choose.click();
  await expect(page.getByText('Please enter password')).toHaveCount(2);
  await page.getByLabel('Password that you were given', { exact: true }).fill(password);
  for (const [chosen, answer] of [
    [password, 'Please choose a password of your own, not the one that you were given.'],
    ['password', 'This password is too easy to guess.'],
  ] as const) {
    await page.getByLabel('New password', { exact: true }).fill(chosen);
    await page.getByLabel('Confirm password', { exact: true }).fill(chosen);
    await choose.click();
    await expect(page.getByText(answer)).toBeVisible();
  }
  await expectGoodLooks(page, 'choose-password');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await choose.click();
  // On to where they were heading, in the session that took the place of the first.
  await expect(page).toHaveURL(/\/list1\?.*q=cotton/);
  await expect(page.getByRole('heading', { name: /contains 'cotton'/ })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/list1/);
  await expect(page.getByRole('button', { name: /Profile menu/ })).toBeVisible();
});
