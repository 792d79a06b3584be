/** Who is served when, without an engine: each place is held until the test lets go of it. */
import { PortalBusy } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asker, PORTAL } from './engine.js';
import { COUNTED_BYTES, FAIR_SHARE, MOST_WAITING, Scheduler } from './scheduler.js';

const of = (account: string, person = account): Asker => ({ account, person });

/** Scheduler whose work is done when the test says so. */
function held(places: number) {
  const scheduler = new Scheduler(
    'search',
    Array.from({ length: places }, (_, place) => place),
  );
  const working: { name: string; place: number; beyondShare: boolean; done: () => void }[] = [];
  /** In the order in which they began. */
  const begun: string[] = [];
  const ask = (name: string, asker: Asker = PORTAL, changes: { bytes?: number; signal?: AbortSignal } = {}) => {
    const asked = scheduler.use(
      (place, beyondShare) =>
        new Promise<void>((done) => {
          begun.push(name);
          working.push({ name, place, beyondShare, done });
        }),
      { asker, ...changes },
    );
    return asked.then(
      () => name,
      (error: unknown) => error,
    );
  };
  const several = (name: string, count: number, asker?: Asker) =>
    Array.from({ length: count }, (_, index) => ask(`${name}${index}`, asker));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ ask, several, state: () => scheduler.state, begun, settled },
    atWork: () => working.map(({ name }) => name),
    working,
    /** Ends the work that began first, or that of a name. */
    async end(name?: string) {
      await settled();
      const index = name === undefined ? 0 : working.findIndex((one) => one.name === name);
      working.splice(index, 1)[0]?.done();
      await settled();
    },
    async endAll() {
      for (await settled(); working.length > 0; await settled()) working.splice(0, 1)[0]?.done();
    },
  };
}

const refusedOf = async (asked: readonly Promise<unknown>[]) =>
  (await Promise.all(asked)).filter((answer) => answer instanceof PortalBusy);

it('says what is under way, what waits and how much was refused', async () => {
  const { several, end, endAll, state } = held(2);
  const asked = several('work', MOST_WAITING.person + 4, of('a'));
  expect(state()).toEqual({ running: 1, waiting: MOST_WAITING.person, refused: 3 });
  await end();
  expect(state()).toEqual({ running: 1, waiting: MOST_WAITING.person - 1, refused: 3 });
  await endAll();
  await Promise.all(asked);
  expect(state()).toEqual({ running: 0, waiting: 0, refused: 3 });
});

describe('places', () => {
  it('are each held by one at a time, and found again after a failure', async () => {
    const scheduler = new Scheduler('search', ['a', 'b']);
    const broken = scheduler.use(() => Promise.reject(new Error('broken')), { asker: of('x') });
    await expect(broken).rejects.toThrow('broken');
    const who = ['x', 'y', 'z'];
    const seen = await Promise.all(who.map((one) => scheduler.use(async (place) => place, { asker: of(one) })));
    expect(seen.every((place) => ['a', 'b'].includes(place))).toBe(true);
  });

  it('go to the accounts in turn, and to the people of an account in turn', async () => {
    const scheduler = held(1);
    for (const person of ['ann', 'ann', 'ann', 'amy', 'bob', 'bob'])
      void scheduler.ask(person, of(person.slice(0, 1), person));
    await scheduler.endAll();
    expect(scheduler.begun).toEqual(['ann', 'bob', 'amy', 'bob', 'ann', 'ann']);
  });

  it('are never all held by one account; the last waits for another', async () => {
    const scheduler = held(3);
    scheduler.several('a', 9, of('a'));
    await scheduler.settled();
    expect(scheduler.atWork()).toEqual(['a0', 'a1']);
    void scheduler.ask('b', of('b'));
    await scheduler.settled();
    expect(scheduler.atWork()).toEqual(['a0', 'a1', 'b']);
    await scheduler.endAll();
  });

  it('are half of them at most for an account that asks for more than its share, which its work is told', async () => {
    const scheduler = held(4);
    scheduler.several('greedy', FAIR_SHARE + 1, of('greedy'));
    scheduler.several('modest', FAIR_SHARE, of('modest'));
    await scheduler.settled();
    const atWork = () => Object.fromEntries(scheduler.working.map(({ name, beyondShare }) => [name, beyondShare]));
    // The first had their places before anybody knew how many would follow.
    expect(atWork()).toEqual({ greedy0: true, greedy1: true, greedy2: true, modest0: false });
    scheduler.several('more', 50, of('greedy'));
    for (const name of ['greedy0', 'greedy1', 'greedy2']) await scheduler.end(name);
    expect(atWork()).toEqual({ modest0: false, greedy3: true, modest1: false });
    await scheduler.endAll();
  });

  it('are there for the portal itself as for one account, which nobody can fill up', async () => {
    const scheduler = held(3);
    scheduler.several('own', FAIR_SHARE * 3);
    await scheduler.settled();
    expect(scheduler.atWork()).toEqual(['own0', 'own1']);
    expect(scheduler.working.some(({ beyondShare }) => beyondShare)).toBe(false);
    const people = Array.from({ length: MOST_WAITING.inAll + 1 }, (_, index) =>
      scheduler.ask('theirs', of(`account ${Math.floor(index / 100)}`, `person ${index}`)),
    );
    const refused = scheduler.ask('theirs', of('another'));
    const own = scheduler.ask('last');
    await scheduler.endAll();
    expect(await refused).toBeInstanceOf(PortalBusy);
    expect(await own).toBe('last');
    expect(new Set(await Promise.all(people))).toEqual(new Set(['theirs']));
  });
});

