/** A file that is streamed to a record server is the same load as one that the embedded engine reads from the disk. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { ClickHouseLocation } from '../engine/clickhouse.js';
import { openRecords } from '../records.js';
import { startGateway } from '../testing/gateway.js';
import { EVERYTHING, fixture, question } from '../testing/records.js';
import { smallMapping, writeSmallFile } from '../testing/small-files.js';
import { rejectionsOf } from './report.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidewaiter-streamed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ROWS = 60_000;

/** Rows with line breaks and delimiters in cells, blank lines between, and one in a hundred that is wrong. */
function awkwardCsv(): string {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const importer = n % 7 === 0 ? `"Acme ""${n}""\nof Busan, Korea"` : `Acme ${n}`;
    const row = `${n},2020-0${1 + (n % 9)}-11,8517,${importer},${n % 100 === 99 ? 'many' : `${n}.25`}`;
    return n % 11 === 0 ? `${row}\n` : row;
  });
  return `"no","date",hs,"importer",usd\r\n${rows.join('\n')}\n`;
}

async function loaded(server?: ClickHouseLocation) {
  const records = await openRecords(join(folder, server ? 'over-http' : 'embedded'), { server });
  try {
    const awkward = await writeSmallFile(folder, 'awkward.csv', awkwardCsv());
    const [large] = await records.loader.load({ files: [{ path: awkward }], mapping: smallMapping() });
    const [small] = await records.loader.load({ files: [{ path: fixture('kr-import-small.csv') }] });
    const rates = await writeSmallFile(
      folder,
      'rates.csv',
      'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n',
    );
    const sum = await records.engine.query({
      name: 'test.sum',
      sql: 'SELECT groupBitXor(cityHash64(id, line, importer_name)), sum(line), sum(total_value_usd) FROM records',
      row: z.array(z.unknown()),
    });
    const { rows } = await records.search.page(question({ numberOfRecords: 200 }), EVERYTHING);
    return {
      reports: [large?.report, small?.report],
      rejections: await rejectionsOf(records.engine, 1, 1000),
      rates: await records.rates.load(rates),
      sum,
      rows,
    };
  } finally {
    await records.close();
  }
}

it('loads the same ids, lines, sums and rejections', async () => {
  const embedded = await loaded();
  expect(embedded.reports[0]).toMatchObject({ rowsRead: ROWS, rowsRejected: ROWS / 100 });
  expect(embedded.rejections[0]).toMatchObject({ column: 'total_value_usd', cell: 'many' });
  const gateway = await startGateway();
  expect(await loaded({ url: gateway.url() })).toEqual(embedded);
  await gateway.stop();
});
