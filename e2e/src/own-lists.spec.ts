import type { Page } from '@playwright/test';
import { call, enter, openAccount } from './accounts.js';
import { facts, openCompanyPage } from './filters.js';
import { openLine } from './form.js';
import { DEEP, expect, expectAccessible, expectGoodLooks, picture, searchLink, test } from './test.js';

const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: typeof text === 'string' ? Buffer.from(text) : text,
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New list' });
/** Looks for what the dialog has read, and waits until so many rows were found. */
async function findAll(page: Page, found: RegExp): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Find these among the records' }).click();
  await expect(page.getByRole('status').filter({ hasText: found })).toBeVisible({ timeout: 60_000 });
}
const entry = (page: Page, says: string) => page.getByRole('row').filter({ hasText: says });

/** Names of companies that import, as the demo's records write them. */
async function importers(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (const part of ['in', 'co', 'tr']) {
    await page.goto('/list1?trade=IMPORT&country=USA&by=IMPORTER&from=2025-01-01&to=2025-12-31');
    // Not before: an answer that the last page had asked for is gone with it. The start screen's examples are suggestions, too.
    const suggested = page.waitForResponse(
      (answer) => answer.url().endsWith('/suggestionlist') && answer.request().postDataJSON().searchValue === part,
    );
    await page.getByRole('combobox', { name: 'Search values' }).fill(part);
    const { suggestionList } = await (await suggested).json();
    for (const { value } of suggestionList[0].listSuggestion) if (!names.includes(value)) names.push(value);
  }
  return names;
}

async function begin(page: Page): Promise<void> {
  await page.goto('/workspace?list=all');
  await page.getByRole('button', { name: 'New list' }).click();
}

