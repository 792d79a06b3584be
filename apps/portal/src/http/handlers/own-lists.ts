import { mayChange, type OwnList, type User } from '@tidewaiter/accounts';
import { type OwnList as ListedList, MESSAGES, OWN_LIST_LIMITS, PortalError } from '@tidewaiter/contract';
import { tellable, toldEntries } from '../../told/entries.js';
import { openVisible } from '../../told/visible.js';
import { type Handler, requestedPage } from './handler.js';

function listed(user: User, { id, createdAt, figures, ...list }: OwnList): ListedList {
  const { entries, looked, found, members, ...counts } = figures;
  const { name, kind, state, columns, rows, received } = list;
  return {
    ...{ listId: id, name, kind, state, columns, rows, received, entries, looked, found, members, counts },
    createdDate: createdAt.toISOString(),
    mayChange: mayChange(user, list),
  };
}

export const createOwnList: Handler<'createOwnList'> = async ({ services: { accounts }, request, caller }) => {
  const { plan } = await accounts.plans.subscriptions.active(caller.user);
  return { listId: await accounts.lists.ownLists.create(caller.user, request, plan.ownLists) };
};

export const sendOwnListRows: Handler<'sendOwnListRows'> = async ({ services: { accounts }, request, caller }) => {
  const { listId, from, rows } = request;
  return { received: await accounts.lists.ownLists.send(caller.user, listId, from, rows) };
};

export const ownLists: Handler<'ownLists'> = async ({ services: { accounts }, request, caller: { user } }) => {
  const lists = await accounts.lists.ownLists.list(user, request.listId);
  if (request.listId !== undefined && lists.length === 0) throw new PortalError('NOT_YOURS');
  const plan = await accounts.plans.subscriptions.planInForce(user);
  return { ownLists: lists.map((list) => listed(user, list)), most: plan?.ownLists ?? 0 };
};

export const ownListEntries: Handler<'ownListEntries'> = async (call) => {
  const { accounts } = call.services;
  const { user } = call.caller;
  const { request } = call;
  const { list, entries, total } = await accounts.lists.ownLists.entries(
    user,
    request.listId,
    requestedPage(request),
    request,
  );
  const told = await toldEntries(list.kind, entries, await openVisible(call.services, user, call.signal));
  return {
    entries: told.map(({ key, decidedAt, ...entry }) => ({ ...entry, entry: key, isDecided: decidedAt !== null })),
    totalRecords: total,
  };
};

export const decideOwnList: Handler<'decideOwnList'> = async (call) => {
  const { accounts } = call.services;
  const { user } = call.caller;
  const { listId, decisions, allProbable } = call.request;
  const { list: of, entries } = await accounts.lists.ownLists.entriesOf(
    user,
    listId,
    decisions.map(({ entry }) => entry),
  );
  const told = await tellable(of.kind, entries, await openVisible(call.services, user, call.signal));
  // Whoever chooses has read what may be told: kept is by which name it was found.
  const kept = decisions.flatMap(({ entry, chosen }): typeof decisions => {
    if (chosen === null) return [{ entry, chosen }];
    const candidates = entries.find(({ key }) => key === entry)?.candidates ?? [];
    return candidates.filter(({ name }) => told(name)?.name === chosen).map(({ name }) => ({ entry, chosen: name }));
  });
  await accounts.lists.ownLists.decide(user, listId, kept, allProbable);
  const [list] = await accounts.lists.ownLists.list(user, listId);
  if (!list) throw new PortalError('NOT_YOURS');
  return listed(user, list);
};

export const ownListRows: Handler<'ownListRows'> = async (call) => {
  const { services, request, caller } = call;
  const { list, rows } = await services.accounts.lists.ownLists.rows(
    caller.user,
    request.listId,
    requestedPage(request),
  );
  const told = await toldEntries(list.kind, rows, await openVisible(services, caller.user, call.signal));
  return {
    columns: list.columns,
    rows: told.map(({ sureness, cells, chosen }) => ({ cells, chosen, sureness })),
    totalRecords: list.received,
  };
};

export const matchOwnList: Handler<'matchOwnList'> = async ({ services: { accounts }, request, caller }) => {
  await accounts.plans.subscriptions.active(caller.user);
  await accounts.lists.ownLists.again(caller.user, request.listId);
  return { message: MESSAGES.ownListLookedFor };
};

export const ownListUses: Handler<'ownListUses'> = async ({ services: { accounts }, request, caller: { user } }) => {
  const [list] = await accounts.lists.ownLists.list(user, request.listId);
  if (!list) throw new PortalError('NOT_YOURS');
  const naming = await accounts.saved.savedSearches.namingList(user, list.name, OWN_LIST_LIMITS.uses + 1);
  return { savedSearches: naming.slice(0, OWN_LIST_LIMITS.uses), isMore: naming.length > OWN_LIST_LIMITS.uses };
};

export const renameOwnList: Handler<'renameOwnList'> = async ({ services: { accounts }, request, caller }) => {
  await accounts.lists.ownLists.rename(caller.user, request.listId, request.name);
  return { message: MESSAGES.ownListRenamed };
};

export const removeOwnList: Handler<'removeOwnList'> = async ({ services: { accounts }, request, caller }) => {
  await accounts.lists.ownLists.remove(caller.user, request.listId);
  return { message: MESSAGES.itemRemoved };
};
