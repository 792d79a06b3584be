/** The analyses of a question as calls: paid with their question, in one unit, and proof against what they are sent. */
import { LIMITS, mostPivotRows } from '@tidewaiter/contract';
import { beforeAll, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();
let me: SignedInAccount;
beforeAll(async () => {
  me = await portal.signIn();
});

const searchesLeft = async () =>
  (await me.client.activeSubscriptions({ userId: me.person.userid })).userSubscriptionList[0]?.queryPerDay;

it('one question is paid for once, whatever is asked of it', async () => {
  const before = (await searchesLeft()) ?? 0;
  const query = payload();
  const pivot = await me.client.pivot({ query, rows: 'importers', columns: 'quarters' });
  expect(pivot.total.total.shipments).toBe(await me.client.searchCount(query));
  const topRows = mostPivotRows('months', LIMITS.pivotColumns);
  const whole = await me.client.pivot({ query, rows: 'importers', columns: 'months', topRows });
  expect(whole.otherRows).toBe(0);
  expect(whole.rows.reduce((sum, row) => sum + row.total.shipments, 0)).toBe(pivot.total.total.shipments);
  const compared = await me.client.comparePeriods({
    query,
    by: 'exporters',
    before: { from: '2025-01-01', to: '2025-03-31' },
    after: { from: '2025-04-01', to: '2025-06-30' },
  });
  expect(compared.unit).toBe(pivot.unit);
  const prices = await me.client.unitPrices({ query });
  expect((prices.total?.shipments ?? 0) + prices.leftOut).toBe(pivot.total.total.shipments);
  const { units, without } = await me.client.quantities({ query });
  expect(units).toEqual(pivot.units);
  expect(without + units.reduce((sum, { measured }) => sum + measured, 0)).toBe(pivot.total.total.shipments);
  const { spans } = await me.client.concentration({ query, by: 'importers' });
  expect(spans.every(({ hhi }) => hhi >= 0 && hhi <= 10_000)).toBe(true);
  const market = await me.client.marketParties({ query, by: 'importers' });
  expect([market.shipments, market.unit]).toEqual([pivot.total.total.shipments, pivot.unit]);
  expect(market.parties.length).toBe(Math.min(50, market.counts.NEW + market.counts.LOST + market.counts.STAYED));
  const { steps, links } = await me.client.tradeFlows({ query, steps: ['foreignCountries', 'importers'] });
  expect(steps.map(({ by }) => by)).toEqual(['foreignCountries', 'importers']);
  expect(links.reduce((sum, { shipments }) => sum + shipments, 0)).toBe(pivot.total.total.shipments);
  expect(await searchesLeft()).toBe(before - 1);
});

it('quantities of a unit that nobody uses are zero, and mixed with no other', async () => {
  const { unit, total } = await me.client.pivot({ query: payload(), rows: 'importers', unit: 'CUBITS' });
  expect([unit, total.total.quantity, total.total.priced_quantity]).toEqual(['CUBITS', '0', '0']);
  expect(await me.client.unitPrices({ query: payload(), unit: 'CUBITS' })).toMatchObject({ total: null, outliers: [] });
});

it("what an analysis is sent is no stranger's search", async () => {
  const { searchId } = await me.client.search(payload());
  const stranger = await portal.signIn();
  const asked = { query: payload({ searchId }), rows: 'months' } as const;
  expect(await failure(stranger.client.pivot(asked))).toMatchObject({ code: 'NOT_YOURS' });
});
