import type { User } from '@tidewaiter/accounts';
import { EVERYTHING_LOADED, type Question } from '@tidewaiter/records';
import type { Services } from '../app/services.js';
import { askerOf } from '../work/asker.js';

/** All that a person may see, at the data version of one moment. */
export type Visible = Question<typeof EVERYTHING_LOADED>;

/**
 * Opens all that a person may see now; of who has no subscription that is nothing. Whatever was found for them before is told through it
 * alone (decision 0089).
 */
export async function openVisible(
  { accounts, records }: Pick<Services, 'accounts' | 'records'>,
  user: User,
  signal: AbortSignal,
): Promise<Visible> {
  const access = await accounts.plans.subscriptions.dataAccessOrNone(user);
  return records.ask(EVERYTHING_LOADED, access, { signal, asker: askerOf(user) });
}
