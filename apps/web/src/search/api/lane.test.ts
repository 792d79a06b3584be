import { describe, expect, it } from 'vitest';
import { createLane } from './lane.js';

/** Calls that are under way until they are ended. */
function underWay() {
  const ends: (() => void)[] = [];
  const call = () => new Promise<void>((resolve) => ends.push(resolve));
  return { call, ends };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const never = () => new AbortController().signal;

describe('a lane', () => {
  it('lets so many calls run at once, the others in their order', async () => {
    const inLane = createLane(2);
    const { call, ends } = underWay();
    const calls = Array.from({ length: 4 }, () => inLane(never(), call));
    await settled();
    expect(ends).toHaveLength(2);
    ends[0]?.();
    await settled();
    expect(ends).toHaveLength(3);
    for (const end of ends) end();
    await settled();
    ends[3]?.();
    await Promise.all(calls);
  });

  it('goes on after a call that failed', async () => {
    const inLane = createLane(1);
    const failed = inLane(never(), () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(await inLane(never(), () => Promise.resolve('yes'))).toBe('yes');
  });

  it('is left by who is abandoned while waiting, and keeps its places', async () => {
    const inLane = createLane(1);
    const { call, ends } = underWay();
    const first = inLane(never(), call);
    const abandoned = new AbortController();
    const second = inLane(abandoned.signal, call);
    const third = inLane(never(), call);
    abandoned.abort(new Error('superseded'));
    await expect(second).rejects.toThrow('superseded');
    ends[0]?.();
    await first;
    await settled();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await third;
  });
});
