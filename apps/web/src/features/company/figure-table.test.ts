import type { CompanyFigures } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { type FigureRow, restOf, valueText } from './figure-table.js';

const figures = (shipments: number): CompanyFigures => ({
  shipments,
  stated: shipments,
  converted: 0,
  value_usd: `${shipments}.5`,
});
const row = (name: string, shipments: number): FigureRow => ({
  ...{ ...figures(shipments), name },
  ...{ first_day: '2025-01-01', last_day: '2025-12-31' },
});
const none: CompanyFigures = { shipments: 0, stated: 0, converted: 0, value_usd: '0' };

it('what stands for the rows that are not shown counts those that were not answered, too', () => {
  const list = { rows: [row('a', 9), row('b', 7), row('c', 5)], count: 8, others: figures(20), notStated: figures(2) };
  const total = { ...figures(43), value_usd: '45.5' };
  expect(restOf({ list, total }, 1).map(({ label, figures: of }) => [label, of.shipments, of.value_usd])).toEqual([
    ['OTHERS (7)', 32, '33.5'],
    ['Not stated', 2, '2.5'],
    ['TOTAL', 43, '45.5'],
  ]);
  expect(restOf({ list, total }, 3)[0]).toMatchObject({ label: 'OTHERS (5)', figures: list.others });
});

it('a list that is shown whole, and whose records all state it, has its total alone', () => {
  const list = { rows: [row('a', 9)], count: 1, others: none, notStated: none };
  expect(restOf({ list, total: figures(9) }, 1).map(({ label }) => label)).toEqual(['TOTAL']);
});

it('a value that no record states is none, and one that is converted in part is marked', () => {
  expect(valueText({ shipments: 3, stated: 0, converted: 0, value_usd: '0' })).toBe('–');
  expect(valueText({ shipments: 3, stated: 1, converted: 0, value_usd: '1234567' })).toBe('12.3 lakh');
  expect(valueText({ shipments: 3, stated: 2, converted: 1, value_usd: '1234567' })).toBe('≈ 12.3 lakh');
});
