import type { SearchPayload } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { proposedTexts } from '../../search/saving/save-draft.js';
import { saidAlready } from './said-once.js';

const query = (changes: Partial<SearchPayload> = {}) =>
  question({ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton'], countryCode: ['VNM'], ...changes });
const saved = (changes: Partial<SearchPayload> = {}) => ({
  userSearchQuery: query(changes),
  ...proposedTexts(query(changes)),
});

it('a saved search whose texts were proposed says each thing once', () => {
  expect(saidAlready(saved())).toEqual({ trade: true, question: true, description: true });
});

it('what a title leaves out is still said', () => {
  expect(saidAlready(saved({ incoterm: ['CIF'] }))).toEqual({ trade: true, question: false, description: true });
  const many = Array.from({ length: 10 }, (_, at) => `a very long name of some product, number ${at}`);
  expect(saidAlready(saved({ searchValue: many }))).toMatchObject({ trade: false, question: false });
});

it('texts of a person are theirs', () => {
  const own = { ...saved(), name: 'Cotton', description: 'For Monday' };
  expect(saidAlready(own)).toEqual({ trade: false, question: false, description: false });
  expect(saidAlready({ ...own, description: 'Cotton' }).description).toBe(true);
});
