import type { ListedDraft } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { leadInWords, stateInWords } from './in-words.js';

const draft = (changes: Partial<ListedDraft>) =>
  ({ state: 'LOOKING', received: 1000, bytes: 1000, progress: null, load: null, ...changes }) as ListedDraft;

it.each<[Partial<ListedDraft>, string]>([
  [{}, 'Reading'],
  [{ progress: { done: 999, total: 1000 } }, 'Reading (99%)'],
  [{ progress: { done: 1000, total: 1000 } }, 'Read, its records are being checked'],
  [{ state: 'LOADING', progress: { done: 10, total: null } }, 'Loading (1%)'],
  [{ state: 'LOADING', progress: { done: 1000, total: 1000 } }, 'Read, its records are being written'],
  [{ state: 'SENDING', received: 999 }, '99% sent: choose the file again to go on'],
])('%o is said as “%s”', (changes, words) => expect(stateInWords(draft(changes), false)).toBe(words));

it('tells where an answer leads with its months in words', () => {
  const lead = { rows: 2, usd: null, months: { first: '2024-01', last: '2024-03', count: 3 } };
  expect(leadInWords(lead)).toBe('2 records, no value in USD, Jan 2024 to Mar 2024');
});
