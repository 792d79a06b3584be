import { expect, it } from 'vitest';
import { restOf } from './figure-table.js';
import { partnersOnList } from './listed-partners.js';

const figures = (shipments: number, value: string) => ({
  shipments,
  stated: shipments,
  converted: 0,
  value_usd: value,
});
const row = (name: string, isListed: boolean, shipments: number, value: string) => ({
  ...{ name, isListed, ...figures(shipments, value), first_day: null, last_day: null, change: null, change_day: null },
});

it.each(['ON', 'OFF'] as const)('the rows of partners that are %s a list, with the others, are the total', (onList) => {
  const rows = [row('A', true, 5, '50.5'), row('B', false, 3, '30'), row('C', true, 1, '10')];
  const partners = { rows, count: 6, others: figures(4, '8.25'), notStated: figures(2, '1.25') };
  const total = figures(15, '100');
  // Of the three beyond the rows, one is on the list.
  const listed = { partners: 3, ...figures(8, '65.5') };
  const list = partnersOnList(partners, listed, total, onList);
  const told = [...list.rows.map(({ name, shipments, value_usd }) => [name, shipments, value_usd])];
  const rest = restOf({ list, total }, list.rows.length).map(({ label, figures: of }) => [
    ...[label, of.shipments, of.value_usd],
  ]);
  expect([...told, ...rest]).toEqual(
    onList === 'ON'
      ? [
          ['A', 5, '50.5'],
          ['C', 1, '10'],
          ['OTHERS (1)', 2, '5'],
          ['Not on the list', 7, '34.5'],
          ['TOTAL', 15, '100'],
        ]
      : [
          ['B', 3, '30'],
          ['OTHERS (2)', 2, '3.25'],
          ['Not stated', 2, '1.25'],
          ['On the list', 8, '65.5'],
          ['TOTAL', 15, '100'],
        ],
  );
});
