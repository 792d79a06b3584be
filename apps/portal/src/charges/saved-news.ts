import { type Accounts, askTheSame, type User } from '@tidewaiter/accounts';
import { PortalError, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import type { Question } from '@tidewaiter/records';

/**
 * The saved search of its account that a question asks for the news of, as its person is told them, and for nothing else: that is free. New
 * is what came since they had seen it when they last came, so that nobody has the rest for nothing by naming an earlier version; and the
 * question is the saved one, up to a day that the news reach.
 *
 * @param question the one that is asked, opened
 * @returns what was saved; undefined where it asks for anything else
 */
export async function newsAskedFor(
  accounts: Accounts,
  user: User,
  asked: SearchQuery,
  question: Question,
): Promise<SearchQuery | undefined> {
  const { newSince, savedSearch, toDate } = asked;
  if (newSince === undefined || savedSearch === undefined) return undefined;
  const free = await accounts.following.questions.seenFrom(user, savedSearch);
  if (free === null || newSince < free) return undefined;
  const saved = await accounts.saved.savedSearches.queries(user, [savedSearch]).catch(noneOfAnother);
  if (!saved[0]) return undefined;
  const own = searchQuery.parse(saved[0].query);
  if (!askTheSame({ ...asked, toDate: own.toDate }, own)) return undefined;
  const asOfNow = await (await question.another(own)).upToDate();
  const lastDay = asOfNow.scope?.toDate ?? '';
  return own.toDate <= toDate && toDate <= lastDay ? own : undefined;
}

/** What was seen outlives what it was seen of, and somebody may have left the account whose it is. */
function noneOfAnother(error: unknown): [] {
  if (error instanceof PortalError && error.code === 'NOT_YOURS') return [];
  throw error;
}
