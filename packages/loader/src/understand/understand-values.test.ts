/** What the values of a file say of it, beside the names of its columns and without them. */
import { describe, expect, it } from 'vitest';
import { type FileSample, understandFile } from './understand-file.js';

const understand = (header: string, rows: string[][] = [], more: Partial<FileSample> = {}) =>
  understandFile({ header: header.split('|'), rows, fileName: 'file.csv', ...more });

const KENYA = { fileName: 'kenya-imports.csv' };
const ASKED_FOR_NOTHING = { tradeType: 'IMPORT', country: 'KEN' } as const;

/** Rows of a file of imports; a test says what differs. */
const rowsOf = (change: (index: number) => Record<string, string> = () => ({})) =>
  Array.from({ length: 60 }, (_, index) =>
    Object.values({
      declaration: `D${100000 + Math.floor(index / 3)}`,
      item: String((index % 3) + 1),
      date: `${String((index % 28) + 1).padStart(2, '0')}/03/2025`,
      hs: ['8517.13.00', '6907.21.00', '0901.11.00'][index % 3] ?? '',
      importer: `COMPANY ${index} LTD`,
      supplier: `SELLER ${index} SRL`,
      description: 'WOVEN COTTON SHIRTS, DYED',
      origin: ['CN', 'IT', 'VN'][index % 3] ?? '',
      quantity: `${index + 1}.${index % 10}`,
      unit: 'KGS',
      value: `1,${100 + index}.50`,
      ...change(index),
    }),
  );

const HEADER =
  'DECLARATION NO|ITEM NO|IMP DATE|HS CODE|IMPORTER|SUPPLIER|DESCRIPTION|ORIGIN|QUANTITY|UNIT|TOTAL VALUE USD';

