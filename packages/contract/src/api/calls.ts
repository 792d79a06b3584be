/** The former calls of programs, which answer below `/api/v1` until the next major version: a table of their names, and of the calls that they are. */
import { z } from 'zod';
import { EXPORT_COLUMNS } from '../columns/catalogue.js';
import { LISTED_DIMENSIONS } from '../columns/dimensions.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { ownColumns, quoteExport } from '../endpoints/exports.js';
import { ENDPOINTS } from '../endpoints/index.js';
import { COLUMN_NAMES } from '../endpoints/read-records.js';
import { savedSearchTexts } from '../endpoints/workspaces.js';
import { countryCodes, isoDate } from '../query/search-query.js';
import type { KeyScope } from '../rules/api-keys.js';
import { EXPORT_FORMATS } from '../rules/exports.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { soughtText } from '../rules/person.js';
import type { RateBucket } from '../rules/rate-limits.js';
import { KEY_CALLS, type KeyCallName } from './key-calls.js';
import { type PlainForm, plainForm, plainName } from './plain.js';
import { fields, question, shortcodeOf, trades, WITH_QUESTION } from './question.js';

export interface ApiCall {
  /** Also the name of the server's handler. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with `{name}` parameters. */
  path: string;
  /** The call of the contract that it is, whose scope and rate it has. */
  wire: KeyCallName;
  scope: KeyScope | null;
  rate: RateBucket;
  params: z.ZodObject;
  /** The JSON body; the query string of a GET and a DELETE. */
  request: z.ZodObject;
  /** What of the answer leaves, where its handler does not write it out. */
  data: z.ZodType;
  /** How the contract's request and response are brought to the plain form, where that alone is done. */
  forms?: { request: PlainForm; response: PlainForm };
  /** It answers with a file, and tells nothing beside it. */
  file?: true;
  /** A request that a test makes. */
  example?: Record<string, unknown>;
}
export type DerivedCall<Wire extends KeyCallName = KeyCallName> = ApiCall & { wire: Wire } & Required<
    Pick<ApiCall, 'forms'>
  >;

type Route = `${ApiCall['method']} /${string}`;
type More = Pick<ApiCall, 'example' | 'file'>;

function routed(wire: KeyCallName, route: Route) {
  const [method, path = ''] = route.split(' ');
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [String(name), z.string().max(40)]);
  const params: z.ZodObject = z.strictObject(Object.fromEntries(named));
  const { rate }: Endpoint = ENDPOINTS[wire];
  return { method: method as ApiCall['method'], path, params, wire, scope: KEY_CALLS[wire], rate };
}

/** A call that asks, or is answered, otherwise than the contract's. */
const ownCall = <Shape extends z.ZodRawShape>(
  name: string,
  wire: KeyCallName,
  route: Route,
  shape: Shape,
  more: More = {},
) => ({
  name,
  ...routed(wire, route),
  request: z.strictObject(shape),
  data: z.unknown() as z.ZodType,
  ...more,
});

/** Fields that name the caller, who is known by the key, and what screens send along. */
const NOT_ASKED = ['user_id', 'is_active'];

/**
 * A call that is one of the contract's in the plain form, fields in its path taken out of the request.
 *
 * @param more.without fields that a person alone may say
 */
function derivedCall<Wire extends KeyCallName>(
  wire: Wire,
  route: Route,
  { without = [], ...more }: More & { name?: string; without?: readonly string[] } = {},
): DerivedCall<Wire> {
  const endpoint: Endpoint = ENDPOINTS[wire];
  const forms = {
    request: plainForm(endpoint.request, WITH_QUESTION),
    response: plainForm(endpoint.response, WITH_QUESTION),
  };
  const called = routed(wire, route);
  const taken = new Set([...NOT_ASKED, ...without, ...Object.keys(called.params.shape)]);
  const shape = forms.request.schema instanceof z.ZodObject ? forms.request.schema.shape : {};
  const request = z.strictObject(Object.fromEntries(Object.entries(shape).filter(([name]) => !taken.has(name))));
  return { name: wire, ...more, forms, ...called, wire, request, data: forms.response.schema };
}

