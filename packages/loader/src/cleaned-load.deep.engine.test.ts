/** What cells become, and what the mapping language makes of further ones. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AMOUNTS, AMOUNTS_FILE, cleanedFiles, DATED, PLACES, PLACES_FILE } from '../testing/cleaned-files.js';
import { parseMapping, readMapping } from './layout/mapping.js';
import { loadRates } from './rate-file.js';

const test = sharedRecords();
const load = cleanedFiles(test);
afterEach(() => test.empty());

describe('the original is kept', () => {
  it('where an order or a bank stands for the importer: the bank is notified, unless somebody else is', async () => {
    const bank = 'NORTHERN TRADE BANK LTD.';
    /** Who imports and who is notified, as it is written, and what becomes of both. */
    const parties: [string, string, string | null, string | null][] = [
      [`TO THE ORDER OF ${bank}`, '', `TO THE ORDER OF ${bank}`, bank],
      ['Northern Trade Bank Ltd., L/C no. 5', '', null, 'Northern Trade Bank Ltd.'],
      [`TO THE ORDER OF ${bank}`, 'Acme', `TO THE ORDER OF ${bank}`, 'Acme'],
      ['TO ORDER OF SHIPPER', '', 'TO ORDER OF SHIPPER', null],
      ['TO ORDER', '', 'TO ORDER', null],
      ['À la orden de Banco del Sur', '', 'À la orden de Banco del Sur', 'Banco del Sur'],
      [
        'TO THE ORDER OF SEVEN SEAS BANK, L/C NO. 12',
        '',
        'TO THE ORDER OF SEVEN SEAS BANK, L/C NO. 12',
        'SEVEN SEAS BANK',
      ],
      ['Acme', '', 'Acme', null],
      ['Northern Trade Bank Ltd.', '', 'Northern Trade Bank Ltd.', null],
      // These keep anything but money, or are no banks.
      ['TO THE ORDER OF SEVEN SEAS FOOD BANK', '', 'TO THE ORDER OF SEVEN SEAS FOOD BANK', null],
    ];
    const lines = parties.map(([importer, notify], at) => `${at},2020-01-${10 + at},8517,"${importer}",${notify}`);
    const text = `no,date,hs,importer,notify\n${lines.join('\n')}\n`;
    const both = { importer_name: { from: 'importer' }, notify_party_name: { from: 'notify' } };
    const { rows, written, outcome } = await load(text, { columns: { ...DATED, ...both } });
    expect(rows.map(({ importer_name, notify_party_name }) => [importer_name, notify_party_name])).toEqual(
      parties.map(([, , importer, notified]) => [importer, notified]),
    );
    expect(written[0]).toEqual({ notify_party_name: '' });
    // An order names nobody, and stays on its record.
    expect(outcome.report.figures?.lost).toEqual([{ column: 'importer_name', records: 1 }]);
    const keys = await test.records.staging.engine.query({
      name: 'test.keys',
      sql: `SELECT uniqExactIf(notify_party_name_key, notify_party_name ILIKE 'northern%'),
        anyIf(notify_party_name_text, notify_party_name ILIKE 'northern%'), countIf(importer_name ILIKE '%order of northern%' AND importer_name_key = 0) FROM records WHERE load_id = ${outcome.loadId}`,
      row: z.tuple([z.coerce.number(), z.string(), z.coerce.number()]),
    });
    // An order is nobody's name.
    expect(keys).toEqual([[1, 'northern trade bank ltd', 2]]);
    // Nor does the file need a column of its own for them.
    const alone = await load(text, { columns: { ...DATED, importer_name: { from: 'importer' } } });
    expect(alone.rows[0]?.notify_party_name).toBe(bank);
  });

  it('but for what the web writes for signs, which is how the file was made', async () => {
    const text = 'no,date,hs,goods,by\n1,2020-01-01,8517,CAF&Eacute; &amp; THÉ &#8211; 5&quot;,AT&T R&D; CO\n';
    const columns = { ...DATED, product_description: { from: 'goods' }, exporter_name: { from: 'by' } };
    const { rows, written } = await load(text, { columns });
    expect(rows).toMatchObject([{ product_description: 'CAFÉ & THÉ – 5"', exporter_name: 'AT&T R&D; CO' }]);
    expect(written).toEqual([{}]);
  });

  it('and the record keeps its id, whatever is cleaned', async () => {
    for (const key of [{}, { naturalKey: [] }]) {
      const cleaned = await load(PLACES_FILE, { ...PLACES, ...key });
      const asWritten = await load(PLACES_FILE, { ...PLACES, ...key, clean: false });
      expect(asWritten.ids).toEqual(cleaned.ids);
      expect(asWritten.rows[0]).toMatchObject({ origin_country: 'KOREA, REPUBLIC OF', mode_of_transport: 'Sea' });
    }
  });

  it('a column may be left as written', async () => {
    const origin_country = { from: 'origin', clean: false };
    const { rows, written } = await load(PLACES_FILE, { columns: { ...DATED, origin_country } });
    expect([rows[0]?.origin_country, written[0]]).toEqual(['KOREA, REPUBLIC OF', { hs_code: '8517.12' }]);
  });

  it('of a month that has become a day', async () => {
    const { rows, written } = await load('no,date,hs\n1,Jan 2020,8517\n', { columns: DATED, dateFormat: 'MMM YYYY' });
    expect([rows[0]?.be_date, written]).toEqual(['2020-01-01', [{ be_date: 'Jan 2020' }]]);
  });
});

