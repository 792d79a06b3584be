import { z } from 'zod';
import { EXPORT_COLUMNS } from '../columns/catalogue.js';
import { listsSoughtBy } from '../line/lists.js';
import { searchQuery } from '../query/search-query.js';
import { ERRORS, type ErrorCode, TOO_MUCH } from '../rules/errors.js';
import { EXPORT_FORMATS, EXPORT_STATES } from '../rules/exports.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { OWN_LIST_LIMITS } from '../rules/own-list-limits.js';
import { personId, soughtText } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';

/** As many ids as paging reaches, with a search form. */
const BODY_OF_IDS = 640 * 1024;

const recordId = z.string().regex(/^[0-9a-f]{32}$/, { error: MESSAGES.unknownRecordId });

/** Ids of records that somebody names: no more than paging reaches. */
const recordIds = z.array(recordId).max(LIMITS.reachableRows, { error: MESSAGES.pageOutOfReach });

/** A file holds all that a record has, beyond what a table shows at once. */
const MOST_COLUMNS = Math.max(...Object.values(EXPORT_COLUMNS).map(({ size }) => size));

/** What is exported: the records of a question, those that are named or all, with the columns in the order in which they are named. */
const exportedFields = {
  query: searchQuery.describe('The question with its filters and its order'),
  columnKeys: z
    .array(z.string().max(LIMITS.nameMaxLength))
    .min(1, { error: MESSAGES.fieldRequired })
    .max(MOST_COLUMNS, { error: MESSAGES.unknownColumn }),
  ids: recordIds
    .min(1, { error: MESSAGES.selectRows })
    .transform((ids) => [...new Set(ids)])
    .optional()
    .describe(
      'The records that were ticked; without them all, in the order of the screen, as far as maximum and balance reach',
    ),
};

type ExportedFields = Pick<z.output<z.ZodObject<typeof exportedFields>>, 'query' | 'columnKeys'>;

/** Columns that the records of the question's trade type have, each once. */
function checkColumns({ query, columnKeys }: ExportedFields, context: z.RefinementCtx): void {
  for (const [index, key] of columnKeys.entries()) {
    const known = EXPORT_COLUMNS[query.tradeType].has(key) && columnKeys.indexOf(key) === index;
    if (!known) context.addIssue({ code: 'custom', path: ['columnKeys', index], message: MESSAGES.unknownColumn });
  }
}

/** Columns of the account's own lists, by what their files call them. */
export const ownColumns = z
  .array(
    z.strictObject({
      list: z.string().max(LIMITS.nameMaxLength),
      columns: z.array(z.string().max(OWN_LIST_LIMITS.cell)).min(1).max(OWN_LIST_LIMITS.joinedColumns),
    }),
  )
  .max(OWN_LIST_LIMITS.joinedColumns)
  .default([])
  .describe(
    'Columns of lists by which the line looks for records, joined to each record behind its own columns: what the list says of what the record was found by',
  );
export type OwnColumns = z.output<typeof ownColumns>;

/** Lists by which the line looks, and few enough columns. */
function checkOwnColumns(
  { query, ownColumns: joined }: { query: z.output<typeof searchQuery>; ownColumns: OwnColumns },
  context: z.RefinementCtx,
): void {
  const sought = listsSoughtBy(query.line ?? '').map(({ name }) => name);
  const refuse = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path: ['ownColumns', ...path], message });
  for (const [index, { list }] of joined.entries()) {
    const isTwice = joined.findIndex((other) => other.list === list) < index;
    if (isTwice || !sought.includes(list)) refuse([index, 'list'], MESSAGES.notSoughtBy);
  }
  const count = joined.reduce((sum, { columns }) => sum + columns.length, 0);
  if (count > OWN_LIST_LIMITS.joinedColumns) refuse([], MESSAGES.tooManyJoined);
}

const refusal = z.object({
  errorCode: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  errorMsg: z.string(),
});

/** What an export costs, before anything is spent. Points are the person's own. */
const exportQuote = z.object({
  matching: z
    .number()
    .int()
    .describe('Records that are asked for: those that are named, or all that the question finds'),
  gone: z.number().int().describe('Named records that the question does not find any more'),
  rows: z.number().int().describe('Records that the file would have'),
  owned: z.number().int().describe('Of these, records that the account owns already: they are free'),
  points: z.number().int().describe('What the others cost'),
  balance: z.number().int().describe('Points that the person has'),
  balanceAfter: z.number().int(),
  maxDownload: z.number().int().describe('Points that all rows of one export may weigh together, owned ones too'),
  weight: z.number().int().describe('What all rows weigh'),
  parts: z.array(
    z.object({
      country: z.string(),
      weightage: z.number().int().describe('Points of one record'),
      rows: z.number().int(),
      owned: z.number().int(),
      points: z.number().int(),
    }),
  ),
  stoppedBy: z
    .enum(['MAXIMUM', 'BALANCE'])
    .nullable()
    .describe('Why the file would not have all records; the rest is left out from the end'),
  refusal: refusal.nullable().describe('Why nothing can be exported as it is asked for'),
  estimate: z.object({ bytes: z.number().int(), seconds: z.number() }).describe('Of the xlsx file, about'),
  dataVersion: z.number().int(),
  fingerprint: z.string().describe('Names this quote: the export is refused when it would cost anything else'),
});
export type ExportQuote = z.output<typeof exportQuote>;

const paid = ['NO_SUBSCRIPTION', 'SEARCH_FIRST', ...TOO_MUCH] as const;

