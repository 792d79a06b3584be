/** SPEC 5: advanced search, results, and the forms of people. */
import type { Locator, Page } from '@playwright/test';
import { enter, mailed, PASSWORD } from '../../src/accounts.js';
import { billsLink, loadBillsOfEntry } from '../../src/bills-of-entry.js';
import { openAdvanceSearch, pills } from '../../src/filters.js';
import { headers, MANY, openTable } from '../../src/table.js';
import type { Points } from '../point.js';
import { alertOf, button, dialog, expectAlert, LIST } from '../screens.js';
import { expect } from '../surroundings.js';

type Point = Points[`${number}.${number}`];

/** What a form says when it is sent as it stands. */
async function sent(form: Page | Locator, submit: string, messages: readonly string[]): Promise<void> {
  await button(form, submit).click();
  for (const message of messages) await expect(form.getByText(message, { exact: true }).first()).toBeVisible();
}

/** Bounds that are given in Advance Search, and the pill of the range that they become. */
const bounds = (says: string, given: Record<string, string>, pill: string): Point => ({
  says,
  check: async ({ open }) => {
    const page = await open(LIST);
    const advance = await openAdvanceSearch(page);
    for (const [label, text] of Object.entries(given)) await advance.getByLabel(label, { exact: true }).fill(text);
    await button(advance, 'Search').click();
    await expect(pills(page).getByRole('listitem')).toHaveText([pill]);
  },
});

async function openSaveAs(page: Page): Promise<Locator> {
  await button(page, 'Save Query').click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  return dialog(page, 'Save search');
}

