/** What is in the files: read back by other readers than the writers. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { companyColumnKey, harmlessCell, type SearchQuery } from '@tidewaiter/contract';
import { drawn } from '@tidewaiter/testing/generated';
import {
  AS_PORTAL,
  EVERYTHING,
  listOf,
  pageOf,
  seeing,
  stopGateway,
  type TestRecords,
  temporaryRecords,
} from '@tidewaiter/testing/records';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asked,
  COLUMNS,
  DATE,
  freely,
  HOSTILE,
  loadExported,
  OWNER,
  ROWS,
  writeExport,
} from '../../testing/exported-records.js';
import { kindsByOpenpyxl, OPENED_BY_OFFICE, shownByLibreOffice } from '../../testing/office.js';
import { scaled, totalOf } from '../../testing/plain-records.js';
import { heardStatements } from '../../testing/statements.js';
import type { ExportRequest } from './export-file.js';

const CALL = { asker: { person: '7', account: '7' } };

/** The first sheet of a workbook, as it is written. */
const xmlOf = async (path: string) =>
  (await promisify(execFile)('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], { maxBuffer: 1e8 })).stdout;

/** What a failed comparison can show of a long text. */
const shortened = (text: unknown) =>
  `${String(text).slice(0, 40)}, ${String(text).length} units, ends ${String(text).slice(-3)}`;

describe.each(drawn(['embedded', 'HTTP'] as const, 1))('a file of records, %s', (over) => {
  let test: TestRecords;

  beforeAll(async () => {
    test = await temporaryRecords({ over });
    await loadExported(test);
  });
  afterAll(async () => {
    await test.close();
    await stopGateway();
  });

  /** Writes all records of a question, or those of some ids, into a file. */
  const write = (query: SearchQuery, request: Partial<ExportRequest> & { ids?: string[] } = {}, access = EVERYTHING) =>
    writeExport(test, query, request, access);
  const sheetsOf = async (path: string) => (await readXlsx(await readFile(path))).sheets;
  const goodsOf = async (path: string) => (await sheetsOf(path))[0]?.rows.slice(1).map((row) => row[2]);
  const headerOf = async (columns: string[]) => (await sheetsOf((await write(asked(), { columns })).path))[0]?.rows[0];
  const shownRows = async () => (await pageOf(test.records, { ...asked(), numberOfRecords: 200 })).rows;
  const csvOf = async (columns: string[]) => {
    const text = await readFile((await write(asked(), { columns, format: 'csv' })).path, 'utf8');
    return text.trim().split('\n').slice(1);
  };
  const hostile = () => asked({ searchValue: ['8517'], orderByColumn: DATE, orderByMode: 'asc' });
  const HEADER = ['Date', 'HS Code', 'Product Description', 'Source Country', 'Quantity', 'Unit', 'Total Value (USD)'];

  it('holds the rows of the screen in its order, with typed cells, as a workbook', async () => {
    const about = [['Question', 'HS code begins with 0901']] as const;
    const progress: number[] = [];
    const file = await write(asked(), { about, onProgress: (rows) => progress.push(rows) });
    const rows = await shownRows();
    expect(file).toMatchObject({ rows: ROWS, cutCells: 0 });
    expect(progress.at(-1)).toBe(ROWS);
    const [records, last] = await sheetsOf(file.path);
    const [header, ...cells] = records?.rows ?? [];
    expect(header).toEqual(HEADER);
    const numberOf = (cell: unknown) => (cell === null ? null : Number(cell));
    const shownOf = ([day, code, goods, , quantity, , usd]: readonly unknown[]) => [
      ...[(day as Date).toISOString().slice(0, 10), code, goods, quantity, usd],
    ];
    const expected = rows.map((row) => [
      ...[row[DATE], row.hs_code, row.product_description, numberOf(row.quantity), Number(row.total_value_usd)],
    ]);
    expect(cells.map(shownOf)).toEqual(expected);
    expect([last?.name, last?.rows]).toEqual(['About this file', [['About', 'Text'], ...about]]);
  });

  it.each([
    [
      ['quantity', 'std_quantity', DATE],
      ['Quantity', 'Unit', 'Std. Quantity', 'Std. Unit', 'Date'],
    ],
    [
      ['unit', DATE, 'quantity'],
      ['Unit', 'Date', 'Quantity'],
    ],
    [
      [DATE, 'total_value'],
      ['Date', 'Total Value (Local, in Currency)', 'Currency'],
    ],
    [
      ['currency', DATE, 'total_value'],
      ['Currency', 'Date', 'Total Value (Local, in Currency)'],
    ],
  ])('never gives a quantity without its unit, nor local money without its currency: %s', async (columns, header) =>
    expect(await headerOf(columns)).toEqual(header),
  );

  it('names beside each party the company that it is, as the lists do, whoever writes it how', async () => {
    const { items } = await listOf(test.records, 'importers', { ...asked(), nameContains: '' });
    const columns = ['importer_name', companyColumnKey('importer_name'), companyColumnKey('notify_party_name')];
    const [records] = await sheetsOf((await write(asked(), { columns })).path);
    const [header, ...rows] = records?.rows ?? [];
    expect(header).toEqual(['Importer Name', 'Importer Name (company)', 'Notify Party Name (company)']);
    expect(new Set(rows.map(([original]) => original)).size).toBe(8);
    const companies = rows.map(([, company]) => company);
    expect(new Set(companies)).toEqual(new Set(items.map(({ name }) => name)));
    for (const { name, shipments } of items) expect(companies.filter((one) => one === name)).toHaveLength(shipments);
    expect(rows.every(([, , notify]) => !notify)).toBe(true);
    // In the order of the screen.
    expect(rows.map(([original]) => original)).toEqual((await shownRows()).map((row) => row.importer_name));
    expect(await csvOf(columns)).toEqual(companies.map((name, at) => `"${rows[at]?.[0]}","${name}",""`));
    const { path } = await write(asked(), { columns, format: 'parquet' });
    const sql = `SELECT uniqExact(importer_name), uniqExact(importer_name_company) FROM file('${path}', Parquet)`;
    expect(await test.rows(sql)).toEqual([['8', String(items.length)]]);
  });

  it('holds what is loaded of its countries as a table of its own', async () => {
    const coverage = [{ country: 'Vietnam', month: '2020-03', records: 20, lastDay: '2020-03-20' }];
    const sheets = await sheetsOf((await write(asked(), { coverage })).path);
    expect(sheets.map(({ name }) => name)).toEqual(['Records', 'About this file', 'Coverage']);
    expect(sheets.at(-1)?.rows).toEqual([
      ['Country', 'Month', 'Records loaded', 'Latest'],
      ['Vietnam', '2020-03', 20, new Date('2020-03-20T00:00:00Z')],
    ]);
  });

  it('takes records that are named, within what may be seen', async () => {
    const rows = await shownRows();
    const chosen = rows.filter((_, index) => index % 5 === 0);
    const ids = chosen.map(({ id }) => id).reverse();
    const goods = chosen.map((row) => row.product_description);
    expect(await goodsOf((await write(asked(), { ids: [...ids, 'f'.repeat(32)] })).path)).toEqual(goods);
    const narrower = seeing({ countries: ['KOR'], toDate: '2020-03-10' });
    const visible = chosen.filter((row) => row.ctry_name === 'South Korea' && String(row[DATE]) <= '2020-03-10');
    const seen = await goodsOf((await write(asked(), { ids }, narrower)).path);
    expect(seen).toEqual(visible.map((row) => row.product_description));
    expect(visible.length).toBeGreaterThan(0);
    const nothing = await write(asked(), { ids }, seeing({ countries: [] }));
    expect(nothing.rows).toBe(0);
    expect((await sheetsOf(nothing.path)).map(({ name }) => name)).toEqual(['Records', 'About this file']);
  });

  it('shows every text as text, cut where a cell is too small for it', async () => {
    const file = await write(hostile());
    const shown = (await goodsOf(file.path))?.map(shortened);
    expect(shown?.slice(0, -1)).toEqual(HOSTILE.map(([, text]) => shortened(text)));
    expect(shown?.at(-1)).toMatch(/^lone \ufffd+, /);
    expect(file.cutCells).toBe(2);
    const about = (await sheetsOf(file.path)).at(-1);
    expect(about?.rows.at(-1)?.[1]).toContain('2 texts were longer than the 32,767 characters');
    const xml = await xmlOf(file.path);
    expect(xml).not.toMatch(/<f>/);
    for (const text of ['control _x0001_ and _x0000_ and _x000D_', 'not a character _xFFFF_'])
      expect(xml).toContain(text);
  });

  it.skipIf(!OPENED_BY_OFFICE || over === 'HTTP')('is text to LibreOffice and openpyxl, too', async () => {
    const file = await write(hostile());
    const shown = await shownByLibreOffice(file.path);
    for (const text of ['=1+1', '@SUM(A1)', '-cmd|x', '\tafter a tab', ' spaces around ', 'x'.repeat(32_767)])
      expect(shown).toContain(`"${text}"`);
    const [header, ...records] = await kindsByOpenpyxl(file.path);
    expect(header).toBe('ssssss');
    expect(records).toEqual(Array.from({ length: HOSTILE.length + 1 }, () => 'dsssnn'));
  });

  it('sums to what the lists say, to the last decimal, in each unit by itself', async () => {
    const { total } = await listOf(test.records, 'importers', { ...asked(), nameContains: '' });
    const said = [
      ...total.quantities.map(({ unit, quantity }) => [unit, scaled(quantity)]).sort(),
      ['USD', scaled(total.valueUsd)],
    ];
    const sums = (rows: readonly (readonly (string | undefined)[])[]) => {
      const sumOf = (some: typeof rows, column: number) => totalOf(some.map((row) => row[column] ?? ''));
      const ofUnit = (unit: string) =>
        sumOf(
          rows.filter((row) => row[1] === unit),
          0,
        );
      return [...['KGS', 'NOS'].map((unit) => [unit, ofUnit(unit)]), ['USD', sumOf(rows, 2)]];
    };
    const columns = ['std_quantity', 'std_unit', 'total_value_usd'];
    const rows = (await xmlOf((await write(asked(), { columns })).path)).split('</row>').slice(1, -1);
    const cells = rows.map((row) =>
      [...row.matchAll(/<c\/>|<c[ >].*?<\/c>/g)].map(([cell]) => /<[vt][^>]*>(.*)<\/[vt]>/.exec(cell)?.[1]),
    );
    expect(sums(cells)).toEqual(said);
    expect(sums((await csvOf(columns)).map((line) => line.replaceAll('"', '').split(',')))).toEqual(said);
  });

  it('keeps a spreadsheet from running what a CSV file holds, unless it is asked for raw', async () => {
    const cells = async (rawCsv: boolean) => {
      const { path, rows } = await write(hostile(), { format: 'csv', rawCsv });
      expect(rows).toBe(HOSTILE.length + 1);
      const bytes = await readFile(path);
      expect(bytes.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(!rawCsv);
      return bytes.toString();
    };
    const harmless = await cells(false);
    // Parted at semicolons or tabs, whatever quotation marks say.
    for (const cell of harmless.slice(1).split(/[;\t\n]/)) expect(cell.trim()).not.toMatch(/^"?[-+=@](?!\d)/);
    for (const text of ["'=1+1", "'@SUM(A1)", "'-cmd|x", "'\tafter a tab"]) expect(harmless).toContain(`"${text}"`);
    const raw = await cells(true);
    for (const text of ['=1+1', '@SUM(A1)', '-cmd|x', '\tafter a tab']) expect(raw).toContain(`"${text}"`);
    // Each cell as the contract has it, whatever stands beside it in its row.
    expect(parseCsv(harmless)).toEqual(parseCsv(raw).map((row) => row.map((cell) => harmlessCell(String(cell)))));
    expect(raw.split('\n')[0]).toBe(HEADER.map((name) => `"${name}"`).join());
  });

  it('writes Parquet with types of its own, traceable to file and line', async () => {
    const { path, rows } = await write(asked(), { format: 'parquet', trace: true });
    expect(rows).toBe(ROWS);
    const [read] = await test.rows(`SELECT count(), sum(total_value_usd), any(toTypeName(total_value_usd)),
        any(toTypeName(${DATE})), min(source_line), any(source_file), uniqExact(record_id) FROM file('${path}', Parquet)`);
    const [exact] = await test.rows("SELECT sum(total_value_usd) FROM records WHERE startsWith(hs_code, '0901')");
    const types = [expect.stringContaining('Decimal(38, 18)'), expect.stringContaining('Date')];
    expect(read).toEqual([`${ROWS}`, exact?.[0], ...types, '2', 'sixty.csv', `${ROWS}`]);
  });

  it('plans an export of thousands of named records with one value for all of them', async () => {
    const { rows } = await pageOf(test.records, asked());
    const others = Array.from({ length: 9000 }, (_, n) => n.toString(16).padStart(32, 'f'));
    const ids = [...rows.map(({ id }) => id), ...others];
    const opened = await test.records.ask(asked(), EVERYTHING, AS_PORTAL);
    const heard = heardStatements(test.records);
    const owner = { ...OWNER, exports: [1] };
    const plan = await opened.exportPlan({ ids, weightages: new Map(), maximum: 1000, balance: 1000, owner });
    await test.records.exported.among(owner, ids, CALL);
    const lists = heard.flatMap(({ parameters = {} }) => Object.values(parameters).filter(Array.isArray));
    expect(plan.candidates).toBe(rows.length);
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThan(100);
  });

  it('plans an export to the record: what it weighs, what it costs, where it stops', async () => {
    const rows = await shownRows();
    const opened = await test.records.ask(asked(), EVERYTHING, AS_PORTAL);
    const number = 900;
    const first = rows.slice(0, 12).map(({ id }) => id);
    await opened.keepExport(freely(first), number);
    const weightages = new Map([['VNM', 3]]);
    const weightOf = (row: (typeof rows)[number]) => (row.ctry_name === 'Vietnam' ? 3 : 1);
    const everyFifth = rows.filter((_, index) => index % 5 === 0).map(({ id }) => id);
    for (const { maximum, balance, ids, exports } of [
      { maximum: 1000, balance: 1000, exports: [] },
      { maximum: 25, balance: 1000, exports: [] },
      { maximum: 1000, balance: 25, exports: [] },
      { maximum: 1000, balance: 25, exports: [number] },
      { maximum: 30, balance: 0, exports: [number, 999_999] },
      { maximum: 1, balance: 1, ids: everyFifth, exports: [number] },
      { maximum: 1000, balance: 0, exports: [] },
    ]) {
      const choice = { ids, weightages, maximum, balance, owner: { ...OWNER, exports } };
      const owned = new Set(exports.includes(number) ? first : []);
      const expected = new Map<string, { country: string; weightage: number; rows: number; owned: number }>();
      const taken: string[] = [];
      let [weighed, paid] = [0, 0];
      for (const row of rows.filter(({ id }) => ids?.includes(id) ?? true)) {
        weighed += weightOf(row);
        paid += owned.has(row.id) ? 0 : weightOf(row);
        if (!ids && (weighed > maximum || paid > balance)) break;
        const country = row.ctry_name === 'Vietnam' ? 'VNM' : 'KOR';
        const part = expected.get(country) ?? { country, weightage: weightOf(row), rows: 0, owned: 0 };
        expected.set(country, { ...part, rows: part.rows + 1, owned: part.owned + (owned.has(row.id) ? 1 : 0) });
        taken.push(row.id);
      }
      const plan = await opened.exportPlan(choice);
      expect(plan.parts).toEqual([...expected.values()].sort((one, other) => (one.country < other.country ? -1 : 1)));
      const kept = number + 1 + taken.length + maximum + balance + exports.length * 10_000;
      await opened.keepExport(choice, kept);
      const { exported } = test.records;
      const { ids: owns, total } = await exported.page({ ...OWNER, exports: [kept] }, { number: 0, size: 200 }, CALL);
      expect([owns, total]).toEqual([[...taken].sort(), taken.length]);
    }
    const among = async (owner: Partial<typeof OWNER>, ids: string[]) =>
      [...(await test.records.exported.among({ ...OWNER, ...owner, exports: [number] }, ids, CALL))].sort();
    expect(
      await among(
        {},
        rows.map(({ id }) => id),
      ),
    ).toEqual([...first].sort());
    expect(await among({ account: 8 }, first)).toEqual([]);
    // The same serial number in another database is another account.
    expect(await among({ key: '0c1e9f3a-6f0e-4a0e-8f6e-3a9d5d1b2c33' }, first)).toEqual([]);
    const owned = { ...OWNER, exports: [number] };
    const onlyNew = await test.records.ask(asked({ onlyNew: true }), EVERYTHING, { ...AS_PORTAL, owned });
    expect(await onlyNew.count()).toBe(ROWS - first.length);
    expect((await onlyNew.page()).map(({ cells }) => cells.id)).toEqual(rows.slice(12, 32).map(({ id }) => id));
  });

  it('leaves nothing behind where nobody waits any more, or the disk refuses', async () => {
    const gone = new AbortController();
    const opened = await test.records.ask(asked(), EVERYTHING, { ...AS_PORTAL, signal: gone.signal });
    const request = { choice: { ...OWNER, number: 0 }, columns: COLUMNS, format: 'xlsx' } as const;
    gone.abort();
    await expect(opened.exportFile(request, join(test.folder, 'gone.xlsx'))).rejects.toBe(gone.signal.reason);
    await expect(write(asked()).then(() => opened.exportFile(request, '/dev/null/no.xlsx'))).rejects.toThrow();
    expect((await readdir(test.folder)).filter((name) => /gone|\.part/.test(name))).toEqual([]);
  });

  it('leaves out what is suppressed', async () => {
    const rows = await shownRows();
    const ids = rows.map(({ id }) => id);
    const [first] = rows;
    await test.records.suppressions.suppress({ kind: 'record', subject: first?.id ?? '' }, 'asked');
    const left = await goodsOf((await write(asked(), { ids })).path);
    expect(left).toEqual(rows.slice(1).map((row) => row.product_description));
    expect((await write(asked(), { format: 'csv' })).rows).toBe(ROWS - 1);
  });
});
