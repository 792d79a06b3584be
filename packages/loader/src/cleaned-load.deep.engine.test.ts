/** What cleaning and the mapping language make of further cells. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVERYTHING, pageOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cleanedFiles, DATED } from '../testing/cleaned-files.js';
import { parseMapping, readMapping } from './layout/mapping.js';
import { loadRates } from './rate-file.js';

const test = sharedRecords();

const load = cleanedFiles(test);

describe('the original is kept', () => {
  afterEach(() => test.empty());

  it('where an order or a bank stands for the importer: the bank is notified, unless somebody else is', async () => {
    const importers = [
      ['TO THE ORDER OF NORTHERN TRADE BANK LTD.', ''],
      ['"Northern Trade Bank Ltd., L/C no. 5"', ''],
      ['TO THE ORDER OF NORTHERN TRADE BANK LTD.', 'Acme'],
      ['TO ORDER OF SHIPPER', ''],
      ['TO ORDER', ''],
      ['À la orden de Banco del Sur', ''],
      ['"TO THE ORDER OF SEVEN SEAS BANK, L/C NO. 12"', ''],
      ['Acme', ''],
      ['Northern Trade Bank Ltd.', ''],
    ];
    const lines = importers
      .map(([importer, notify], at) => `${at},2020-01-0${at + 1},8517,${importer},${notify}`)
      .join('\n');
    const both = { importer_name: { from: 'importer' }, notify_party_name: { from: 'notify' } };
    const { rows, written, outcome } = await load(`no,date,hs,importer,notify\n${lines}\n`, {
      columns: { ...DATED, ...both },
    });
    const bank = 'NORTHERN TRADE BANK LTD.';
    expect(rows.map(({ importer_name, notify_party_name }) => [importer_name, notify_party_name])).toEqual([
      [`TO THE ORDER OF ${bank}`, bank],
      [null, 'Northern Trade Bank Ltd.'],
      [`TO THE ORDER OF ${bank}`, 'Acme'],
      ['TO ORDER OF SHIPPER', null],
      ['TO ORDER', null],
      ['À la orden de Banco del Sur', 'Banco del Sur'],
      ['TO THE ORDER OF SEVEN SEAS BANK, L/C NO. 12', 'SEVEN SEAS BANK'],
      ['Acme', null],
      ['Northern Trade Bank Ltd.', null],
    ]);
    expect(written[0]).toEqual({ notify_party_name: '' });
    // An order names nobody, and stays on its record.
    expect(outcome?.report.figures?.lost).toEqual([{ column: 'importer_name', records: 1 }]);
    const keys = await test.records.staging.engine.query({
      name: 'test.keys',
      sql: `SELECT uniqExact(notify_party_name_key), any(notify_party_name_text) FROM records
        WHERE load_id = ${outcome?.loadId} AND notify_party_name ILIKE 'northern%'`,
      row: z.tuple([z.coerce.number(), z.string()]),
    });
    expect(keys).toEqual([[1, 'northern trade bank ltd']]);
    // Nor does the file need a column of its own for them.
    const alone = await load(`no,date,hs,importer,notify\n${lines}\n`, {
      columns: { ...DATED, importer_name: { from: 'importer' } },
    });
    expect(alone.rows[0]?.notify_party_name).toBe(bank);
  });

  const PLACES = {
    columns: {
      ...DATED,
      origin_country: { from: 'origin' },
      origin_port: { from: 'port' },
      mode_of_transport: { from: 'mode', codes: { '1': 'Sea' } },
    },
  };
  const FILE =
    'no,date,hs,origin,port,mode\n1,2020-01-01,8517.12,"KOREA, REPUBLIC OF",PUSAN,1\n2,2020-01-02,8517,China,XYZ,SEA\n';

  it('but for what the web writes for signs, which is how the file was made', async () => {
    const text = 'no,date,hs,goods,by\n1,2020-01-01,8517,CAF&Eacute; &amp; THÉ &#8211; 5&quot;,AT&T R&D; CO\n';
    const columns = { ...DATED, product_description: { from: 'goods' }, exporter_name: { from: 'by' } };
    const { rows, written } = await load(text, { columns });
    expect(rows).toMatchObject([{ product_description: 'CAFÉ & THÉ – 5"', exporter_name: 'AT&T R&D; CO' }]);
    expect(written).toEqual([{}]);
  });

  it('and the record keeps its id, whatever is cleaned', async () => {
    const cleaned = await load(FILE, PLACES);
    const asWritten = await load(FILE, { ...PLACES, clean: false });
    expect(asWritten.ids).toEqual(cleaned.ids);
    expect(asWritten.rows[0]).toMatchObject({ origin_country: 'KOREA, REPUBLIC OF', mode_of_transport: 'Sea' });
    const keyless = await load(FILE, { ...PLACES, naturalKey: [] });
    const keylessAsWritten = await load(FILE, { ...PLACES, naturalKey: [], clean: false });
    expect(keylessAsWritten.ids).toEqual(keyless.ids);
  });

  it('a column may be left as written', async () => {
    const { rows, written } = await load(FILE, {
      columns: { ...DATED, origin_country: { from: 'origin', clean: false } },
    });
    expect(rows[0]?.origin_country).toBe('KOREA, REPUBLIC OF');
    expect(written[0]).toEqual({ hs_code: '8517.12' });
  });

  it('of a month that has become a day', async () => {
    const { rows, written } = await load('no,date,hs\n1,Jan 2020,8517\n', { columns: DATED, dateFormat: 'MMM YYYY' });
    expect(rows[0]?.be_date).toBe('2020-01-01');
    expect(written).toEqual([{ be_date: 'Jan 2020' }]);
  });

  it('where an order or a bank stands for the importer; nobody takes its place', async () => {
    const { rows, written, outcome } = await load(
      'no,date,hs,importer,notify\n1,2020-01-01,8517,TO THE ORDER OF NORTHERN TRADE BANK,Acme\n2,2020-01-02,8517,Acme,\n',
      { columns: { ...DATED, importer_name: { from: 'importer' }, notify_party_name: { from: 'notify' } } },
    );
    expect(rows).toMatchObject([
      { importer_name: 'TO THE ORDER OF NORTHERN TRADE BANK', notify_party_name: 'Acme' },
      { importer_name: 'Acme', notify_party_name: null },
    ]);
    expect(written).toEqual([{}, {}]);
    const keys = await test.records.staging.engine.query({
      name: 'test.keys',
      sql: `SELECT countIf(importer_name_key = 0) FROM records WHERE load_id = ${outcome?.loadId}`,
      row: z.tuple([z.coerce.number()]),
    });
    expect(keys).toEqual([[1]]);
  });
});

describe('what follows from other cells is computed where the source leaves it out', () => {
  const AMOUNTS = {
    columns: {
      ...DATED,
      quantity: { from: 'quantity' },
      unit: { from: 'unit' },
      std_quantity: { from: 'std' },
      std_unit: { from: 'stdunit' },
      unit_price_usd: { from: 'price' },
      total_value_usd: { from: 'usd' },
    },
  };
  const FILE = `no,date,hs,quantity,unit,std,stdunit,price,usd
1,2020-01-01,8517,2.5,TNE,,,,1000
2,2020-01-02,8517,3,PCS,3,NOS,7,20
3,2020-01-03,8517,4,CRATES,,,,10
4,2020-01-04,8517,0,KGS,,,,10
5,2020-01-05,8517,,KGS,,,,10
6,2020-01-06,8517,99999999999999999999,LBS,,,,0.5
7,2020-01-07,8517,10,LBS,,,,
`;

  afterEach(() => test.empty());

  it('unless the mapping wants nothing cleaned', async () => {
    const { rows } = await load(FILE, { ...AMOUNTS, clean: false });
    expect(rows[0]).toMatchObject({ std_quantity: null, unit_price_usd: null });
  });

  it('from a value that was converted by the rate of its month', async () => {
    await test.empty();
    const rates = await test.file('rates.csv', 'Date,Country,Exchange rate\n2020-01-01,South Korea,1000\n');
    await loadRates(test.records, rates);
    const { rows } = await load('no,date,hs,quantity,won,money\n1,2020-01-01,8517,4,2000,Korean Won\n', {
      columns: {
        ...DATED,
        quantity: { from: 'quantity' },
        total_value: { from: 'won' },
        currency: { from: 'money' },
      },
    });
    expect(rows).toMatchObject([{ currency: 'KRW', total_value_usd: '2', unit_price_usd: '0.5', usd_derived: true }]);
  });
});

describe('the mapping language', () => {
  afterEach(() => test.empty());

  it('joins columns, and leaves out the empty ones', async () => {
    const { rows } = await load('no,date,hs,a,b,c\n1,2020-01-01,8517,one,N/A, three \n', {
      columns: { ...DATED, product_description: { from: ['a', 'b', 'c'], separator: ' / ' } },
    });
    expect(rows[0]?.product_description).toBe('one / three');
  });

  it('reads a date from its parts', async () => {
    const { rows } = await load('no,y,m,hs\n1,2020,3,8517\n', {
      columns: { record_date: { year: 'y', month: 'm' }, hs_code: { from: 'hs' } },
    });
    expect(rows[0]?.be_date).toBe('2020-03-01');
  });

  it("reads a date from the file's name, or says that it has none", async () => {
    const columns = { record_date: { fileName: '(?<year>20\\d\\d)-(?<month>\\d\\d)' }, hs_code: { from: 'hs' } };
    await expect(load('no,hs\n1,8517\n', { columns })).rejects.toThrow('"file.csv" has none');
    const path = await test.file('reports 2020-05.csv', 'no,hs\n1,8517\n');
    await test.loader.load({ files: [{ path }], mapping: smallMapping({ columns }) });
    const { rows } = await pageOf(test.records, question(), EVERYTHING);
    expect(rows[0]?.be_date).toBe('2020-05-01');
  });

  it('gives numbers their leading zeros', async () => {
    const { rows, written } = await load('no,date,hs,bl\n1,2020-01-01,9011100,77\n2,2020-01-02,9011200,A77\n', {
      hsDigits: 8,
      columns: { ...DATED, bl_number: { from: 'bl', padTo: 5 } },
    });
    expect(rows.map(({ hs_code, bl_number }) => [hs_code, bl_number])).toEqual([
      ['09011100', '00077'],
      ['09011200', 'A77'],
    ]);
    expect(written[0]).toEqual({ hs_code: '9011100', bl_number: '77' });
  });

  it('takes tables of codes from a file beside the mapping', async () => {
    await test.file('origins.json', '{"7": "IN"}');
    const text = (codes: string) =>
      JSON.stringify({
        name: 'coded',
        title: 'Coded',
        country: 'KOR',
        trade: 'IMPORT',
        columns: { ...DATED, origin_country: { from: 'origin', codes } },
      });
    const read = (codes: string) =>
      readMapping(text(codes), 'mapping.json', (name) => readFile(join(test.folder, name), 'utf8'));
    const mapping = await read('origins.json');
    const path = await test.file('file.csv', 'no,date,hs,origin\n1,2020-01-01,8517,7\n');
    await test.loader.load({ files: [{ path }], mapping });
    const { rows } = await pageOf(test.records, question(), EVERYTHING);
    expect(rows[0]?.origin_country).toBe('India');
    await expect(read('none.json')).rejects.toThrow('is not valid');
    await expect(read('../origins.json')).rejects.toMatchObject({
      details: ['columns.origin_country.codes: ../origins.json: it must lie in the same folder, or below'],
    });
    expect(() => parseMapping(text('origins.json'), 'mapping.json')).toThrow('is not valid');
  });
});
