import { z } from 'zod';
import { askedQuestion, isoDate, savedQuery, searchQuery } from '../query/search-query.js';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { line, personId, soughtText, squeezedLine } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';

/** What the screens send along; nothing is ever made inactive. */
export const active = z.literal('Y').default('Y');

export const workspaceName = line(MESSAGES.enterWorkspaceName, LIMITS.nameMaxLength);

const id = z.string().max(40);

/** How often something had been changed when a person saw it. */
export const seenRevision = z
  .number()
  .int()
  .positive()
  .describe('The revision that was seen; another one is there no more');

/** What is answered of everything that an account keeps. */
export const keptFields = {
  createdDate: z.iso.datetime(),
  createdBy: z
    .object({ userId: z.number().int(), userName: z.string() })
    .nullable()
    .describe('Who made it; null once they are gone'),
  revision: z.number().int().describe('Counts its changes; a change names the one that it was made to'),
  mayChange: z.boolean().describe('Whether the caller may change and remove it'),
};

export const createWorkspace = endpoint('POST /activity-management/workspace', {
  summary: "Make a workspace of the account; answers with its id. A name is an account's once, whatever its case",
  owner: 'CALLER',
  request: z.strictObject({ name: workspaceName, is_active: active }),
  response: z.string(),
  errors: ['NO_SUBSCRIPTION', 'WORKSPACE_LIMIT_EXHAUSTED', 'WORKSPACE_EXISTS'],
});

export const workspaceList = endpoint('GET /activity-management/workspace/list', {
  summary: "The account's workspaces, by name; a sub-user sees their owner's",
  owner: { ids: { userId: 'account' } },
  request: z.strictObject({ userId: personId, ...pageFields }),
  response: z.object({
    workspaceList: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        ...keptFields,
        savedSearches: z.number().int().describe('How many saved searches it holds'),
      }),
    ),
    totalRecords: z.number().int().describe('How many workspaces there are; an answer carries a page of them'),
  }),
  errors: ['NOT_YOURS'],
});

export const renameWorkspace = endpoint('PUT /activity-management/workspace/rename', {
  summary: 'Give a workspace another name. A sub-user renames those that they made',
  subUser: 'OWN',
  owner: { ids: { workspaceId: 'workspace' } },
  request: z.strictObject({ workspaceId: id, name: workspaceName, revision: seenRevision }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'MAKER_ONLY', 'CHANGED_MEANWHILE', 'WORKSPACE_EXISTS'],
});

export const removeWorkspace = endpoint('PUT /activity-management/workspace/remove', {
  summary:
    "Remove a workspace with its saved searches, which returns its allowance. A sub-user removes those that they made and that hold nobody else's searches",
  subUser: 'OWN',
  owner: { ids: { workspaceId: 'workspace' } },
  inQuery: true,
  request: z.strictObject({ workspaceId: id }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'MAKER_ONLY', 'WORKSPACE_SHARED'],
});

export const restoreWorkspace = endpoint('PUT /activity-management/workspace/restore', {
  summary: `Put a removed workspace back with its saved searches, within ${LIMITS.undoHours} hours; it is charged again`,
  subUser: 'OWN',
  owner: { ids: { workspaceId: 'workspace' } },
  inQuery: true,
  request: z.strictObject({ workspaceId: id }),
  errors: [
    'NOT_YOURS',
    'REMOVED_MEANWHILE',
    'MAKER_ONLY',
    'NO_SUBSCRIPTION',
    'WORKSPACE_LIMIT_EXHAUSTED',
    'WORKSPACE_EXISTS',
  ],
});

/** What a person says of a search that they save (SPEC 5, "Save search modal"). */
export const savedSearchTexts = {
  name: line(MESSAGES.enterTitle, LIMITS.nameMaxLength),
  description: squeezedLine(MESSAGES.enterDescription, LIMITS.descriptionMaxLength),
};

/** Columns of a table, by wire key and in order. */
const columnKeys = z
  .array(z.string().max(LIMITS.nameMaxLength).regex(/^\w+$/, { error: MESSAGES.unknownColumn }))
  .max(LIMITS.columns);

export const saveSearch = endpoint('POST /activity-management/workspace/savesearch', {
  summary: 'Save a search in a workspace; with the id of one that is saved there, in its place',
  owner: { ids: { workspace_id: 'workspace', search_id: 'loggedSearch', id: 'savedSearch' } },
  rate: 'SEARCH',
  request: z.strictObject({
    workspace_id: id,
    search_id: id.describe('A search that the caller asked'),
    ...savedSearchTexts,
    is_active: active,
    id: id.optional().describe('A saved search of this workspace; empty for a new one'),
    revision: seenRevision
      .optional()
      .describe('Of the saved search in whose place it comes; without one, whatever is there'),
    query: searchQuery
      .optional()
      .describe('The same question with its filters and its order; without it, those that it was last asked with'),
    columnKeys: columnKeys.default([]),
  }),
  response: z.object({ id: z.string(), message: z.string() }),
  errors: [
    'NOT_YOURS',
    'REMOVED_MEANWHILE',
    'MAKER_ONLY',
    'CHANGED_MEANWHILE',
    'NO_SUBSCRIPTION',
    'SAVED_SEARCH_EXISTS',
    'WORKSPACE_FULL',
    ...TOO_MUCH,
  ],
});

