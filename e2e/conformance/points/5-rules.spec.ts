/** SPEC 5: advanced search, results, and the forms of people. */
import type { Locator, Page } from '@playwright/test';
import { enter, mailed, PASSWORD } from '../../src/accounts.js';
import { billsLink, loadBillsOfEntry } from '../../src/bills-of-entry.js';
import { openAdvanceSearch, pills } from '../../src/filters.js';
import { headers, MANY, openTable } from '../../src/table.js';
import { alertOf, button, dialog, expectAlert, LIST } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

/** What a form says when it is sent as it stands. */
async function sent(form: Page | Locator, submit: string, messages: readonly string[]): Promise<void> {
  await button(form, submit).click();
  for (const message of messages) await expect(form.getByText(message, { exact: true }).first()).toBeVisible();
}

/** Bounds that are given in Advance Search, and the pill of the range that they become. */
const bounds = (title: string, given: Record<string, string>, pill: string) =>
  test(title, async ({ open }) => {
    const page = await open(LIST);
    const advance = await openAdvanceSearch(page);
    for (const [label, text] of Object.entries(given)) await advance.getByLabel(label, { exact: true }).fill(text);
    await button(advance, 'Search').click();
    await expect(pills(page).getByRole('listitem')).toHaveText([pill]);
  });

async function openSaveAs(page: Page): Promise<Locator> {
  await button(page, 'Save Query').click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  return dialog(page, 'Save search');
}

test('5.40 Quantity, value and unit price take only empty text or whole digits without a leading zero.', async ({
  open,
}) => {
  const advance = await openAdvanceSearch(await open(LIST));
  for (const name of ['Quantity', 'Value', 'Unit Price']) {
    for (const end of ['Minimum', 'Maximum']) {
      const field = advance.getByLabel(`${end} ${name}`, { exact: true });
      await field.pressSequentially('0-1e0x5');
      await expect(field).toHaveValue('105');
      await field.fill('');
    }
  }
});

bounds(
  '5.41 Only a maximum means a minimum of 0.00001.',
  { 'Maximum Quantity': '500' },
  'Quantity: 0.00001 (filled in) – 500',
);
bounds('5.42 Only a minimum means a maximum of 999999.', { 'Minimum Value': '20' }, 'Value: 20 – 9,99,999 (filled in)');
bounds(
  '5.43 Only a minimum of the unit price means a maximum of 99999999.',
  { 'Minimum Unit Price': '2' },
  'Unit Price: 2 – 9,99,99,999 (filled in)',
);

test("5.44 A maximum below the minimum: 'Validation Error', 'Maximum {Quantity|Value|Unit Price} must be greater than or equal to Minimum {same}.'", async ({
  open,
}) => {
  const page = await open(LIST);
  const advance = await openAdvanceSearch(page);
  for (const name of ['Quantity', 'Value', 'Unit Price']) {
    await advance.getByLabel(`Minimum ${name}`).fill('20');
    await advance.getByLabel(`Maximum ${name}`).fill('3');
    await button(advance, 'Search').click();
    await expectAlert(page, `Maximum ${name} must be greater than or equal to Minimum ${name}.`, 'Validation Error');
    await page.keyboard.press('Escape');
    await expect(alertOf(page, 'Validation Error')).toBeHidden();
    for (const end of ['Minimum', 'Maximum']) await advance.getByLabel(`${end} ${name}`).fill('');
  }
});

test("5.45 No filter at all: 'Select !', 'Select atleast one filter or reset filter'.", async ({ open }) => {
  const page = await open(LIST);
  await button(await openAdvanceSearch(page), 'Search').click();
  await expectAlert(page, 'Select atleast one filter or reset filter', 'Select !');
});

test("5.46 Export Selected without rows: 'Oops!', 'Please select rows'.", async ({ open }) => {
  const page = await open(LIST);
  await expect(page.getByRole('checkbox', { name: 'Select record 1', exact: true })).toBeVisible();
  await button(page, 'Export Selected').click();
  await expectAlert(page, 'Please select rows');
});

