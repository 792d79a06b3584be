import { searchListName } from '@tidewaiter/contract';
import { DATA_VERSION_HEADER, type Handler } from '../handler.js';

export const search: Handler<'search'> = async ({ house, request, caller, signal }) => {
  const { searches, subscriptions } = house.accounts;
  if (request.searchId !== undefined) await searches.find(caller.user, request.searchId);
  const access = await subscriptions.dataAccess(caller.user);
  const page = await house.records.search.page(request, access, signal);
  // Whatever id came along: what was asked is noted, and the same question of the same day is the same search.
  const searchId = await searches.note(caller.user, request);
  const { question, dataVersion, searched } = page;
  const matched = await house.records.whyMatched.explain(request, page.rows);
  const rows = page.rows.map((row, index) => ({ ...row, matched: matched[index] ?? [] }));
  const nothing = rows.length === 0 && request.pageNumber === 0;
  const dropHints = nothing ? await house.records.dropHints.of(request, access, signal) : [];
  const list = searchListName(request.tradeType, request.countryCode);
  return { searchId, question, dataVersion, searched, dropHints, [list]: rows };
};

export const searchCount: Handler<'searchCount'> = async ({ house, request, caller, http, signal }) => {
  if (request.searchId !== undefined) await house.accounts.searches.find(caller.user, request.searchId);
  const access = await house.accounts.subscriptions.dataAccess(caller.user);
  const { count, dataVersion } = await house.records.search.count(request, access, signal);
  http.reply.header(DATA_VERSION_HEADER, dataVersion);
  return count;
};
