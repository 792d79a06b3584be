/** A file that is streamed to a record server is the same load as one that the embedded engine reads from the disk. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseLocation } from '@tidewaiter/records';
import { openRecords, type Records } from '@tidewaiter/records';
import { workbookOf, zipOf } from '@tidewaiter/testing/archives';
import { startGateway } from '@tidewaiter/testing/gateway';
import { EVERYTHING, fixture, pageOf, question } from '@tidewaiter/testing/records';
import { smallMapping, writeSmallFile } from '@tidewaiter/testing/small-files';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Loader } from './loader.js';
import { loadRates } from './rate-file.js';

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

/** The same rows in every other format that there is. */
async function others(records: Records): Promise<unknown> {
  const rows = [
    ['no', 'date', 'hs', 'importer', 'usd'],
    ['1', '2021-01-01', '8517', 'Acme', '5'],
    ['2', '2021-01-02', '8517', 'Bolt', '6.5'],
  ];
  const objects = rows
    .slice(1)
    .map((row) => JSON.stringify(Object.fromEntries(row.map((cell, at) => [rows[0]?.[at], cell]))));
  const sheet = rows.map((row) => `<row>${row.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`).join('');
  const text = rows.map((row) => row.join('\t')).join('\n');
  const files: Record<string, Buffer> = {
    'a.tsv': Buffer.from(text),
    'b.csv': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'c.jsonl': Buffer.from(objects.join('\n')),
    'd.xlsx': workbookOf(`<sheetData>${sheet}</sheetData>`),
    'e.parquet': await readFile(fixture('small.parquet')),
    'f.zip': zipOf({ 'a.tsv': text }),
  };
  const found: unknown[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const [outcome] = await new Loader(records).load({
      files: [{ path }],
      mapping: smallMapping({ name: name.slice(0, 1) }),
    });
    found.push([outcome?.form, outcome?.report]);
  }
  return found;
}

async function loaded(server?: ClickHouseLocation) {
  const records = await openRecords(join(folder, server ? 'over-http' : 'embedded'), { server });
  try {
    const awkward = await writeSmallFile(folder, 'awkward.csv', awkwardCsv());
    const [large] = await new Loader(records).load({ files: [{ path: awkward }], mapping: smallMapping() });
    const [small] = await new Loader(records).load({ files: [{ path: fixture('kr-import-small.csv') }] });
    const rates = await writeSmallFile(
      folder,
      'rates.csv',
      'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n',
    );
    const sum = await records.staging.engine.query({
      name: 'test.sum',
      sql: 'SELECT groupBitXor(cityHash64(id, line, importer_name)), sum(line), sum(total_value_usd) FROM records',
      row: z.array(z.unknown()),
    });
    const { rows } = await pageOf(records, question({ numberOfRecords: 200 }), EVERYTHING);
    return {
      reports: [large?.report, small?.report],
      others: await others(records),
      rejections: await records.loads.rejections(1, 1000),
      rates: await loadRates(records, rates),
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
