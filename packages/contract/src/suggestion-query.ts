import { z } from 'zod';
import { TRADE_TYPES } from './columns/column.js';
import { LIMITS } from './limits.js';
import { MESSAGES } from './messages.js';
import {
  cleanSearchValue,
  countryCodes,
  dateRangeProblem,
  isoDate,
  MATCH_TYPES,
  SEARCH_BY,
  type SearchBy,
  typedTextProblem,
} from './search-query.js';

/** What is wrong with a text that is still being typed, or undefined: two characters are enough, also of an HS code (SPEC 5). */
function typedProblem(searchBy: SearchBy, value: string): string | undefined {
  if (searchBy !== 'HS_CODE' && searchBy !== 'HS_CODE_2') return typedTextProblem(value);
  if (value.length < LIMITS.textMinLength) return MESSAGES.textTooShort;
  return /^\d{2,12}$/.test(value) ? undefined : MESSAGES.hsDigitsOnly;
}

/** What was typed so far, and where it would be searched. */
export const suggestionQuery = z
  .strictObject({
    tradeType: z.enum(TRADE_TYPES, { error: MESSAGES.selectTradeType }),
    fromDate: isoDate,
    toDate: isoDate,
    searchBy: z.enum(SEARCH_BY, { error: MESSAGES.fieldRequired }),
    searchValue: z.string({ error: MESSAGES.enterSearchValues }).describe('The text that is being typed'),
    countryCode: countryCodes,
    matchType: z.enum(MATCH_TYPES, { error: MESSAGES.fieldRequired }).describe('Changes no suggestion'),
  })
  .transform((query) => ({
    ...query,
    searchValue: cleanSearchValue(query.searchBy, query.searchValue),
    countryCode: [...new Set(query.countryCode)],
  }))
  .superRefine((query, context) => {
    const problem = typedProblem(query.searchBy, query.searchValue);
    if (problem) context.addIssue({ code: 'custom', path: ['searchValue'], message: problem });
    const range = dateRangeProblem(query.fromDate, query.toDate);
    if (range) context.addIssue({ code: 'custom', path: [range.field], message: range.message });
  });
export type SuggestionQuery = z.output<typeof suggestionQuery>;
