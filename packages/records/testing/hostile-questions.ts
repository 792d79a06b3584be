import { type SearchQuery, searchQuery } from '@tidewaiter/contract';
import type { DemoRecords } from '@tidewaiter/testing/demo-records';
import fc from 'fast-check';
import { filteredQuestions, questions } from './questions.js';

const hostile = fc.oneof(
  fc.string({ minLength: 2, maxLength: 30 }),
  fc.constantFrom(
    "' OR 1=1 --",
    '") OR (1=1',
    '\\',
    '\\\\',
    "\\'",
    '%%',
    '__',
    '{v0:String}',
    '{trade_IMPORT:String}',
    '*/ OR /*',
    'a\u0000b',
    '.*',
    '$1 \\1',
    '\u202e\u0301',
    '; DROP TABLE records',
  ),
);

/** Questions of all kinds, most of them with something hostile in them; those that the contract refuses are left out. */
export function hostileQuestions(demo: DemoRecords, count: number, seed: number): SearchQuery[] {
  const relation = fc.constantFrom('AND' as const, 'OR' as const, 'NOT' as const);
  const generated = fc
    .tuple(questions(demo), filteredQuestions(demo), hostile, relation, fc.boolean(), fc.boolean())
    .map(([base, filters, value, relation, filtered, attacks]) => ({
      ...base,
      ...(filtered && { ...filters, searchValue: [value], queryBuilder: [] }),
      queryBuilder: [
        ...(base.queryBuilder ?? []).slice(0, 2),
        ...(attacks ? [{ relation, searchBy: 'PRODUCT' as const, matchType: 'D' as const, searchValue: [value] }] : []),
      ],
      orderByColumn: undefined,
    }));
  return fc
    .sample(generated, { numRuns: count, seed })
    .flatMap((candidate) => searchQuery.safeParse(candidate).data ?? []);
}
