import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Call } from './engine.js';
import { Scheduler } from './scheduler.js';

/** For how long the event loop is held at once by what is large, in milliseconds. */
const SLICE_MS = 8;

/** The one place: between two turns of the event loop there is one slice of work at most, whoever works on how much. */
const LOOP = new Scheduler([undefined]);

/**
 * Does work of this process on many items, in slices that the accounts who wait for them have in turn: what one of them asks for holds
 * up the others no longer than a slice. Few items are worked on at once.
 *
 * @throws what `work` throws, PortalBusy where too many wait, or the signal's reason
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
  call: Call,
): Promise<Result[]> {
  const done: Result[] = [];
  const slice = () => {
    for (const until = performance.now() + SLICE_MS; done.length < items.length; ) {
      done.push(work(items[done.length] as Item, done.length));
      if (performance.now() >= until) return;
    }
  };
  slice();
  while (done.length < items.length) {
    await LOOP.use(async () => {
      await nextTurn();
      slice();
    }, call);
  }
  return done;
}
