import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING, fixture, question, type TestRecords, temporaryRecords } from '../testing/records.js';
import { LoadError } from './load-error.js';
import { parseMapping, shippedMapping } from './mapping.js';
import { rejectionsOf } from './report.js';

const SMALL = fixture('kr-import-small.csv');

/** A mapping with everything that text columns need. */
const mapping = (changes: object = {}) =>
  parseMapping(
    JSON.stringify({
      name: 'test',
      title: 'Test',
      country: 'KOR',
      trade: 'IMPORT',
      naturalKey: ['no'],
      columns: {
        record_date: { from: 'date' },
        hs_code: { from: 'hs' },
        importer_name: { from: 'importer' },
        total_value_usd: { from: 'usd' },
      },
      ...changes,
    }),
    'test',
  );

const HEADER = 'no,date,hs,importer,usd';

let test: TestRecords;
beforeEach(async () => {
  test = await temporaryRecords();
});
afterEach(() => test.close());

const all = (changes = {}) =>
  question({ searchBy: 'HS_CODE', searchValue: ['8517', '0901', '6907', '1234'], ...changes });
const count = async () => (await test.records.search.count(all(), EVERYTHING)).count;

describe('a hand-made file of the Korean layout', () => {
  it('loads by the mapping that ships for its header, and accounts for every row and every decimal', async () => {
    const [outcome] = await test.records.loader.load({ files: [{ path: SMALL }] });
    expect(outcome?.mapping).toBe('kr-import-declarations');
    expect(outcome?.report).toMatchObject({ rowsRead: 10, rowsLoaded: 4, rowsRejected: 6, unusedColumns: [] });
    expect(outcome?.report.measures).toEqual([
      { column: 'net_weight', source: '1227.07501', loaded: '1205.82501', rejected: '21.25', unreadable: 1 },
      {
        column: 'total_value',
        source: '3655943.20345678901238567',
        loaded: '3654741.95345678901238567',
        rejected: '1201.25',
        unreadable: 1,
      },
    ]);
  });

  it('explains each rejected row by file, line, column, reason and cell', async () => {
    await test.records.loader.load({ files: [{ path: SMALL }] });
    const file = 'kr-import-small.csv';
    expect(await rejectionsOf(test.records.engine, 1, 100)).toEqual([
      { file, line: 4, column: 'record_date', reason: 'not a date (YYYY-MM-DD)', cell: '2020-02-30' },
      { file, line: 5, column: 'hs_code', reason: 'an HS code is 2 to 12 digits', cell: '8517AB' },
      { file, line: 6, column: 'net_weight', reason: 'not a number', cell: 'heavy' },
      { file, line: 7, column: '', reason: 'the row has 19 cells, the header has 22', cell: '' },
      // Line 8 begins a row that holds a line break; the lines after it count on.
      { file, line: 10, column: '', reason: 'same key as line 3', cell: '' },
      {
        file,
        line: 12,
        column: 'total_value',
        reason: 'more digits than an exact value holds',
        cell: '0.1234567890123456789',
      },
    ]);
  });

  it('keeps what it does not know as it was written', async () => {
    await test.records.loader.load({ files: [{ path: SMALL }] });
    const { rows } = await test.records.search.page(all({ searchValue: ['6907'], orderByMode: 'asc' }), EVERYTHING);
    expect(rows.map((row) => [row.origin_country, row.mode_of_transport])).toEqual([
      ['ZZ', 'OTHER'],
      ['China', '77'],
    ]);
  });

  it('keeps leading zeros and every decimal', async () => {
    await test.records.loader.load({ files: [{ path: SMALL }] });
    const { rows } = await test.records.search.page(all({ searchValue: ['0901'] }), EVERYTHING);
    expect(rows).toMatchObject([
      { hs_code: '090111', hs_code2: '09', net_weight: '1200.5', total_value: '3654000.25', currency: 'KRW' },
    ]);
  });
});

