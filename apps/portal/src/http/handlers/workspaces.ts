import { askTheSame, type Maker, mayChange, type SavedSearch, type User } from '@tidewaiter/accounts';
import { MESSAGES, PortalError, savedQuery, searchQuery } from '@tidewaiter/contract';
import { narrow } from '@tidewaiter/records';
import { openQuestion } from '../../questions/paid-question.js';
import { type Handler, mustNameOwnAccount, requestedPage } from './handler.js';

interface Kept {
  createdAt: Date;
  createdBy: number | null;
  maker: Maker | null;
  revision: number;
}

const presentKept = (user: User, kept: Kept) => ({
  createdDate: kept.createdAt.toISOString(),
  createdBy: kept.maker,
  revision: kept.revision,
  mayChange: mayChange(user, kept),
});

export const createWorkspace: Handler<'createWorkspace'> = async ({ services, request, caller }) => {
  const { id } = await services.accounts.saved.workspaces.create(caller.user, request.name);
  return id;
};

export const workspaceList: Handler<'workspaceList'> = async ({ services, request, caller: { user } }) => {
  mustNameOwnAccount(user, request.userId);
  const { workspaces, total } = await services.accounts.saved.workspaces.list(user, requestedPage(request));
  const workspaceList = workspaces.map((workspace) => {
    const { id, name, held } = workspace;
    return { id, name, ...presentKept(user, workspace), savedSearches: held };
  });
  return { workspaceList, totalRecords: total };
};

export const renameWorkspace: Handler<'renameWorkspace'> = async ({ services, request, caller }) => {
  await services.accounts.saved.workspaces.rename(caller.user, request.workspaceId, request);
  return { message: MESSAGES.workspaceRenamed };
};

export const removeWorkspace: Handler<'removeWorkspace'> = async ({ services, request, caller }) => {
  await services.accounts.saved.workspaces.remove(caller.user, request.workspaceId);
  return { message: MESSAGES.itemRemoved };
};

export const restoreWorkspace: Handler<'restoreWorkspace'> = async ({ services, request, caller }) => {
  await services.accounts.saved.workspaces.restore(caller.user, request.workspaceId);
  return { message: MESSAGES.putBack };
};

/**
 * Saves a search that the caller asked, or for the main account one that a sub-user asked, with the filters that the request carries or else those that it was last asked with. How many records it finds is the
 * server's to know, before anything is written; what is there now, the caller has seen.
 */
export const saveSearch: Handler<'saveSearch'> = async (call) => {
  const { services, request, caller } = call;
  const {
    saved: { searchLog, savedSearches },
    following: { questions: standing },
  } = services.accounts;
  const { workspace_id, search_id, name, description, columnKeys, revision } = request;
  const [asked] = await searchLog.find(caller.user, [search_id]);
  if (!asked) throw new PortalError('NOT_YOURS');
  // As it is kept, and so without what was new when it was asked: that is what is counted, too.
  const query = searchQuery.parse(savedQuery.parse(request.query ?? asked.query));
  if (!askTheSame(asked.question, query)) throw PortalError.invalid('query', MESSAGES.notItsQuestion);
  const question = await openQuestion(call, query);
  const { dataVersion } = question;
  const search = {
    workspaceId: workspace_id,
    searchId: search_id,
    name,
    description,
    query,
    columnKeys,
    totalRecords: await question.count(),
    dataVersion,
  };
  const before = request.id ? (await savedSearches.queries(caller.user, [request.id]))[0] : undefined;
  const id = request.id || (await savedSearches.save(caller.user, search));
  if (request.id) await savedSearches.replace(caller.user, id, search, revision);
  // A question that only goes on to a later day is still the one that they looked at.
  if (before && !askTheSame({ ...before.query, toDate: query.toDate }, query)) await standing.forgetSeen(id);
  await standing.seenOf(caller.user, [id], dataVersion);
  await standing.noteSeen(caller.user, id, dataVersion);
  return { id, message: MESSAGES.searchSaved };
};

export const savedSearchList: Handler<'savedSearchList'> = async ({ services, request, caller: { user } }) => {
  mustNameOwnAccount(user, request.createdBy);
  const { workspaceId, userWorkspaceId: id, contains, orderBy, orderByMode } = request;
  const listing = { workspaceId, id, contains, orderBy, orderByMode };
  const { savedSearches, total } = await services.accounts.saved.savedSearches.list(
    user,
    requestedPage(request),
    listing,
  );
  const exported = await services.accounts.exports.exportedSearches(
    user,
    savedSearches.map(({ searchId }) => searchId),
  );
  const visible = await services.accounts.plans.subscriptions.dataAccessOrNone(user);
  const present = (saved: SavedSearch) => {
    const { query, totalRecords } = saved;
    const { tradeType, countryCode, fromDate, toDate } = query;
    return {
      ...saved,
      ...presentKept(user, saved),
      ...{ tradeType, countryCode, fromDate, toDate },
      searchable: narrow(query, visible),
      userSearchQuery: { ...query, isDownloaded: exported.has(saved.searchId), totalRecords },
    };
  };
  return { searchQueryWithWS: savedSearches.map(present), totalRecords: total };
};

export const renameSavedSearch: Handler<'renameSavedSearch'> = async ({ services, request, caller }) => {
  await services.accounts.saved.savedSearches.rename(caller.user, request.userWorkspaceId, request);
  return { message: MESSAGES.savedSearchEdited };
};

export const removeSavedSearch: Handler<'removeSavedSearch'> = async ({ services, request, caller }) => {
  await services.accounts.saved.savedSearches.remove(caller.user, request.userWorkspaceId);
  return { message: MESSAGES.itemRemoved };
};

export const restoreSavedSearch: Handler<'restoreSavedSearch'> = async ({ services, request, caller }) => {
  await services.accounts.saved.savedSearches.restore(caller.user, request.userWorkspaceId);
  return { message: MESSAGES.putBack };
};