describe('what waits', () => {
  it('is two screens of every person of an account, none of which is refused', async () => {
    const scheduler = held(3);
    const asked = Array.from({ length: 100 }, (_, person) => scheduler.several('s', 10, of('a', `p${person}`))).flat();
    await scheduler.endAll();
    const screens = held(3);
    const two = screens.several('call', 2 * 13 * 2, of('a'));
    await screens.endAll();
    expect(await refusedOf([...asked, ...two])).toEqual([]);
  });

  it('is refused where a person or an account has too much waiting, and says when to come back; others are not', async () => {
    const scheduler = held(2);
    const greedy = scheduler.several('x', MOST_WAITING.person + 2, of('a', 'greedy'));
    const people = Math.ceil(MOST_WAITING.account / MOST_WAITING.person) - 1;
    const asked = Array.from({ length: people }, (_, index) =>
      scheduler.several('x', MOST_WAITING.person, of('a', `p${index}`)),
    ).flat();
    const full = scheduler.several('y', 3, of('a', 'one more'));
    const another = scheduler.ask('z', of('b'));
    await scheduler.endAll();
    const [refused, ...others] = await refusedOf(greedy);
    expect(refused).toMatchObject({ code: 'PORTAL_BUSY', status: 503, retryAfterSeconds: expect.any(Number) });
    expect([others.length, (await refusedOf(asked)).length, (await refusedOf(full)).length]).toEqual([0, 0, 3]);
    expect(await another).toBe('z');
  });

  it('counts by what it takes in memory', async () => {
    const scheduler = held(1);
    void scheduler.ask('at work', of('a'));
    const long = { bytes: (MOST_WAITING.person / 2) * COUNTED_BYTES };
    const asked = [0, 1].map(() => scheduler.ask('long', of('a'), long));
    await scheduler.endAll();
    expect((await Promise.all(asked)).map((answer) => answer instanceof PortalBusy)).toEqual([false, true]);
  });

  it('leaves when nobody waits for it, and is never begun', async () => {
    const scheduler = held(1);
    const gone = new AbortController();
    void scheduler.ask('first', of('a'));
    const waiting = scheduler.ask('never', of('a'), { signal: gone.signal });
    const after = scheduler.ask('after', of('a'));
    gone.abort();
    expect(await waiting).toBe(gone.signal.reason);
    await scheduler.endAll();
    expect(await after).toBe('after');
    expect(scheduler.begun).toEqual(['first', 'after']);
    expect(await scheduler.ask('never', of('a'), { signal: gone.signal })).toBe(gone.signal.reason);
  });

  it('is served in the end, whoever asks for whatever', async () => {
    const who = fc.record({ account: fc.nat(4), person: fc.nat(3), ends: fc.nat(2), leaves: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(who, { maxLength: 60 }), async (places, acts) => {
        const scheduler = held(places);
        const asked: Promise<unknown>[] = [];
        for (const { account, person, ends, leaves } of acts) {
          const gone = new AbortController();
          // Account 0 is the portal.
          const asker = account === 0 ? undefined : of(`${account}`, `${account} ${person}`);
          asked.push(scheduler.ask('work', asker, { signal: gone.signal }));
          if (leaves) gone.abort();
          for (let index = 0; index < ends; index += 1) await scheduler.end();
          expect(scheduler.working.length).toBeLessThanOrEqual(places);
          expect(new Set(scheduler.working.map(({ place }) => place)).size).toBe(scheduler.working.length);
        }
        await scheduler.endAll();
        await Promise.all(asked);
      }),
      { numRuns: 100 },
    );
  });
});

it('goes on with a call that was begun before its person’s other calls', async () => {
  const { ask, begun, settled, end, endAll } = held(1);
  const call = of('somebody');
  const first = ask('first', call);
  await settled();
  const [other, ...goingOn] = [ask('other', of('somebody')), ask('second', call), ask('third', call)];
  await end();
  await endAll();
  expect(await Promise.all([first, other, ...goingOn])).toEqual(['first', 'other', 'second', 'third']);
  expect(begun).toEqual(['first', 'second', 'third', 'other']);
});