const QUESTION = {
  trade: 'import',
  countries: ['KR'],
  from: '2020-01-01',
  to: '2020-12-31',
  where: [{ field: 'hs_code', values: ['6907'] }],
};
const asking = (more: Record<string, unknown> = {}) => ({ example: { question: QUESTION, ...more } });
const nothing = { example: {} };

const dimensions = LISTED_DIMENSIONS.map((name): [string, typeof name] => [plainName(name), name]);
/** Dimensions that have a list, by their plain names. */
export const BREAKDOWNS = new Map(dimensions);

/** A quote in the plain form. */
export const quoteForm = plainForm(quoteExport.response);

const count = z.number().int();
const page = count.min(0).max(LIMITS.listPages, { error: MESSAGES.noSuchPage }).default(0);
const limit = count.min(1).max(LIMITS.breakdownItems).default(LIMITS.breakdownItems);
const contains = z.string().max(LIMITS.searchValueMaxLength).default('');
const listed = {
  page: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(20),
};
const exported = {
  question,
  columns: z
    .array(z.string().max(100))
    .min(1)
    .max(Math.max(...Object.values(EXPORT_COLUMNS).map(({ size }) => size)))
    .optional(),
  ids: z.array(z.string()).min(1).optional(),
};

const OWN_CALLS = {
  count: ownCall('count', 'searchCount', 'POST /count', { question }, asking()),
  breakdown: ownCall(
    'breakdown',
    'topLists',
    'POST /breakdown',
    { question, by: z.enum(dimensions.map(([name]) => name) as [string, ...string[]]), contains, page, limit },
    asking({ by: 'importers', limit: 10 }),
  ),
  values: ownCall(
    'values',
    'listDistinctColumnValue',
    'POST /values',
    { question, column: z.enum(COLUMN_NAMES, { error: MESSAGES.unknownColumn }), contains, page, limit },
    asking({ column: 'origin_country' }),
  ),
  suggest: ownCall(
    'suggest',
    'suggestionList',
    'POST /suggest',
    {
      trade: trades.schema.transform(trades.wire),
      field: fields.schema.transform(fields.wire),
      text: z.string(),
      countries: z.array(z.string().transform(shortcodeOf)).pipe(countryCodes).optional(),
      from: isoDate,
      to: isoDate,
    },
    { example: { trade: 'import', field: 'hs_code', text: 'tiles', from: '2020-01-01', to: '2020-12-31' } },
  ),
  quoteExport: ownCall('quoteExport', 'quoteExport', 'POST /exports/quote', exported, asking()),
  startExport: ownCall('startExport', 'startExport', 'POST /exports', {
    ...exported,
    format: z.enum(EXPORT_FORMATS).default('csv'),
    trace: z.boolean().default(false),
    raw: z.boolean().default(false),
    own_columns: ownColumns,
    fingerprint: z.string().max(100),
  }),
  listExports: ownCall('listExports', 'exportList', 'GET /exports', listed, nothing),
  readExport: ownCall('readExport', 'exportDetails', 'GET /exports/{export_id}', {}),
  cancelExport: ownCall('cancelExport', 'cancelExport', 'POST /exports/{export_id}/cancel', {}),
  exportFile: ownCall('exportFile', 'fetchExport', 'GET /exports/{export_id}/file', {}, { file: true }),
  account: ownCall('account', 'activeSubscriptions', 'GET /account', {}, nothing),
  countries: ownCall(
    'countries',
    'countryListByTrade',
    'GET /countries',
    { trade: trades.schema },
    { example: { trade: 'import' } },
  ),
  savedSearches: ownCall(
    'savedSearches',
    'savedSearchList',
    'GET /saved-searches',
    { workspace_id: z.string().max(40).optional(), contains: soughtText(200).default(''), ...listed },
    nothing,
  ),
  saveSearch: ownCall('saveSearch', 'saveSearch', 'POST /saved-searches', {
    ...{ workspace_id: z.string().max(40), ...savedSearchTexts, question },
  }),
};