it('what follows from other cells is computed unless the mapping wants nothing cleaned', async () => {
  const { rows } = await load(AMOUNTS_FILE, { ...AMOUNTS, clean: false });
  expect(rows[0]).toMatchObject({ std_quantity: null, unit_price_usd: null });
});

it('what follows from other cells is computed from a value that was converted by the rate of its month', async () => {
  const rates = await test.file('rates.csv', 'Date,Country,Exchange rate\n2020-01-01,South Korea,1000\n');
  await loadRates(test.records, rates);
  const values = { quantity: { from: 'quantity' }, total_value: { from: 'won' }, currency: { from: 'money' } };
  const text = 'no,date,hs,quantity,won,money\n1,2020-01-01,8517,4,2000,Korean Won\n';
  const { rows } = await load(text, { columns: { ...DATED, ...values } });
  expect(rows).toMatchObject([{ currency: 'KRW', total_value_usd: '2', unit_price_usd: '0.5', usd_derived: true }]);
});

it('what follows from other cells is computed, but a value in USD is not a converted one', async () => {
  const columns = { ...DATED, total_value: { from: 'usd' }, currency: { constant: 'USD' } };
  const { rows, outcome } = await load(`${HEADER}\n1,2020-01-01,8517,Acme,5\n`, { columns });
  expect(outcome.report.usdDerived).toBe(0);
  expect(rows).toMatchObject([{ total_value_usd: '5', usd_derived: false }]);
});

describe('the mapping language', () => {
  it('joins columns, and leaves out the empty ones', async () => {
    const { rows } = await load('no,date,hs,a,b,c\n1,2020-01-01,8517,one,N/A, three \n', {
      columns: { ...DATED, product_description: { from: ['a', 'b', 'c'], separator: ' / ' } },
    });
    expect(rows[0]?.product_description).toBe('one / three');
  });

  it("reads a date from its parts, or from the file's name, or says that this has none", async () => {
    const dated = (record_date: object) => ({ columns: { record_date, hs_code: { from: 'hs' } } });
    const parts = await load('no,y,m,hs\n1,2020,3,8517\n', dated({ year: 'y', month: 'm' }));
    expect(parts.rows[0]?.be_date).toBe('2020-03-01');
    await test.empty();
    const inName = dated({ fileName: '(?<year>20\\d\\d)-(?<month>\\d\\d)' });
    await expect(load('no,hs\n1,8517\n', inName)).rejects.toThrow('"file.csv" has none');
    const { rows } = await load('no,hs\n1,8517\n', inName, 'reports 2020-05.csv');
    expect(rows[0]?.be_date).toBe('2020-05-01');
  });

  it('gives numbers their leading zeros', async () => {
    const { rows, written } = await load('no,date,hs,bl\n1,2020-01-01,9011100,77\n2,2020-01-02,9011200,A77\n', {
      ...{ hsDigits: 8, columns: { ...DATED, bl_number: { from: 'bl', padTo: 5 } } },
    });
    expect(rows.map(({ hs_code, bl_number }) => [hs_code, bl_number])).toEqual([
      ['09011100', '00077'],
      ['09011200', 'A77'],
    ]);
    expect(written[0]).toEqual({ hs_code: '9011100', bl_number: '77' });
  });

  it('reads other date orders and decimal signs as its mapping says', async () => {
    const text = `${HEADER}\n1,5/1/2020,8517,Acme,"1.234,50"\n`;
    const { rows } = await load(text, { dateFormat: 'DD/MM/YYYY', decimalPoint: ',', thousands: '.' });
    expect(rows[0]).toMatchObject({ be_date: '2020-01-05', total_value_usd: '1234.5' });
  });

  it('takes tables of codes from a file beside the mapping', async () => {
    await test.file('origins.json', '{"7": "IN"}');
    const text = (codes: string) => {
      const columns = { ...DATED, origin_country: { from: 'origin', codes } };
      return JSON.stringify({ name: 'coded', title: 'Coded', country: 'KOR', trade: 'IMPORT', columns });
    };
    const read = (codes: string) =>
      readMapping(text(codes), 'mapping.json', (name) => readFile(join(test.folder, name), 'utf8'));
    const { rows } = await load('no,date,hs,origin\n1,2020-01-01,8517,7\n', await read('origins.json'));
    expect(rows[0]?.origin_country).toBe('India');
    await expect(read('none.json')).rejects.toThrow('is not valid');
    await expect(read('../origins.json')).rejects.toMatchObject({
      details: ['columns.origin_country.codes: ../origins.json: it must lie in the same folder, or below'],
    });
    expect(() => parseMapping(text('origins.json'), 'mapping.json')).toThrow('is not valid');
  });
});

