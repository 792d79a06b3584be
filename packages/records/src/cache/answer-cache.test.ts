import { describe, expect, it } from 'vitest';
import { AnswerCache, type CachedQueryOf, type CachedReader, weightOf } from './answer-cache.js';

interface Answer {
  number: number;
  filler: string;
}

const answer = (number: number): Answer => ({ number, filler: 'x'.repeat(20) });

/** What is asked here reads no records. */
class Reader implements CachedReader<Reader> {
  constructor(
    readonly version: CachedReader<Reader>['version'],
    readonly call: CachedReader<Reader>['call'],
  ) {}

  waitedForUntil(signal: AbortSignal): Reader {
    return new Reader(this.version, { signal });
  }
}

/** Asks with numbers that count up, so that an answer tells whether it was cached. */
function counting(bytes: number) {
  const answers = new AnswerCache(bytes);
  let asked = 0;
  const at = (version: number, signal?: AbortSignal) => new Reader({ version }, { signal });
  const next = async () => {
    asked += 1;
    return answer(asked);
  };
  const get = (
    about: unknown,
    signal?: AbortSignal,
    find: (work: AbortSignal) => Promise<Answer> = next,
    { version = 1, name = 'test' } = {},
  ) => {
    const kind: CachedQueryOf<Reader, unknown, Answer> = {
      name,
      find: (_, { call }) => find(call.signal ?? expect.fail('work has a signal')),
    };
    return answers.get(kind, about, at(version, signal));
  };
  return { get, asked: () => asked, state: () => answers.state };
}

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
  return { ask, finish: (number: number) => finish(answer(number)), cancelled: () => cancelled };
}

it('a key is made of the kind, the data version and everything that the answer is about', async () => {
  const { get, asked } = counting(100_000);
  const about = { scope: { countryCode: ['KOR'], fromDate: '2020-01-01' }, page: 1 };
  await get(about);
  await get({ ...about });
  expect(asked()).toBe(1);
  await get({ ...about, page: 2 });
  await get({ ...about, scope: { ...about.scope, countryCode: ['KOR', 'IND'] } });
  await get({ ...about, scope: { ...about.scope, fromDate: '2020-01-02' } });
  await get(about, undefined, undefined, { version: 2 });
  await get(about, undefined, undefined, { name: 'another' });
  expect(asked()).toBe(6);
});

it('a weight is of everything that an answer holds', () => {
  const small = weightOf([{ name: 'Acme', records: 5 }]);
  expect(weightOf([{ name: 'Acme & Sons', records: 5 }])).toBe(small + 14);
  expect(weightOf(new Map([['importers', [{ name: 'Acme', records: 5 }]]]))).toBeGreaterThan(small);
  expect(weightOf({ none: null, nothing: undefined })).toBeGreaterThan(0);
  expect(weightOf(new BigUint64Array(1000)) - weightOf(new BigUint64Array(0))).toBe(8000);
});

describe('cached answers', () => {
  it('are asked for once, also by two at a time, counted by how they were found, and weighed', async () => {
    const { get, asked, state } = counting(10_000);
    expect(await Promise.all([get('a'), get('a')])).toEqual([answer(1), answer(1)]);
    expect(await get('a')).toEqual(answer(1));
    expect(asked()).toBe(1);
    await get('b');
    expect(state()).toEqual({ cached: 1, shared: 1, made: 2, bytes: expect.any(Number) });
    expect(state().bytes).toBeGreaterThan(2 * weightOf(answer(1)));
  });

  it('are cached up to a weight, the most recently used ones', async () => {
    const { get, asked } = counting(400);
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    expect(await get('a')).toEqual(answer(1));
    expect(await get('b')).toEqual(answer(4));
    expect(asked()).toBe(4);
  });

  it('are not cached when there is no room for any, nor where they failed', async () => {
    const none = counting(0);
    await none.get('a');
    await none.get('a');
    expect(none.asked()).toBe(2);
    const { get } = counting(10_000);
    await expect(get('a', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await get('a')).toEqual(answer(1));
  });

  it('are cancelled only when everyone who waits has gone', async () => {
    const { get } = counting(10_000);
    const [one, other] = [new AbortController(), new AbortController()];
    const { ask, cancelled, finish } = slowWork();
    const first = get('a', one.signal, ask);
    const second = get('a', other.signal, ask);
    one.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(cancelled()).toBe(false);
    finish(7);
    expect(await second).toEqual(answer(7));

    const slow = slowWork();
    const alone = get('b', other.signal, slow.ask);
    other.abort(new Error('gone too'));
    await expect(alone).rejects.toThrow('gone too');
    expect(slow.cancelled()).toBe(true);
    expect(await get('b')).toEqual(answer(1));
  });

  it('are not begun for somebody who has gone', async () => {
    const { get, asked } = counting(10_000);
    await expect(get('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(asked()).toBe(0);
  });
});
