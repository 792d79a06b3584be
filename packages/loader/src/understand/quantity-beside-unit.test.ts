import { describe, expect, it } from 'vitest';
import { ofGoods } from '../../testing/understood.js';

const UNITS = ['KGM', 'PCE'];
/** Rows of a number, its unit, a net weight in kilograms, a price and a value; every other row is of pieces. */
const found = (header: string, amount: (row: number) => number, more: (row: number) => number[] = () => []) => {
  const [name = '', ...others] = header.split('|');
  const { columns, unclear } = ofGoods([name, 'UNIT|NET WEIGHT', ...others].join('|'), (row) => [
    ...[String(amount(row)), UNITS[row % 2] ?? '', String(100 + row * 7.5), ...more(row).map(String)],
  ]);
  const target = columns.find((column) => column.header === name)?.target;
  return { target, asked: unclear.filter((text) => text.includes('quantity')) };
};
const ofKilograms = (row: number) => (row % 2 ? 3 + row : 100 + row * 7.5);

describe('a number beside the units', () => {
  it.each(['VOLUME', 'SUPPL UNITS'])('under "%s" is the quantity where it is the net weight in kilograms', (name) => {
    expect(found(name, ofKilograms)).toEqual({ target: 'quantity', asked: [] });
  });

  it('is proposed as it and asked about where its name says nothing', () => {
    const { target, asked } = found('ZQX', ofKilograms);
    expect([target, asked.length]).toEqual(['quantity', 1]);
  });

  it('is the quantity where the price of one makes it the value', () => {
    const priced = (row: number) => [2.25 + row, (3 + row) * (2.25 + row)];
    expect(found('VOLUME|UNIT PRICE USD|TOTAL VALUE USD', (row) => 3 + row, priced).target).toBe('quantity');
  });

  it('is asked about where nothing shows it', () => {
    const { target, asked } = found('VOLUME', (row) => 3 + row * 2);
    expect([target, asked]).toEqual([null, ['"VOLUME" may be quantity, which nothing else is']]);
  });

  it('is none where another column is the quantity, or its name says what else it is', () => {
    expect(found('VOLUME|QUANTITY', ofKilograms, (row) => [5 + row])).toEqual({ target: null, asked: [] });
    expect(found('ITEM NO', (row) => row + 1)).toEqual({ target: null, asked: [] });
  });
});

it('a manifest that weighs its goods with the unit beside each number counts them by that', () => {
  const { mapping } = ofGoods('BILL OF LADING|VESSEL|CONSIGNEE|SHIPPER|GROSS WEIGHT', (row) => [
    `OLBL${row}`,
    'LUMEN STAR',
    `REEF ${row} LTD`,
    `NINGBO ${row} INC`,
    `${row + 1},240.50 KGS`,
  ]);
  expect(mapping.columns).toMatchObject({ quantity: { from: 'GROSS WEIGHT' }, unit: { constant: 'KGS' } });
});
