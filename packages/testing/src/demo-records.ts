import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { TradeType } from '@tidewaiter/contract';
import { writeDemoFiles } from '@tidewaiter/demo';
import { Loader, shippedMapping } from '@tidewaiter/loader';
import { openRecords } from '@tidewaiter/records';
import { goldenFolder } from './golden-folder.js';
import { type PlainRecord, parseCsv } from './plain-search.js';
import { type TestRecords, temporaryRecords } from './records.js';

const FEW = 6000;

/** Days between which the generated records of the tests are asked for. */
export const FROM = '2023-01-01';
export const UNTIL = '2025-12-31';

/** Generated records, loaded, and the same once more in memory. */
export interface DemoRecords {
  test: TestRecords;
  plain: PlainRecord[];
  /** Shortcodes of the countries that have any. */
  countries: string[];
  /** Those countries, and all days. */
  scope: { countryCode: string[]; fromDate: string; toDate: string };
}

const TRADES = ['IMPORT', 'EXPORT'] as const;
const fileOf = (trade: TradeType) => `demo-${trade.toLowerCase()}.csv`;

/** Generates records in a new folder and loads them there. The files stay beside them, under names of ours. */
async function makeFolder(folder: string, rows: number): Promise<void> {
  const files = await writeDemoFiles({ directory: folder, rows, until: UNTIL });
  const records = await openRecords(folder);
  await new Loader(records).load({
    files: files.map(({ path, tradeType }) => ({ path, trade: tradeType })),
    mapping: await shippedMapping('demo-records'),
  });
  await records.close();
  for (const { path, tradeType } of files) await rename(path, join(folder, fileOf(tradeType)));
}

export async function loadDemoRecords(rows = FEW): Promise<DemoRecords> {
  const from = await goldenFolder(`demo-${rows}`, (folder) => makeFolder(folder, rows));
  const plain = TRADES.flatMap((trade) => parseCsv(readFileSync(join(from, fileOf(trade)), 'utf8'), trade));
  if (plain.length !== rows) throw new Error(`${plain.length} records were read, not ${rows}`);
  const test = await temporaryRecords({ from });
  const countries = [...new Set(plain.map((record) => record.country ?? ''))];
  return { test, plain, countries, scope: { countryCode: countries, fromDate: FROM, toDate: UNTIL } };
}
