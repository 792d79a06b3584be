import { DATA_VERSION_HEADER, type Handler } from '../handler.js';

export const listDistinctColumnValue: Handler<'listDistinctColumnValue'> = async ({
  house,
  request,
  caller,
  http,
  signal,
}) => {
  if (request.searchId !== undefined) await house.accounts.searches.find(caller.user, request.searchId);
  const access = await house.accounts.subscriptions.dataAccess(caller.user);
  const { values, distinctCount, dataVersion } = await house.records.columnValues.list(request, access, signal);
  http.reply.header(DATA_VERSION_HEADER, dataVersion);
  return {
    distinctColumnValuesList: values.map(({ value, records }) => ({ column_name: value, records_count: records })),
    distinctCount,
  };
};
