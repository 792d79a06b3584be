/** A corrected file takes the place of the first while people search: each of them sees one of the two, never both or neither. */
import { setImmediate } from 'node:timers/promises';
import { breakdownQuery } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { cases } from '@tidewaiter/testing/generated';
import { AS_PORTAL, countOf, EVERYTHING, listOf, pageOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER } from '@tidewaiter/testing/small-files';
import { expect, it } from 'vitest';
import { loadsOf } from '../testing/loads.js';

const ROWS = cases(6000, 20_000);
const ROUNDS = cases(3, 6);
const SEARCHERS = 4;

const test = sharedRecords();
const { small } = loadsOf(test);

/** Each correction names its importer and value, and has a row more. */
const csvOf = (round: number) => {
  const line = (n: number) => `${n},2020-01-${10 + (n % 9)},8517,Round ${round},${round}`;
  return [HEADER, ...Array.from({ length: ROWS + round }, (_, n) => line(n)), ''].join('\n');
};

it(`${ROUNDS} replacements, ${SEARCHERS} people searching`, async () => {
  const { records } = test;
  const { loads } = records;
  const { numberOfRecords: _, ...asked } = question({ numberOfRecords: 50 });
  let searches = 0;
  let ended = false;
  const states = new Set<number>();
  const whole = async (round: number): Promise<void> => {
    const [before] = await loads.list();
    await small(csvOf(round), {}, { name: `${round}.csv`, replace: before?.loadId });
  };
  await whole(0);

  async function coverage() {
    const asked = await records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL);
    return { months: await asked.months(), dataVersion: asked.dataVersion };
  }

  /** Asks as a screen does, a statement after another, and holds each answer to the state that it says it is of. */
  async function person(seed: number): Promise<void> {
    for (let n = seed; !ended; n += 1) {
      // Where the load is long, all pages of a version are asked and kept before it ends: nothing would ever wait, nor the load go on.
      await setImmediate();
      // Another page each time, so that no cached answer is asked for.
      const query = question({ numberOfRecords: 50, pageNumber: n % 100 });
      const [count, page, list, months] = await Promise.all([
        countOf(records, query),
        pageOf(records, { ...query, orderByColumn: 'be_date' }),
        listOf(records, 'importers', breakdownQuery.parse({ ...asked, numberOfRecords: 5 })),
        coverage(),
      ]);
      const roundOf = count.count - ROWS;
      states.add(roundOf);
      expect(roundOf).toBeGreaterThanOrEqual(0);
      expect(list.items).toHaveLength(1);
      expect(list.items[0]?.name).toBe(`Round ${list.total.shipments - ROWS}`);
      expect(list.total.valueUsd).toBe(String((list.total.shipments - ROWS) * list.total.shipments));
      expect(page.rows).toHaveLength(50);
      expect(new Set(page.rows.map((row) => row.importer_name)).size).toBe(1);
      const [month] = months.months;
      expect(months.months).toHaveLength(1);
      expect(month?.saying.importer).toBe(month?.records);
      // Of one version, one state.
      if (count.dataVersion === list.dataVersion) expect(list.total.shipments).toBe(count.count);
      if (count.dataVersion === months.dataVersion) expect(month?.records).toBe(count.count);
      if (count.dataVersion === page.dataVersion) expect(page.rows[0]?.importer_name).toBe(`Round ${roundOf}`);
      searches += 1;
    }
  }

  const people = Promise.all(Array.from({ length: SEARCHERS }, (_, seed) => person(seed * 37)));
  for (let round = 1; round <= ROUNDS; round += 1) await whole(round);
  ended = true;
  await people;
  expect(searches).toBeGreaterThan(ROUNDS * SEARCHERS);
  expect(states.size).toBeGreaterThan(ROUNDS / 2);
  expect((await loads.list()).length).toBe(1);
});
