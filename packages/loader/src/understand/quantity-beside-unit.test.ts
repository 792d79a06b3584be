import { describe, expect, it } from 'vitest';
import { GOODS, goods, understand } from '../../testing/understood.js';

const UNITS = ['KGM', 'PCE'];
/** Rows of a number, its unit, a net weight in kilograms, a price and a value; every other row is of pieces. */
const rows = (amount: (row: number) => number, more: (row: number) => string[] = () => []) =>
  goods((row) => [String(amount(row)), UNITS[row % 2] ?? '', String(100 + row * 7.5), ...more(row)]);
const ofKilograms = (row: number) => (row % 2 ? 3 + row : 100 + row * 7.5);

const found = (header: string, cells: string[][]) => {
  const { columns, unclear } = understand(`${GOODS}|${header}`, cells);
  const column = columns.find(({ header: name }) => name === header.split('|')[0]);
  return { target: column?.target, reason: column?.reason, asked: unclear.filter((text) => text.includes('quantity')) };
};

describe('a number beside the units', () => {
  it.each(['VOLUME', 'SUPPL UNITS'])(
    'under "%s" is the quantity where it is the net weight in kilograms alone',
    (name) => {
      expect(found(`${name}|UNIT|NET WEIGHT`, rows(ofKilograms))).toMatchObject({ target: 'quantity', asked: [] });
    },
  );

  it('is proposed as it and asked about where its name says nothing', () => {
    const { target, asked } = found('ZQX|UNIT|NET WEIGHT', rows(ofKilograms));
    expect([target, asked.length]).toEqual(['quantity', 1]);
  });

  it('is the quantity where the price of one makes it the value', () => {
    const priced = rows(
      (row) => 3 + row,
      (row) => [(2.25 + row).toFixed(2), ((3 + row) * (2.25 + row)).toFixed(2)],
    );
    expect(found('VOLUME|UNIT|NET WEIGHT|UNIT PRICE USD|TOTAL VALUE USD', priced).target).toBe('quantity');
  });

  it('is asked about where nothing shows it', () => {
    const { target, asked } = found(
      'VOLUME|UNIT|NET WEIGHT',
      rows((row) => 3 + row * 2),
    );
    expect([target, asked]).toEqual([null, ['"VOLUME" may be quantity, which nothing else is']]);
  });

  it('is none where another column is the quantity, or its name says what else it is', () => {
    const two = rows(ofKilograms, (row) => [String(5 + row)]);
    expect(found('VOLUME|UNIT|NET WEIGHT|QUANTITY', two)).toMatchObject({ target: null, asked: [] });
    expect(
      found(
        'ITEM NO|UNIT|NET WEIGHT',
        rows((row) => row + 1),
      ),
    ).toMatchObject({ target: null, asked: [] });
  });
});

it('a manifest that weighs its goods with the unit beside each number counts them by that', () => {
  const { mapping } = understand(
    `${GOODS}|BILL OF LADING|VESSEL|CONSIGNEE|SHIPPER|GROSS WEIGHT`,
    goods((row) => [`OLBL${row}`, 'LUMEN STAR', `REEF ${row} LTD`, `NINGBO ${row} INC`, `${row + 1},240.50 KGS`]),
  );
  expect(mapping.columns).toMatchObject({ quantity: { from: 'GROSS WEIGHT' }, unit: { constant: 'KGS' } });
});
