import { z } from 'zod';
import { TRADE_TYPES, type TradeType } from '../columns/column.js';
import type { EndpointName } from '../endpoints/index.js';
import { savedSearchTexts } from '../endpoints/workspaces.js';
import { KEY_SCOPES } from '../rules/api-keys.js';
import { TOO_MUCH } from '../rules/errors.js';
import { soughtText } from '../rules/person.js';
import { type ApiCall, apiCall, type DerivedCall, derivedCall } from './call.js';
import { EXPORT_CALLS } from './exports.js';
import { plainForm } from './plain.js';
import type { Plain } from './plain-types.js';
import { question } from './question.js';
import {
  breakdownCall,
  costCall,
  countCall,
  EXAMPLE_QUESTION,
  searchCall,
  suggestCall,
  valuesCall,
} from './records.js';

const analysis = <Wire extends EndpointName>(wire: Wire, path: string, example: Record<string, unknown>) =>
  derivedCall(wire, `POST /analyses/${path}`, {
    scope: 'analysis',
    example: { question: EXAMPLE_QUESTION, ...example },
  });

/** Files spend their person's points, whatever a key may spend: a person has them made. */
const OF_FILES = ['file', 'destination_id'];

/** Calls that are the contract's own in the plain form. */
const DERIVED_CALLS = {
  pivot: analysis('pivot', 'pivot', { rows: 'importers', columns: 'months' }),
  comparePeriods: analysis('comparePeriods', 'compare', {
    by: 'importers',
    before: { from: '2020-01-01', to: '2020-01-31' },
    after: { from: '2020-02-01', to: '2020-02-29' },
  }),
  unitPrices: analysis('unitPrices', 'unit-prices', {}),
  concentration: analysis('concentration', 'concentration', { by: 'exporters' }),
  tradeFlows: analysis('tradeFlows', 'flows', { steps: ['foreign_countries', 'importers'] }),
  marketParties: analysis('marketParties', 'parties', { by: 'importers' }),
  quantities: analysis('quantities', 'quantities', {}),
  amountSpread: analysis('amountSpread', 'spread', { amount: 'range_value_usd' }),
  company: derivedCall('company', 'POST /companies', { scope: 'analysis', example: { company: 'Acme Tiles' } }),
  similarCompanies: derivedCall('similarCompanies', 'POST /companies/similar', {
    scope: 'analysis',
    example: { company: 'Acme Tiles' },
  }),
  relatedCompanies: derivedCall('relatedCompanies', 'POST /companies/related', {
    scope: 'analysis',
    example: { company: 'Acme Tiles' },
  }),
  coverage: derivedCall('dataCoverage', 'GET /coverage', { name: 'coverage', scope: null, example: {} }),
  workspaces: derivedCall('workspaceList', 'GET /workspaces', {
    name: 'workspaces',
    scope: 'saved-items',
    example: {},
  }),
  createWorkspace: derivedCall('createWorkspace', 'POST /workspaces', {
    scope: 'saved-items',
    example: { name: 'Made by a program' },
  }),
  renameWorkspace: derivedCall('renameWorkspace', 'PATCH /workspaces/{workspace_id}', { scope: 'saved-items' }),
  removeWorkspace: derivedCall('removeWorkspace', 'DELETE /workspaces/{workspace_id}', { scope: 'saved-items' }),
  restoreWorkspace: derivedCall('restoreWorkspace', 'POST /workspaces/{workspace_id}/restore', {
    scope: 'saved-items',
  }),
  renameSavedSearch: derivedCall('renameSavedSearch', 'PATCH /saved-searches/{saved_search_id}', {
    scope: 'saved-items',
  }),
  removeSavedSearch: derivedCall('removeSavedSearch', 'DELETE /saved-searches/{saved_search_id}', {
    scope: 'saved-items',
  }),
  restoreSavedSearch: derivedCall('restoreSavedSearch', 'POST /saved-searches/{saved_search_id}/restore', {
    scope: 'saved-items',
  }),
  savedSearchNews: derivedCall('savedSearchNews', 'POST /saved-searches/news', {
    scope: 'saved-items',
    example: { ids: [] },
  }),
  following: derivedCall('following', 'GET /following', { scope: 'saved-items', example: {} }),
  follow: derivedCall('follow', 'POST /following', {
    ...{ scope: 'saved-items', without: OF_FILES },
    example: { name: 'Tiles of ours', question: EXAMPLE_QUESTION },
  }),
  changeFollowing: derivedCall('changeFollowing', 'PATCH /following/{question_id}', {
    ...{ scope: 'saved-items', without: OF_FILES },
  }),
  unfollow: derivedCall('unfollow', 'DELETE /following/{question_id}', { scope: 'saved-items' }),
  findings: derivedCall('findings', 'GET /following/findings', { scope: 'saved-items', example: {} }),
  contacts: derivedCall('contactList', 'GET /contacts', { name: 'contacts', scope: 'contacts', example: {} }),
  saveContact: derivedCall('saveContact', 'POST /contacts', {
    scope: 'contacts',
    example: { company_name: 'Acme Tiles' },
  }),
  updateContact: derivedCall('updateContact', 'PATCH /contacts/{contact_id}', { scope: 'contacts' }),
  removeContact: derivedCall('removeContact', 'DELETE /contacts/{contact_id}', { scope: 'contacts' }),
  restoreContact: derivedCall('restoreContact', 'POST /contacts/{contact_id}/restore', { scope: 'contacts' }),
  contactShipments: derivedCall('contactShipments', 'GET /contacts/{contact_id}/shipments', { scope: 'contacts' }),
} satisfies Record<string, DerivedCall>;

