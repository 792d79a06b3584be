import { DATA_VERSION_HEADER, type Handler } from '../handler.js';

export const suggestionList: Handler<'suggestionList'> = async ({ house, request, caller, http }) => {
  const access = await house.accounts.subscriptions.dataAccess(caller.user);
  http.reply.header(DATA_VERSION_HEADER, house.records.versions.current().version);
  const suggested = await house.records.suggestions.list(request, access);
  const listSuggestion = suggested.map(({ shipments, ...rest }) => ({ ...rest, shipment_count: shipments }));
  return { suggestionList: [{ listSuggestion }] };
};
