import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facts } from './filters.js';
import type { Portal } from './portal.js';
import { expect, signedInTest as test } from './test.js';

const FRENCH = '/list1?trade=IMPORT&by=HS_CODE&q=850440&from=2026-09-01&to=2026-09-30&country=FRA';

/** Loads a month of France's imports. */
async function loadFrance(portal: Portal): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-france-'));
  const [file, mapping] = [join(folder, 'france.csv'), join(folder, 'france.json')];
  const lines = Array.from({ length: 7 }, (_, no) => `${no},2026-09-17,850440,Acme`);
  writeFileSync(file, `no,date,hs,importer\n${lines.join('\n')}\n`);
  const columns = { record_date: { from: 'date' }, hs_code: { from: 'hs' }, importer_name: { from: 'importer' } };
  const made = { name: 'france', title: 'France', country: 'FRA', trade: 'IMPORT', naturalKey: ['no'], columns };
  writeFileSync(mapping, JSON.stringify(made));
  await portal.command('load', file, '--mapping', mapping);
}

test('a country that the operator adds is searched as any other', async ({ page, portal }) => {
  await page.goto(FRENCH);
  await expect(page.getByRole('alert')).toContainText(
    'There are no records of France here: it is none of the source countries.',
  );

  await portal.command('country', 'add', 'FRA');
  await loadFrance(portal);
  await page.reload();
  await expect(facts(page)).toContainText('7 shipments');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Imports of France');
  await page.getByRole('button', { name: /Change$/ }).click();
  await page.getByRole('combobox', { name: 'Countries' }).click();
  const france = page.getByRole('option', { name: /^France/ });
  await expect(france).toHaveAttribute('aria-selected', 'true');
  await expect(france.locator('img')).toHaveCount(1);

  await page.goto('/coverage');
  await expect(page.getByRole('button', { name: 'France Imports' })).toBeVisible();

  const loads = JSON.parse(await portal.command('loads', '--json')).loads as { loadId: number; country: string }[];
  const [load] = loads.filter(({ country }) => country === 'FRA');
  await portal.command('unload', String(load?.loadId));
  await portal.command('country', 'remove', 'FRA');
});
