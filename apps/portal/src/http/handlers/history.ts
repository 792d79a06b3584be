import type { AskedSearch } from '@tidewaiter/accounts';
import { searchQuery } from '@tidewaiter/contract';
import type { Handler } from '../handler.js';
import { openQuestion } from '../paid-question.js';

const present = ({ id, question, createdAt }: AskedSearch) => ({
  searchId: id,
  createdDate: createdAt.toISOString(),
  userSearchQuery: question,
});

export const searchDetails: Handler<'searchDetails'> = async ({ house, request, caller }) => ({
  queryList: [present(await house.accounts.searches.find(caller.user, request.searchId))],
});

export const topFiveQueries: Handler<'topFiveQueries'> = async ({ house, caller }) => ({
  queryList: (await house.accounts.searches.latest(caller.user)).map(present),
});

/** The count is the server's to know: it is counted again, and what the caller reports is not kept. */
export const updateSearchCount: Handler<'updateSearchCount'> = async (call) => {
  const { question } = await call.house.accounts.searches.find(call.caller.user, call.params.searchId);
  const asked = await openQuestion(call, searchQuery.parse(question));
  return { totalRecords: await asked.count() };
};
