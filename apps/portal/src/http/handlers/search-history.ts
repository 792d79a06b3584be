import { type AskedSearch, type LoggedSearch, nameOf } from '@tidewaiter/accounts';
import { PortalError, searchQuery, TOO_MUCH } from '@tidewaiter/contract';
import pLimit from 'p-limit';
import { openQuestion } from '../../questions/paid-question.js';
import { type Call, type Handler, mustNameOwnAccount, requestedPage } from './handler.js';

const presentAsked = <Query>({ id, createdAt }: AskedSearch, userSearchQuery: Query) => ({
  searchId: id,
  createdDate: createdAt.toISOString(),
  userSearchQuery,
});

export const searchDetails: Handler<'searchDetails'> = async ({ services, request, caller }) => {
  const search = await services.accounts.saved.searches.read(caller.user, request.searchId);
  return { queryList: [presentAsked(search, search.query)] };
};

export const topFiveQueries: Handler<'topFiveQueries'> = async ({ services, caller }) => ({
  queryList: (await services.accounts.saved.searches.latest(caller.user)).map((search) =>
    presentAsked(search, search.question),
  ),
});

/** The count is the server's to know: it is counted again, and what the caller reports is not kept. */
export const updateSearchCount: Handler<'updateSearchCount'> = async (call) => {
  const { query } = await call.services.accounts.saved.searches.find(call.caller.user, call.params.searchId);
  const asked = await openQuestion(call, searchQuery.parse(query));
  return { totalRecords: await asked.count() };
};

const presentLogged = ({ words, totalRecords, dataVersion, userId, userName, points, ...search }: LoggedSearch) => ({
  ...presentAsked(search, search.query),
  ...{ userId, userName, points },
  question: words,
  totalThen: totalRecords,
  dataVersionThen: dataVersion,
});

export const searchLog: Handler<'searchLog'> = async ({ services, request, caller }) => {
  mustNameOwnAccount(caller.user, request.userId);
  const { contains, personId: userId, tradeType, from, to } = request;
  const { searchLog: log } = services.accounts.saved;
  const only = { contains, userId, tradeType, from, to };
  const { searches, total } = await log.list(caller.user, requestedPage(request), only);
  const people = caller.user.uplineId === null ? await log.people(caller.user) : [];
  return {
    queryList: searches.map(presentLogged),
    totalRecords: total,
    people: people.map((person) => ({ userId: person.id, userName: nameOf(person) })),
  };
};

/** Searches of one call that are counted at once: the records have other people's questions to answer, too. */
const COUNTED_AT_ONCE = 3;

export const countAgain: Handler<'countAgain'> = async (call) => {
  const { services, request, caller } = call;
  const searches = await services.accounts.saved.searchLog.find(caller.user, request.searchIds);
  const { version } = await services.records.versions.current();
  const countList = await pLimit(COUNTED_AT_ONCE).map(searches, async (search) => ({
    searchId: search.id,
    totalNow: await totalNow(call, search),
  }));
  return { countList, dataVersion: version };
};

/** What a search finds now; null where nothing of it may be seen any more, or where counting it is too much. */
async function totalNow(call: Call<'countAgain'>, { query }: AskedSearch): Promise<number | null> {
  const asked = searchQuery.safeParse(query);
  if (!asked.success) return null;
  const question = await openQuestion(call, asked.data);
  if (question.scope === null) return null;
  try {
    return await question.count();
  } catch (error) {
    if (error instanceof PortalError && TOO_MUCH.some((code) => code === error.code)) return null;
    throw error;
  }
}
