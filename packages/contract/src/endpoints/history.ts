import { z } from 'zod';
import { endpoint, noParams, noRequest } from '../endpoint.js';
import { TOO_MUCH } from '../errors.js';
import { askedQuestion } from '../search-query.js';

/** A search that was asked: its id, its question and when. */
const askedSearch = z.object({
  searchId: z.string(),
  createdDate: z.iso.datetime(),
  userSearchQuery: askedQuestion,
});

const queryList = z.object({ queryList: z.array(askedSearch) });

export const searchDetails = endpoint({
  name: 'searchDetails',
  summary: 'The question of a search that this account asked',
  method: 'GET',
  path: '/search-management/search/details',
  access: 'session',
  owner: { ids: { searchId: 'search' } },
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject({ searchId: z.string().max(40) }),
  response: queryList,
  errors: ['NOT_YOURS'],
});

export const topFiveQueries = endpoint({
  name: 'topFiveQueries',
  summary: 'The five latest searches of this account',
  method: 'GET',
  path: '/search-management/search/topFiveQueries',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
  request: noRequest,
  response: queryList,
  errors: [],
});

export const updateSearchCount = endpoint({
  name: 'updateSearchCount',
  summary: 'How many records a search finds; what is sent changes nothing',
  method: 'PUT',
  path: '/search-management/updatesearchcount/:searchId',
  access: 'session',
  owner: { ids: { searchId: 'search' } },
  rate: 'SEARCH',
  params: z.strictObject({ searchId: z.string().max(40) }),
  request: z.strictObject({ totalRecords: z.number().int().nonnegative() }),
  response: z.object({ totalRecords: z.number().int() }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION', ...TOO_MUCH],
});
