import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { DEEP, expect, expectAccessible, expectColumnsInSight, picture, settled, test } from './test.js';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function act(page: Page, name: string, what: 'Edit' | 'Remove') {
  await page.getByRole('button', { name: `What to do with ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

/** A company that imports, and the first of the demo's records in which it does. */
async function importer(page: Page): Promise<string> {
  // The examples of the start screen are asked of the suggestions, too.
  const suggested = page.waitForResponse(
    (answer) => answer.url().endsWith('/suggestionlist') && answer.request().postDataJSON().searchValue === 'in',
  );
  await page.goto('/list1?trade=IMPORT&country=USA&by=IMPORTER&from=2025-01-01&to=2025-12-31');
  await page.getByRole('combobox', { name: 'Search values' }).fill('in');
  const { suggestionList } = await (await suggested).json();
  return suggestionList[0].listSuggestion[0].value;
}

test('a company is added, found, noted on, changed beside somebody else, removed and put back', {
  tag: ['@2.46', '@2.48'],
}, async ({ page, portal, browser }) => {
  const person = await openAccount(portal, 'contacts@company.example');
  await enter(page, person);
  await page.getByRole('link', { name: 'Save Contact' }).first().click();
  await expect(page.getByText('No record found. The icon beside a company’s name')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'contacts-empty');

  await page.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add contact' });
  await dialog.getByLabel('Email Id').fill('nobody');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await expect(dialog.getByLabel('Company Name')).toBeFocused();
  await dialog.getByLabel('Company Name').fill('x'.repeat(10_000));
  await expect(dialog.getByLabel('Company Name')).toHaveValue('x'.repeat(300));
  await dialog.getByLabel('Company Name').fill('Ácme-Trading Ltd.');
  await dialog.getByLabel('Email Id').fill('very.long.address@department.acme-trading.example');
  await dialog.getByLabel('Website').fill('acme-trading.example');
  await dialog.getByLabel('Tags').fill('Buyer');
  await dialog.getByLabel('Tags').press('Enter');
  await dialog.getByLabel('Notes').fill('Met at the fair.\nCall in May.');
  await expectAccessible(page);
  await picture(page, 'contacts-dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Contact saved: Ácme-Trading Ltd.')).toBeVisible();
  const acme = row(page, 'Ácme-Trading Ltd.');
  await expect(acme.getByRole('cell')).toContainText(['1', 'None', 'None']);
  await expect(page.getByRole('columnheader')).toContainText([
    ...['Sl.', 'Company Name', 'Address', 'Contact Number', 'Email Id', 'Website'],
  ]);
  await expect(acme.getByRole('link', { name: 'acme-trading.example', exact: true })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );

  await page.getByRole('button', { name: 'Add contact' }).click();
  await dialog.getByLabel('Company Name').fill('ACME TRADING LTD');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Duplicate Contact')).toBeVisible();
  await dialog.getByLabel('Company Name').fill('\u0634\u0631\u0643\u0629 🚢');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, '🚢')).toBeVisible();

  const find = page.getByRole('searchbox', { name: 'Company name' });
  await find.fill('me tra');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/text=me\+tra/);
  await find.fill('nothing of the kind');
  await expect(page.getByText('No record found.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all contacts' }).click();
  await expect(find).toHaveValue('');
  await acme.getByRole('link', { name: 'Buyer' }).click();
  await expect(page).toHaveURL(/tag=Buyer/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('row')).toHaveCount(3);

  const other = await browser.newPage({ baseURL: portal.url });
  await enter(other, person, '/savecontact');
  await act(page, 'Ácme-Trading Ltd.', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit contact' });
  await edit.getByLabel('Notes').fill('Typed here');
  await act(other, 'Ácme-Trading Ltd.', 'Edit');
  await other.getByLabel('Contact Number').fill('+31 20 123 4567');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(row(other, '+31 20 123 4567')).toBeVisible();
  await other.close();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Somebody else has changed this in the meantime.')).toBeVisible();
  await expect(edit.getByText('Contact Number is now')).toBeVisible();
  await expect(edit.getByLabel('Notes')).toHaveValue('Typed here');
  await expectAccessible(page);
  await picture(page, 'contacts-conflict');
  await edit.getByLabel('Contact Number').fill('+31 20 123 4567');
  await edit.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Contact updated')).toBeVisible();

  await act(page, 'Ácme-Trading Ltd.', 'Remove');
  await expect(acme).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(acme).toBeVisible();
  await acme.getByRole('button', { name: 'Ácme-Trading Ltd.', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Notes on' })).toContainText('Typed here');
  await settled(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectColumnsInSight(page.getByRole('region', { name: 'Contacts' }));
});

test('contacts come and go in files, and a company leads to its shipments', DEEP, async ({ page, portal }) => {
  await enter(page, await openAccount(portal, 'files@company.example'));
  const name = await importer(page);
  await page.goto('/savecontact');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import contacts' });
  const choose = dialog.locator('input[type="file"]');
  await choose.setInputFiles(file('photo.csv', '\u0089PNG'));
  await expect(dialog.getByText('This file names no companies')).toBeVisible();
  const lines = Array.from({ length: 21 }, (_, n) => `Company ${n},,"a; b"`);
  const csv = [
    'Company Name,Email,Tags',
    `"${name}",mail@importer.example,Hot`,
    ...lines,
    'COMPANY 1,,',
    ',x,',
    'Bad,nobody,',
  ];
  await choose.setInputFiles(file('contacts.csv', csv.join('\n')));
  await expect(
    dialog.getByText('contacts.csv: 22 added, 1 there already (0 of them filled in), 2 refused.'),
  ).toBeVisible();
  await expect(dialog.getByRole('row')).toContainText(['Why', '25', '26']);
  await expectAccessible(page);
  await picture(page, 'contacts-import');

  // What was empty is filled in; what differs stays as it is until somebody takes it.
  const again = `Company Name,Email,Website\n"${name}",other@importer.example,importer.example\n`;
  await choose.setInputFiles(file('again.csv', again));
  await expect(dialog.getByText('again.csv: 0 added, 1 there already (1 of them filled in), 0 refused.')).toBeVisible();
  const differs = dialog.getByRole('region', { name: 'Differences' });
  await expect(differs.getByRole('row').nth(1)).toContainText(`${name}: Email Id`);
  await expect(differs.getByRole('row').nth(1)).toContainText('mail@importer.example');
  await expectAccessible(page);
  await picture(page, 'contacts-differences');
  await differs.getByRole('checkbox', { name: 'other@importer.example' }).check();
  await differs.getByRole('button', { name: 'Take 1 from the file' }).click();
  await expect(differs.getByText('The contacts hold what was chosen from the file.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1–20 of 22')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('21–22 of 22')).toBeVisible();
  await expect(row(page, name)).toContainText('other@importer.example');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'All as contact cards' }).click();
  expect((await download).suggestedFilename()).toBe('contacts.vcf');

  await page.goto('/savecontact?tag=Hot');
  await page.getByRole('button', { name, exact: true }).click();
  const shipments = page.getByRole('region', { name: `Shipments of ${name}` });
  const asImporter = shipments.getByRole('link', { name: /as importer in import records/ });
  await expect(asImporter).toBeVisible();
  await picture(page, 'contacts-shipments');
  const [count = ''] = (await asImporter.innerText()).split(' ');
  await asImporter.click();
  await expect(page.getByRole('heading', { name: /Imports of .* whose importer is/ })).toContainText(name);
  await expect(page.getByText(new RegExp(`^${count} shipments`)).first()).toBeVisible();

  // What is told since the last look is a difference of totals, and says no more.
  await page.goto('/savecontact?tag=Hot');
  await page.getByRole('button', { name, exact: true }).click();
  await expect(shipments.getByText(/^No more than on \d/)).toBeVisible();
});
