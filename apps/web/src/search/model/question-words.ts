import { describeQuestion, type SearchQuery } from '@tidewaiter/contract';
import { pillsOf } from './pills.js';

/** A subscription covers this of the countries and days of a question. */
export type SearchedPart = Pick<SearchQuery, 'countryCode' | 'fromDate' | 'toDate'>;

/**
 * The question that the counts and records answer, in words: of what was really searched, and under its filters.
 *
 * @param searched undefined until the answer says it
 */
export function questionWords(query: SearchQuery, searched?: SearchedPart | null): string {
  // The line is one of the conditions.
  const filters = pillsOf({ ...query, line: undefined });
  const only = filters.flatMap(({ label, leavesOut }) => (leavesOut === undefined ? label : []));
  const without = filters.flatMap(({ leavesOut }) => leavesOut ?? []);
  return [
    describeQuestion({ ...query, ...(searched && { ...searched }) }),
    ...(only.length > 0 ? [`only ${only.map((label) => label.replace(/^Only /, '')).join('; ')}`] : []),
    ...(without.length > 0 ? [`without ${without.join('; ')}`] : []),
  ].join('; ');
}