export const quoteExport = endpoint('POST /export-management/quote', {
  summary: 'What an export would hold and cost; it spends nothing',
  owner: 'CALLER',
  rate: 'SEARCH',
  bodyLimit: BODY_OF_IDS,
  request: z.strictObject(exportedFields).superRefine(checkColumns),
  response: exportQuote,
  errors: [...paid],
});

/** How far an export is, and what it holds. */
const exportView = z.object({
  exportId: z.string(),
  state: z.enum(EXPORT_STATES),
  reason: refusal.nullable().describe('Why nothing came of it'),
  createdDate: z.iso.datetime(),
  userId: z.number().int(),
  userName: z.string(),
  question: z.string().describe('In words'),
  searchId: z.string(),
  userSearchQuery: z.unknown().describe('The question with its filters and its order, to be asked again'),
  columnKeys: z.array(z.string()),
  format: z.enum(EXPORT_FORMATS),
  fileName: z.string(),
  rows: z.number().int(),
  points: z.number().int(),
  dataVersion: z.number().int().nullable(),
  rowsDone: z.number().int(),
  bytes: z.number().int().nullable().describe('Of the file, once it is there'),
  keptUntil: z.iso.datetime().nullable().describe('Until when it can be fetched again'),
});
export type ExportView = z.output<typeof exportView>;

export const startExport = endpoint('POST /export-management/export', {
  summary: 'Export records at the price of a quote. The same key is the same export, charged once',
  owner: 'CALLER',
  rate: 'SEARCH',
  bodyLimit: BODY_OF_IDS,
  request: z
    .strictObject({
      ...exportedFields,
      format: z.enum(EXPORT_FORMATS).default('xlsx'),
      trace: z.boolean().default(false).describe('With the id of each record, its source, file and line'),
      raw: z.boolean().default(false).describe('CSV only: also cells that a spreadsheet would run, as they are'),
      ownColumns,
      fingerprint: z.string().max(LIMITS.tokenMaxLength),
      key: z.uuid(),
    })
    .superRefine(checkColumns)
    .superRefine(checkOwnColumns),
  response: exportView,
  errors: [
    'QUOTE_CHANGED',
    'EXPORT_KEY_USED',
    'EXPORTS_WAITING',
    'DOWNLOAD_LIMIT_EXHAUSTED',
    'DOWNLOAD_TOO_LARGE',
    'EXPORT_NOTHING',
    ...paid,
  ],
});

const exportId = z.string().max(40);

export const exportDetails = endpoint('GET /export-management/export', {
  summary: 'How far an export is',
  owner: { ids: { exportId: 'export' } },
  rate: 'LISTS',
  request: z.strictObject({ exportId }),
  response: exportView,
  errors: ['NOT_YOURS'],
});

export const exportList = endpoint('GET /export-management/list', {
  summary: "Exports, newest first: a sub-user's own, the owner's with those of all sub-users",
  owner: { ids: { userId: 'account' } },
  rate: 'LISTS',
  request: z.strictObject({
    userId: personId,
    contains: soughtText(LIMITS.searchValueMaxLength).default('').describe('A text of the question in words'),
    open: z.enum(['Y', 'N']).default('N').describe("Y: only those that wait or are being made, the caller's own"),
    ...pageFields,
  }),
  response: z.object({ exportList: z.array(exportView), totalRecords: z.number().int() }),
  errors: ['NOT_YOURS'],
});

export const cancelExport = endpoint('PUT /export-management/cancel', {
  summary: 'Cancel an export that waits or is being made; its points come back',
  owner: { ids: { exportId: 'export' } },
  inQuery: true,
  request: z.strictObject({ exportId }),
  response: exportView,
  errors: ['NOT_YOURS'],
});

export const fetchExport = endpoint('POST /export-management/fetch', {
  summary: 'An address from which the file can be fetched once, within a minute; none while it is made again',
  owner: { ids: { exportId: 'export' } },
  request: z.strictObject({ exportId }),
  response: z.object({ url: z.string().nullable() }),
  errors: ['NOT_YOURS', 'EXPORT_GONE'],
});

export const downloadSearch = endpoint('PUT /search-management/downloadsearch', {
  summary: 'How many records the account has come to own by exports of a search; what is sent changes nothing',
  owner: { ids: { searchId: 'search' } },
  inQuery: true,
  request: z.strictObject({
    searchId: z.string().max(40),
    recordsDownloaded: z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,9}$/)]),
  }),
  response: z.object({ recordsDownloaded: z.number().int() }),
  errors: ['NOT_YOURS'],
});

export const updateDownloads = endpoint('POST /activity-management/download-tracker/update', {
  summary: 'Which of some records the account owns; what is sent changes nothing',
  owner: { ids: { userId: 'account' } },
  bodyLimit: BODY_OF_IDS,
  request: z.strictObject({ userId: personId, downloadedRecords: recordIds }),
  response: z.object({ downloadedRecords: z.array(z.string()) }),
  errors: ['NOT_YOURS'],
});

export const ownedRecords = endpoint('GET /activity-management/download-tracker/get', {
  summary:
    'A page of the ids of the records that the account owns, with how many there are in the header x-total-records; or those of some ids that it owns',
  owner: { ids: { userId: 'account' } },
  request: z.strictObject({
    userId: personId,
    ids: z
      .union([recordId.transform((id) => [id]), z.array(recordId).max(LIMITS.pageSizeMax)])
      .optional()
      .describe('Ids that are asked about'),
    ...pageFields,
  }),
  response: z.array(z.string()),
  errors: ['NOT_YOURS'],
});