/** A search in a workspace (SPEC 3 "Workspace and saved search"). */
const savedSearch = z.object({
  id: z.string(),
  searchId: z.string(),
  workspaceId: z.string(),
  workspaceName: z.string(),
  name: z.string(),
  description: z.string(),
  ...keptFields,
  tradeType: askedQuestion.shape.tradeType,
  countryCode: z.array(z.string()),
  totalRecords: z.number().int().describe('What it found when it was saved'),
  dataVersion: z.number().int().describe('The published state of the records then'),
  fromDate: z.string(),
  toDate: z.string(),
  columnKeys: z.array(z.string()).describe('The columns that were shown; empty where none were chosen'),
  userSearchQuery: savedQuery.extend({
    isDownloaded: z.boolean().describe('Whether its records have been downloaded'),
    totalRecords: z.number().int().describe('As beside it'),
  }),
  searchable: z
    .object({ countryCode: z.array(z.string()), fromDate: isoDate, toDate: isoDate })
    .nullable()
    .describe('What the subscription still shows of its countries and days; null where that is nothing'),
});
export type SavedSearch = z.output<typeof savedSearch>;

/** What saved searches can be sorted by. */
export const SAVED_SEARCH_ORDERS = ['createdDate', 'name', 'tradeType', 'totalRecords'] as const;
export type SavedSearchOrder = (typeof SAVED_SEARCH_ORDERS)[number];

export const savedSearchList = endpoint('GET /activity-management/workspace/searchByUser', {
  summary:
    "The account's saved searches: of one workspace or of all, or a single one; the newest first unless asked otherwise",
  owner: { ids: { createdBy: 'account', workspaceId: 'workspace', userWorkspaceId: 'savedSearch' } },
  request: z.strictObject({
    createdBy: personId,
    workspaceId: id.optional(),
    userWorkspaceId: id.optional().describe('The id of a saved search'),
    contains: soughtText(LIMITS.searchValueMaxLength)
      .default('')
      .describe('A text of the title or the description, whatever its case'),
    orderBy: z.enum(SAVED_SEARCH_ORDERS).default('createdDate'),
    orderByMode: z.enum(['asc', 'desc']).default('desc'),
    ...pageFields,
  }),
  response: z.object({
    searchQueryWithWS: z.array(savedSearch),
    totalRecords: z.number().int().describe('How many there are; an answer carries a page of them'),
  }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION'],
});

export const renameSavedSearch = endpoint('PUT /activity-management/workspace/editsearch', {
  summary: 'Give a saved search another title and description. A sub-user changes those that they saved',
  subUser: 'OWN',
  owner: { ids: { userWorkspaceId: 'savedSearch' } },
  request: z.strictObject({ userWorkspaceId: id, ...savedSearchTexts, revision: seenRevision }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'MAKER_ONLY', 'CHANGED_MEANWHILE', 'SAVED_SEARCH_EXISTS'],
});

export const removeSavedSearch = endpoint('PUT /activity-management/workspace/removesearch', {
  summary: 'Remove a saved search from its workspace. A sub-user removes those that they saved',
  subUser: 'OWN',
  owner: { ids: { userWorkspaceId: 'savedSearch' } },
  inQuery: true,
  request: z.strictObject({ userWorkspaceId: id }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'MAKER_ONLY'],
});

export const restoreSavedSearch = endpoint('PUT /activity-management/workspace/restoresearch', {
  summary: `Put a removed saved search back in its workspace, within ${LIMITS.undoHours} hours`,
  subUser: 'OWN',
  owner: { ids: { userWorkspaceId: 'savedSearch' } },
  inQuery: true,
  request: z.strictObject({ userWorkspaceId: id }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'MAKER_ONLY', 'NO_SUBSCRIPTION', 'SAVED_SEARCH_EXISTS', 'WORKSPACE_FULL'],
});

/** What came to a saved search since the caller last looked at it. */
const savedSearchNewsItem = z.object({
  id: z.string(),
  newRecords: z.number().int().nullable().describe('Records that came since; null where it cannot be told'),
  newSince: z
    .number()
    .int()
    .nullable()
    .describe('The data version after which they came: asked with it as newSince, the search finds them, for nothing'),
  newUntil: z.number().int().nullable().describe('The data version up to which they are counted, as newUntil'),
  totalRecords: z.number().int().nullable().describe('What it finds now, up to the last day of the records'),
  from: isoDate.nullable(),
  to: isoDate.nullable().describe('Its last day, or the last one of the records since, as far as a search may span'),
  lookedDate: z.iso.datetime().nullable().describe('Whoever has never looked begins with what there is now'),
  reason: z.string().nullable().describe('Why it cannot be told'),
});
export type SavedSearchNews = z.output<typeof savedSearchNewsItem>;

export const savedSearchNews = endpoint('POST /activity-management/workspace/news', {
  summary: 'How many records came to saved searches that the caller has not seen; free of charge',
  owner: 'CALLER',
  rate: 'SEARCH',
  request: z.strictObject({ ids: z.array(id).max(LIMITS.savedSearchesAtOnce).describe('Saved searches') }),
  response: z.object({ news: z.array(savedSearchNewsItem) }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION'],
});

export const lookedAtSavedSearch = endpoint('PUT /activity-management/workspace/looked', {
  summary: 'Note that the caller sees what came to a saved search: what comes after it is new to them',
  owner: { ids: { userWorkspaceId: 'savedSearch' } },
  rate: 'SEARCH',
  request: z.strictObject({
    userWorkspaceId: id,
    newUntil: z.number().int().optional().describe('The data version up to which they see it; the present one'),
  }),
  response: z.object({ totalRecords: z.number().int() }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION', ...TOO_MUCH],
});
