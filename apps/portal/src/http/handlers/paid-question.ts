import { type Actor, ownerOf, type User } from '@tidewaiter/accounts';
import { askedQuestion, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import { type Asked, type Asker, EVERYTHING_LOADED, type Question } from '@tidewaiter/records';
import type { Services } from '../../app/services.js';
import { asksForNews } from '../../charges/saved-news.js';
import { namedLists } from '../../own-lists/named-lists.js';
import { Work } from '../../work/work.js';

/** A call that asks something of the records. */
interface RecordsCall {
  services: Services;
  caller: Actor;
  signal: AbortSignal;
}

/** A call that asks a question which may cost a search. */
type PaidCall = RecordsCall & { request: SearchQuery };

/** Whose a statement is: places in the engine are handed out by account and person. */
export const askerOf = (user: User) => ({ person: String(user.id), account: String(ownerOf(user)) });

/** Who has not signed in: all of them share what one account has. */
export const STRANGERS: Asker = { person: 'strangers', account: 'strangers' };

/**
 * Opens what a call asks of the records: within what its account may see now, at the data version of this moment, for its person.
 *
 * @throws PortalError NO_SUBSCRIPTION
 */
export async function openQuestion<Query extends Asked>(
  { services, caller: { user }, signal }: RecordsCall,
  asked: Query,
): Promise<Question<Query>> {
  const account = ownerOf(user);
  const work = Work.current;
  if (work) work.asked = asked;
  const access = await services.accounts.subscriptions.dataAccess(user);
  const asksForNew = 'onlyNew' in asked && asked.onlyNew === true;
  const owned = asksForNew ? { owned: await services.accounts.exports.owned(account) } : {};
  const lists = await namedLists(services.accounts, user, [asked]);
  const question = await services.records.ask(asked, access, { signal, asker: askerOf(user), lists, ...owned });
  if (work) work.opened = question;
  return question;
}

/**
 * Opens all that a person may see now; of who has no subscription that is nothing. Whatever was found for them before is told of through it
 * alone (decision 0089).
 */
export async function openVisible({ services, caller: { user }, signal }: RecordsCall) {
  const access = await services.accounts.subscriptions.dataAccessOrNone(user);
  return services.records.ask(EVERYTHING_LOADED, access, { signal, asker: askerOf(user) });
}

/**
 * Answers a question that its account has paid for, now or earlier that day. What this call paid is given back when its work
 * fails or there are no records of the question; not when its caller went away: the same question is free for the rest of the day, and whoever asks twice and drops one
 * call would otherwise have the other's answer for nothing.
 *
 * @throws PortalError NOT_YOURS, NO_SUBSCRIPTION or SEARCH_LIMIT_EXHAUSTED, before any work is done
 */
export async function chargeAndAnswer<Query extends SearchQuery, Answer>(
  call: RecordsCall & { request: Query },
  work: (question: Question<Query>) => Promise<Answer>,
): Promise<Answer> {
  const { services, request, caller, signal } = call;
  const { searches } = services.accounts;
  if (request.searchId !== undefined) await searches.find(caller.user, request.searchId);
  const question = await openQuestion(call, request);
  const charge = (await isFree(call, question)) ? undefined : await searches.charge(caller, request);
  if (!charge) return work(question);
  try {
    const [answer, isOfNothing] = await Promise.all([work(question), findsNothing(question, request)]);
    // Here and not in each call: what was paid for by a count or a list alone is in the history, too.
    await (isOfNothing ? charge.giveBack() : charge.keep());
    const now = Work.current;
    if (now && !isOfNothing) now.searchesPaid += 1;
    return answer;
  } catch (error) {
    if (!signal.aborted) await charge.release();
    throw error;
  }
}

/** Where the subscription shows nothing of a question, there is nothing to pay for; nor for what is new to a saved search. */
async function isFree({ services, request, caller: { user } }: PaidCall, question: Question) {
  return question.scope === null || (await asksForNews(services.accounts, user, request, question));
}

/** Whether there are no records of a question, whatever its filters. */
async function findsNothing(question: Question, request: SearchQuery): Promise<boolean> {
  const whole = await question.another(searchQuery.parse(askedQuestion.parse(request)));
  return (await whole.count()) === 0;
}

/** How many searches a question would cost its account now. */
export async function costOf(call: PaidCall): Promise<number> {
  const question = await openQuestion(call, call.request);
  return (await isFree(call, question)) ? 0 : call.services.accounts.searches.cost(call.caller.user, call.request);
}
