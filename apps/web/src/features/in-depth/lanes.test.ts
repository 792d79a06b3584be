import { expect, it } from 'vitest';
import { offTheMap } from '../../search/lane.js';
import { HEIGHT, OUTLINES, placeOf, WIDTH } from '../../search/world.js';
import type { Answer } from './in-depth-calls.js';
import { besideLanes, lanesOf } from './lanes.js';

const sums = (value_usd: string, shipments = 1) => ({
  ...{
    shipments,
    valued: shipments,
    value_usd,
    quantity: '0',
    measured: 0,
    priced: 0,
    priced_value_usd: '0',
    priced_quantity: '0',
  },
});
const row = <Cell extends ReturnType<typeof sums> | null>(name: string, cells: Cell[]) => ({
  ...{ name, total: sums('0'), cells },
});
const column = (name: string) => ({ name, total: sums('0') });

const found: Answer<'pivot'> = {
  ...{ unit: '', units: [], otherRows: 0, otherColumns: 0, others: row('', []) },
  columns: [column('IND'), column('XKX')],
  rows: [
    row('Singapore', [sums('10'), null, null]),
    row('Brazil', [sums('5.000000000000000001'), sums('30'), null]),
    row('', [sums('1', 2), null, null]),
  ],
  total: row('', [sums('46.100000000000000001', 6)]),
};
found.total.total = sums('46.100000000000000001', 6);

it('lanes run from partner to reporting country for imports, the other way for exports, the largest first', () => {
  const name = ({ from, to }: ReturnType<typeof lanesOf>[number]) => `${from.name} → ${to.name}`;
  expect(lanesOf(found, 'IMPORT').map(name)).toEqual([
    'Brazil → Kosovo',
    'Singapore → India',
    'Brazil → India',
    'Not stated → India',
  ]);
  expect(lanesOf(found, 'EXPORT').map(name)[0]).toBe('Kosovo → Brazil');
});

it('what no lane shows is known to the last decimal', () => {
  const lanes = lanesOf(found, 'IMPORT').slice(0, 3);
  expect(besideLanes(found, lanes)).toEqual({ valueUsd: '1.1', shipments: 3 });
});

it('ends without an outline are named, and so is what is not stated', () => {
  const hasPlace = ({ iso2 }: { iso2: string | undefined }) => iso2 !== undefined && placeOf(iso2) !== undefined;
  expect(offTheMap(lanesOf(found, 'IMPORT'), hasPlace)).toEqual(['Singapore', 'Not stated']);
});

it.each(['IN', 'US', 'FR', 'XK', 'RU', 'FJ'])('%s lies on the map', (iso2) => {
  const [x = -1, y = -1] = placeOf(iso2) ?? [];
  expect(x > 0 && x < WIDTH && y > 0 && y < HEIGHT).toBe(true);
});

it('countries lie where people look for them', () => {
  const [france, spain, guyana] = ['FR', 'ES', 'GY'].map((iso2) => placeOf(iso2) ?? [0, 0]);
  expect(france?.[1]).toBeLessThan(spain?.[1] ?? 0);
  expect(france?.[0]).toBeGreaterThan((guyana?.[0] ?? 0) + 100);
  expect(OUTLINES.every((outline) => outline.startsWith('M'))).toBe(true);
});
