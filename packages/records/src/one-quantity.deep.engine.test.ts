/** Whatever shows quantities of a question shows the same: each sum against a plain one, and all of them against each other. */
import {
  breakdownQuery,
  LISTED_DIMENSIONS,
  type SearchPayload,
  searchQuery,
  withoutQuantity,
} from '@tidewaiter/contract';
import { type DemoRecords, FROM, loadDemoRecords, UNTIL } from '@tidewaiter/testing/demo-records';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { AS_PORTAL, EVERYTHING } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byUnit, joinQuantities, type PlainQuantities, plainQuantity } from '../testing/plain-quantity.js';
import { filteredQuestions, questions } from '../testing/questions.js';

let demo: DemoRecords;
beforeAll(async () => {
  demo = await loadDemoRecords();
});
afterAll(() => demo.test.close());

/** Quantities of several groups together. */
const together = (groups: readonly Parameters<typeof byUnit>[0][]) =>
  groups.map(byUnit).reduce<PlainQuantities>(joinQuantities, {});

const sumOf = (records: readonly PlainRecord[]) =>
  records
    .flatMap((record) => plainQuantity(record) ?? [])
    .map(({ unit, quantity }): PlainQuantities => ({ [unit]: { shipments: 1, quantity } }))
    .reduce(joinQuantities, {});

const inUnit = (unit: string, { measured, quantity }: { measured: number; quantity: string }) =>
  byUnit(measured === 0 ? [] : [{ unit, shipments: measured, quantity }]);

/** Holds the quantities of everything that a question is shown by. */
async function hold(asked: Parameters<typeof breakdownQuery.parse>[0]): Promise<number> {
  const query = searchQuery.parse(asked);
  const found = demo.plain.filter((record) => matches(record, query));
  const all = sumOf(found);
  const question = await demo.test.records.ask(query, EVERYTHING, AS_PORTAL);
  const { units, without } = await question.units();
  expect(byUnit(units.map(({ unit, measured: shipments, quantity }) => ({ unit, shipments, quantity })))).toEqual(all);
  expect(without).toBe(found.filter((record) => !plainQuantity(record)).length);
  const lists = await demo.test.records.ask(breakdownQuery.parse(asked), EVERYTHING, AS_PORTAL);
  for (const dimension of LISTED_DIMENSIONS) {
    const { total, notStated, items, distinctCount } = await lists.list(dimension);
    expect(byUnit(total.quantities)).toEqual(all);
    expect(total.quantities[0]?.unit).toBe(units[0]?.unit);
    expect(withoutQuantity(total.shipments, total.quantities)).toBe(without);
    if (items.length === distinctCount) {
      expect(together([...items.map(({ quantities }) => quantities), notStated.quantities])).toEqual(all);
    }
  }
  for (const { unit } of units) {
    const of = Object.fromEntries(Object.entries(all).filter(([name]) => name === unit));
    const layout = { unit, orderBy: 'VALUE', topRows: 25, topColumns: 12 } as const;
    const season = await question.pivot({ rows: 'months', columns: null, ...layout });
    expect(inUnit(unit, season.total.total)).toEqual(of);
    expect(together(season.rows.map(({ total }) => [{ ...total, unit, shipments: total.measured }]))[unit]).toEqual(
      of[unit],
    );
    const { total: prices, dropped } = await question.unitPrices(unit);
    expect((prices?.shipments ?? 0) + dropped).toBe(found.length);
    expect(prices?.shipments ?? 0).toBe(season.total.total.priced);
  }
  return found.length;
}

it('has one quantity on every screen, whatever is asked', async () => {
  // Filters that are drawn rarely leave anything: those that leave nothing show no quantity.
  const findsSome = (asked: SearchPayload) => {
    const query = searchQuery.parse(asked);
    return demo.plain.some((record) => matches(record, query));
  };
  for (const generated of [questions(demo), filteredQuestions(demo).filter(findsSome)]) {
    await fc.assert(
      fc.asyncProperty(generated, async ({ orderByColumn: _, ...asked }) => void (await hold(asked))),
      { numRuns: cases(6, 60), seed: SEED, endOnFailure: true },
    );
  }
});

it('has it where lists come from what is summed up by month, too', async () => {
  const everything = { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] } as const;
  const days = { fromDate: FROM, toDate: UNTIL };
  expect(await hold({ ...everything, tradeType: 'IMPORT', countryCode: demo.countries, ...days })).toBeGreaterThan(0);
});

it('has it on the page of a company', async () => {
  const scope = { countryCode: demo.countries, fromDate: FROM, toDate: UNTIL };
  const everything = { ...scope, searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] } as const;
  const lists = await demo.test.records.ask(
    breakdownQuery.parse({ ...everything, tradeType: 'IMPORT' }),
    EVERYTHING,
    AS_PORTAL,
  );
  const { items } = await lists.list('importers');
  for (const { name, quantities } of items.slice(0, 3)) {
    const { shown } = await lists.company(await lists.partyKey(name), { tradeType: 'IMPORT', role: 'IMPORTER' });
    const goods = shown?.goods.groups ?? [];
    const stated = goods.filter(({ unit }) => unit !== '');
    expect(together(stated.map((one) => [one]))).toEqual(byUnit(quantities));
  }
});
