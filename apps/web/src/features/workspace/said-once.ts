import { describeConditions, describeFilters, describeFirst, type SavedQuery } from '@tidewaiter/contract';
import { proposedTexts } from '../../search/saving/save-draft.js';

interface Titled {
  userSearchQuery: Omit<SavedQuery, 'isDownloaded'>;
  name: string;
  description: string;
}

/** The conditions and the filters of a saved search in words. */
export function conditionsOf({ userSearchQuery: query }: Pick<Titled, 'userSearchQuery'>): string {
  return [describeConditions(query), ...describeFilters(query)].join(' · ');
}

/**
 * Finds what the card of a saved search need not say again. A title that was proposed says trade, countries and the first condition;
 * a description that was proposed says what the card's facts do.
 */
export function saidAlready(saved: Titled): { trade: boolean; question: boolean; description: boolean } {
  const { userSearchQuery: query, name, description } = saved;
  const proposed = proposedTexts(query);
  // One that was cut says less.
  const trade = name === proposed.name && !name.endsWith('…');
  return {
    trade,
    question: trade && conditionsOf(saved) === describeFirst(query),
    description: description === proposed.description || description === name,
  };
}
