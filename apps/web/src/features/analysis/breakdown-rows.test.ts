import { describe, expect, it } from 'vitest';
import type { Breakdown, BreakdownItem } from './breakdown-calls.js';
import { breakdownRows, sorted } from './breakdown-rows.js';

const kgs = (quantity: string, shipments = 1) => [{ unit: 'KGS', quantity, shipments, valueUsd: '1' }];

const item = (name: string, value: string, shipments = 1): BreakdownItem => ({
  name,
  quantities: kgs('0.1', shipments),
  shipments,
  valued: shipments,
  valueUsd: value,
  share: '0.00',
});

const NOTHING = { quantities: [], shipments: 0, valued: 0, valueUsd: '0', share: '0.00' };

/** A list of so many items of 1 dollar and 1 shipment. */
function listOf(length: number, changes: Partial<Breakdown> = {}): Breakdown {
  const items = Array.from({ length }, (_, index) => item(`P${index}`, '1'));
  const of = (count: number) => ({
    quantities: count > 0 ? kgs(String(count), count) : [],
    shipments: count,
    valued: count,
    valueUsd: String(count),
    share: '100.00',
  });
  return {
    items,
    total: of(length),
    top10: of(Math.min(10, length)),
    notStated: NOTHING,
    distinctCount: length,
    ...changes,
  };
}

const kinds = (breakdown: Breakdown) =>
  breakdownRows(breakdown)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'item');

describe("a breakdown's table", () => {
  it('has ten items at most, OTHERS from ten on, and TOTAL', () => {
    expect(breakdownRows(listOf(9))).toHaveLength(10);
    expect(kinds(listOf(9))).toEqual(['total']);
    expect(breakdownRows(listOf(37))).toHaveLength(12);
    expect(kinds(listOf(37))).toEqual(['others', 'total']);
  });

  it('has OTHERS of nothing where there are exactly ten', () => {
    const others = breakdownRows(listOf(10)).find(({ kind }) => kind === 'others');
    expect(others).toEqual({ kind: 'others', name: 'OTHERS', ...NOTHING });
  });

  const nos = (shipments: number) => ({ unit: 'NOS', quantity: String(shipments), shipments, valueUsd: '1' });

  it('adds up to the last decimal, unit by unit, with what does not say in a row of its own', () => {
    const total = {
      quantities: [...kgs('100.3', 30), nos(9)],
      shipments: 40,
      valued: 40,
      valueUsd: '1000.000000000000000003',
      share: '100.00',
    };
    const top10 = {
      quantities: [...kgs('60.1', 20), nos(5)],
      shipments: 20,
      valued: 20,
      valueUsd: '900.000000000000000001',
      share: '90.00',
    };
    const notStated = { quantities: kgs('0.2', 5), shipments: 5, valued: 5, valueUsd: '25', share: '2.50' };
    const rows = breakdownRows(listOf(12, { total, top10, notStated }));
    expect(rows.slice(10)).toEqual([
      {
        kind: 'others',
        name: 'OTHERS',
        quantities: [
          { ...nos(4), valueUsd: '0' },
          { unit: 'KGS', quantity: '40', shipments: 5, valueUsd: '-1' },
        ],
        shipments: 15,
        valued: 15,
        valueUsd: '75.000000000000000002',
        share: '7.50',
      },
      { kind: 'unnamed', name: 'Not stated', ...notStated },
      { kind: 'total', name: 'TOTAL', ...total },
    ]);
  });

  it('has OTHERS that take value away where theirs is negative', () => {
    const total = { quantities: [], shipments: 12, valued: 12, valueUsd: '90', share: '100.00' };
    const top10 = { quantities: [], shipments: 10, valued: 10, valueUsd: '100', share: '111.11' };
    const [others] = breakdownRows(listOf(12, { total, top10 })).filter(({ kind }) => kind === 'others');
    expect(others).toMatchObject({ valueUsd: '-10', share: '-11.11' });
  });
});

describe('the details', () => {
  it('sort numbers as numbers, with or without separators, and names as people do', () => {
    const items = [item('HS 10', '9', 3), item('HS 9', '10,00,000.5', 20), item('hs 1', '-2', 100)];
    const names = (by: 'name' | 'valueUsd' | 'shipments', descending: boolean) =>
      sorted(items, { by, descending }, 'KGS').map(({ name }) => name);
    expect(names('valueUsd', true)).toEqual(['HS 9', 'HS 10', 'hs 1']);
    expect(names('shipments', false)).toEqual(['HS 10', 'HS 9', 'hs 1']);
    const [most, none] = [
      { ...item('most', '1'), quantities: kgs('5') },
      { ...item('none', '1'), quantities: [] },
    ];
    const by = (descending: boolean) =>
      sorted([none, ...items, most], { by: 'quantity', descending }, 'KGS').map(({ name }) => name);
    expect([by(true)[0], by(true).at(-1), by(false).at(-1)]).toEqual(['most', 'none', 'none']);
    expect(names('name', false)).toEqual(['hs 1', 'HS 9', 'HS 10']);
  });

  it('leave items that are equal in their order, whichever way', () => {
    const equal = ['b', 'c', 'a'].map((name) => ({ ...item(name, '5'), quantities: kgs('7') }));
    for (const by of ['valueUsd', 'shipments', 'share', 'quantity'] as const) {
      for (const descending of [true, false]) {
        expect(sorted(equal, { by, descending }, 'KGS').map(({ name }) => name)).toEqual(['b', 'c', 'a']);
      }
    }
  });
});
