/** What a cell becomes. */

import { EVERYTHING, pageOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { all } from '../testing/small-records.js';

const test = sharedRecords();
afterEach(() => test.empty());

describe('reading', () => {
  const load = async (text: string, changes: object = {}) => {
    const path = await test.file('file.csv', text);
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping(changes) });
    const page = await pageOf(test.records, all({ orderByMode: 'asc', numberOfRecords: 200 }), EVERYTHING);
    return { outcome, rows: page.rows };
  };

  it('takes a byte order mark, CRLF, blank lines and quoted cells', async () => {
    const { rows, outcome } = await load(
      `\uFEFF${HEADER}\r\n1,2020-01-01,8517,"Acme, ""the"" Co",5\r\n\r\n2,2020-01-02,85.17.12,  Bolt\u00a0 ,6\r\n`,
    );
    expect(outcome?.report.rowsRead).toBe(2);
    expect(rows.map((row) => [row.importer_name, row.hs_code])).toEqual([
      ['Acme, "the" Co', '8517'],
      ['Bolt', '851712'],
    ]);
  });

  it('keeps names whose last letter ends in the byte of a non-breaking space', async () => {
    const { rows } = await load(`${HEADER}\n1,2020-01-01,8517,Società,5\n`);
    expect(rows[0]?.importer_name).toBe('Società');
  });

  it('reads other date orders and decimal signs as its mapping says', async () => {
    const { rows } = await load(`${HEADER}\n1,5/1/2020,8517,Acme,"1.234,50"\n`, {
      dateFormat: 'DD/MM/YYYY',
      decimalPoint: ',',
      thousands: '.',
    });
    expect(rows[0]).toMatchObject({ be_date: '2020-01-05', total_value_usd: '1234.5' });
  });

  it('holds hostile cells and file names as what they are', async () => {
    const hostile = `'); DROP TABLE records; -- {x:String} \\ % _ \u0007`;
    const path = await test.file(`x'; DROP --{a,b}*.csv`, `${HEADER}\n1,2020-01-01,8517,"${hostile}",5\n`);
    await test.loader.load({ files: [{ path }], mapping: smallMapping() });
    const { rows } = await pageOf(test.records, all(), EVERYTHING);
    expect(rows[0]?.importer_name).toBe(hostile);
  });
});

describe('numbers are read as they are written, or refused', () => {
  /** What becomes of each cell, by the cell: its value, or why its row is refused. Each is a row of one file. */
  const values = async (cells: readonly string[], changes: object) => {
    const lines = cells.map((cell, no) => `${no},2020-01-${10 + no},8517,Acme,"${cell}"\n`);
    // One row is right, whatever the others are: a file of which nothing is accepted is refused as a whole.
    const path = await test.file('n.csv', `${HEADER}\n${lines.join('')}99,2020-02-02,8517,Acme,7\n`);
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping(changes) });
    const { rows } = await pageOf(test.records, all({ orderByMode: 'asc' }), EVERYTHING);
    const refused = new Map(outcome?.rejections.map(({ line, reason }) => [line, reason]));
    const loaded = new Map(rows.map((row) => [row.be_date, row.total_value_usd]));
    return Object.fromEntries(cells.map((cell, no) => [cell, refused.get(no + 2) ?? loaded.get(`2020-01-${10 + no}`)]));
  };

  const NO_NUMBER = 'not a number';
  it.each([
    [{ decimalPoint: ',' }, { '1.234': NO_NUMBER, '1,5': '1.5' }],
    [
      { thousands: ',' },
      {
        ...{ '1,5': NO_NUMBER, '1,2,3': NO_NUMBER, ',': NO_NUMBER, '1234,567': NO_NUMBER },
        ...{ '1,234.5': '1234.5', '12,34,567': '1234567' },
      },
    ],
    [
      {},
      {
        ...{
          '.': NO_NUMBER,
          '1e400': NO_NUMBER,
          '½': NO_NUMBER,
          '٣': '3',
          '1e30': 'more digits than an exact value holds',
        },
        ...{ '+5': '5', '-0.5': '-0.5' },
      },
    ],
  ])('under %j', async (changes, expected) => {
    expect(await values(Object.keys(expected), changes)).toEqual(expected);
  });

  it('one sign cannot both group and divide', () => {
    expect(() => smallMapping({ thousands: '.' })).toThrow('is not valid');
    expect(() => smallMapping({ file: { delimiter: 'x' } })).toThrow('is not valid');
    expect(() => smallMapping({ file: { encoding: 'utf-9' } })).toThrow('is not valid');
    expect(() => smallMapping({ dateFormat: 'DDMMYYYYDD' })).toThrow('is not valid');
  });

  it('a value in USD is not a converted one', async () => {
    const path = await test.file('u.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    const columns = {
      record_date: { from: 'date' },
      hs_code: { from: 'hs' },
      total_value: { from: 'usd' },
      currency: { constant: 'USD' },
    };
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping({ columns }) });
    expect(outcome?.report.usdDerived).toBe(0);
    const { rows } = await pageOf(test.records, all(), EVERYTHING);
    expect(rows).toMatchObject([{ total_value_usd: '5', usd_derived: false }]);
  });
});

