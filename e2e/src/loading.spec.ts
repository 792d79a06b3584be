/** The screen where a load is understood: files are sent, shown, asked about, held against their source, loaded. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { enterAsOperator, part } from './operator.js';
import { DEEP, expect, expectGoodLooks, test } from './test.js';

const HEADER = 'DECLARATION NO,ITEM NO,IMP DATE,HS CODE,IMPORTER,DESCRIPTION,QTY,UNIT,TOTAL VALUE';

const kenyan = (letter: string, month: string, count = 30) =>
  [
    HEADER,
    ...Array.from(
      { length: count },
      (_, index) =>
        `${letter}${index},1,${(index % 28) + 1}/${month}/2025,8517.13.00,ACME ${index} LTD,TELEPHONES,${100 + index},PCS,${(100 + index) * 30}`,
    ),
  ].join('\n');

/** A look at a file is work of a second where nothing else is done, of many beside others. */
const LOOKED = { timeout: 60_000 };

const choose = async (page: Page, ...files: { name: string; mimeType?: string; buffer: Buffer }[]) =>
  page
    .getByLabel('Files of records')
    .setInputFiles(files.map((file) => ({ mimeType: 'application/octet-stream', ...file })));

const draft = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const columnOf = (page: Page, header: string) =>
  page.getByRole('region', { name: 'The file' }).getByRole('columnheader', { name: header });

test('a file is sent, understood, asked about, held against its source and loaded; the next month asks nothing', async ({
  page,
  portal,
}) => {
  const failed: string[] = [];
  page.on('console', (line) => line.type() === 'error' && failed.push(line.text()));
  await enterAsOperator(page, portal, 'loads@company.example');
  await part(page, 'Loads').click();
  await page.getByRole('link', { name: 'Load files' }).click();
  await expect(page.getByRole('heading', { name: 'Load files' })).toBeVisible();
  expect(failed).toEqual([]);
  // A line that breaks for a moment is no reason to begin anew.
  let broken = 0;
  await page.route(/\/from\/0$/, (route) => {
    broken += 1;
    return broken === 1 ? route.abort() : route.continue();
  });
  await choose(page, { name: 'kenya-imports.csv', buffer: Buffer.from(kenyan('D', '03')) });
  const shown = draft(page, 'kenya-imports.csv');
  await expect(shown.getByText('Waits for you')).toBeVisible(LOOKED);
  expect(broken).toBeGreaterThan(1);
  await expect(columnOf(page, 'HS CODE')).toContainText('its name says so');
  await expect(shown.getByRole('row', { name: /^2 / }).getByText('→ 2025-03-01', { exact: true })).toBeVisible();
  // The column that is asked about is marked.
  await expect(shown.getByText('Which currency is "TOTAL VALUE" in?')).toBeVisible();
  await expect(columnOf(page, 'TOTAL VALUE')).toHaveAttribute('data-asked', 'true');
  await expectGoodLooks(page, 'loading-question');
  await shown.getByRole('radio', { name: 'Values are in KES' }).check();
  await shown.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(shown.getByText('Records it would make')).toBeVisible(LOOKED);
  await expect(shown.getByRole('region', { name: 'Sums of its columns' })).toContainText('Value');
  await expect(shown.getByRole('region', { name: 'Values' })).toContainText('KES');

  // What a column means can be corrected where it stands.
  await columnOf(page, 'ITEM NO').getByRole('button').click();
  await page.getByLabel('What ITEM NO means').selectOption({ label: 'Left out' });
  // It waited for somebody before, too.
  await expect(columnOf(page, 'ITEM NO').getByRole('button')).toHaveText('Left out');
  await expect(shown.getByText('Waits for you')).toBeVisible(LOOKED);
  await expectGoodLooks(page, 'loading-totals');
  await shown.getByRole('button', { name: 'Load and publish' }).click();
  await expect(shown.getByText(/^Loaded, as load \d+$/)).toBeVisible(LOOKED);
  await expectGoodLooks(page, 'loading-loaded');

  await choose(page, { name: 'kenya-imports-april.csv', buffer: Buffer.from(kenyan('E', '04')) });
  const next = draft(page, 'kenya-imports-april.csv');
  await expect(next.getByText('saved before: nothing is asked')).toBeVisible(LOOKED);
  await next.getByRole('button', { name: 'Load and publish' }).click();
  await expect(next.getByText(/^Loaded, as load \d+$/)).toBeVisible(LOOKED);
  await next.getByRole('button', { name: 'Take it out again' }).click();
  await expect(next.getByText('is taken out')).toBeVisible();
  await expect(next.getByRole('status').first()).toHaveText(/^Was load \d+, which has been taken out$/);
  await expect(next.getByRole('button', { name: 'Take it out again' })).toBeHidden();

  const saved = page.getByRole('region', { name: 'Saved mappings' });
  const file = page.waitForEvent('download');
  await saved.getByRole('button', { name: 'Export ken-imports' }).click();
  const path = await (await file).path();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: 'ken-imports', country: 'KEN' });
  await saved.getByRole('button', { name: 'Remove ken-imports' }).click();
  await expect(saved.getByText('None yet.')).toBeVisible();
  await saved.getByLabel('File of a mapping').setInputFiles(path);
  await expect(saved.getByText('ken-imports is saved, version 1.')).toBeVisible();
});

