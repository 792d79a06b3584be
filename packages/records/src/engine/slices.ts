import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Call, PORTAL } from './engine.js';
import { Scheduler } from './scheduler.js';

/** By what slices are measured, and how an account rests: tests have a time of their own, which no busy machine moves. */
export const clock = {
  now: () => performance.now(),
  sleep: (ms: number, signal: AbortSignal | undefined): Promise<unknown> => sleep(ms, undefined, { signal }),
};

/** For how long the event loop is held at once by what is large, in milliseconds. */
const SLICE_MS = 2;

/** How much of the loop an account has that works on much: a fifth, in slices, since a small call passes the loop several times. */
const SHARE = 1 / 5;

/** What an account may hold the loop for before it has no more than its share, in milliseconds: a screen takes less. */
const AT_ONCE_MS = 60;

/** Accounts that are remembered; what an older one held the loop for is forgotten. */
const ACCOUNTS = 1000;

/** The one place: between two turns of the event loop there is one slice of work at most, whoever works on how much. */
const LOOP = new Scheduler('serialise', [undefined]);

/** By account, when it will have had no more than its share: all that it held the loop for, spread out from when it began. */
const evenAt = new LRUCache<string, number>({ max: ACCOUNTS });

/**
 * Does work of this process on many items, in slices that the accounts who wait for them have in turn: what one of them asks for holds
 * up the others no longer than a slice, and who has held the loop for long rests between two; the portal's own work, which people wait
 * for together, does not. Few items are worked on at once.
 *
 * @throws what `work` throws, PortalBusy where too many wait, or the signal's reason
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
  call: Call,
): Promise<Result[]> {
  const done: Result[] = [];
  const { account } = call.asker;
  const slice = () => {
    const begun = clock.now();
    while (done.length < items.length && clock.now() < begun + SLICE_MS)
      done.push(work(items[done.length] as Item, done.length));
    const now = clock.now();
    evenAt.set(account, Math.max(evenAt.get(account) ?? 0, begun) + (now - begun) / SHARE);
  };
  const rest = () => (account === PORTAL.account ? 0 : (evenAt.get(account) ?? 0) - clock.now() - AT_ONCE_MS / SHARE);
  if (rest() <= 0) slice();
  while (done.length < items.length) {
    for (let ms = rest(); ms > 0; ms = rest())
      await clock.sleep(ms, call.signal).catch(() => call.signal?.throwIfAborted());
    await LOOP.use(async () => {
      await nextTurn();
      slice();
    }, call);
  }
  return done;
}
