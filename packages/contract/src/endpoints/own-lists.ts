/** Lists that an account brings: names of companies, HS codes or ids of records, each found among the records or told as not found. */
import { z } from 'zod';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { OWN_LIST_LIMITS } from '../rules/own-list-limits.js';
import { line, soughtText } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';

export const OWN_LIST_KINDS = ['COMPANY', 'HS_CODE', 'RECORD'] as const;
export type OwnListKind = (typeof OWN_LIST_KINDS)[number];

/** How sure it is what an entry means: for `AMBIGUOUS` several are as near, for `NONE` nothing is near enough. */
export const SURENESSES = ['SURE', 'PROBABLE', 'AMBIGUOUS', 'NONE'] as const;
export type Sureness = (typeof SURENESSES)[number];

/** SENDING: its rows are not all there. MATCHING: they are looked for. */
export const OWN_LIST_STATES = ['SENDING', 'MATCHING', 'READY', 'FAILED'] as const;
export type OwnListState = (typeof OWN_LIST_STATES)[number];

const listId = z.string().max(40);
const count = z.number().int();
/** The database has no such characters in a text: the one of nothing, and halves of others. */
const cell = z
  .string()
  .max(OWN_LIST_LIMITS.cell, { error: MESSAGES.textTooLong })
  .transform((text) => text.replace(/[\0\p{Cs}]/gu, ''));
const column = z
  .number()
  .int()
  .min(0)
  .max(OWN_LIST_LIMITS.columns - 1);

const ownList = z.object({
  listId,
  name: z.string(),
  kind: z.enum(OWN_LIST_KINDS),
  state: z.enum(OWN_LIST_STATES),
  columns: z.array(z.string()),
  rows: count.describe('As many as it was said to have'),
  received: count.describe('Rows that have come'),
  looked: count.describe('Entries that have been looked for'),
  entries: count.describe('Different ones among the rows'),
  counts: z
    .object({ sure: count, probable: count, ambiguous: count, none: count })
    .describe('Rows by how sure it is what they mean: together all that were looked for'),
  found: count.describe('Rows that stand for something: what is sure, and what somebody has chosen'),
  members: count.describe('Different companies, codes or records that it stands for'),
  createdDate: z.iso.datetime(),
  mayChange: z.boolean(),
});
export type OwnList = z.output<typeof ownList>;

const listName = line(MESSAGES.enterListName, LIMITS.nameMaxLength);

const createOwnList = endpoint('POST /activity-management/list', {
  summary: "Begin a list of the account; its rows are sent next. A name is an account's once, whatever its case",
  owner: 'CALLER',
  rate: 'IMPORTS',
  request: z
    .strictObject({
      name: listName,
      kind: z.enum(OWN_LIST_KINDS),
      columns: z.array(cell).min(1).max(OWN_LIST_LIMITS.columns),
      valueColumn: column.describe('Which column is looked for, from 0'),
      countryColumn: column.nullable().default(null).describe("A company's country, where it is known"),
      numberColumn: column
        .nullable()
        .default(null)
        .describe("A company's official number, by which it is looked for before its name"),
      chosenColumn: column
        .nullable()
        .default(null)
        .describe('What was chosen for a row before: it is taken where it is found'),
      rows: z.number().int().min(1).max(OWN_LIST_LIMITS.rows, { error: MESSAGES.tooManyListRows }),
    })
    .refine(
      ({ columns, valueColumn, countryColumn, numberColumn, chosenColumn }) =>
        [valueColumn, countryColumn ?? 0, numberColumn ?? 0, chosenColumn ?? 0].every((at) => at < columns.length),
      { error: MESSAGES.unknownColumn, path: ['valueColumn'] },
    ),
  response: z.object({ listId }),
  errors: ['NO_SUBSCRIPTION', 'OWN_LISTS_FULL', 'OWN_LIST_EXISTS'],
});

const sendOwnListRows = endpoint('PUT /activity-management/list/rows', {
  summary:
    'Send rows of a list that was begun, in their order; answers how many are there. With the last one it is looked for',
  subUser: 'OWN',
  owner: { ids: { listId: 'ownList' } },
  rate: 'UPLOADS',
  bodyLimit: OWN_LIST_LIMITS.partBytes,
  request: z.strictObject({
    listId,
    from: z.number().int().min(0).describe('How many have come before'),
    rows: z.array(z.array(cell).max(OWN_LIST_LIMITS.columns)).min(1).max(OWN_LIST_LIMITS.partRows),
  }),
  response: z.object({ received: count }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'MAKER_ONLY'],
});

