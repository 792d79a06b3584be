import { z } from 'zod';
import { endpoint, noParams } from '../endpoint.js';
import { TOO_MUCH } from '../errors.js';
import { LIMITS } from '../limits.js';
import { line, squeezedLine } from '../line.js';
import { MESSAGES } from '../messages.js';
import { pageFields } from '../paging.js';
import { personId } from '../person.js';
import { savedQuery } from '../saved-query.js';
import { askedQuestion, searchQuery } from '../search-query.js';
import { active } from './workspaces.js';

const id = z.string().max(40);

/** What a person says of a search that they save (SPEC 5, "Save search modal"). */
export const savedSearchTexts = {
  name: line(MESSAGES.enterTitle, LIMITS.nameMaxLength),
  description: squeezedLine(MESSAGES.enterDescription, LIMITS.descriptionMaxLength),
};

/** Columns of a table, by wire key and in order. */
const columnKeys = z
  .array(z.string().max(LIMITS.nameMaxLength).regex(/^\w+$/, { error: MESSAGES.unknownColumn }))
  .max(LIMITS.columns);

export const saveSearch = endpoint({
  name: 'saveSearch',
  summary: 'Save a search in a workspace; with the id of one that is saved there, in its place',
  method: 'POST',
  path: '/activity-management/workspace/savesearch',
  access: 'session',
  owner: { ids: { workspace_id: 'workspace', search_id: 'search', id: 'savedSearch' } },
  rate: 'SEARCH',
  params: noParams,
  request: z.strictObject({
    workspace_id: id,
    search_id: id.describe('A search that the caller asked'),
    ...savedSearchTexts,
    is_active: active,
    id: id.nullish().describe('A saved search of this workspace; empty for a new one'),
    query: searchQuery
      .optional()
      .describe('The same question with its filters and its order; without it, the question alone is saved'),
    columnKeys: columnKeys.default([]),
  }),
  response: z.object({ id: z.string(), message: z.string() }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION', 'SAVED_SEARCH_EXISTS', 'WORKSPACE_FULL', ...TOO_MUCH],
});

/** A search in a workspace (SPEC 3 "Workspace and saved search"). */
const savedSearch = z.object({
  id: z.string(),
  searchId: z.string(),
  workspaceId: z.string(),
  workspaceName: z.string(),
  name: z.string(),
  description: z.string(),
  createdDate: z.iso.datetime(),
  tradeType: askedQuestion.shape.tradeType,
  countryCode: z.array(z.string()),
  totalRecords: z.number().int().describe('What it found when it was saved'),
  dataVersion: z.number().int().describe('The published state of the records then'),
  fromDate: z.string(),
  toDate: z.string(),
  columnKeys: z.array(z.string()).describe('The columns that were shown; empty where none were chosen'),
  userSearchQuery: savedQuery,
});
export type SavedSearch = z.output<typeof savedSearch>;

export const savedSearchList = endpoint({
  name: 'savedSearchList',
  summary: "The account's saved searches, newest first: of one workspace or of all, or a single one",
  method: 'GET',
  path: '/activity-management/workspace/searchByUser',
  access: 'session',
  owner: { ids: { createdBy: 'account', workspaceId: 'workspace', userWorkspaceId: 'savedSearch' } },
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject({
    createdBy: personId,
    workspaceId: id.optional(),
    userWorkspaceId: id.optional().describe('The id of a saved search'),
    ...pageFields,
  }),
  response: z.object({
    searchQueryWithWS: z.array(savedSearch),
    totalRecords: z.number().int().describe('How many there are; an answer carries a page of them'),
  }),
  errors: ['NOT_YOURS'],
});

export const removeSavedSearch = endpoint({
  name: 'removeSavedSearch',
  summary: 'Remove a saved search from its workspace',
  method: 'PUT',
  path: '/activity-management/workspace/removesearch',
  access: 'session',
  owner: { ids: { userWorkspaceId: 'savedSearch' } },
  rate: 'ACCOUNT',
  params: noParams,
  inQuery: true,
  request: z.strictObject({ userWorkspaceId: id }),
  response: z.object({ message: z.string() }),
  errors: ['NOT_YOURS'],
});