describe('a file by its values', () => {
  it('needs no look where everything is clear', () => {
    const { unclear, mapping } = understand(HEADER, rowsOf(), { fileName: 'kenya-imports-2025.csv' });
    expect(unclear).toEqual([]);
    expect(mapping).toMatchObject({
      ...{ name: 'ken-imports', country: 'KEN', trade: 'IMPORT', ignore: [] },
      ...{ dateFormat: 'DD/MM/YYYY', decimalPoint: '.', thousands: ',' },
      naturalKey: ['DECLARATION NO', 'ITEM NO'],
      columns: { origin_country: { from: 'ORIGIN', as: 'iso2-country' } },
    });
  });

  it('has no key that repeats in the sample, or has gaps', () => {
    const key = (rows: string[][]) => understand(HEADER, rows).mapping.naturalKey;
    expect(key(rowsOf(() => ({ item: '1' })))).toEqual([]);
    expect(key(rowsOf((index): Record<string, string> => (index === 7 ? { item: '' } : {})))).toEqual([]);
  });

  it('has its other marks for a missing value in the mapping, but not Namibia', () => {
    const rows = rowsOf((index) => ({ quantity: index % 2 ? 'n/a' : '1', origin: 'NA' }));
    expect(understand(HEADER, rows).mapping.missing).toEqual(['', '-', 'N/A', 'NULL', 'n/a']);
  });

  it('asks where values contradict a name', () => {
    const rows = rowsOf(() => ({ hs: 'see invoice' }));
    const { columns, unclear } = understand(HEADER, rows, KENYA);
    expect(columns[3]).toMatchObject({ target: null, reason: expect.stringContaining('its values are no HS codes') });
    expect(unclear).toEqual([expect.stringMatching(/^"HS CODE" may be hs_code: .*, as in see invoice$/)]);
    const none = understand('IMP DATE|HS CODE', [['01/03/2025', 'see invoice']], KENYA);
    expect(none.unclear).toContain('no column holds the HS code or the description of the goods');
  });

  it('asks where the order of day and month stays open', () => {
    const rows = rowsOf((index) => ({ date: `0${(index % 5) + 1}/0${(index % 7) + 1}/2025` }));
    const { unclear } = understand(HEADER, rows, KENYA);
    expect(unclear).toEqual([expect.stringMatching(/^the dates: no value has a day after the 12th/)]);
  });

  it('asks for the trade type and the country where nothing tells', () => {
    const { unclear } = understand('DATE|HS CODE|VALUE USD', [['2025-03-13', '851713', '12.5']]);
    expect(unclear).toEqual([expect.stringContaining('--trade'), expect.stringContaining('--country')]);
    expect(understand('DATE|HS CODE|VALUE USD', [], ASKED_FOR_NOTHING).unclear).toEqual([]);
  });

  it('asks which of two columns is meant, unless they hold the same', () => {
    const about = (second: string) =>
      understand('IMP DATE|HS CODE|Qty|QUANTITY', [['2025-03-13', '851713', '5', second]], { country: 'KEN' }).unclear;
    expect([about('7'), about('5')]).toEqual([['"Qty" or "QUANTITY" may be quantity'], []]);
  });

  it('sees no such shift in numbers of items and in currencies of prices', () => {
    const { unclear } = understand(
      'MRN|DATE|COMMODITY CODE|CONSIGNOR COUNTRY|GOODS ITEM|GOODS DESCRIPTION|PIECES|ITEM PRICE|ITEM PRICE CURRENCY',
      Array.from({ length: 60 }, (_, row) => [
        ...[`24BEH1000${row >> 2}`, '2024-11-01', '84713000', 'CN', `${(row % 4) + 1}`, 'LAPTOP COMPUTERS'],
        ...[`${row * 3}`, `${100 + row * 7.25}`, ['USD', 'EUR'][row % 2] ?? ''],
      ]),
      ASKED_FOR_NOTHING,
    );
    expect(unclear.join()).not.toContain('of their names');
  });

  it('is understood from values alone where there is no header, and never all of it clear', () => {
    const header = Array.from({ length: 11 }, (_, index) => `c${index + 1}`).join('|');
    const { columns, unclear } = understand(header, rowsOf(), ASKED_FOR_NOTHING);
    const found = [2, 3, 7, 9].map((column) => columns[column]?.target);
    expect(found).toEqual(['record_date', 'hs_code', 'origin_country', 'unit']);
    for (const { target, confidence } of columns) if (target) expect(confidence).toBeLessThanOrEqual(0.9);
    expect(unclear.length).toBeGreaterThan(3);
  });

  it.each([
    ['REPORTING_COUNTRY|IMP_DATE', 'file.csv', 'UGA'],
    ['IMP_DATE', 'Viet Nam 2025.csv', 'VNM'],
    ['IMP_DATE', 'imports mar 2025.csv', undefined],
    ['IMP_DATE', 'VNM_imports_2025.csv', 'VNM'],
  ])('finds the country in who reports, in words of its customs, in its name: %s, %s', (header, fileName, country) => {
    const rows = [13, 14].map((day) => ['UG', `2025-03-${day}`]);
    const found = understand(header, header.startsWith('REPORTING') ? rows : [], { fileName });
    expect(found.country.country).toBe(country);
  });

  it.each([
    ['EXP_DATE|HS CODE', 'x.csv', 'EXPORT'],
    ['EXPORTER|BUYER|HS CODE', 'x.csv', 'EXPORT'],
    ['IMPORTER|SUPPLIER|HS CODE', 'x.csv', 'IMPORT'],
    ['DATE|HS CODE', 'exportaciones_2025.csv', 'EXPORT'],
    ['DATE|HS CODE', 'x.csv', undefined],
  ])('knows exports by their columns, their parties and its name: %s, %s', (header, fileName, trade) => {
    expect(understand(header, [], { fileName }).trade.trade).toBe(trade);
  });

  it('is not held up by cells and names of any length', () => {
    const long = 'woven cotton '.repeat(100_000);
    // Whatever goes back and forth in these takes hours: the time limit of a test is bound enough.
    const { columns } = understand(`${long}|HS CODE`, [
      [long, long],
      ['9'.repeat(1_000_000), '851713'],
    ]);
    expect(columns[0]?.examples[0]?.length).toBeLessThanOrEqual(200);
  });
});
