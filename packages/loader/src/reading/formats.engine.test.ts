/** Files that are no text, and files that are packed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { quote } from '@tidewaiter/records/loading';
import { workbookOf, zipOf, zstdOf } from '@tidewaiter/testing/archives';
import { leftBehind, readFile } from '@tidewaiter/testing/read-file';
import { fixture } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { DBFFile } from 'dbffile';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { ReadOptions } from './raw-rows.js';

const test = sharedRecords();

const read = async (name: string, content: string | Buffer, options?: ReadOptions) =>
  readFile(test, await test.file(name, content), options);
type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number];
const bookOf = async (...sheets: Sheet[]) => Buffer.from(await writeXlsx({ sheets }));

describe('workbooks', () => {
  it('are read sheet by sheet, each cell as what was typed', async () => {
    const rowsOfData = [
      ...[['Imports'], [], ['no', 'date', 'amount', 'paid', 'hs']],
      [1, new Date('2024-03-01'), 0.1 + 0.2, true, '090111'],
      [12345678, new Date('2024-03-01T10:30:05Z'), 1234567.89, false, ' a\nb '],
      [],
      [3, null, null, null, null],
    ];
    const hidden = [[...'ab'], [...'cd']];
    const otherRows = [
      ['date', 'qty'],
      ['1', '2'],
    ];
    const book = await bookOf(
      { name: 'Notes', rows: [['Imports of 2024']] },
      { name: 'Hidden', hidden: true, rows: hidden },
      { name: 'Data & more', rows: rowsOfData },
      { name: 'Other', rows: otherRows },
    );
    const { form, header, rows } = await read('book.xlsx', book);
    expect(form).toMatchObject({ format: 'xlsx', compression: 'none', sheet: 'Data & more', headerRow: 3 });
    expect(form.otherSheets).toEqual(['Notes', 'Other']);
    expect(header).toEqual(['no', 'date', 'amount', 'paid', 'hs']);
    expect(rows).toEqual([
      [4, '1', '2024-03-01', '0.3', 'TRUE', '090111'],
      [5, '12345678', '2024-03-01 10:30:05', '1234567.89', 'FALSE', ' a\nb '],
      [7, '3', '', '', '', ''],
    ]);
    const other = await read('book.xlsx', book, { file: { sheet: 'Other' } });
    expect(other.rows).toEqual([[2, '1', '2']]);
    await expect(read('book.xlsx', book, { file: { sheet: 'None' } })).rejects.toThrow('no sheet "None"');
  });

  it('keep cells of any length and script, and the digits that Excel keeps, of rows of any width', async () => {
    const texts = ['', 'é', 'x'.repeat(40), `${'x'.repeat(39)}é`, 'x'.repeat(41), '語'.repeat(42), 'x'.repeat(128)];
    const numbers = [0.1 + 0.2, 123456789012.345, 2 ** 53 + 2, -1234.5, 1e-7];
    const book = await bookOf({ name: 'A', rows: [[...'ab'], [...numbers, ...texts, 'end']] });
    const { rows } = await read('cells.xlsx', book, { file: { headerRow: 0 } });
    const written = ['0.3', '123456789012.345', '9007199254740990', '-1234.5', '1e-7'];
    expect(rows[1]).toEqual([2, ...written, ...texts, 'end']);
  });

  it('give each row what its merged cells say, but for the header and for amounts', async () => {
    const rows = [
      ['DECLARATION', null, 'GOODS', null],
      ['DATE', 'IMPORTER', 'DESCRIPTION', 'VALUE'],
      [new Date('2024-03-01'), 'ACME LTD', 'TUBES', 100],
      [null, null, 'RODS', null],
      [null, null, 'BARS', null],
      [new Date('2024-03-02'), 'BOLT SA', 'WIRE', 7],
      [null, '', 'NAILS', 8],
    ];
    const merge = (startRow: number, endRow: number, column: number, endCol = column) => ({
      ...{ startRow, endRow, startCol: column, endCol },
    });
    const merges = [merge(0, 0, 0, 1), merge(0, 0, 2, 3)];
    for (const column of [0, 1, 3]) merges.push(merge(2, 4, column));
    merges.push(merge(5, 6, 1));
    const book = await bookOf({ name: 'Other', rows: [] }, { name: 'Data', rows, merges });
    const { header, rows: found } = await read('merged.xlsx', book, { file: { headerRow: 2 } });
    expect(header).toEqual(['DATE', 'IMPORTER', 'DESCRIPTION', 'VALUE']);
    expect(found).toEqual([
      [3, '2024-03-01', 'ACME LTD', 'TUBES', '100'],
      [4, '2024-03-01', 'ACME LTD', 'RODS', ''],
      [5, '2024-03-01', 'ACME LTD', 'BARS', ''],
      [6, '2024-03-02', 'BOLT SA', 'WIRE', '7'],
      [7, '', 'BOLT SA', 'NAILS', '8'],
    ]);
  });

  it('give each row the date of merged cells that hold it as a text with points', async () => {
    const rows = [
      ['DATE', 'IMPORTER', 'GOODS', 'VALUE'],
      ['01.03.2024', 'ACME LTD', 'TUBES', '1.000.000'],
      [null, 'BOLT SA', 'RODS', null],
    ];
    const merges = [0, 3].map((column) => ({ startRow: 1, endRow: 2, startCol: column, endCol: column }));
    const { rows: found } = await read('dates.xlsx', await bookOf({ name: 'Data', rows, merges }));
    expect(found.map(([line, date, , , amount]) => [line, date, amount])).toEqual([
      [2, '01.03.2024', '1.000.000'],
      [3, '01.03.2024', ''],
    ]);
  });

  it('begin with the sheet that is a table: a cover of pairs is read where there is no other', async () => {
    const cover = { name: 'Cover', rows: [['Exports'], ['Period', 'April 2024'], ['Currency', 'US dollars']] };
    const header = ['DATE', 'GOODS', 'VALUE'];
    const data = { name: 'Data', rows: [header, ['2024-04-01', 'TUBES', 7]] };
    const terms = { name: 'Terms', rows: Object.entries({ FOB: 'free on board', CIF: 'with freight' }) };
    expect((await read('cover.xlsx', await bookOf(cover, data))).header).toEqual(header);
    const alone = await read('pairs.xlsx', await bookOf(cover, terms), { file: { headerRow: 0 } });
    expect(alone.rows).toHaveLength(3);
  });

  it('that declare a million rows and hold a few cost nothing', async () => {
    const cells = (row: number) =>
      `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>x${row}</t></is></c><c r="B${row}"><v>${row}</v></c></row>`;
    const few = Array.from({ length: 29 }, (_, index) => cells(index + 1)).join('');
    const empty = Array.from({ length: 20_000 }, (_, index) => `<row r="${index + 100}" ht="15"/>`).join('');
    const sheet = `<dimension ref="A1:XFD1048576"/><sheetData>${few}${empty}<row r="1048576"><c r="A1048576" s="0"/></row></sheetData>`;
    const { rows } = await read('declares.xlsx', workbookOf(sheet));
    expect(rows).toHaveLength(29);
  });
});

it('a workbook with a row element for each cell has the rows that its cells say', async () => {
  const cell = (place: string, value: number) => `<c r="${place}"><v>${value}</v></c>`;
  for (const row of ['<row r="N">', '<row>']) {
    const rows = [1, 2, 3].flatMap((line) =>
      [...'ABC'].map(
        (letter, at) => `${row.replace('N', `${line}`)}${cell(`${letter}${line}`, (at + 1) * line)}</row>`,
      ),
    );
    const book = workbookOf(`<sheetData>${rows.join('')}</sheetData>`);
    expect((await read('cells.xlsx', book, { file: { headerRow: 1 } })).rows).toEqual([
      [2, '2', '4', '6'],
      [3, '3', '6', '9'],
    ]);
  }
});

it('Parquet files keep their values, and what is nested as JSON', async () => {
  const path = join(test.folder, 'some.parquet');
  await test.records.staging.engine.run({
    name: 'test.parquet',
    sql: `INSERT INTO FUNCTION file(${quote(path)}, 'Parquet') SELECT number AS no, toDecimal128('12345678901234567.1234', 4) AS exact,
        toDate('2024-01-01') + number AS day, toDateTime64('2024-01-01 00:00:00', 3, 'UTC') + number * 30000 AS time,
        ['a', 'b'] AS list, CAST((1, 'x'), 'Tuple(q UInt64, r String)') AS pair, if(number = 1, NULL, 'é') AS \`a \\\`name\`
      FROM numbers(3)`,
  });
  const { form, header, typed, rows } = await readFile(test, path);
  expect(typed).toEqual([true, true, false, false, false, false, false]);
  expect(form).toMatchObject({ format: 'parquet', encoding: null, headerRow: 0 });
  expect(header).toEqual(['no', 'exact', 'day', 'time', 'list', 'pair', 'a `name']);
  expect(rows.slice(0, 2)).toEqual([
    [1, '0', '12345678901234567.1234', '2024-01-01', '2024-01-01 00:00:00.000Z', '["a","b"]', '{"q":1,"r":"x"}', 'é'],
    [2, '1', '12345678901234567.1234', '2024-01-02', '2024-01-01 08:20:00.000Z', '["a","b"]', '{"q":1,"r":"x"}', ''],
  ]);
});

it('Parquet files say of moments that they are in UTC, of a clock on the wall what it shows', async () => {
  const { rows } = await readFile(test, fixture('moments.parquet'));
  expect(rows).toEqual([
    [1, '2025-09-30 18:30:00.000000Z', '2025-10-01', ''],
    [2, '2025-10-01 18:30:00.000000Z', '2025-10-02 08:00:00.000000', '2025-09-30 18:30:00.000Z'],
  ]);
  // As Spark and Hive write them: moments that do not say so.
  expect((await readFile(test, fixture('int96.parquet'))).rows).toEqual([
    [1, '2025-09-30 18:30:00.000000000Z'],
    [2, '2025-10-01 18:30:00.000000000Z'],
  ]);
});

it('newline JSON has the keys of all its objects, and values as they are written', async () => {
  const lines = [
    '{"no":1.50,"n":{"d":[1,2.50]},"e":null}',
    '',
    '{"no":12345678901234567890.12345,"a.b":true}',
    '{"z`\\n":"x\\ty"}',
  ];
  const { form, header, rows } = await read('some.json', `\ufeff${lines.join('\r\n')}\n`);
  expect(form).toMatchObject({ format: 'ndjson', encoding: 'utf-8', delimiter: null });
  expect(header).toEqual(['no', 'n', 'e', 'a.b', 'z`']);
  expect(rows).toEqual([
    [1, '1.50', '{"d":[1,2.50]}', '', '', ''],
    [3, '12345678901234567890.12345', '', '', 'true', ''],
    [4, '', '', '', '', 'x\ty'],
  ]);
});

it('columns may be named as the table that they are read into names its own', async () => {
  const names = ['c2', 'row', 'c1', 'file', 'cells', 'width'];
  const values = names.map((name) => `of ${name}`);
  const path = join(test.folder, 'names.parquet');
  await test.records.staging.engine.run({
    name: 'test.parquet',
    sql: `INSERT INTO FUNCTION file(${quote(path)}, 'Parquet') SELECT ${names.map((name) => `'of ${name}' AS ${name}`).join(', ')}`,
  });
  const object = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
  for (const { header, rows } of [
    await readFile(test, path),
    await read('names.jsonl', `${JSON.stringify(object)}\n`),
  ]) {
    expect(header).toEqual(names);
    expect(rows.map(([, ...cells]) => cells)).toEqual([values]);
  }
});

describe('dBase files', () => {
  const FIELDS = [
    { name: 'NAME', type: 'C', size: 20 },
    { name: 'QTY', type: 'N', size: 18, decimalPlaces: 4 },
    { name: 'DAY', type: 'D', size: 8 },
  ] as const;

  async function dbase(name: string, encoding: string): Promise<string> {
    const path = join(test.folder, name);
    const file = await DBFFile.create(path, [...FIELDS], { encoding });
    await file.appendRecords([
      { NAME: 'Cañón', QTY: 1234567.125, DAY: new Date('2024-02-03') },
      { NAME: 'gone', QTY: 1, DAY: null },
      { NAME: 'Ñandú', QTY: null, DAY: null },
    ]);
    return path;
  }

  it.each(['cp850', 'windows-1252'])('in %s are read, without deleted records', async (encoding) => {
    const path = await dbase(`${encoding}.dbf`, encoding);
    const bytes = readFileSync(path);
    bytes[32 + 32 * FIELDS.length + 2 + 47] = '*'.charCodeAt(0);
    const { form, header, typed, rows } = await read(`deleted-${encoding}.dbf`, bytes);
    expect(typed).toEqual([false, true, false]);
    expect(form).toMatchObject({ format: 'dbf', encoding });
    expect(header).toEqual(['NAME', 'QTY', 'DAY']);
    expect(rows).toEqual([
      [1, 'Cañón', '1234567.125', '2024-02-03'],
      [3, 'Ñandú', '', ''],
    ]);
  });
});

describe('packed files', () => {
  const TEXT =
    'no,date,hs,importer,usd\n1,2020-01-01,8517,Acme,5\n2,2020-01-02,8517,Acme,6\n3,2020-01-03,8517,Acme,7\n';
  /** What the zstd command makes of it. */
  const ZST =
    'KLUv/QRoFQIAkgMNEpDPARjAp9xmHuqBTShI7oxnBluEWBLCji+XzksP82bQDDhweK+a9XJRCaNrn+yLInX4AgQAwAiwB5grvE0oNhJXtg==';

  it.each([
    ['gzip', gzipSync(TEXT)],
    ['zstd', Buffer.from(ZST, 'base64')],
    ['zstd', zstdOf(TEXT)],
    ['zip', zipOf({ 'data/': '', 'data/june.csv': TEXT, '__MACOSX/data/june.csv': 'x', 'readme.pdf': 'x' })],
  ])('%s', async (compression, bytes) => {
    const { form, rows } = await read('packed', bytes);
    expect(form).toMatchObject({ format: 'csv', compression });
    expect(rows).toHaveLength(3);
    expect(rows[2]).toEqual([4, '3', '2020-01-03', '8517', 'Acme', '7']);
  });

  it('a workbook in an archive', async () => {
    const rowsOfBook =
      '<row><c t="str"><v>date</v></c><c t="str"><v>qty</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>';
    const book = workbookOf(`<sheetData>${rowsOfBook}</sheetData>`);
    const { form, rows } = await read('book.zip', zipOf({ 'a.xlsx': book }));
    expect([form.format, form.compression, form.member, rows]).toEqual(['xlsx', 'zip', 'a.xlsx', [[2, '1', '2']]]);
  });

  it('every other format too', async () => {
    const parquet = readFileSync(fixture('small.parquet'));
    const packings: [string, (bytes: Buffer) => Buffer][] = [
      ['gzip', gzipSync],
      ['zstd', zstdOf],
      ['zip', (bytes) => zipOf({ 'in/some.data': bytes })],
    ];
    for (const [compression, pack] of packings) {
      const found = await read('packed.data', pack(parquet));
      expect(found.form).toMatchObject({ format: 'parquet', compression });
      expect(found.rows[1]).toEqual([2, '2', '2021-01-02', '8517', 'Bolt', '6.5']);
      const lines = await read('packed.data', pack(Buffer.from('{"no":1}\n{"no":2}\n')));
      expect(lines.form).toMatchObject({ format: 'ndjson', compression });
      expect(lines.rows.map(([, ...cells]) => cells)).toEqual([['1'], ['2']]);
    }
  });

  it('one of several files, by its name', async () => {
    const bytes = zipOf({ 'in/a.csv': 'date,qty\n1,2\n', 'in/b.csv': 'date,qty\n3,4\n' });
    await expect(read('two.zip', bytes)).rejects.toMatchObject({
      message: expect.stringContaining('several files'),
      details: ['it holds: in/a.csv, in/b.csv'],
    });
    const { form, rows } = await read('two.zip', bytes, { file: { member: 'b.csv' } });
    expect([form.member, rows]).toEqual(['in/b.csv', [[2, '3', '4']]]);
  });
});

it('nothing is left behind', async () => {
  expect(await leftBehind(test)).toEqual([]);
});