test('a messy list of companies is found among the records, decided on, searched by and taken home', async ({
  page,
  portal,
}) => {
  test.slow();
  await enter(page, await openAccount(portal, 'lists@company.example'));
  const [one = '', two = '', three = ''] = await importers(page);
  await page.goto('/workspace');
  await page.getByRole('link', { name: 'Lists' }).click();
  await expect(page.getByText('No lists yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New list' }).click();
  await expectAccessible(page);
  await picture(page, 'own-lists-new');
  const rows = [
    'Supplier;Country;Our number',
    `${one};USA;1`,
    `  ${one.toLowerCase()} ;USA;2`,
    `${two.replace(/(.)(.)(.)$/, '$1$3$2')};;3`,
    `${three};Germany;4`,
    'Nobody of this name anywhere Ltd;;5',
    ';;6',
  ];
  await dialog(page)
    .getByLabel('File of a list')
    .setInputFiles(file('suppliers.csv', rows.join('\n')));
  await expect(dialog(page).getByText('6 rows in 3 columns.')).toBeVisible();
  await expect(dialog(page).getByLabel('Column of the names or codes')).toHaveValue('Supplier');
  await expect(dialog(page).getByLabel('Column of their countries')).toHaveValue('Country');
  await expect(dialog(page).getByLabel('Name of the list')).toHaveValue('suppliers');
  await expectAccessible(page);
  await picture(page, 'own-lists-understood');
  await findAll(page, /of 6 rows found/);
  await expect(page.getByRole('heading', { name: 'suppliers' })).toBeVisible();

  await expect(entry(page, one.toLowerCase()).or(entry(page, one)).first()).toContainText('in 2 rows');
  await expect(entry(page, 'Nobody of this name').getByRole('cell').nth(1)).toHaveText('Not found');
  await expectGoodLooks(page, 'own-lists-report');
  const counts = await Promise.all(
    ['All rows', 'Sure', 'Probable', 'Several', 'Not found'].map(async (name) =>
      Number((await page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) }).innerText()).replace(/\D/g, '')),
    ),
  );
  expect(counts[0]).toBe(6);
  expect(counts.slice(1).reduce((sum, count) => sum + count, 0)).toBe(6);

  // A choice is kept, and can be taken back.
  const choice = entry(page, one).getByRole('combobox').first();
  await choice.selectOption('');
  await expect(entry(page, one).first()).toContainText('Chosen');
  await choice.selectOption(one);
  await expect(choice).toHaveValue(one);

  await page.getByRole('button', { name: 'Find their shipments' }).click();
  await page.getByRole('menuitem', { name: 'As importers' }).first().click();
  await expect(page).toHaveURL(/line=importer/);
  await expect(facts(page)).toContainText('shipment');
  // It is called by its name: the query language is for who asks for it.
  await expect(page.getByRole('heading', { name: /with importer on the list “suppliers”/ })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('importer:@');
  await picture(page, 'own-list-results');

  await page.goBack();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Download with what was found (CSV)' }).click();
  const saved = await (await downloaded).createReadStream();
  const text = Buffer.concat(await saved.toArray()).toString('utf8');
  expect(text.split('\n')[0]).toBe('﻿"Supplier","Country","Our number","Found as","How sure"');
  expect(text.trim().split('\n')).toHaveLength(7);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename the list' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename the list' });
  await rename.getByLabel('Name of the list').fill('Our suppliers');
  await expectAccessible(page);
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'Our suppliers' })).toBeVisible();

  // Brought again, what was found is taken from the file.
  await begin(page);
  await dialog(page).getByLabel('File of a list').setInputFiles(file('again.csv', text));
  await expect(dialog(page).getByLabel('Column of earlier matches')).toHaveValue('Found as');
  await findAll(page, /of 6 rows found/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove the list' }).click();
  await expect(page.getByText('again', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Our suppliers', exact: true })).toBeVisible();
  await expectGoodLooks(page, 'own-lists');
  const { ownLists } = await call(page, 'GET', '/activity-management/list');
  expect(ownLists).toHaveLength(1);
});

test('how much of a market is on a list, and its own columns go into an export', DEEP, async ({ page, portal }) => {
  test.slow();
  await enter(page, await openAccount(portal, 'market-lists@company.example'));
  const question = searchLink({ from: '2026-08-01' });
  const answered = page.waitForResponse('**/analysis-management/marketparties');
  await page.goto(question.replace('/list1', '/indepthAnalysis').concat('&view=buyers'));
  const { parties } = await (await answered).json();
  const [one, two] = parties.map(({ name }: { name: string }) => name);
  // An account without lists is offered none.
  await expect(page.getByRole('region', { name: 'Buyers of the question' })).toBeVisible();
  await expect(page.getByLabel('On a list')).toHaveCount(0);

  await begin(page);
  await dialog(page)
    .getByLabel('File of a list')
    .setInputFiles(file('clients.csv', `Client;Our number\n"${one}";17\n"${two}";=1+1\n"${one}";18\n`));
  await findAll(page, /3 of 3 rows found/);

  await page.goto(question.replace('/list1', '/indepthAnalysis').concat('&view=buyers'));
  await page.getByLabel('On a list').selectOption('clients');
  const words = page.getByRole('status').filter({ hasText: /buyers are on clients/ });
  await expect(words).toHaveText(
    /^2 of [\d,]+ buyers are on clients: [\d.]+% of the value, [\d.]+% of the shipments\. They are marked ✓\.$/,
  );
  const marked = page.getByRole('region', { name: 'Buyers of the question' }).getByTitle('On the list');
  await expect(marked).toHaveCount(2);
  await expectGoodLooks(page, 'on-a-list');
  const rows = page.getByRole('region', { name: 'Buyers of the question' }).getByRole('row');
  await page.getByLabel('Of these').selectOption('On the list');
  // The heads, these two, and the rest.
  await expect(rows).toHaveCount(4);

  // Of a company it is told beside its partners, within the page that was paid for.
  const partnersOf = parties[0].partners.names[0];
  await page.goto(`/company?${new URLSearchParams({ name: partnersOf, view: 'partners' })}`);
  await openCompanyPage(page);
  await page.getByLabel('On a list').selectOption('clients');
  await expect(page.getByRole('status').filter({ hasText: /importers are on clients/ })).toBeVisible();
  await page.getByLabel('Of these').selectOption('On the list');
  await expect(page.getByRole('rowheader', { name: 'On the list' }).first()).toBeVisible();
  await expectGoodLooks(page, 'on-a-list-company');

  await page.goto(question);
  await openLine(page);
  const line = page.getByRole('combobox', { name: 'Query line' });
  await line.fill('');
  await line.pressSequentially('date:>=2026-08-01 importer:@cl');
  await expect(page.getByRole('option', { name: /clients/ })).toContainText('2 on it');
  await line.pressSequentially('ients');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/line=importer/);
  await expect(facts(page)).toContainText('shipment');
  await page.getByRole('button', { name: 'Export All' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export all records' });
  const own = exporting.getByRole('group', { name: 'Your columns of clients' });
  await expect(own.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await own.getByLabel('Our number').check();
  await exporting.getByRole('radio', { name: /^CSV/ }).check();
  await own.scrollIntoViewIfNeeded();
  await expectGoodLooks(page, 'own-columns');
  const downloaded = page.waitForEvent('download');
  await exporting.getByRole('button', { name: /^Export .+ point/ }).click();
  const lines = (await (await downloaded).createReadStream().then((stream) => stream.toArray()))
    .join('')
    .trim()
    .split('\n');
  expect(lines[0]).toMatch(/,"Our number"\r?$/);
  for (const line of lines.slice(1)) expect(line).toMatch(/,("17; 18"|"'=1\+1")\r?$/);
});
