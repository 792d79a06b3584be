import { askTheSame, type SavedSearch } from '@tidewaiter/accounts';
import { MESSAGES, PortalError, searchQuery } from '@tidewaiter/contract';
import type { Handler } from '../handler.js';
import { pageOf } from '../page-of.js';
import { openQuestion } from '../paid-question.js';
import { mustNameOwnAccount } from '../whose-account.js';

/**
 * Saves the question of a search that the caller asked, with the filters that the request carries. How many records it finds is the
 * server's to know, before anything is written.
 */
export const saveSearch: Handler<'saveSearch'> = async (call) => {
  const { house, request, caller } = call;
  const { searches, savedSearches } = house.accounts;
  const { workspace_id, search_id, name, description, id, columnKeys } = request;
  const { question } = await searches.find(caller.user, search_id);
  const query = request.query ?? searchQuery.parse(question);
  if (!askTheSame(question, query)) {
    const message = MESSAGES.notItsQuestion;
    throw new PortalError('VALIDATION', [{ field: 'query', message }], message);
  }
  const asked = await openQuestion(call, query);
  const search = {
    workspaceId: workspace_id,
    searchId: search_id,
    name,
    description,
    query,
    columnKeys,
    totalRecords: await asked.count(),
    dataVersion: asked.dataVersion,
  };
  if (!id) return { id: await savedSearches.save(caller.user, search), message: MESSAGES.searchSaved };
  await savedSearches.replace(caller.user, id, search);
  return { id, message: MESSAGES.searchSaved };
};

function present({ query, createdAt, ...saved }: SavedSearch) {
  const { tradeType, countryCode, fromDate, toDate } = query;
  const createdDate = createdAt.toISOString();
  return { ...saved, createdDate, tradeType, countryCode, fromDate, toDate, userSearchQuery: query };
}

export const savedSearchList: Handler<'savedSearchList'> = async ({ house, request, caller }) => {
  mustNameOwnAccount(caller.user, request.createdBy);
  const only = { workspaceId: request.workspaceId, id: request.userWorkspaceId };
  const { savedSearches, total } = await house.accounts.savedSearches.list(caller.user, pageOf(request), only);
  return { searchQueryWithWS: savedSearches.map(present), totalRecords: total };
};

export const removeSavedSearch: Handler<'removeSavedSearch'> = async ({ house, request, caller }) => {
  await house.accounts.savedSearches.remove(caller.user, request.userWorkspaceId);
  return { message: MESSAGES.itemRemoved };
};