describe('loading again', () => {
  it('the same file is the same load', async () => {
    await test.records.loader.load({ files: [{ path: SMALL }] });
    const version = test.records.versions.current().version;
    const [again] = await test.records.loader.load({ files: [{ path: SMALL }] });
    expect(again).toMatchObject({ loadId: null, sameAs: 1 });
    expect(test.records.versions.current().version).toBe(version);
    expect(await count()).toBe(4);
  });

  it('a record keeps its id when its file is cleaned better', async () => {
    const ids = async () => (await test.records.search.page(all(), EVERYTHING)).rows.map((row) => row.id).sort();
    const path = await test.file('a.csv', `${HEADER}\n1,2020-01-01,8517,Acme Ltd,5\n2,2020-01-02,8517,"N/A",6\n`);
    await test.records.loader.load({ files: [{ path }], mapping: mapping() });
    const before = await ids();
    await test.records.loader.load({ files: [{ path }], mapping: mapping({ missing: ['', 'N/A', 'Acme Ltd'] }) });
    expect(await ids()).toEqual(before);
    expect((await test.records.loader.list()).map((load) => load.loadId)).toEqual([2]);
  });

  it('a corrected file takes the place of the first and keeps the ids of its rows', async () => {
    const first = await test.file('june.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n2,2020-01-02,8517,Bolt,6\n`);
    const corrected = await test.file('june-2.csv', `${HEADER}\n1,2020-01-01,8517,Acme,7\n3,2020-01-03,8517,Cord,8\n`);
    await test.records.loader.load({ files: [{ path: first }], mapping: mapping() });
    const [, acme] = (await test.records.search.page(all(), EVERYTHING)).rows;
    await expect(test.records.loader.load({ files: [{ path: corrected }], mapping: mapping() })).rejects.toThrow(
      'records that are loaded already',
    );
    expect(await count()).toBe(2);
    await test.records.loader.load({ files: [{ path: corrected }], mapping: mapping(), replace: 1 });
    const { rows } = await test.records.search.page(all(), EVERYTHING);
    expect(rows.map((row) => row.total_value_usd)).toEqual(['8', '7']);
    expect(rows[1]?.id).toBe(acme?.id);
  });

  it('without a natural key, equal rows are told apart by their occurrence', async () => {
    const path = await test.file('b.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n1,2020-01-01,8517,Acme,5\n`);
    const keyless = mapping({ naturalKey: [] });
    await test.records.loader.load({ files: [{ path }], mapping: keyless });
    const { rows } = await test.records.search.page(all(), EVERYTHING);
    expect(new Set(rows.map((row) => row.id)).size).toBe(2);
  });

  it('what is unloaded is gone, and can be loaded again', async () => {
    await test.records.loader.load({ files: [{ path: SMALL }] });
    await test.records.loader.unload(1);
    expect(await count()).toBe(0);
    await test.records.loader.load({ files: [{ path: SMALL }] });
    expect(await count()).toBe(4);
    await expect(test.records.loader.unload(1)).rejects.toThrow('There is no load 1.');
  });
});

describe('all or nothing', () => {
  it('several files become visible together, or not at all', async () => {
    const good = await test.file('good.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    const bad = await test.file('bad.csv', 'something,else\n1,2\n');
    const load = test.records.loader.load({ files: [{ path: good }, { path: bad }], mapping: mapping() });
    await expect(load).rejects.toThrow('does not fit this file');
    expect(await count()).toBe(0);
    const version = test.records.versions.current().version;
    const other = await test.file('other.csv', `${HEADER}\n2,2020-01-01,8517,Acme,5\n`);
    await test.records.loader.load({ files: [{ path: good }, { path: other }], mapping: mapping() });
    expect(test.records.versions.current().version).toBe(version + 1);
    expect(await count()).toBe(2);
  });

  it('the same record in two files of one load is refused', async () => {
    const one = await test.file('one.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    const two = await test.file('two.csv', `${HEADER}\n1,2020-01-01,8517,Acme,6\n`);
    const load = test.records.loader.load({ files: [{ path: one }, { path: two }], mapping: mapping() });
    await expect(load).rejects.toThrow('records that are loaded already');
    expect(await count()).toBe(0);
  });

  it('a dry run reports and changes nothing', async () => {
    const [outcome] = await test.records.loader.load({ files: [{ path: SMALL }], dryRun: true });
    expect(outcome).toMatchObject({ loadId: null, report: { rowsLoaded: 4 } });
    expect(outcome?.rejections).toHaveLength(6);
    expect(await count()).toBe(0);
    expect(await test.records.loader.list()).toEqual([]);
  });

  it('a second change meanwhile is told to wait', async () => {
    const first = test.records.loader.load({ files: [{ path: SMALL }] });
    await expect(test.records.loader.load({ files: [{ path: SMALL }] })).rejects.toThrow('A load is running');
    await first;
    expect(await count()).toBe(4);
  });

  it('what is loaded is there after a restart', async () => {
    await test.records.loader.load({ files: [{ path: SMALL }] });
    const records = await test.reopen();
    expect((await records.search.count(all(), EVERYTHING)).count).toBe(4);
  });
});

describe('files and mappings that are refused', () => {
  const refused = async (name: string, text: string | Buffer, message: string) => {
    const path = await test.file(name, text);
    const error = await test.records.loader.load({ files: [{ path }], mapping: mapping() }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(LoadError);
    expect([error.message, ...error.details].join('\n')).toContain(message);
    expect(await count()).toBe(0);
  };

  it('a missing file', async () => {
    const load = test.records.loader.load({ files: [{ path: join(test.folder, 'absent.csv') }], mapping: mapping() });
    await expect(load).rejects.toThrow('there is no such file');
  });
  it('a folder', async () => {
    await expect(test.records.loader.load({ files: [{ path: test.folder }] })).rejects.toThrow('it is a folder');
  });
  it('an empty file', () => refused('empty.csv', '', 'is empty'));
  it('a binary file', () => refused('binary.csv', Buffer.from([80, 75, 3, 4, 0, 0]), 'NUL bytes'));
  it('a file in latin-1', () =>
    refused('latin.csv', Buffer.from(`${HEADER}\n1,2020-01-01,8517,Caf\xe9,5\n`, 'latin1'), 'not UTF-8'));
  it('a header alone', () => refused('header.csv', `${HEADER}\n`, 'holds no rows'));
  it('a column twice', () =>
    refused('twice.csv', 'no,date,date\n1,2020-01-01,2020-01-01\n', 'two columns named "date"'));
  it('a file that the mapping does not fit', () => refused('odd.csv', 'no,date\n1,2020-01-01\n', 'no column "hs"'));
  it('a file of which no row is right', () =>
    refused('wrong.csv', `${HEADER}\n1,01/02/2020,8517,Acme,5\n`, 'No row of'));
  it('a quote that is never closed', () =>
    refused('quote.csv', `${HEADER}\n"1,2020-01-01,8517,Acme,5\n2,2020-01-01,8517,B,5\n`, 'the row has 1 cells'));
  it('a source country that there is not', async () => {
    await expect(
      test.records.loader.load({ files: [{ path: SMALL }], country: 'ATL', mapping: mapping() }),
    ).rejects.toThrow('There is no source country "ATL"');
  });

  it('a mapping that is not JSON, or names unknown fields and columns', () => {
    expect(() => parseMapping('{', 'x.json')).toThrow('is not JSON');
    expect(() => mapping({ colums: {} })).toThrow('is not valid');
    expect(() => mapping({ columns: { record_date: { from: 'd' }, no_such_column: { from: 'x' } } })).toThrow(
      'is not valid',
    );
    expect(() => mapping({ columns: { hs_code: { from: 'hs' } } })).toThrow('is not valid');
    expect(() => mapping({ dateFormat: "YYYY-MM-DD'; DROP" })).toThrow('is not valid');
  });

  it('a layout for which no mapping ships', async () => {
    const path = await test.file('mine.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    await expect(test.records.loader.load({ files: [{ path }] })).rejects.toThrow('No mapping that ships');
  });
});

describe('reading', () => {
  const load = async (text: string, changes: object = {}) => {
    const path = await test.file('file.csv', text);
    const [outcome] = await test.records.loader.load({ files: [{ path }], mapping: mapping(changes) });
    const page = await test.records.search.page(all({ orderByMode: 'asc', numberOfRecords: 200 }), EVERYTHING);
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
    await test.records.loader.load({ files: [{ path }], mapping: mapping() });
    const { rows } = await test.records.search.page(all(), EVERYTHING);
    expect(rows[0]?.importer_name).toBe(hostile);
  });
});

describe('exchange rates', () => {
  const RATES = 'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n2020-02-01,South Korea,1200\n';

  it('convert local values by the month, exactly and marked, once the file is loaded again', async () => {
    const [without] = await test.records.loader.load({ files: [{ path: SMALL }] });
    expect(without?.report).toMatchObject({ usdDerived: 0, usdWithoutRate: 4 });
    const path = await test.file('rates.csv', RATES);
    expect(await test.records.rates.load(path)).toMatchObject({ currencies: 1, rates: 2 });
    const [again] = await test.records.loader.load({ files: [{ path: SMALL }] });
    expect(again?.report).toMatchObject({ usdDerived: 4, usdWithoutRate: 0 });
    const { rows } = await test.records.search.page(all({ searchValue: ['0901'] }), EVERYTHING);
    // 3654000.25 / 1160
    expect(rows).toMatchObject([{ total_value_usd: '3150.000216', usd_derived: true }]);
    expect(await count()).toBe(4);
  });

  it('a wrong rate file changes nothing', async () => {
    const wrong = await test.file('rates.csv', `${RATES}2020-02-15,Atlantis,3\n2020-13-01,Japan,x\n`);
    const error = await test.records.rates.load(wrong).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(LoadError);
    expect(error.details).toEqual(['line 4: no currency is known for: Atlantis', 'line 5: not a date: 2020-13-01']);
    expect(test.records.versions.current().ratesVersion).toBe(0);
    await expect(test.records.rates.load(SMALL)).rejects.toThrow('is not a rate file');
  });
});

it('every shipped mapping can be read', async () => {
  expect(await shippedMapping('kr-import-declarations')).toBeDefined();
  expect(await shippedMapping('nothing-of-the-kind')).toBeUndefined();
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
    const [outcome] = await test.records.loader.load({ files: [{ path }], country, mapping: mapping(EXTRAS) });
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

  it('are shown where they have a value, when one country is searched', async () => {
    await load('KOR');
    const { rows } = await test.records.search.page(all({ orderByMode: 'asc' }), EVERYTHING);
    expect(rows[0]).toMatchObject({ bl_number: 'BL 1', menifest_date: '2019-12-30', total_value_cif_usd: '10.5' });
    expect(rows[1]).toMatchObject({ total_value_cif_usd: '9.25' });
    expect(rows[1]).not.toHaveProperty('bl_number');
    expect(rows[0]).not.toHaveProperty('beno');
    const many = await test.records.search.page(all({ countryCode: ['KOR', 'VNM'] }), EVERYTHING);
    expect(many.rows[0]).not.toHaveProperty('total_value_cif_usd');
  });

  it('sort as what they are', async () => {
    await load('KOR');
    const asked = all({ orderByColumn: 'total_value_cif_usd', orderByMode: 'asc' });
    const { rows } = await test.records.search.page(asked, EVERYTHING);
    expect(rows.map((row) => row.total_value_cif_usd)).toEqual(['9.25', '10.5']);
  });

  it('carry the Indian keys when India is searched', async () => {
    await load('IND');
    const { rows } = await test.records.search.page(
      all({ countryCode: ['IND', 'SEZ'], orderByMode: 'asc' }),
      EVERYTHING,
    );
    expect(rows[0]).toMatchObject({ beno: '1', bl_number: 'BL 1' });
  });
});

describe('whose records they are', () => {
  const NO_COUNTRY = { country: undefined };
  const ROW = `${HEADER}\n1,2020-01-01,8517,Acme,5\n`;
  const counted = (countryCode: string) => test.records.search.count(all({ countryCode: [countryCode] }), EVERYTHING);

  it('the same file under another country takes its own place', async () => {
    const path = await test.file('a.csv', ROW);
    await test.records.loader.load({ files: [{ path }], country: 'KOR', mapping: mapping(NO_COUNTRY) });
    await test.records.loader.load({ files: [{ path }], country: 'VNM', mapping: mapping(NO_COUNTRY) });
    expect([(await counted('KOR')).count, (await counted('VNM')).count]).toEqual([0, 1]);
    expect(await test.records.loader.list()).toMatchObject([{ loadId: 2, country: 'VNM' }]);
  });

  it('two countries may number their declarations alike', async () => {
    const korea = await test.file('k.csv', ROW);
    const vietnam = await test.file('v.csv', ROW.replace('Acme', 'Bolt'));
    await test.records.loader.load({ files: [{ path: korea }], country: 'KOR', mapping: mapping(NO_COUNTRY) });
    await test.records.loader.load({ files: [{ path: vietnam }], country: 'VNM', mapping: mapping(NO_COUNTRY) });
    expect([(await counted('KOR')).count, (await counted('VNM')).count]).toEqual([1, 1]);
  });

  it('what a mapping says is not contradicted', async () => {
    const path = await test.file('a.csv', ROW);
    const exports = test.records.loader.load({ files: [{ path, trade: 'EXPORT' }], mapping: mapping() });
    await expect(exports).rejects.toThrow('is for imports');
    const byRow = mapping({ country: { from: 'importer' } });
    const told = test.records.loader.load({ files: [{ path }], country: 'KOR', mapping: byRow });
    await expect(told).rejects.toThrow('reads the country from each row');
  });

  it('the same file twice in one command is said so', async () => {
    const path = await test.file('a.csv', ROW);
    const error = await test.records.loader
      .load({ files: [{ path }, { path }], mapping: mapping() })
      .catch((thrown) => thrown);
    expect(error.details).toEqual(['1 of them in another file of this command']);
  });
});

describe('numbers are read as they are written, or refused', () => {
  const value = async (cell: string, changes: object) => {
    const path = await test.file('n.csv', `${HEADER}\n1,2020-01-01,8517,Acme,"${cell}"\n2,2020-01-02,8517,Acme,7\n`);
    const [outcome] = await test.records.loader.load({ files: [{ path }], mapping: mapping(changes) });
    const { rows } = await test.records.search.page(all({ orderByMode: 'asc' }), EVERYTHING);
    return outcome?.report.rowsRejected === 1 ? outcome.rejections[0]?.reason : rows[0]?.total_value_usd;
  };

  it.each([
    ['1.234', { decimalPoint: ',' }, 'not a number'],
    ['1,5', { decimalPoint: ',' }, '1.5'],
    ['1,5', { thousands: ',' }, 'not a number'],
    ['1,2,3', { thousands: ',' }, 'not a number'],
    [',', { thousands: ',' }, 'not a number'],
    ['.', {}, 'not a number'],
    ['1,234.5', { thousands: ',' }, '1234.5'],
    ['12,34,567', { thousands: ',' }, '1234567'],
    ['1234,567', { thousands: ',' }, 'not a number'],
    ['+5', {}, '5'],
    ['-0.5', {}, '-0.5'],
    ['1e400', {}, 'not a number'],
    ['1e30', {}, 'more digits than an exact value holds'],
    ['٣', {}, 'not a number'],
  ])('%s under %j is %s', async (cell, changes, expected) => {
    expect(await value(cell, changes)).toBe(expected);
  });

  it('one sign cannot both group and divide', () => {
    expect(() => mapping({ thousands: '.' })).toThrow('is not valid');
    expect(() => mapping({ delimiter: '\t' })).toThrow('is not valid');
    expect(() => mapping({ dateFormat: 'DDMMYYYYDD' })).toThrow('is not valid');
  });

  it('a value in USD is not a converted one', async () => {
    const path = await test.file('u.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    const columns = {
      record_date: { from: 'date' },
      hs_code: { from: 'hs' },
      total_value: { from: 'usd' },
      currency: { constant: 'USD' },
    };
    const [outcome] = await test.records.loader.load({ files: [{ path }], mapping: mapping({ columns }) });
    expect(outcome?.report.usdDerived).toBe(0);
    const { rows } = await test.records.search.page(all(), EVERYTHING);
    expect(rows).toMatchObject([{ total_value_usd: '5', usd_derived: false }]);
  });
});

describe('files that are nearly right', () => {
  it('a quote in the middle of a cell is explained', async () => {
    const path = await test.file('q.csv', `${HEADER}\n1,2020-01-01,8517,"Ac"me",5\n`);
    const error = await test.records.loader.load({ files: [{ path }], mapping: mapping() }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(LoadError);
    expect(error.message).toMatch(/not well-formed CSV/);
  });

  it('a header with a line break does not shift the lines', async () => {
    const path = await test.file(
      'h.csv',
      `"no",date,hs,importer,usd,"two\nlines"\n1,2020-02-30,8517,Acme,5,x\n2,2020-01-01,8517,Acme,5,x\n`,
    );
    const [outcome] = await test.records.loader.load({ files: [{ path }], mapping: mapping() });
    expect(outcome?.rejections).toMatchObject([{ line: 3 }]);
  });

  it('wrong years are loaded as they are, however many', async () => {
    const rows = Array.from({ length: 170 }, (_, n) => `${n},${1975 + n}-01-01,8517,Acme,1`);
    const path = await test.file('y.csv', `${HEADER}\n${rows.join('\n')}\n`);
    const [outcome] = await test.records.loader.load({ files: [{ path }], mapping: mapping() });
    expect(outcome?.report).toMatchObject({ rowsLoaded: 170, lastDate: '2144-01-01' });
  });
});

describe('one change at a time', () => {
  const RATES = 'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n2020-02-01,South Korea,1200\n';

  it('a load of rates and a load of records do not run into each other', async () => {
    const path = await test.file('rates.csv', RATES);
    const load = test.records.loader.load({ files: [{ path: SMALL }] });
    await expect(test.records.rates.load(path)).rejects.toThrow('A load is running');
    await load;
    const rates = test.records.rates.load(path);
    await expect(test.records.loader.unload(1)).rejects.toThrow('A load of rates is running');
    await rates;
    expect(test.records.versions.current()).toMatchObject({ version: 2, highestLoad: 1, ratesVersion: 1 });
    expect(await count()).toBe(4);
  });

  it('a rate file without rates is refused, and its number is not used twice', async () => {
    const path = await test.file('rates.csv', RATES);
    const empty = await test.file('empty.csv', 'Date,Country,Exchange rate\n');
    await test.records.rates.load(path);
    await expect(test.records.rates.load(empty)).rejects.toThrow('holds no rates');
    expect((await test.records.rates.load(path)).ratesVersion).toBe(2);
  });
});
