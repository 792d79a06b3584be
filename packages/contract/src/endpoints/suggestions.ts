import { z } from 'zod';
import { endpoint, noParams } from '../endpoint.js';
import { TOO_MUCH } from '../errors.js';
import { LIMITS } from '../limits.js';
import { suggestionQuery } from '../suggestion-query.js';

/** One suggestion: what would be searched, and how much of it there is. */
const suggestion = z.object({
  value: z.string().describe('Goes into searchValue as it is'),
  shipment_count: z
    .number()
    .int()
    .describe('Shipments of the asked trade type, countries and months; at least, for a phrase of several words'),
  key: z
    .string()
    .optional()
    .describe('Of a party only: the key under which its spellings meet. Name the value in pickedValue too, to mean it'),
  description: z
    .string()
    .optional()
    .describe('Of an HS code: what it is, as the records say it, else as the HS nomenclature does'),
});
export type Suggestion = z.output<typeof suggestion>;

/** The specification says "suggestionList with listSuggestion": a list of one entry, as `sitesettings` answers. */
export const suggestionList = endpoint({
  name: 'suggestionList',
  summary: 'What a text that is being typed may become: parties, HS codes or words, most shipments first',
  method: 'POST',
  path: '/search-management/suggestionlist',
  access: 'session',
  owner: 'CALLER',
  rate: 'SUGGESTIONS',
  params: noParams,
  request: suggestionQuery,
  response: z.object({
    suggestionList: z.array(z.object({ listSuggestion: z.array(suggestion).max(LIMITS.suggestions) })).length(1),
  }),
  errors: ['NO_SUBSCRIPTION', ...TOO_MUCH],
});