const ownLists = endpoint('GET /activity-management/list', {
  summary: "The account's lists, by name",
  owner: { ids: { listId: 'ownList' } },
  request: z.strictObject({ listId: listId.optional().describe('A single one') }),
  response: z.object({ ownLists: z.array(ownList), most: count.describe('So many may an account have') }),
  errors: ['NOT_YOURS'],
});

const candidate = z.object({
  name: z.string().describe('What it is asked for by: the name of a company, a code, an id'),
  about: z.string().describe('What a code is called'),
  records: count.describe('Of a company, in all that may be seen'),
  why: z.array(z.string()).describe('In what it differs from what the list says; `number`: it states the same one'),
  score: z.number(),
});
export type OwnListCandidate = z.output<typeof candidate>;

const sureness = z.enum(SURENESSES).nullable().describe('null: it has not been looked for yet');

const entry = z.object({
  entry: z.string(),
  value: z.string(),
  country: z.string().nullable(),
  number: z.string().nullable(),
  rows: count.describe('Rows of the list that say it'),
  firstRow: count.describe('The first of them, from 1'),
  sureness,
  candidates: z.array(candidate),
  chosen: z.string().nullable().describe('What it stands for; null: nothing'),
  isDecided: z.boolean().describe('Whether somebody has said so'),
});
export type OwnListEntry = z.output<typeof entry>;

const ownListEntries = endpoint('GET /activity-management/list/entries', {
  summary: 'What the rows of a list were found to be, different ones once, the first of them first',
  owner: { ids: { listId: 'ownList' } },
  request: z.strictObject({
    listId,
    sureness: z.enum(SURENESSES).optional(),
    contains: soughtText(LIMITS.companyNameMaxLength).default(''),
    ...pageFields,
  }),
  response: z.object({ entries: z.array(entry), totalRecords: count }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE'],
});

const decideOwnList = endpoint('PUT /activity-management/list/decide', {
  summary:
    'Say what entries of a list stand for: one of their candidates, or nothing; or take the likeliest of all that are probable',
  owner: { ids: { listId: 'ownList' } },
  request: z
    .strictObject({
      listId,
      decisions: z
        .array(z.strictObject({ entry: z.string().regex(/^[\w-]{1,40}$/), chosen: cell.nullable() }))
        .max(OWN_LIST_LIMITS.decisions)
        .default([]),
      allProbable: z.boolean().default(false),
    })
    .refine(({ decisions, allProbable }) => decisions.length > 0 || allProbable, { error: MESSAGES.invalidRequest }),
  response: ownList,
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE'],
});

const ownListRows = endpoint('GET /activity-management/list/rows', {
  summary: 'The rows of a list as they came, each with what it stands for',
  owner: { ids: { listId: 'ownList' } },
  request: z.strictObject({ listId, ...pageFields }),
  response: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.object({ cells: z.array(z.string()), sureness, chosen: z.string().nullable() })),
    totalRecords: count,
  }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE'],
});

const matchOwnList = endpoint('PUT /activity-management/list/match', {
  summary: 'Look for the entries of a list again, as the records are now; what somebody has said of them stays',
  owner: { ids: { listId: 'ownList' } },
  rate: 'IMPORTS',
  request: z.strictObject({ listId }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION', ...TOO_MUCH],
});

const ownListUses = endpoint('GET /activity-management/list/uses', {
  summary: 'Saved searches of the account that name a list: under another name they would not find it',
  owner: { ids: { listId: 'ownList' } },
  request: z.strictObject({ listId }),
  response: z.object({
    savedSearches: z.array(z.object({ name: z.string(), workspaceName: z.string() })).describe('By name'),
    isMore: z.boolean().describe('There are others'),
  }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE'],
});

const renameOwnList = endpoint('PUT /activity-management/list/rename', {
  summary:
    'Give a list another name. What names it by the old one names no list then. A sub-user renames those that they made',
  subUser: 'OWN',
  owner: { ids: { listId: 'ownList' } },
  request: z.strictObject({ listId, name: listName }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'MAKER_ONLY', 'OWN_LIST_EXISTS'],
});

const removeOwnList = endpoint('PUT /activity-management/list/remove', {
  summary: 'Remove a list with its rows, for good. A sub-user removes those that they made',
  subUser: 'OWN',
  owner: { ids: { listId: 'ownList' } },
  request: z.strictObject({ listId }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'MAKER_ONLY'],
});

/** All calls of lists: a browser does without until somebody looks at them. */
export const OWN_LIST_ENDPOINTS = {
  createOwnList,
  sendOwnListRows,
  ownLists,
  ownListEntries,
  decideOwnList,
  ownListRows,
  matchOwnList,
  ownListUses,
  renameOwnList,
  removeOwnList,
} as const;
