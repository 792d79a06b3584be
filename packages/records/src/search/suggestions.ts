import { isTypedAsDigits, LIMITS, type SuggestionQuery, searchValueProblem } from '@tidewaiter/contract';
import { type Entitlement, narrow } from './entitlement.js';
import type { AnswerKind } from './kept-answers.js';
import type { Snapshot } from './snapshot.js';
import { suggestCodes, suggestDescribedCodes } from './suggest-codes.js';
import { suggestParties } from './suggest-parties.js';
import { suggestPhrases, suggestWords } from './suggest-words.js';
import type { Suggested, Suggesting, Typed } from './suggesting.js';

/** A text without any of these is one word, as the descriptions are split. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\u0080-\u{10ffff}]/u;

function suggest(asked: Suggesting): Promise<Suggested[]> {
  const { searchBy, searchValue } = asked.typed;
  switch (searchBy) {
    case 'HS_CODE':
    case 'HS_CODE_2':
      return isTypedAsDigits(searchValue) ? suggestCodes(asked) : suggestDescribedCodes(asked);
    case 'IMPORTER':
    case 'EXPORTER':
      return suggestParties(asked, searchBy);
    case 'PRODUCT':
      return BETWEEN_WORDS.test(searchValue) ? suggestPhrases(asked) : suggestWords(asked);
  }
}

/**
 * What a text that is being typed may become: at most ten, most shipments first; each has at least one record that may be seen,
 * within the asked countries and dates. From roll-ups (decision 0011).
 */
export async function suggestionsOf(
  { tradeType, searchBy, searchValue, ...asked }: SuggestionQuery,
  entitlement: Entitlement,
  snapshot: Snapshot,
): Promise<readonly Suggested[]> {
  const scope = narrow(asked, entitlement);
  return scope === null ? [] : snapshot.kept(SUGGESTIONS, { tradeType, searchBy, searchValue, scope });
}

const SUGGESTIONS: AnswerKind<Typed, readonly Suggested[]> = {
  name: 'suggestions',
  async find(typed, snapshot) {
    const found = await suggest({ typed, snapshot, edition: await snapshot.edition() });
    return found
      .filter(({ value }) => searchValueProblem(typed.searchBy, value) === undefined)
      .sort((a, b) => b.shipments - a.shipments || (a.value < b.value ? -1 : 1))
      .slice(0, LIMITS.suggestions);
  },
};
