import { expect, it } from 'vitest';
import { restOfMarket } from './market-sides.js';

const sums = (shipments: number, value_usd: string, quantity: string) => ({
  ...{ shipments, valued: shipments, value_usd, quantity, measured: shipments, priced: shipments },
  ...{ priced_value_usd: value_usd, priced_quantity: quantity },
});
const party = (total: ReturnType<typeof sums>) => ({
  ...{ name: 'Acme', total, first: '', last: '', change: 'STAYED' as const, isListed: false, months: [] },
  ...{ partners: { count: 0, names: [] }, countries: { count: 0, names: [] } },
});

it('the parties that are told and the rest are the whole market, in value, shipments and quantity', () => {
  const market = {
    parties: [party(sums(3, '10.5', '7')), party(sums(1, '2', '1.25'))],
    ...{ shipments: 9, valued: 8, value_usd: '20', unit: 'KGS', units: [{ unit: 'KGS', ...sums(6, '15', '10') }] },
  };
  expect(restOfMarket(market)).toEqual({
    ...{ shipments: 5, valued: 4, value_usd: '7.5', quantity: '1.75', measured: 2, priced: 2 },
    ...{ priced_value_usd: '2.5', priced_quantity: '1.75' },
  });
});
