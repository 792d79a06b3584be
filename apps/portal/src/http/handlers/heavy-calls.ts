import { availableParallelism } from 'node:os';
import type { Actor } from '@tidewaiter/accounts';
import { Scheduler } from '@tidewaiter/records';
import { askerOf } from '../../work/asker.js';

/** Heavy calls under way at once: as many as there are processors, all but one of them of one account, since the last is for who has none. */
export const HEAVY_CALLS = new Scheduler('heavy', Array.from({ length: Math.max(2, availableParallelism()) }));

/**
 * Answers a call that asks the engine for much, or makes a large answer, in the turn of accounts: what waits holds nothing yet.
 *
 * @throws PortalBusy where too many wait, or the signal's reason
 */
export const inTurn = <Answer>(
  { caller, signal }: { caller: Actor; signal: AbortSignal },
  work: () => Promise<Answer>,
): Promise<Answer> => HEAVY_CALLS.use(work, { asker: askerOf(caller.user), signal });