test(
  'a country that nothing tells is chosen by its name; what is proposed says what it is',
  DEEP,
  async ({ page, portal }) => {
    await enterAsOperator(page, portal, 'country@company.example', '/operator/loads');
    const name = 'declarations-imports.csv';
    // Its columns are called otherwise: else it is read as another test's file, whose mapping was saved, with the difference told.
    const names = 'ENTRY NO,LINE NO,ENTRY DATE,TARIFF CODE,CONSIGNEE,GOODS DESCRIPTION,QUANTITY,UOM,INVOICE VALUE';
    const content = kenyan('L', '03')
      .replace(/^(L\d+,1,)\d+/gm, '$15')
      .replace(HEADER, names);
    await choose(page, { name, buffer: Buffer.from(content) });
    const shown = draft(page, name);
    await expect(shown.getByText(/^Which country reports these records\?/)).not.toContainText('--country');
    await shown.getByLabel('Country', { exact: true }).selectOption({ label: 'Kenya' });
    await expectGoodLooks(page, 'loading-country');
    await shown.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(shown.getByText('100%: as was said')).toBeVisible();
    // What nothing in the file says is asked before what is proposed, and nothing stands for it.
    await expect(shown.getByRole('radio', { name: /^Values are in / })).toHaveCount(2);
    await expect(shown.getByRole('radio', { checked: true })).toHaveCount(0);
    await shown.getByRole('radio', { name: 'Values are in KES' }).check();
    await shown.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(shown.getByText(/^The dates: /)).toBeVisible();
    const proposed = shown.getByRole('radio', { name: 'As it is proposed: Dates are written DD/MM/YYYY' });
    await expect(proposed).toBeChecked();
    await expect(shown.getByRole('radio', { name: /MM\/DD\/YYYY/ })).toHaveCount(1);
    await shown.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(shown.getByText('Records it would make')).toBeVisible(LOOKED);
  },
);

test(
  'a file that is chosen at its public source is read by the mapping of that, and its card says what came',
  DEEP,
  async ({ page, portal }) => {
    const fixtures = join(import.meta.dirname, '../../packages/testing/fixtures');
    const from = mkdtempSync(join(tmpdir(), 'brazil-'));
    copyFileSync(join(fixtures, 'br-comexstat-imports.csv'), join(from, 'IMP_2026.csv'));
    await portal.command('source', 'add', 'brazil', '--from', from);
    rmSync(from, { recursive: true });
    await enterAsOperator(page, portal, 'sources@company.example', '/operator/loads');
    const sources = page.getByRole('region', { name: 'Public sources' });
    await sources.getByText('Brazil, Comex Stat', { exact: true }).click();
    await expect(sources.getByText('IMP_2026.csv: 3 records')).toBeVisible();
    await expect(sources.getByRole('button', { name: 'Follow Brazil, Comex Stat' })).toBeVisible();
    await sources.getByText('United Kingdom, HMRC traders', { exact: true }).click();
    await expectGoodLooks(page, 'public-sources');
    // It has no header, and nothing in it says what it is.
    await sources.getByLabel('Files of United Kingdom, HMRC traders').setInputFiles({
      name: 'importers2602.tsv',
      mimeType: 'text/plain',
      buffer: readFileSync(join(fixtures, 'gb-hmrc-importers.tsv')),
    });
    const shown = draft(page, 'importers2602.tsv');
    await expect(shown.getByText('Records it would make')).toBeVisible();
    await page.getByRole('button', { name: 'Discard importers2602.tsv' }).click();
    await expect(shown).toBeHidden();
  },
);
