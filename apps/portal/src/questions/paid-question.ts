import { type Actor, type FreeRecords, ownerOf } from '@tidewaiter/accounts';
import { askedQuestion, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import type { Asked, Asker, Question } from '@tidewaiter/records';
import type { Services } from '../app/services.js';
import { newsAskedFor } from '../charges/saved-news.js';
import { namedLists } from '../own-lists/named-lists.js';
import { askerOf } from '../work/asker.js';
import { Work } from '../work/work.js';

/** A call that asks something of the records. */
interface RecordsCall {
  services: Services;
  caller: Actor;
  signal: AbortSignal;
  /** The last export that counts as the account's, where it asks for what is new to it: a reading goes on as it began. */
  ownedUpto?: number;
}

/** A call that asks a question which may cost a search. */
type PaidCall = RecordsCall & { request: SearchQuery };

/** Who has not signed in: all of them share what one account has. */
export const STRANGERS: Asker = { person: 'strangers', account: 'strangers' };

const ownedBy = (
  { exports, ...owner }: Awaited<ReturnType<Services['accounts']['exports']['owned']>>,
  upto: number,
) => ({
  ...owner,
  exports: exports.filter((number) => number <= upto),
});

/**
 * Opens what a call asks of the records: within what its account may see now, at the data version of this moment, for its person.
 *
 * @throws PortalError NO_SUBSCRIPTION
 */
export async function openQuestion<Query extends Asked>(
  { services, caller: { user }, signal, ownedUpto = Number.POSITIVE_INFINITY }: RecordsCall,
  asked: Query,
): Promise<Question<Query>> {
  const account = ownerOf(user);
  const work = Work.current;
  if (work) work.asked = asked;
  const access = await services.accounts.plans.subscriptions.dataAccess(user);
  const asksForNew = 'onlyNew' in asked && asked.onlyNew === true;
  const owned = asksForNew ? { owned: ownedBy(await services.accounts.exports.owned(account), ownedUpto) } : {};
  const lists = await namedLists(services.accounts, user, [asked]);
  const question = await services.records.ask(asked, access, { signal, asker: askerOf(user), lists, ...owned });
  if (work) work.opened = question;
  return question;
}

/**
 * Answers a question that its account has paid for, now or earlier that day. What this call paid is given back when its work
 * fails, and that of all calls beside it that rely on it, or there are no records of the question; not when its caller went away: the same question is free for the rest of the day, and whoever asks twice and drops one
 * call would otherwise have the other's answer for nothing.
 *
 * @param work is told under which key the ledger has the search that the question is a part of: records that are handed out of it count there
 * @param answers.showsRecords whether an answer itself says that there are records of the question; where it does not, they are counted after it
 * @param answers.isNoted whether the work has noted the question in the history itself
 * @throws PortalError NOT_YOURS, NO_SUBSCRIPTION or SEARCH_LIMIT_EXHAUSTED, before any work is done
 */
export async function chargeAndAnswer<Query extends SearchQuery, Answer>(
  call: RecordsCall & { request: Query },
  work: (question: Question<Query>, search: string) => Promise<Answer>,
  {
    showsRecords = () => false,
    isNoted = false,
  }: { showsRecords?: (answer: Answer) => boolean; isNoted?: boolean } = {},
): Promise<Answer> {
  const { services, request, caller, signal } = call;
  const { searches } = services.accounts.saved;
  if (request.searchId !== undefined) await searches.find(caller.user, request.searchId);
  const question = await openQuestion(call, request);
  const free = await freeAs(call, question);
  const { search, charge } =
    free === undefined ? await searches.charge(caller, request, question.lists) : { search: free };
  if (!charge) return work(question, search);
  try {
    const answer = await work(question, search);
    const isOfNothing = !showsRecords(answer) && (await findsNothing(question, request));
    // Here and not in each call: what was paid for by a count or a list alone is in the history, too.
    await (isOfNothing ? charge.giveBack() : charge.keep(isNoted));
    const now = Work.current;
    if (now && charge.isOwn && !isOfNothing) now.searchesPaid += 1;
    return answer;
  } catch (error) {
    await (signal.aborted ? charge.keep(true) : charge.release());
    throw error;
  }
}

/**
 * Where the subscription shows nothing of a question, there is nothing to pay for; nor for what is new to a saved search. What is refused
 * is neither priced nor paid for.
 *
 * @returns the key of the search that it is free as a part of
 */
async function freeAs({ services, request, caller: { user } }: PaidCall, question: Question) {
  const { accounts } = services;
  question.mustBeAnswerable();
  const free = question.scope === null ? request : await newsAskedFor(accounts, user, request, question);
  return free && accounts.saved.searches.keyOf(user, free, question.lists);
}

/** Whether there are no records of a question, whatever its filters: these are left out only where it finds nothing with them. */
const findsNothing = async (question: Question, request: SearchQuery): Promise<boolean> =>
  (await question.count()) === 0 && (await wholeOf(question, request)) === 0;

/** How many records there are of a question, whatever its filters. */
export async function wholeOf(question: Question, request: SearchQuery): Promise<number> {
  return (await question.another(searchQuery.parse(askedQuestion.parse(request)))).count();
}

/** The key of the search that an opened question is a part of; undefined where it would cost its account one now. @throws PortalError VALIDATION where it is refused */
export async function paidSearchOf(call: PaidCall, question: Question): Promise<string | undefined> {
  const { searches } = call.services.accounts.saved;
  return (await freeAs(call, question)) ?? searches.paidBy(call.caller.user, call.request, question.lists);
}

/** What may be handed out of some records of a paid search. */
export interface ReadableRecords extends FreeRecords {
  /** Those that the account owns: they are not counted. */
  owned: ReadonlySet<string>;
}

/**
 * Counts records before they are handed out, as they come: those beyond what the plan gives of a paid search without points stay. Every
 * call that hands out records by their ids asks this.
 *
 * @param search under which key the ledger has what was paid
 */
export async function takeFree(
  { services, caller: { user }, signal }: RecordsCall,
  search: string,
  ids: readonly string[],
): Promise<ReadableRecords> {
  const { accounts, records } = services;
  const account = ownerOf(user);
  const owned = await records.exported.among(await accounts.exports.owned(account), ids, {
    signal,
    asker: askerOf(user),
  });
  const others = ids.filter((id) => !owned.has(id));
  return { ...(await accounts.saved.freeReads.take(account, search, others)), owned };
}
