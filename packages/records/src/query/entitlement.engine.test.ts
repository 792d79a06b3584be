import { FROM, UNTIL } from '@tidewaiter/testing/demo-records';
import { cases, SEED } from '@tidewaiter/testing/generated';
import {
  AS_PORTAL,
  countOf,
  EVERY_RECORD,
  EVERYTHING,
  question,
  seeing,
  withoutHaste,
} from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import { beforeAll, describe, expect, it } from 'vitest';
import { allOf, answersOf, arrivalsOf, asAccount, suggestionsWithin } from '../../testing/every-answer.js';
import { hostileQuestions } from '../../testing/questions.js';
import { prefixed } from '../engine/bindings.js';
import { compileSearch } from './compile.js';
import { narrowQuery } from './entitlement.js';

const demo = sharedDemo();
beforeAll(() => withoutHaste(demo.test.records));

describe('what an entitlement leaves out', () => {
  it('is found by none of many generated conditions', async () => {
    const attacks = cases(75, 10_000);
    const access = seeing({ countries: ['IND', 'BRA'], fromDate: '2024-03-01', toDate: '2024-08-31' });
    const at = { version: await demo.test.records.versions.current(), tokenDictionary: () => undefined };
    // Many conditions in one pass over a part of the records: how many each finds, and how many of those lie outside.
    const TOGETHER = 25;
    const outside = `NOT (country IN ('IND', 'BRA') AND record_date BETWEEN '2024-03-01' AND '2024-08-31')`;
    let asked = 0;
    let found = 0;
    for (let round = 0; asked < attacks; round += 1) {
      const queries = hostileQuestions(demo, TOGETHER, SEED + round);
      const parts = queries.map((query, index) => {
        const { conditions, parameters } = compileSearch(narrowQuery(query, { access }), at);
        // Of several conditions a record meets one at most: met twice, it would be counted twice.
        const sql = conditions.map((condition) => `toUInt8(${condition})`).join(' + ');
        return prefixed({ sql, parameters }, `q${index}_`);
      });
      const each = (count: (held: string) => string) => parts.map((_, index) => count(`held${index}`)).join(', ');
      const [row = []] = await demo.test.rows(
        `SELECT ${each((held) => `countIf(${held} > 0)`)},
            ${each((held) => `countIf(${held} > 0 AND outside)`)}, ${each((held) => `countIf(${held} > 1)`)}
          FROM (
            SELECT ${outside} AS outside, ${parts.map(({ sql }, index) => `${sql} AS held${index}`).join(', ')}
            FROM records WHERE cityHash64(id) % 20 = 0 OR country IN ('IND', 'BRA')
          )`,
        Object.assign({}, ...parts.map(({ parameters }) => parameters)),
      );
      const [finds, leaked] = [row.slice(0, parts.length), row.slice(parts.length)];
      expect(leaked).toEqual(Array.from({ length: 2 * parts.length }, () => '0'));
      asked += queries.length;
      found += finds.filter((records) => records !== '0').length;
    }
    expect(found).toBeGreaterThan(asked / 10);
  });

  it('is everything, where the entitlement is empty or the dates do not meet', async () => {
    const query = question({ ...EVERY_RECORD, countryCode: ['IND'] });
    for (const limits of [{ countries: [] }, { fromDate: '2030-01-01' }, { toDate: '1999-12-31' }]) {
      const answers = await allOf(
        [...answersOf(query), ...arrivalsOf(query), ...suggestionsWithin(query)],
        asAccount(demo.test.records, seeing(limits)),
      );
      expect(answers.scope).toBeNull();
      expect(answers.count).toBe(0);
      const lists = answers.lists as { items: unknown[]; total: { shipments: number } }[];
      for (const { items, total } of lists) expect([items, total.shipments]).toEqual([[], 0]);
      for (const [of, answer] of Object.entries(answers)) {
        if (/^(page|hints|suggestions|companys|coverage)/.test(of)) expect(answer, of).toEqual([]);
        if (of.startsWith('values')) expect(answer).toEqual({ values: [], distinctCount: 0 });
        if (of === 'amount spread') expect(answer).toEqual({ least: null, most: null, bars: [] });
      }
    }
  });
});

it('two accounts that share what was found have hints of their own where a search finds nothing', async () => {
  const { records } = demo.test;
  // Nothing but its clauses tells of such a question: for both accounts it finds nothing.
  const empty = question({ ...EVERY_RECORD, countryCode: ['AGO'], fromDate: FROM, toDate: UNTIL });
  const india = seeing({ countries: ['AGO', 'IND'], fromDate: '2024-01-05', toDate: '2024-12-20' });
  const everybody = await (await records.ask(empty, EVERYTHING, AS_PORTAL)).relaxations();
  const [hint, ...others] = await (await records.ask(empty, india, AS_PORTAL)).relaxations();
  const { count } = await countOf(records, { ...empty, countryCode: ['IND'] }, india);
  expect([hint?.clause.part, hint?.records, others]).toEqual(['countries', count, []]);
  expect(everybody[0]?.records).toBeGreaterThan(count);
});
