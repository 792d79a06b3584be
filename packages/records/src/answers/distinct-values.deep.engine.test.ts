/** The values of a column against a plain count over the same records. */
import { countryByCode, DISTINCT_COLUMNS, distinctValuesQuery } from '@tidewaiter/contract';
import { matches, type PlainRecord } from '@tidewaiter/testing/plain-search';
import { AS_PORTAL, EVERY_RECORD, EVERYTHING } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { partyKeys } from '../../testing/plain-breakdowns.js';
import { grouped } from '../../testing/plain-records.js';
import { questions } from '../../testing/questions.js';

const demo = sharedDemo();
let keys: Map<string, string>;
beforeAll(async () => {
  keys = await partyKeys(demo);
});

const GROUPED: Record<string, (record: PlainRecord) => string | undefined> = {
  ctry_name: (record) => countryByCode(record.country ?? '')?.name,
  incoterm: (record) => record.incoterm,
  hs_code4: (record) => record.hs_code?.slice(0, 4),
  notify_party_name: (record) => keys.get(record.notify_party_name ?? ''),
};

const list = async (changes: object) => {
  const broad = { tradeType: 'IMPORT', ...EVERY_RECORD, ...demo.scope, columnName: 'hs_code4', ...changes };
  return (await demo.test.records.ask(distinctValuesQuery.parse(broad), EVERYTHING, AS_PORTAL)).distinctValues();
};

it('the distinct values of generated questions are what a plain count gives, in order', async () => {
  let nonEmpty = 0;
  await fc.assert(
    fc.asyncProperty(questions(demo), fc.constantFrom(...Object.keys(GROUPED)), async (asked, columnName) => {
      const { orderByColumn: _, ...question } = asked;
      const query = distinctValuesQuery.parse({ ...question, columnName });
      const found = demo.plain.filter((record) => matches(record, query));
      const groups = grouped(found, (record) => GROUPED[columnName]?.(record) ?? '');
      groups.delete('');
      const expected = [...groups]
        .map(([value, { length }]) => [value, length] as const)
        .sort(([a, n], [b, m]) => m - n || Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const { values, distinctCount } = await list(query);
      expect(distinctCount).toBe(expected.length);
      const keyOf = (value: string) => (columnName === 'notify_party_name' ? keys.get(value) : value);
      expect(values.map(({ value, records }) => [keyOf(value), records])).toEqual(expected.slice(0, 500));
      if (expected.length > 0) nonEmpty += 1;
    }),
    { numRuns: 12, seed: 20_260_105, endOnFailure: true },
  );
  expect(nonEmpty).toBeGreaterThan(3);
});

describe('a list of values', () => {
  it('is paged, narrowed by a text, and says its length past its end', async () => {
    const whole = await list({});
    expect(await list({ pageNumber: 2, numberOfRecords: 7 })).toEqual({ ...whole, values: whole.values.slice(14, 21) });
    expect(await list({ pageNumber: 9000 })).toEqual({ ...whole, values: [] });
    const some = await list({ nameContains: '61' });
    expect(some.values).toEqual(whole.values.filter(({ value }) => value.includes('61')));
    const ofParties = { columnName: 'notify_party_name' };
    const [party] = (await list(ofParties)).values;
    expect((await list({ ...ofParties, nameContains: party?.value ?? '' })).values).toContainEqual(party);
  });

  it('is asked for of every column that the contract offers, and of no other', async () => {
    for (const tradeType of ['IMPORT', 'EXPORT'] as const)
      for (const columnName of DISTINCT_COLUMNS[tradeType]) {
        const { values } = await list({ tradeType, columnName, nameContains: 'a', numberOfRecords: 5 });
        expect(values.length).toBeLessThanOrEqual(5);
      }
    for (const columnName of ['be_date', 'quantity', 'product_description', 'nothing', "x' OR 1=1", 'export_purpose'])
      await expect(list({ columnName })).rejects.toThrow('The values of this column cannot be listed');
  });
});
