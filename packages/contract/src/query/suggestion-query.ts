import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { typedTextProblem } from '../rules/searched-text.js';
import {
  cleanSearchValue,
  countryCodes,
  dateRangeProblem,
  isoDate,
  MATCH_TYPES,
  SEARCH_BY,
  type SearchBy,
} from './search-query.js';

/** Whether HS codes are looked for by their digits; otherwise by words of what they are. */
export function isTypedAsDigits(value: string): boolean {
  return /^[\d.\s]*$/.test(value);
}

/** Brings a typed text to the form that is looked for. Words keep their spaces, also where codes are searched. */
function cleanTyped(searchBy: SearchBy, value: string): string {
  return isTypedAsDigits(value) ? cleanSearchValue(searchBy, value) : value.trim();
}

/** What is wrong with a text that is still being typed, or undefined: two characters are enough, also of an HS code (SPEC 5). */
function typedProblem(searchBy: SearchBy, value: string): string | undefined {
  if ((searchBy !== 'HS_CODE' && searchBy !== 'HS_CODE_2') || !isTypedAsDigits(value)) return typedTextProblem(value);
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
    searchValue: z
      .string({ error: MESSAGES.enterSearchValues })
      .describe('The text that is being typed; for HS codes their digits, or words of what they are'),
    countryCode: countryCodes,
    matchType: z.enum(MATCH_TYPES, { error: MESSAGES.fieldRequired }).describe('Changes no suggestion'),
  })
  .transform((query) => ({
    ...query,
    searchValue: cleanTyped(query.searchBy, query.searchValue),
    countryCode: [...new Set(query.countryCode)],
  }))
  .superRefine((query, context) => {
    const problem = typedProblem(query.searchBy, query.searchValue);
    if (problem) context.addIssue({ code: 'custom', path: ['searchValue'], message: problem });
    const range = dateRangeProblem(query.fromDate, query.toDate);
    if (range) context.addIssue({ code: 'custom', path: [range.field], message: range.message });
  });
export type SuggestionQuery = z.output<typeof suggestionQuery>;
