import { describe, expect, it } from 'vitest';
import { ofGoods } from '../../../testing/understood.js';

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

describe('a number beside the units', () => {
  it('is asked about where nothing shows it', () => {
    const { target, asked } = found('VOLUME', (row) => 3 + row * 2);
    expect([target, asked]).toEqual([null, ['"VOLUME" may be quantity, which nothing else is']]);
  });

  it('is none where another column is the quantity, or its name says what else it is', () => {
    expect(
      found(
        'VOLUME|QUANTITY',
        (row) => 3 + row * 2,
        (row) => [5 + row],
      ),
    ).toEqual({ target: null, asked: [] });
    expect(found('ITEM NO', (row) => row + 1)).toEqual({ target: null, asked: [] });
  });
});