export const RULES: Points = {
  '5.40': {
    says: 'Quantity, value and unit price take only empty text or whole digits without a leading zero.',
    check: async ({ open }) => {
      const advance = await openAdvanceSearch(await open(LIST));
      for (const name of ['Quantity', 'Value', 'Unit Price']) {
        for (const end of ['Minimum', 'Maximum']) {
          const field = advance.getByLabel(`${end} ${name}`, { exact: true });
          await field.pressSequentially('0-1e0x5');
          await expect(field).toHaveValue('105');
          await field.fill('');
        }
      }
    },
  },
  '5.41': bounds(
    'Only a maximum means a minimum of 0.00001.',
    { 'Maximum Quantity': '500' },
    'Quantity: 0.00001 (filled in) – 500',
  ),
  '5.42': bounds(
    'Only a minimum means a maximum of 999999.',
    { 'Minimum Value': '20' },
    'Value: 20 – 9,99,999 (filled in)',
  ),
  '5.43': bounds(
    'Only a minimum of the unit price means a maximum of 99999999.',
    { 'Minimum Unit Price': '2' },
    'Unit Price: 2 – 9,99,99,999 (filled in)',
  ),
  '5.44': {
    says: "A maximum below the minimum: 'Validation Error', 'Maximum {Quantity|Value|Unit Price} must be greater than or equal to Minimum {same}.'",
    check: async ({ open }) => {
      const page = await open(LIST);
      const advance = await openAdvanceSearch(page);
      for (const name of ['Quantity', 'Value', 'Unit Price']) {
        await advance.getByLabel(`Minimum ${name}`).fill('20');
        await advance.getByLabel(`Maximum ${name}`).fill('3');
        await button(advance, 'Search').click();
        await expectAlert(
          page,
          `Maximum ${name} must be greater than or equal to Minimum ${name}.`,
          'Validation Error',
        );
        await page.keyboard.press('Escape');
        await expect(alertOf(page, 'Validation Error')).toBeHidden();
        for (const end of ['Minimum', 'Maximum']) await advance.getByLabel(`${end} ${name}`).fill('');
      }
    },
  },
  '5.45': {
    says: "No filter at all: 'Select !', 'Select atleast one filter or reset filter'.",
    check: async ({ open }) => {
      const page = await open(LIST);
      await button(await openAdvanceSearch(page), 'Search').click();
      await expectAlert(page, 'Select atleast one filter or reset filter', 'Select !');
    },
  },
  '5.46': {
    says: "Export Selected without rows: 'Oops!', 'Please select rows'.",
    check: async ({ open }) => {
      const page = await open(LIST);
      await expect(page.getByRole('checkbox', { name: 'Select record 1', exact: true })).toBeVisible();
      await button(page, 'Export Selected').click();
      await expectAlert(page, 'Please select rows');
    },
  },
  '5.47': {
    says: 'The column chooser is capped at 100 columns.',
    check: async ({ open, portal }) => {
      await loadBillsOfEntry(portal);
      const page = await open('/profile');
      await openTable(page, billsLink({ cols: MANY.join(',') }));
      await button(page, 'Custom').click();
      const columns = dialog(page, 'Columns');
      await button(columns, 'Select all').click();
      await expect(columns.getByRole('checkbox', { checked: true })).toHaveCount(100);
    },
  },
  '5.48': {
    says: "Its message reads 'Column display limit reached, max 10 are allowed'.",
    differs: "A message of 'max 10' columns",
    check: async ({ open, portal }) => {
      await loadBillsOfEntry(portal);
      const page = await open('/profile');
      await openTable(page, billsLink({ cols: MANY.join(',') }));
      await button(page, 'Custom').click();
      await button(dialog(page, 'Columns'), 'Select all').click();
      await expect(dialog(page, 'Columns').getByRole('alert')).toHaveText(
        'Column display limit reached, max 100 are allowed',
      );
    },
  },
  '5.49': {
    says: 'The first 15 allowed columns are shown by default.',
    differs: 'The first 15 columns are shown',
    check: async ({ open }) => {
      const page = await open(LIST);
      await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', String(15 + 4));
      // Before them the boxes, what opens Indian rows, the number and the actions.
      expect((await headers(page)).slice(4, 8)).toEqual(['Date', 'HS Code', 'Product Description', 'Importer Name']);
    },
  },
  '5.50': {
    says: "Save search asks for all: 'Please select workspace name', 'Please enter workspace name', 'Please enter title', 'Please enter description'.",
    check: async ({ page, account }) => {
      await enter(page, await account(), LIST);
      const modal = await openSaveAs(page);
      for (const field of ['Title', 'Description']) await modal.getByLabel(field).fill('');
      await sent(modal, 'Save', ['Please select workspace name', 'Please enter title', 'Please enter description']);
      await modal.getByRole('combobox', { name: 'Workspace' }).click();
      await page.getByRole('option', { name: 'Create New Workspace' }).click();
      await sent(modal, 'Save', ['Please enter workspace name']);
    },
  },
  '5.51': {
    says: 'The Save search modal begins empty.',
    differs: 'The Save search modal is empty',
    check: async ({ page, account }) => {
      await enter(page, await account(), LIST);
      await expect((await openSaveAs(page)).getByLabel('Description')).toHaveValue(/^Imports of India, /);
    },
  },
  '5.52': {
    says: "Add Workspace asks for a name: 'Please enter workspace name'.",
    check: async ({ open }) => {
      const page = await open('/workspace');
      await button(page, 'Add New').click();
      await sent(dialog(page, 'Add Workspace'), 'Add', ['Please enter workspace name']);
    },
  },
  '5.53': {
    says: "The profile's messages are 'Please enter first name', 'Please enter last name', 'Please enter valid email address', 'Please enter valid mobile no' and, of the company name, 'This field is required'.",
    check: async ({ page, account }) => {
      await enter(page, await account(), '/profile');
      const form = page.getByRole('form', { name: 'General Information' });
      await expect(form.getByLabel('Company name')).toHaveValue('Company');
      for (const label of ['First name', 'Last name', 'Email', 'Mobile number', 'Company name'])
        await form.getByLabel(label).fill('');
      await sent(form, 'Save', [
        ...['Please enter first name', 'Please enter last name', 'Please enter valid email address'],
        ...['Please enter valid mobile no', 'This field is required'],
      ]);
    },
  },
  '5.54': {
    says: "A current password that is not the stored one: 'Incorrect Password'.",
    check: async ({ page, account }) => {
      await enter(page, await account(), '/profile');
      const form = page.getByRole('form', { name: 'Change password' });
      await form.getByLabel('Current password', { exact: true }).fill('not this one');
      await form.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await form.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
      await button(form, 'Change password').click();
      await expect(form.getByText('Incorrect Password', { exact: true })).toBeVisible();
    },
  },
  '5.55': {
    says: 'The current password is compared in the browser.',
    differs: 'A password change is compared in the browser',
    check: async ({ account }) => {
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
    },
  },
  '5.56': {
    says: 'A new password has no rules.',
    differs: 'The new password has no rules',
    check: async ({ account }) => {
      const person = await account();
      const path = `/user-management/user/${person.user.userid}`;
      for (const password of ['short', 'password', 'x'.repeat(129)])
        expect(await person.put(path, { body: { password, currentPassword: person.password } })).toMatchObject({
          status: 400,
        });
    },
  },
  '5.57': {
    says: "Signing in asks for both: 'Please enter valid email address', 'Please enter password'.",
    check: async ({ page }) => {
      await page.goto('/login');
      await sent(page, 'Sign In', ['Please enter valid email address', 'Please enter password']);
    },
  },
  '5.58': {
    says: "Signing up has the five rules of the profile and 'Please accept terms and condition'.",
    check: async ({ page }) => {
      await page.goto('/signup');
      await expect(page.getByText('Your browser has solved the captcha.')).toBeVisible();
      await sent(page, 'Sign Up', [
        ...['Please enter first name', 'Please enter last name', 'Please enter valid email address'],
        ...['Please enter valid mobile no', 'This field is required', 'Please accept terms and condition'],
      ]);
    },
  },
  '5.59': {
    says: "A captcha that does not match: 'Captcha not matched'.",
    check: async ({ page }) => {
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
    },
  },
  '5.60': {
    says: 'The captcha is compared in the browser.',
    differs: 'The captcha is compared in the browser',
    check: async ({ page }) => {
      const asked = page.waitForResponse('**/user-management/captcha');
      await page.goto('/signup');
      const captcha = await (await asked).json();
      expect(captcha).toMatchObject({ captchaId: expect.any(String), challenge: { keyPrefix: expect.any(String) } });
      expect(captcha).not.toHaveProperty('answer');
    },
  },
  '5.61': {
    says: "A forgotten password: 'Please enter valid email', 'Invalid OTP', 'New password and confirm Password is different'.",
    check: async ({ page, portal, account }) => {
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
    },
  },
  '5.62': {
    says: "The dashboard's quick search: 'Please select search type', 'Please enter search value'.",
    check: async ({ open }) => {
      const page = await open('/dashboard');
      const quick = page.getByRole('form', { name: 'Quick trade search' });
      await sent(quick, 'Search', ['Please select search type', 'Please enter search value']);
    },
  },
  '5.63': {
    says: 'The quick search has a search type and a value.',
    differs: "The dashboard's quick search has a search type and a value",
    check: async ({ open }) => {
      const quick = (await open('/dashboard')).getByRole('form', { name: 'Quick trade search' });
      await expect(quick.getByRole('combobox', { name: 'Country' })).toBeVisible();
    },
  },
};
