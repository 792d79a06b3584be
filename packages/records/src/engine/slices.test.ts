/** Work in slices: who is served between whose. Each item takes longer than a slice, so that every slice is one item. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { PORTAL } from './engine.js';
import { clock, inSlices } from './slices.js';

/** It passes where work and rests say so. */
let time = performance.now();
vi.spyOn(clock, 'now').mockImplementation(() => time);
vi.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => {
  await nextTurn();
  signal?.throwIfAborted();
  time += ms;
});
afterAll(() => vi.restoreAllMocks());

const of = (account: string) => ({ asker: { account, person: account } });

/** Longer than a slice. */
function dwell(milliseconds = 10): void {
  time += milliseconds;
}

it('gives all results in order, few of them at once', async () => {
  const many = Array.from({ length: 50_000 }, (_, number) => number);
  const doubled = await inSlices(many, (number, index) => number + index, { asker: PORTAL });
  expect(doubled).toEqual(many.map((one) => 2 * one));
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  expect(await inSlices([1, 2], (number) => number, { asker: PORTAL })).toEqual([1, 2]);
  expect(turned).toBe(false);
});

it('lets the event loop turn between two slices, however many are worked on', async () => {
  const order: string[] = [];
  const five = [1, 2, 3, 4, 5];
  const work = () => {
    order.push('slice');
    dwell();
  };
  const all = Promise.all(['a', 'a', 'b'].map((account) => inSlices(five, work, of(account))));
  order.length = 0;
  let ended = false;
  const turn = () => {
    order.push('turn');
    if (!ended) setImmediate(turn);
  };
  setImmediate(turn);
  await all;
  ended = true;
  expect(order.filter((what) => what === 'slice')).toHaveLength(12);
  expect(order.join(' ')).not.toContain('slice slice');
});

it('serves another account before the rest of one that waits for much', async () => {
  const order: string[] = [];
  const work = (name: string) => (number: number) => {
    order.push(`${name}${number}`);
    dwell();
  };
  const greedy = Array.from({ length: 10 }, () => inSlices([1, 2, 3, 4], work('greedy'), of('greedy')));
  const modest = inSlices([1, 2, 3], work('modest'), of('modest')).then(() => order.length);
  // At once ten and one; then no more than two of theirs before each of its own.
  expect(await modest).toBeLessThanOrEqual(11 + 2 + 2 * 2);
  await Promise.all(greedy);
  expect(order).toHaveLength(43);
});

it('ends when nobody waits any more, and so does the rest of an account whose caller has gone', async () => {
  const gone = new AbortController();
  let worked = 0;
  const work = () => {
    worked += 1;
    dwell();
    if (worked === 2) gone.abort(new Error('gone'));
  };
  await expect(inSlices([1, 2, 3, 4], work, { ...of('a'), signal: gone.signal })).rejects.toThrow('gone');
  expect(worked).toBe(2);
  const leaving = new AbortController();
  const call = { ...of('leaver'), signal: leaving.signal };
  // It rests for five times as long.
  await inSlices([1], () => dwell(1000), call);
  const resting = inSlices([1], dwell, call);
  leaving.abort(new Error('left'));
  await expect(resting).rejects.toThrow('left');
});

it('lets an account that has held the loop for long rest, while others begin at once', async () => {
  const began: string[] = [];
  const work = (name: string) => () => {
    began.push(name);
    dwell();
  };
  const many = Array.from({ length: 10 }, (_, number) => number);
  await inSlices(many, work('long'), of('long'));
  began.length = 0;
  const again = inSlices([1], work('again'), of('long'));
  const other = inSlices([1], work('other'), of('other'));
  expect(began).toEqual(['other']);
  await Promise.all([again, other]);
  expect(began).toEqual(['other', 'again']);
  // All people wait for what the portal makes for itself.
  await inSlices(many, work('portal'), { asker: PORTAL });
  const portal = inSlices([1], work('at once'), { asker: PORTAL });
  expect(began.at(-1)).toBe('at once');
  await portal;
});
