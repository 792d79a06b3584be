import { availableParallelism } from 'node:os';
import type { Caller } from '@tidewaiter/accounts';
import { expect, it } from 'vitest';
import { inTurn } from './heavy-calls.js';

const call = (id: number, uplineId: number | null = null) => ({
  caller: { user: { id, uplineId } } as Caller,
  signal: new AbortController().signal,
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** All places but the last, which is for an account that has none. */
const OF_ONE = Math.max(1, availableParallelism() - 1);

it('one account, whoever asks of it, has all heavy calls under way but one, and another one begins at once', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, of: ReturnType<typeof call>) =>
    inTurn(of, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const greedy = Array.from({ length: 30 }, (_, index) => ask('greedy', call(10 + index, 7)));
  await settled();
  const first = Array.from({ length: OF_ONE }, () => 'greedy');
  expect(begun).toEqual(first);
  const modest = ask('modest', call(8));
  await settled();
  expect(begun).toEqual([...first, 'modest']);
  ends.splice(OF_ONE, 1)[0]?.();
  expect(await modest).toBe('modest');
  expect(begun).toHaveLength(OF_ONE + 1);
  while (begun.length < 31) {
    for (const end of ends.splice(0)) end();
    await settled();
    expect(ends.length).toBeLessThanOrEqual(OF_ONE);
  }
  for (const end of ends.splice(0)) end();
  expect(await Promise.all(greedy)).toHaveLength(30);
});
