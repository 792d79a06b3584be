import { z } from 'zod';
import { savedSearchTexts } from '../endpoints/workspaces.js';
import { soughtText } from '../rules/person.js';
import { type ApiCall, apiCall, type DerivedCall, derivedCall } from './call.js';
import { EXPORT_CALLS } from './exports.js';
import type { KeyCallName } from './key-calls.js';
import { question, trades } from './question.js';
import { breakdownCall, countCall, EXAMPLE_QUESTION, suggestCall, valuesCall } from './records.js';

const analysis = <Wire extends KeyCallName>(wire: Wire, path: string, example: Record<string, unknown> = {}) =>
  derivedCall(wire, `POST /analyses/${path}`, { example: { question: EXAMPLE_QUESTION, ...example } });

/** Files spend their person's points, whatever a key may spend: a person has them made. */
const OF_FILES = ['file', 'destination_id'];

/** Calls that are the contract's own in the plain form. */
const DERIVED_CALLS = {
  search: derivedCall('readRecords', 'POST /search', {
    name: 'search',
    example: {
      question: EXAMPLE_QUESTION,
      limit: 2,
      columns: ['record_date', 'hs_code', 'origin_country', 'total_value_usd'],
    },
  }),
  cost: derivedCall('readingCost', 'POST /cost', { name: 'cost', example: { question: EXAMPLE_QUESTION } }),
  pivot: analysis('pivot', 'pivot', { rows: 'importers', columns: 'months' }),
  comparePeriods: analysis('comparePeriods', 'compare', {
    by: 'importers',
    before: { from: '2020-01-01', to: '2020-01-31' },
    after: { from: '2020-02-01', to: '2020-02-29' },
  }),
  unitPrices: analysis('unitPrices', 'unit-prices'),
  concentration: analysis('concentration', 'concentration', { by: 'exporters' }),
  tradeFlows: analysis('tradeFlows', 'flows', { steps: ['foreign_countries', 'importers'] }),
  marketParties: analysis('marketParties', 'parties', { by: 'importers' }),
  quantities: analysis('quantities', 'quantities'),
  amountSpread: analysis('amountSpread', 'spread', { amount: 'range_value_usd' }),
  company: derivedCall('company', 'POST /companies', { example: { company: 'Acme Tiles' } }),
  similarCompanies: derivedCall('similarCompanies', 'POST /companies/similar', {
    example: { company: 'Acme Tiles' },
  }),
  relatedCompanies: derivedCall('relatedCompanies', 'POST /companies/related', {
    example: { company: 'Acme Tiles' },
  }),
  coverage: derivedCall('dataCoverage', 'GET /coverage', { name: 'coverage', example: {} }),
  workspaces: derivedCall('workspaceList', 'GET /workspaces', {
    name: 'workspaces',
    example: {},
  }),
  createWorkspace: derivedCall('createWorkspace', 'POST /workspaces', {
    example: { name: 'Made by a program' },
  }),
  renameWorkspace: derivedCall('renameWorkspace', 'PATCH /workspaces/{workspace_id}'),
  removeWorkspace: derivedCall('removeWorkspace', 'DELETE /workspaces/{workspace_id}'),
  restoreWorkspace: derivedCall('restoreWorkspace', 'POST /workspaces/{workspace_id}/restore'),
  renameSavedSearch: derivedCall('renameSavedSearch', 'PATCH /saved-searches/{saved_search_id}'),
  removeSavedSearch: derivedCall('removeSavedSearch', 'DELETE /saved-searches/{saved_search_id}'),
  restoreSavedSearch: derivedCall('restoreSavedSearch', 'POST /saved-searches/{saved_search_id}/restore'),
  savedSearchNews: derivedCall('savedSearchNews', 'POST /saved-searches/news', {
    example: { ids: [] },
  }),
  following: derivedCall('following', 'GET /following', { example: {} }),
  follow: derivedCall('follow', 'POST /following', {
    without: OF_FILES,
    example: { name: 'Tiles of ours', question: EXAMPLE_QUESTION },
  }),
  changeFollowing: derivedCall('changeFollowing', 'PATCH /following/{question_id}', {
    without: OF_FILES,
  }),
  unfollow: derivedCall('unfollow', 'DELETE /following/{question_id}'),
  findings: derivedCall('findings', 'GET /following/findings', { example: {} }),
  contacts: derivedCall('contactList', 'GET /contacts', { name: 'contacts', example: {} }),
  saveContact: derivedCall('saveContact', 'POST /contacts', {
    example: { company_name: 'Acme Tiles' },
  }),
  updateContact: derivedCall('updateContact', 'PATCH /contacts/{contact_id}'),
  removeContact: derivedCall('removeContact', 'DELETE /contacts/{contact_id}'),
  restoreContact: derivedCall('restoreContact', 'POST /contacts/{contact_id}/restore'),
  contactShipments: derivedCall('contactShipments', 'GET /contacts/{contact_id}/shipments'),
} satisfies Record<string, DerivedCall>;

const OWN_CALLS = {
  count: countCall,
  breakdown: breakdownCall,
  values: valuesCall,
  suggest: suggestCall,
  ...EXPORT_CALLS,
  account: apiCall('GET /account', {
    name: 'account',
    scope: null,
    request: z.strictObject({}),
    example: {},
  }),
  countries: apiCall('GET /countries', {
    name: 'countries',
    scope: null,
    request: z.strictObject({ trade: trades.schema }),
    example: { trade: 'import' },
  }),
  savedSearches: apiCall('GET /saved-searches', {
    name: 'savedSearches',
    scope: 'saved-items',
    request: z.strictObject({
      workspace_id: z.string().max(40).optional(),
      contains: soughtText(200).default(''),
      page: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    example: {},
  }),
  saveSearch: apiCall('POST /saved-searches', {
    name: 'saveSearch',
    scope: 'saved-items',
    rate: 'SEARCH',
    request: z.strictObject({ workspace_id: z.string().max(40), ...savedSearchTexts, question }),
  }),
};

/** Every call of the programs' interface. */
export const API_CALLS = { ...OWN_CALLS, ...DERIVED_CALLS };

export type OwnCallName = keyof typeof OWN_CALLS;
export type OwnCalls = typeof OWN_CALLS;
export type ApiCallName = keyof typeof API_CALLS;

export const isDerived = (call: ApiCall): call is DerivedCall => 'wire' in call;