describe('cells', () => {
  const lines = (...importers: string[]) =>
    importers.map((importer, at) => `${at},2020-01-${10 + at},8517,"${importer}",5\n`).join('');

  it('have a byte order mark, CRLF, blank lines and quotes around them, and non-breaking spaces within letters', async () => {
    const rest = '2,2020-01-12,85.17.12,  Bolt\u00a0 ,6\r\n\r\n3,2020-01-13,8517,Società,7\r\n';
    const { rows, outcome } = await load(`\uFEFF${HEADER}\r\n1,2020-01-11,8517,"Acme, ""the"" Co",5\r\n${rest}`, {});
    expect(outcome.report.rowsRead).toBe(3);
    const found = rows.map((row) => [row.importer_name, row.hs_code]);
    expect(found).toEqual([
      ['Acme, "the" Co', '8517'],
      ['Bolt', '851712'],
      ['Società', '8517'],
    ]);
  });

  it('that are hostile are what they are, as names of files', async () => {
    const hostile = `'); DROP TABLE records; -- {x:String} \\ % _ \u0007`;
    const { rows } = await load(`${HEADER}\n${lines(hostile)}`, {}, `x'; DROP --{a,b}*.csv`);
    expect(rows[0]?.importer_name).toBe(hostile);
  });

  const NO_NUMBER = 'not a number';
  it.each<[object, Record<string, string>]>([
    [{ decimalPoint: ',' }, { '1.234': NO_NUMBER, '1,5': '1.5' }],
    [{ thousands: ',' }, { '1,5': NO_NUMBER, '1,2,3': NO_NUMBER, ',': NO_NUMBER, '1234,567': NO_NUMBER }],
    [{ thousands: ',' }, { '1,234.5': '1234.5', '12,34,567': '1234567' }],
    [{}, { '.': NO_NUMBER, '1e400': NO_NUMBER, '½': NO_NUMBER, '٣': '3', '+5': '5', '-0.5': '-0.5' }],
    [{}, { '1e30': 'more digits than an exact value holds' }],
  ])('under %j are numbers as they are written, or refused: %j', async (changes, expected) => {
    const cells = Object.keys(expected).map((cell, no) => `${no},2020-01-${10 + no},8517,Acme,"${cell}"\n`);
    // One row is right, whatever the others are: a file of which nothing is accepted is refused as a whole.
    const { outcome, rows } = await load(`${HEADER}\n${cells.join('')}99,2020-02-02,8517,Acme,7\n`, changes);
    const refused = new Map(outcome.rejections.map(({ line, reason }) => [line, reason]));
    const loaded = new Map(rows.map((row) => [row.be_date, row.total_value_usd]));
    const found = cells.map((_, no) => refused.get(no + 2) ?? loaded.get(`2020-01-${10 + no}`));
    expect(found).toEqual(Object.values(expected));
  });

  it('of columns that few sources fill are read, checked, summed, shown and sorted like any other', async () => {
    const columns = {
      ...{ ...DATED, bl_number: { from: 'bl' }, menifest_date: { from: 'manifest' } },
      ...{ total_value_cif_usd: { from: 'cif' }, beno: { from: 'no' } },
    };
    const text =
      'no,date,hs,bl,manifest,cif\n1,2020-01-01,8517,BL 1,2019-12-30,10.50\n2,2020-01-02,8517,,,9.25\n3,2020-01-03,8517,BL 3,2019-02-30,1\n';
    const { outcome, rows, found } = await load(text, { naturalKey: ['no'], columns });
    expect(outcome.rejections).toMatchObject([{ line: 4, column: 'menifest_date', reason: 'not a date (YYYY-MM-DD)' }]);
    expect(outcome.report.measures).toEqual([
      { column: 'total_value_cif_usd', source: '20.75', loaded: '19.75', rejected: '1', unreadable: 0 },
    ]);
    const first = { bl_number: 'BL 1', menifest_date: '2019-12-30', total_value_cif_usd: '10.5', beno: '1' };
    expect(rows).toMatchObject([first, { total_value_cif_usd: '9.25' }]);
    expect(rows[1]).not.toHaveProperty('bl_number');
    expect(await found({ countryCode: ['KOR', 'VNM'] })).toMatchObject([{ bl_number: 'BL 1' }, {}]);
    const sorted = await found({ orderByColumn: 'total_value_cif_usd' });
    expect(sorted.map((row) => row.total_value_cif_usd)).toEqual(['9.25', '10.5']);
    await test.empty();
    const indian = await load(text, { naturalKey: ['no'], columns, country: 'IND' });
    expect((await indian.found({ countryCode: ['IND', 'SEZ'] }))[0]).toMatchObject({ beno: '1', bl_number: 'BL 1' });
  });
});
