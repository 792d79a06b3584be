import { readFileSync } from 'node:fs';
import { writeDemoFiles } from '../demo/generate.js';
import { shippedMapping } from '../load/mapping.js';
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
}

export async function loadDemoRecords(rows = FEW): Promise<DemoRecords> {
  const test = await temporaryRecords();
  const files = await writeDemoFiles({ directory: test.folder, rows, until: UNTIL });
  await test.records.loader.load({
    files: files.map(({ path, tradeType }) => ({ path, trade: tradeType })),
    mapping: await shippedMapping('demo-records'),
  });
  const plain = files.flatMap(({ path, tradeType }) => parseCsv(readFileSync(path, 'utf8'), tradeType));
  if (plain.length !== rows) throw new Error(`${plain.length} records were read, not ${rows}`);
  return { test, plain, countries: [...new Set(plain.map((record) => record.country ?? ''))] };
}