test('5.47 The column chooser is capped at 100 columns.', async ({ open, portal }) => {
  await loadBillsOfEntry(portal);
  const page = await open('/profile');
  await openTable(page, billsLink({ cols: MANY.join(',') }));
  await button(page, 'Custom').click();
  const columns = dialog(page, 'Columns');
  await button(columns, 'Select all').click();
  await expect(columns.getByRole('checkbox', { checked: true })).toHaveCount(100);
});

test("5.48 Its message reads 'Column display limit reached, max 10 are allowed'.", async ({ open, portal }) => {
  differs("A message of 'max 10' columns");
  await loadBillsOfEntry(portal);
  const page = await open('/profile');
  await openTable(page, billsLink({ cols: MANY.join(',') }));
  await button(page, 'Custom').click();
  await button(dialog(page, 'Columns'), 'Select all').click();
  await expect(dialog(page, 'Columns').getByRole('alert')).toHaveText(
    'Column display limit reached, max 100 are allowed',
  );
});

test('5.49 The first 15 allowed columns are shown by default.', async ({ open }) => {
  differs('The first 15 columns are shown');
  const page = await open(LIST);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', String(15 + 4));
  // Before them the boxes, what opens Indian rows, the number and the actions.
  expect((await headers(page)).slice(4, 8)).toEqual(['Date', 'HS Code', 'Product Description', 'Importer Name']);
});

test("5.50 Save search asks for all: 'Please select workspace name', 'Please enter workspace name', 'Please enter title', 'Please enter description'.", async ({
  page,
  account,
}) => {
  await enter(page, await account(), LIST);
  const modal = await openSaveAs(page);
  for (const field of ['Title', 'Description']) await modal.getByLabel(field).fill('');
  await sent(modal, 'Save', ['Please select workspace name', 'Please enter title', 'Please enter description']);
  await modal.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: 'Create New Workspace' }).click();
  await sent(modal, 'Save', ['Please enter workspace name']);
});

test('5.51 The Save search modal begins empty.', async ({ page, account }) => {
  differs('The Save search modal is empty');
  await enter(page, await account(), LIST);
  await expect((await openSaveAs(page)).getByLabel('Description')).toHaveValue(/^Imports of India, /);
});

test("5.52 Add Workspace asks for a name: 'Please enter workspace name'.", async ({ open }) => {
  const page = await open('/workspace');
  await button(page, 'Add New').click();
  await sent(dialog(page, 'Add Workspace'), 'Add', ['Please enter workspace name']);
});

test("5.53 The profile's messages are 'Please enter first name', 'Please enter last name', 'Please enter valid email address', 'Please enter valid mobile no' and, of the company name, 'This field is required'.", async ({
  page,
  account,
}) => {
  await enter(page, await account(), '/profile');
  const form = page.getByRole('form', { name: 'General Information' });
  await expect(form.getByLabel('Company name')).toHaveValue('Company');
  for (const label of ['First name', 'Last name', 'Email', 'Mobile number', 'Company name'])
    await form.getByLabel(label).fill('');
  await sent(form, 'Save', [
    ...['Please enter first name', 'Please enter last name', 'Please enter valid email address'],
    ...['Please enter valid mobile no', 'This field is required'],
  ]);
});

test("5.54 A current password that is not the stored one: 'Incorrect Password'.", async ({ page, account }) => {
  await enter(page, await account(), '/profile');
  const form = page.getByRole('form', { name: 'Change password' });
  await form.getByLabel('Current password', { exact: true }).fill('not this one');
  await form.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await form.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await button(form, 'Change password').click();
  await expect(form.getByText('Incorrect Password', { exact: true })).toBeVisible();
});

