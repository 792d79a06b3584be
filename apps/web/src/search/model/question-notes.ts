import { describeQuestion, type SearchQuery } from '@tidewaiter/contract';
import { pillsOf } from './pills.js';

/** Says of a question what a file that was made of it tells, line by line. */
export function questionNotes(query: SearchQuery): (readonly [what: string, text: string])[] {
  const filters = pillsOf(query).map(({ label }) => label);
  return [
    ['Question', describeQuestion(query)],
    ...(filters.length > 0 ? [['Filters', filters.join(' · ')] as const] : []),
    ['Link', window.location.href],
  ];
}