const trade = plainForm(z.enum(TRADE_TYPES)).schema as z.ZodType<Plain<TradeType>, Plain<TradeType>>;
const count = z.number().int();

const savedSearch = z.object({
  id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  description: z.string(),
  question: z.unknown().describe('To be asked again as it is'),
  records: count.nullable().describe('That it found when it was saved'),
  created: z.iso.datetime(),
  revision: count,
  may_change: z.boolean(),
});

const OWN_CALLS = {
  search: searchCall,
  count: countCall,
  cost: costCall,
  breakdown: breakdownCall,
  values: valuesCall,
  suggest: suggestCall,
  ...EXPORT_CALLS,
  account: apiCall('GET /account', {
    name: 'account',
    summary: 'Whose key this is, what it may do, and what is left',
    scope: null,
    request: z.strictObject({}),
    data: z.object({
      person: z.object({ name: z.string(), email: z.string() }),
      key: z.object({ name: z.string(), scopes: z.array(z.enum(KEY_SCOPES)) }),
      plan: z.string().nullable().describe('Null without an active subscription'),
    }),
    example: {},
  }),
  countries: apiCall('GET /countries', {
    name: 'countries',
    summary: 'The countries that the account may search for a trade type, with the days that are loaded of each',
    scope: null,
    request: z.strictObject({ trade }),
    data: z.object({
      countries: z.array(
        z.object({
          code: z.string(),
          iso2: z.string(),
          name: z.string(),
          from: z.string().nullable(),
          to: z.string().nullable(),
          points_per_record: z.number(),
          records: count,
        }),
      ),
    }),
    errors: ['NO_SUBSCRIPTION'],
    example: { trade: 'import' },
  }),
  savedSearches: apiCall('GET /saved-searches', {
    name: 'savedSearches',
    summary: "The account's saved searches, of one workspace or of all; the newest first",
    scope: 'saved-items',
    request: z.strictObject({
      workspace_id: z.string().max(40).optional(),
      contains: soughtText(200).default(''),
      page: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    data: z.object({ saved_searches: z.array(savedSearch), saved_searches_count: count }),
    errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION'],
    example: {},
  }),
  saveSearch: apiCall('POST /saved-searches', {
    name: 'saveSearch',
    summary: 'Save a question in a workspace; its records are counted, which costs what a search does',
    scope: 'saved-items',
    rate: 'SEARCH',
    request: z.strictObject({ workspace_id: z.string().max(40), ...savedSearchTexts, question }),
    data: z.object({ id: z.string() }),
    errors: [
      ...(['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION', 'SEARCH_LIMIT_EXHAUSTED', 'KEY_LIMIT'] as const),
      ...(['SAVED_SEARCH_EXISTS', 'WORKSPACE_FULL', ...TOO_MUCH] as const),
    ],
  }),
};

/** Every call of the programs' interface. */
export const API_CALLS = { ...OWN_CALLS, ...DERIVED_CALLS };

export type OwnCallName = keyof typeof OWN_CALLS;
export type OwnCalls = typeof OWN_CALLS;
export type ApiCallName = keyof typeof API_CALLS;

export const isDerived = (call: ApiCall): call is DerivedCall => 'wire' in call;
