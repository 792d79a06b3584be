import type { Caller, DataAccess } from '@tidewaiter/accounts';
import type { SearchQuery } from '@tidewaiter/contract';
import { narrow } from '@tidewaiter/records';
import type { House } from '../house/house.js';

/** A call that asks a question of the records. */
interface QuestionCall {
  house: House;
  request: SearchQuery;
  caller: Caller;
  signal: AbortSignal;
}

/**
 * Answers a question that its account has paid for, now or earlier that day. What this call paid is given back when its work
 * fails; not when its caller went away: the same question is free for the rest of the day, and whoever asks twice and drops one
 * call would otherwise have the other's answer for nothing.
 *
 * @throws PortalError NOT_YOURS, NO_SUBSCRIPTION or SEARCH_LIMIT_EXHAUSTED, before any work is done
 */
export async function answerPaid<Answer>(
  { house, request, caller, signal }: QuestionCall,
  work: (access: DataAccess) => Promise<Answer>,
): Promise<Answer> {
  const { searches, subscriptions } = house.accounts;
  if (request.searchId !== undefined) await searches.find(caller.user, request.searchId);
  const access = await subscriptions.dataAccess(caller.user);
  // Where the subscription shows nothing of it, there is nothing to pay for.
  const charge = narrow(request, access) ? await searches.charge(caller.user, request) : undefined;
  try {
    return await work(access);
  } catch (error) {
    if (charge && !signal.aborted) await charge.release();
    throw error;
  }
}
