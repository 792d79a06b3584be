import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';
import { askedQuestion, savedQuery } from '../query/search-query.js';
import { isIsoDate } from '../rules/dates.js';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { personId, soughtText } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';

/** Searches that were asked: their ids, when, and as much of their queries as a call tells. */
const queryList = <Query extends z.ZodType>(userSearchQuery: Query) =>
  z.object({
    queryList: z.array(
      z.object({
        searchId: z.string(),
        createdDate: z.iso.datetime().describe('When it was last asked'),
        userSearchQuery,
      }),
    ),
  });

export const searchDetails = endpoint('GET /search-management/search/details', {
  summary:
    'A search: its question, with the filters and the order that it was last asked with, or else those that it is saved with',
  owner: { ids: { searchId: 'readableSearch' } },
  request: z.strictObject({ searchId: z.string().max(40) }),
  response: queryList(savedQuery),
  errors: ['NOT_YOURS'],
});

export const topFiveQueries = endpoint('GET /search-management/search/topFiveQueries', {
  summary: 'The five latest searches of this account',
  owner: 'CALLER',
  response: queryList(askedQuestion),
});

export const updateSearchCount = endpoint('PUT /search-management/updatesearchcount/:searchId', {
  summary: 'How many records a search finds; what is sent changes nothing',
  owner: { ids: { searchId: 'search' } },
  rate: 'SEARCH',
  params: z.strictObject({ searchId: z.string().max(40) }),
  request: z.strictObject({ totalRecords: z.number().int().nonnegative() }),
  response: z.object({ totalRecords: z.number().int() }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION', ...TOO_MUCH],
});

const day = z.string().refine(isIsoDate, { error: MESSAGES.badDate });

const loggedSearch = z.object({
  searchId: z.string(),
  createdDate: z.iso.datetime().describe('When it was last asked on its day'),
  userId: z.number().int(),
  userName: z.string(),
  question: z.string().describe('The question and its filters, in words'),
  userSearchQuery: savedQuery,
  totalThen: z.number().int().nullable().describe('What it found when it was last counted; null where it never was'),
  dataVersionThen: z.number().int().nullable(),
  points: z.number().int().describe('What it cost the account; 0 where it was free, or was given back'),
});
export type LoggedSearch = z.output<typeof loggedSearch>;

export const searchLog = endpoint('GET /search-management/search/log', {
  summary: "What was searched, newest first: a sub-user's own searches, and all of the account for its owner",
  owner: { ids: { userId: 'account', personId: 'person' } },
  request: z.strictObject({
    userId: personId,
    contains: soughtText(LIMITS.searchValueMaxLength).default('').describe('A text of the question'),
    personId: personId.optional().describe('Whose searches'),
    tradeType: z.enum(TRADE_TYPES).optional(),
    from: day.optional().describe('First day on which it was asked'),
    to: day.optional().describe('Last day'),
    ...pageFields,
  }),
  response: z.object({
    queryList: z.array(loggedSearch),
    totalRecords: z.number().int().describe('How many there are; an answer carries a page of them'),
    people: z
      .array(z.object({ userId: z.number().int(), userName: z.string() }))
      .describe('Of whom an owner may ask for the searches; empty for a sub-user'),
  }),
  errors: ['NOT_YOURS'],
});

export const countAgain = endpoint('POST /search-management/search/counts', {
  summary: 'How many records searches of the history find now, free of charge',
  owner: { ids: { searchIds: 'loggedSearch' } },
  rate: 'SEARCH',
  request: z.strictObject({ searchIds: z.array(z.string().max(40)).min(1).max(LIMITS.pageSize) }),
  response: z.object({
    countList: z.array(
      z.object({
        searchId: z.string(),
        totalNow: z
          .number()
          .int()
          .nullable()
          .describe('null where nothing of it may be seen any more, or counting it is too much'),
      }),
    ),
    dataVersion: z.number().int(),
  }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION'],
});
