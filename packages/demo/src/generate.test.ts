import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COUNTRY_NAMES, countryByCode, RECORD_COLUMNS } from '@tidewaiter/contract';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { beforeAll, describe, expect, it } from 'vitest';
import { inventCompanies } from './companies.js';
import { DEMO_HEADER, type DemoFile, writeDemoFiles, writeDemoRates } from './generate.js';
import { CHAPTERS, GOODS } from './goods.js';
import { PLACES } from './places.js';

type Row = Record<(typeof DEMO_HEADER)[number], string>;

/** Enough of RFC 4180 for a file whose fields have no line ends. */
function parse(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)])
    .map((fields) => fields.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''));
}

async function rowsOf(file: DemoFile): Promise<Row[]> {
  const [header = [], ...lines] = parse(await readFile(file.path, 'utf8'));
  expect(header).toEqual([...DEMO_HEADER]);
  expect(lines.filter((line) => line.length !== DEMO_HEADER.length)).toEqual([]);
  return lines.map((line) => Object.fromEntries(DEMO_HEADER.map((name, i) => [name, line[i] ?? ''])) as Row);
}

describe('writeDemoFiles', () => {
  const options = { rows: 2000, until: '2025-06-30' };
  const directory = sharedFolder();
  let files: DemoFile[];
  let byTrade: Record<DemoFile['tradeType'], Row[]>;
  let all: Row[];

  beforeAll(async () => {
    files = await writeDemoFiles({ ...options, directory });
    const [imports = [], exports = []] = await Promise.all(files.map(rowsOf));
    byTrade = { IMPORT: imports, EXPORT: exports };
    all = [...imports, ...exports];
  });

  it('gives the same bytes for the same options, and others for another seed', async () => {
    const again = await writeDemoFiles({ ...options, directory: join(directory, 'again') });
    const other = await writeDemoFiles({ ...options, directory: join(directory, 'other'), seed: 2 });
    for (const [index, file] of files.entries()) {
      const bytes = await readFile(file.path);
      expect(bytes.equals(await readFile(again[index]?.path ?? ''))).toBe(true);
      expect(bytes.equals(await readFile(other[index]?.path ?? ''))).toBe(false);
    }
  });

  it('writes exactly the rows asked for, and reports them', async () => {
    const told = Object.fromEntries(files.map(({ tradeType, rows }) => [tradeType, rows]));
    expect(told).toEqual({ IMPORT: 1200, EXPORT: 800 });
    expect(told).toEqual({ IMPORT: byTrade.IMPORT.length, EXPORT: byTrade.EXPORT.length });
    const progress: number[] = [];
    const onProgress = (rows: number) => progress.push(rows);
    const few = await writeDemoFiles({ ...options, rows: 7, directory: join(directory, 'few'), onProgress });
    expect(few.map((file) => file.rows)).toEqual([4, 3]);
    expect(progress.at(-1)).toBe(7);
  });

  it('numbers each item of each declaration once', () => {
    for (const rows of Object.values(byTrade)) {
      const keys = rows.map((row) => `${row.declaration_no}/${row.item_no}`);
      expect(new Set(keys).size).toBe(rows.length);
    }
  });

  it('has codes of 6 to 8 digits whose goods are known, with their leading zeros', () => {
    const known = new Set(GOODS.map((good) => good.hs6));
    expect(all.filter((row) => !/^\d{6,8}$/.test(row.hs_code) || !known.has(row.hs_code.slice(0, 6)))).toEqual([]);
    expect(all.some((row) => row.hs_code.startsWith('0'))).toBe(true);
    expect(CHAPTERS.length).toBeGreaterThan(25);
  });

  it('names countries as the catalogue does, and the reporting country on its own side', () => {
    const names = new Set(COUNTRY_NAMES.values());
    for (const [trade, rows] of Object.entries(byTrade)) {
      for (const row of rows) {
        const own = trade === 'IMPORT' ? row.destination_country : row.origin_country;
        expect(countryByCode(row.country)?.name).toBe(own);
        expect(names.has(row.origin_country) && names.has(row.destination_country)).toBe(true);
        expect(row.origin_country).not.toBe(row.destination_country);
      }
    }
  });

  it('keeps to five years that end on the day asked for', () => {
    const dates = all.map((row) => row.record_date).sort();
    expect(dates.every((date) => /^\d{4}-\d{2}-\d{2}$/.test(date))).toBe(true);
    expect((dates[0] ?? '') >= '2020-07-01').toBe(true);
    expect(dates.at(-1)).toBe('2025-06-30');
  });

  it('writes a company in more than one way', () => {
    const written = new Set(all.flatMap((row) => [row.importer_name, row.exporter_name]));
    const pairs = inventCompanies(20_417).filter(
      (company) => company.spellings.filter((spelling) => written.has(spelling)).length > 1,
    );
    expect(pairs.length).toBeGreaterThan(10);
  });

  it('has the gaps that real files have', () => {
    const share = (rows: Row[], name: keyof Row) => rows.filter((row) => row[name] === '').length / rows.length;
    const of = (rows: Row[], country: string) => rows.filter((row) => row.country === country);
    expect(share(of(byTrade.IMPORT, 'BGD'), 'exporter_name')).toBe(1);
    expect(share(of(byTrade.EXPORT, 'KOR'), 'importer_name')).toBe(1);
    expect(Math.abs(share(all, 'quantity') - 0.1)).toBeLessThan(0.05);
  });

  it('leaves no column empty of those that its direction of trade has', () => {
    const blank = (rows: Row[]) => DEMO_HEADER.filter((name) => rows.every((row) => row[name] === ''));
    const has = (trade: 'IMPORT' | 'EXPORT') => (name: string) =>
      RECORD_COLUMNS[trade].some((column) => column.name === name);
    const indian = (rows: Row[]) => rows.filter(({ country }) => country === 'IND');
    expect(blank(indian(byTrade.IMPORT)).filter(has('IMPORT'))).toEqual([]);
    expect(blank(indian(byTrade.EXPORT)).filter(has('EXPORT'))).toEqual([]);
    const others = byTrade.IMPORT.filter(({ country }) => country !== 'IND');
    expect(blank(others)).toEqual(expect.arrayContaining(['iec', 'beno']));
    expect(blank(others)).not.toContain('city');
  });

  it('has a rate of the rupee for every month', async () => {
    const path = await writeDemoRates({ directory, until: options.until });
    const [header, ...rates] = parse(await readFile(path, 'utf8'));
    expect(header).toEqual(['Date', 'Country', 'Exchange rate']);
    expect(rates).toHaveLength(61);
    expect([rates[0]?.[0], rates.at(-1)?.[0]]).toEqual(['2020-06-01', '2025-06-01']);
    const isOfRupee = ([, country, rate]: string[]) => country === 'India' && Number(rate) > 70 && Number(rate) < 95;
    expect(rates.every(isOfRupee)).toBe(true);
  });

  it('refuses a day or a number of rows that is none', async () => {
    for (const wrong of [{ until: '2025-02-30' }, { rows: 0 }])
      await expect(writeDemoFiles({ ...options, directory, ...wrong })).rejects.toThrow(RangeError);
  });
});

it('the tables let every good be sold by someone, in countries that are known', () => {
  const known = new Set(PLACES.map((place) => place.code));
  const sold = new Set(inventCompanies(20_417).flatMap((company) => company.sells.map((good) => good.hs6)));
  expect(GOODS.flatMap((good) => good.origins).filter((code) => !known.has(code))).toEqual([]);
  expect(GOODS.map((good) => good.hs6).filter((hs6) => !sold.has(hs6))).toEqual([]);
  expect(new Set(GOODS.map((good) => good.hs6)).size).toBe(GOODS.length);
});
