/** A file that is streamed to a record server is the same load as one that the embedded engine reads from the disk. */
import { readFile } from 'node:fs/promises';
import { workbookOf, zipOf } from '@tidewaiter/testing/archives';
import { EVERYTHING, fixture, pageOf, question, stopGateway, temporaryRecords } from '@tidewaiter/testing/records';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { loadsOf } from '../testing/loads.js';
import { SMALL } from '../testing/small-records.js';
import { loadRates } from './rate-file.js';

afterAll(stopGateway);

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
async function otherFiles(): Promise<Record<string, Buffer>> {
  const names = ['no', 'date', 'hs', 'importer', 'usd'];
  const rows = ['1 2021-01-01 8517 Acme 5', '2 2021-01-02 8517 Bolt 6.5'].map((row) => row.split(' '));
  const objects = rows.map((row) => JSON.stringify(Object.fromEntries(row.map((cell, at) => [names[at], cell]))));
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const sheet = [names, ...rows].map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  const text = [names, ...rows].map((row) => row.join('\t')).join('\n');
  return {
    'a.tsv': Buffer.from(text),
    'b.csv': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'c.jsonl': Buffer.from(objects.join('\n')),
    'd.xlsx': workbookOf(`<sheetData>${sheet}</sheetData>`),
    'e.parquet': await readFile(fixture('small.parquet')),
    'f.zip': zipOf({ 'a.tsv': text }),
  };
}

async function loaded(over: 'embedded' | 'HTTP') {
  const test = await temporaryRecords({ over });
  const { small } = loadsOf(test);
  try {
    const large = await small(awkwardCsv(), {}, { name: 'awkward.csv' });
    const [korean] = await test.loader.load({ files: [{ path: SMALL }] });
    const sum = await test.records.staging.engine.query({
      name: 'test.sum',
      sql: 'SELECT groupBitXor(cityHash64(id, line, importer_name)), sum(line), sum(total_value_usd) FROM records',
      row: z.array(z.unknown()),
    });
    const { rows } = await pageOf(test.records, question({ numberOfRecords: 200 }), EVERYTHING);
    const others: unknown[] = [];
    for (const [name, bytes] of Object.entries(await otherFiles())) {
      const { form, report } = await small(bytes, { name: name.slice(0, 1) }, { name });
      others.push([form, report]);
    }
    const rejections = await test.records.loads.rejections(1, 1000);
    const rates = await test.file('rates.csv', 'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n');
    const { rates: count } = await loadRates(test.records, rates);
    return { reports: [large.report, korean?.report], others, rejections, count, sum, rows };
  } finally {
    await test.close();
  }
}

it('loads the same ids, lines, sums and rejections', async () => {
  const embedded = await loaded('embedded');
  expect(embedded.reports[0]).toMatchObject({ rowsRead: ROWS, rowsRejected: ROWS / 100 });
  expect(embedded.rejections[0]).toMatchObject({ column: 'total_value_usd', cell: 'many' });
  expect(await loaded('HTTP')).toEqual(embedded);
});
