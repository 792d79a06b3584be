import { describeQuestion, type SearchQuery } from '@tidewaiter/contract';
import { pillsOf } from './pills.js';

type Note = readonly [what: string, text: string];

/** Says of a question what a picture that was made of it tells, line by line. */
export function pictureNotes(query: SearchQuery): Note[] {
  const filters = pillsOf(query).map(({ label }) => label);
  return [
    ['Question', describeQuestion(query)],
    ...(filters.length > 0 ? [['Filters', filters.join(' · ')] as const] : []),
  ];
}

/** The same for a file, with the way back. */
export const questionNotes = (query: SearchQuery): Note[] => [...pictureNotes(query), ['Link', window.location.href]];
