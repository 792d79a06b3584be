/** A file that fills every column there is, of either trade: what cleans it is one statement, which the engine takes up to a size. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COLUMNS, type ColumnDefinition, TRADE_TYPES } from '@tidewaiter/contract';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { smallMapping } from '@tidewaiter/testing/small-files';
import { afterAll, beforeAll, expect, it } from 'vitest';

const test = sharedRecords();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidewaiter-full-'));
});
afterAll(() => rm(folder, { recursive: true }));

const CELLS: Readonly<Record<string, string>> = { hs_code: '901510', total_value: '820', currency: 'INR' };

const cellOf = ({ name, type }: ColumnDefinition) =>
  CELLS[name] ?? { decimal: '10', date: '2026-05-17', code: '700001', text: 'Sextant' }[type as string] ?? 'Sextant';

it.each(TRADE_TYPES)('of %s is loaded', async (trade) => {
  const filled = COLUMNS.filter(
    ({ wire, sql, alias }) => (typeof wire === 'string' || wire[trade] !== undefined) && !sql && !alias,
  );
  expect(filled.length).toBeGreaterThan(90);
  const path = join(folder, `${trade}.csv`);
  const names = filled.map(({ name }) => name);
  await writeFile(path, `${names.join(',')}\n${filled.map(cellOf).join(',')}\n`);
  const columns = Object.fromEntries(names.map((name) => [name, { from: name }]));
  const mapping = smallMapping({ country: 'IND', trade, naturalKey: ['hs_code'], columns });
  const [outcome] = await test.loader.load({ files: [{ path }], mapping, accept: true });
  expect(outcome?.report).toMatchObject({ rowsLoaded: 1, rowsRejected: 0 });
});