test('5.55 The current password is compared in the browser.', async ({ account }) => {
  differs('A password change is compared in the browser');
  const person = await account();
  const path = `/user-management/user/${person.user.userid}`;
  const change = { password: PASSWORD, currentPassword: 'not this one' };
  expect(await person.put(path, { body: change })).toMatchObject({
    status: 400,
    body: { errorMsg: 'Incorrect Password' },
  });
  expect(await person.put(path, { body: { ...change, currentPassword: person.password } })).toMatchObject({
    status: 200,
  });
});

test('5.56 A new password has no rules.', async ({ account }) => {
  differs('The new password has no rules');
  const person = await account();
  const path = `/user-management/user/${person.user.userid}`;
  for (const password of ['short', 'password', 'x'.repeat(129)])
    expect(await person.put(path, { body: { password, currentPassword: person.password } })).toMatchObject({
      status: 400,
    });
});

test("5.57 Signing in asks for both: 'Please enter valid email address', 'Please enter password'.", async ({
  page,
}) => {
  await page.goto('/login');
  await sent(page, 'Sign In', ['Please enter valid email address', 'Please enter password']);
});

test("5.58 Signing up has the five rules of the profile and 'Please accept terms and condition'.", async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByText('Your browser has solved the captcha.')).toBeVisible();
  await sent(page, 'Sign Up', [
    ...['Please enter first name', 'Please enter last name', 'Please enter valid email address'],
    ...['Please enter valid mobile no', 'This field is required', 'Please accept terms and condition'],
  ]);
});

test("5.59 A captcha that does not match: 'Captcha not matched'.", async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByText('Your browser has solved the captcha.')).toBeVisible();
  for (const [label, text] of Object.entries({
    ...{ 'First name': 'First', 'Last name': 'Last', Email: 'spoiled@conformance.example' },
    ...{ 'Mobile number': '+49 30 1234567', 'Company name': 'Company' },
  }))
    await page.getByLabel(label).fill(text);
  await page.getByRole('checkbox').check();
  await page.route('**/user-management/user', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), captcha: '0' } }),
  );
  await sent(page, 'Sign Up', ['Captcha not matched']);
});

test('5.60 The captcha is compared in the browser.', async ({ page }) => {
  differs('The captcha is compared in the browser');
  const asked = page.waitForResponse('**/user-management/captcha');
  await page.goto('/signup');
  const captcha = await (await asked).json();
  expect(captcha).toMatchObject({ captchaId: expect.any(String), challenge: { keyPrefix: expect.any(String) } });
  expect(captcha).not.toHaveProperty('answer');
});

test("5.61 A forgotten password: 'Please enter valid email', 'Invalid OTP', 'New password and confirm Password is different'.", async ({
  page,
  portal,
  account,
}) => {
  const { email } = await account();
  await page.goto('/reset');
  await page.getByLabel('Email').fill('nobody');
  await sent(page, 'Send one-time password', ['Please enter valid email']);
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send one-time password').click();
  await page.getByLabel('One-time password').fill('x');
  await sent(page, 'Continue', ['Invalid OTP']);
  await page.getByLabel('One-time password').fill(await mailed(portal, email, /one-time password is (\d+)/));
  await button(page, 'Continue').click();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill('another one');
  await sent(page, 'Set password', ['New password and confirm Password is different']);
});

test("5.62 The dashboard's quick search: 'Please select search type', 'Please enter search value'.", async ({
  open,
}) => {
  const page = await open('/dashboard');
  const quick = page.getByRole('form', { name: 'Quick trade search' });
  await sent(quick, 'Search', ['Please select search type', 'Please enter search value']);
});

test('5.63 The quick search has a search type and a value.', async ({ open }) => {
  differs("The dashboard's quick search has a search type and a value");
  const quick = (await open('/dashboard')).getByRole('form', { name: 'Quick trade search' });
  await expect(quick.getByRole('combobox', { name: 'Country' })).toBeVisible();
});
