import { DATA_VERSION_HEADER, type Handler } from '../handler.js';

export const suggestionList: Handler<'suggestionList'> = async ({ house, request, caller, http, signal }) => {
  const access = await house.accounts.subscriptions.dataAccess(caller.user);
  const { suggested, dataVersion } = await house.records.suggestions.list(request, access, signal);
  http.reply.header(DATA_VERSION_HEADER, dataVersion);
  const listSuggestion = suggested.map(({ shipments, ...rest }) => ({ ...rest, shipment_count: shipments }));
  return { suggestionList: [{ listSuggestion }] };
};
