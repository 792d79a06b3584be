import { describe, expect, it } from 'vitest';
import { WaitingRoom, waitBefore } from './sign-in-tries.js';

it('some tries are free; each further one waits twice as long as the one before, up to some seconds', () => {
  expect([1, 5, 6, 7, 8, 9, 10, 5_000].map(waitBefore)).toEqual([0, 0, 500, 1000, 2000, 4000, 4000, 4000]);
});

describe('a waiting room', () => {
  const LONG = 60_000;
  const staying = new AbortController().signal;

  it('lets each go on in its time, and keeps nothing of them', async () => {
    const room = new WaitingRoom(10);
    const order: string[] = [];
    const waits = [
      room.wait(60, staying).then(() => order.push('long')),
      room.wait(5, staying).then(() => order.push('short')),
      room.wait(0, staying).then(() => order.push('none')),
    ];
    expect(room.waiting).toBe(2);
    await Promise.all(waits);
    expect(order).toEqual(['none', 'short', 'long']);
    expect(room.waiting).toBe(0);
  });

  it('that is full lets on who has waited longest, and refuses nobody', async () => {
    const room = new WaitingRoom(3);
    const gone = new AbortController();
    const goneOn: number[] = [];
    const waits = Array.from({ length: 5 }, (_, n) =>
      room.wait(LONG, gone.signal).then(
        () => goneOn.push(n),
        () => undefined,
      ),
    );
    await Promise.all([waits[0], waits[1]]);
    expect(goneOn).toEqual([0, 1]);
    expect(room.waiting).toBe(3);
    gone.abort();
    await Promise.all(waits);
  });

  it('is left as soon as nobody waits for the answer', async () => {
    const room = new WaitingRoom(10);
    const gone = new AbortController();
    const wait = room.wait(LONG, gone.signal);
    gone.abort();
    await expect(wait).rejects.toThrow('aborted');
    expect(room.waiting).toBe(0);
    await expect(room.wait(LONG, gone.signal)).rejects.toThrow('aborted');
  });
});