const analysis = <Wire extends KeyCallName>(wire: Wire, path: string, example: Record<string, unknown> = {}) =>
  derivedCall(wire, `POST /analyses/${path}`, asking(example));
const tiles = { example: { company: 'Acme Tiles' } };

/** Files spend their person's points, and reports their searches, whatever a key may spend: a person has them made. */
const OF_FILES = ['file', 'destination_id', 'report_id'];

const DERIVED_CALLS = {
  search: derivedCall('readRecords', 'POST /search', {
    name: 'search',
    ...asking({ limit: 2, columns: ['record_date', 'hs_code', 'origin_country', 'total_value_usd'] }),
  }),
  cost: derivedCall('readingCost', 'POST /cost', { name: 'cost', ...asking() }),
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
  company: derivedCall('company', 'POST /companies', tiles),
  similarCompanies: derivedCall('similarCompanies', 'POST /companies/similar', tiles),
  relatedCompanies: derivedCall('relatedCompanies', 'POST /companies/related', tiles),
  coverage: derivedCall('dataCoverage', 'GET /coverage', { name: 'coverage', ...nothing }),
  workspaces: derivedCall('workspaceList', 'GET /workspaces', { name: 'workspaces', ...nothing }),
  createWorkspace: derivedCall('createWorkspace', 'POST /workspaces', { example: { name: 'Made by a program' } }),
  renameWorkspace: derivedCall('renameWorkspace', 'PATCH /workspaces/{workspace_id}'),
  removeWorkspace: derivedCall('removeWorkspace', 'DELETE /workspaces/{workspace_id}'),
  restoreWorkspace: derivedCall('restoreWorkspace', 'POST /workspaces/{workspace_id}/restore'),
  renameSavedSearch: derivedCall('renameSavedSearch', 'PATCH /saved-searches/{saved_search_id}'),
  removeSavedSearch: derivedCall('removeSavedSearch', 'DELETE /saved-searches/{saved_search_id}'),
  restoreSavedSearch: derivedCall('restoreSavedSearch', 'POST /saved-searches/{saved_search_id}/restore'),
  savedSearchNews: derivedCall('savedSearchNews', 'POST /saved-searches/news', { example: { ids: [] } }),
  following: derivedCall('following', 'GET /following', nothing),
  follow: derivedCall('follow', 'POST /following', { without: OF_FILES, ...asking({ name: 'Tiles of ours' }) }),
  changeFollowing: derivedCall('changeFollowing', 'PATCH /following/{question_id}', { without: OF_FILES }),
  unfollow: derivedCall('unfollow', 'DELETE /following/{question_id}'),
  findings: derivedCall('findings', 'GET /following/findings', nothing),
  contacts: derivedCall('contactList', 'GET /contacts', { name: 'contacts', ...nothing }),
  saveContact: derivedCall('saveContact', 'POST /contacts', { example: { company_name: 'Acme Tiles' } }),
  updateContact: derivedCall('updateContact', 'PATCH /contacts/{contact_id}'),
  removeContact: derivedCall('removeContact', 'DELETE /contacts/{contact_id}'),
  restoreContact: derivedCall('restoreContact', 'POST /contacts/{contact_id}/restore'),
  contactShipments: derivedCall('contactShipments', 'GET /contacts/{contact_id}/shipments'),
} satisfies Record<string, DerivedCall>;

/** Every former call. */
export const API_CALLS = { ...OWN_CALLS, ...DERIVED_CALLS };

export type OwnCallName = keyof typeof OWN_CALLS;
export type OwnCalls = typeof OWN_CALLS;
export type ApiCallName = keyof typeof API_CALLS;

export const isDerived = (call: ApiCall): call is DerivedCall => call.forms !== undefined;
