import { describe, expect, it } from 'vitest';
import { SharedAnswers } from './shared-answers.js';

interface Answer {
  number: number;
}

/** Asks with numbers that count up, so that an answer tells whether it was kept. */
function counting(bytes: number) {
  const answers = new SharedAnswers(bytes);
  let asked = 0;
  const get = (name: string, signal?: AbortSignal, ask?: (work: AbortSignal) => Promise<Answer>) =>
    answers.get(
      {
        key: [name],
        ask:
          ask ??
          (async () => {
            asked += 1;
            return { number: asked };
          }),
        weigh: () => 100,
      },
      signal,
    );
  return { get, asked: () => asked };
}

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Work that ends when it is told to, or is cancelled. */
function slowWork() {
  let cancelled = false;
  let finish = (_: Answer) => {};
  const ask = (work: AbortSignal) =>
    new Promise<Answer>((resolve, reject) => {
      finish = resolve;
      work.addEventListener('abort', () => {
        cancelled = true;
        reject(new Error('cancelled'));
      });
    });
  return { ask, finish: (number: number) => finish({ number }), cancelled: () => cancelled };
}

describe('shared answers', () => {
  it('are asked for once, also by two at a time', async () => {
    const { get, asked } = counting(10_000);
    expect(await Promise.all([get('a'), get('a')])).toEqual([{ number: 1 }, { number: 1 }]);
    expect(await get('a')).toEqual({ number: 1 });
    expect(asked()).toBe(1);
  });

  it('are kept up to a weight, the most recently used ones', async () => {
    const { get, asked } = counting(250);
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    expect(await get('a')).toEqual({ number: 1 });
    expect(await get('b')).toEqual({ number: 4 });
    expect(asked()).toBe(4);
  });

  it('are not kept when there is no room for any', async () => {
    const { get, asked } = counting(0);
    await get('a');
    await get('a');
    expect(asked()).toBe(2);
  });

  it('do not keep a failure', async () => {
    const { get } = counting(10_000);
    await expect(get('a', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await get('a')).toEqual({ number: 1 });
  });

  it('are cancelled only when everyone who waits has gone', async () => {
    const { get } = counting(10_000);
    const [one, other] = [new AbortController(), new AbortController()];
    const { ask, cancelled, finish } = slowWork();
    const first = get('a', one.signal, ask);
    const second = get('a', other.signal, ask);
    one.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await later();
    expect(cancelled()).toBe(false);
    finish(7);
    expect(await second).toEqual({ number: 7 });

    const slow = slowWork();
    const alone = get('b', other.signal, slow.ask);
    other.abort(new Error('gone too'));
    await expect(alone).rejects.toThrow('gone too');
    expect(slow.cancelled()).toBe(true);
    expect(await get('b')).toEqual({ number: 1 });
  });

  it('are not begun for somebody who has gone', async () => {
    const { get, asked } = counting(10_000);
    await expect(get('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(asked()).toBe(0);
  });
});