describe('columns that few sources fill', () => {
  const EXTRAS = {
    naturalKey: ['no'],
    columns: {
      record_date: { from: 'date' },
      hs_code: { from: 'hs' },
      bl_number: { from: 'bl' },
      menifest_date: { from: 'manifest' },
      total_value_cif_usd: { from: 'cif' },
      beno: { from: 'no' },
    },
  };
  const load = async (country: string) => {
    const path = await test.file(
      `extras-${country}.csv`,
      'no,date,hs,bl,manifest,cif\n1,2020-01-01,8517,BL 1,2019-12-30,10.50\n2,2020-01-02,8517,,,9.25\n3,2020-01-03,8517,BL 3,2019-02-30,1\n',
    );
    const [outcome] = await test.loader.load({ files: [{ path }], country, mapping: smallMapping(EXTRAS) });
    return outcome;
  };

  it('are read, checked and summed like any other', async () => {
    const outcome = await load('KOR');
    expect(outcome?.rejections).toMatchObject([
      { line: 4, column: 'menifest_date', reason: 'not a date (YYYY-MM-DD)' },
    ]);
    expect(outcome?.report.measures).toEqual([
      { column: 'total_value_cif_usd', source: '20.75', loaded: '19.75', rejected: '1', unreadable: 0 },
    ]);
  });

  it('are shown where they have a value, however many countries are searched', async () => {
    await load('KOR');
    const { rows } = await pageOf(test.records, all({ orderByMode: 'asc' }), EVERYTHING);
    expect(rows[0]).toMatchObject({ bl_number: 'BL 1', menifest_date: '2019-12-30', total_value_cif_usd: '10.5' });
    expect(rows[1]).toMatchObject({ total_value_cif_usd: '9.25' });
    expect(rows[1]).not.toHaveProperty('bl_number');
    expect(rows[0]).toMatchObject({ beno: '1' });
    const many = await pageOf(test.records, all({ countryCode: ['KOR', 'VNM'], orderByMode: 'asc' }), EVERYTHING);
    expect(many.rows[0]).toMatchObject({ bl_number: 'BL 1', total_value_cif_usd: '10.5' });
  });

  it('sort as what they are', async () => {
    await load('KOR');
    const asked = all({ orderByColumn: 'total_value_cif_usd', orderByMode: 'asc' });
    const { rows } = await pageOf(test.records, asked, EVERYTHING);
    expect(rows.map((row) => row.total_value_cif_usd)).toEqual(['9.25', '10.5']);
  });

  it('carry the Indian keys when India is searched', async () => {
    await load('IND');
    const { rows } = await pageOf(test.records, all({ countryCode: ['IND', 'SEZ'], orderByMode: 'asc' }), EVERYTHING);
    expect(rows[0]).toMatchObject({ beno: '1', bl_number: 'BL 1' });
  });
});
