/** Who is served when, without an engine: each place is held until the test lets go of it. */
import { PortalBusy } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asker, PORTAL } from './engine.js';
import { COUNTED_BYTES, FAIR_SHARE, Lanes, MOST_WAITING } from './lanes.js';

const of = (account: string, person = account): Asker => ({ account, person });

/** Lanes whose work is done when the test says so. */
function held(places: number) {
  const lanes = new Lanes(Array.from({ length: places }, (_, place) => place));
  const working: { name: string; place: number; beyondShare: boolean; done: () => void }[] = [];
  /** In the order in which they began. */
  const begun: string[] = [];
  const ask = (name: string, asker: Asker = PORTAL, changes: { bytes?: number; signal?: AbortSignal } = {}) => {
    const asked = lanes.use(
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
    ask,
    several,
    begun,
    settled,
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

describe('places', () => {
  it('are each held by one at a time, and found again after a failure', async () => {
    const lanes = new Lanes(['a', 'b']);
    await expect(lanes.use(() => Promise.reject(new Error('broken')), { asker: of('x') })).rejects.toThrow('broken');
    const seen = await Promise.all(['x', 'y', 'z'].map((who) => lanes.use(async (place) => place, { asker: of(who) })));
    expect(seen.every((place) => ['a', 'b'].includes(place))).toBe(true);
  });

  it('go to the accounts in turn, and to the people of an account in turn', async () => {
    const lanes = held(1);
    for (const [account, person] of [
      ['a', 'ann'],
      ['a', 'ann'],
      ['a', 'ann'],
      ['a', 'amy'],
      ['b', 'bob'],
      ['b', 'bob'],
    ] as const) {
      void lanes.ask(person, of(account, person));
    }
    await lanes.endAll();
    expect(lanes.begun).toEqual(['ann', 'bob', 'amy', 'bob', 'ann', 'ann']);
  });

  it('go to who asks a little, often, before who asks for much at once', async () => {
    const lanes = held(1);
    lanes.several('greedy', 100, of('greedy'));
    await lanes.end();
    for (const name of ['first', 'second', 'third']) {
      const asked = lanes.ask(name, of('modest'));
      // One statement of the greedy is under way; after it, it is the other's turn.
      await lanes.end();
      expect(lanes.atWork()).toEqual([name]);
      await lanes.end();
      expect(await asked).toBe(name);
    }
    await lanes.endAll();
    expect(lanes.begun).toHaveLength(103);
  });

  it('are never all held by one account; the last waits for another', async () => {
    const lanes = held(3);
    lanes.several('a', 9, of('a'));
    await lanes.settled();
    expect(lanes.atWork()).toEqual(['a0', 'a1']);
    void lanes.ask('b', of('b'));
    await lanes.settled();
    expect(lanes.atWork()).toEqual(['a0', 'a1', 'b']);
    await lanes.endAll();
    expect(lanes.begun).toHaveLength(10);
  });

  it('are half of them at most for an account that asks for more than its share, which its work is told', async () => {
    const lanes = held(4);
    lanes.several('greedy', FAIR_SHARE + 1, of('greedy'));
    lanes.several('modest', FAIR_SHARE, of('modest'));
    await lanes.settled();
    const atWork = () => lanes.working.map(({ name, beyondShare }) => [name, beyondShare]);
    // The first had their places before anybody knew how many would follow.
    expect(atWork()).toEqual([
      ['greedy0', true],
      ['greedy1', true],
      ['greedy2', true],
      ['modest0', false],
    ]);
    lanes.several('more', 50, of('greedy'));
    for (const name of ['greedy0', 'greedy1', 'greedy2']) await lanes.end(name);
    expect(atWork()).toEqual([
      ['modest0', false],
      ['greedy3', true],
      ['modest1', false],
    ]);
    await lanes.endAll();
  });

  it('are there for the portal itself as for one account, which nobody can fill up', async () => {
    const lanes = held(3);
    lanes.several('own', FAIR_SHARE * 3);
    await lanes.settled();
    expect(lanes.working.map(({ name, beyondShare }) => [name, beyondShare])).toEqual([
      ['own0', false],
      ['own1', false],
    ]);
    const people = Array.from({ length: MOST_WAITING.inAll + 1 }, (_, index) =>
      lanes.ask('theirs', of(`account ${Math.floor(index / 100)}`, `person ${index}`)),
    );
    const refused = lanes.ask('theirs', of('another'));
    const own = lanes.ask('last');
    await lanes.endAll();
    expect(await refused).toBeInstanceOf(PortalBusy);
    expect(await own).toBe('last');
    expect(new Set(await Promise.all(people))).toEqual(new Set(['theirs']));
  });
});

describe('what waits', () => {
  it('is two screens of every person of an account, none of which is refused', async () => {
    const lanes = held(3);
    const asked = Array.from({ length: 100 }, (_, person) => lanes.several('s', 10, of('a', `p${person}`))).flat();
    await lanes.endAll();
    expect((await Promise.all(asked)).filter((answer) => answer instanceof PortalBusy)).toEqual([]);
    const screens = held(3);
    const two = screens.several('call', 2 * 13 * 2, of('a'));
    await screens.endAll();
    expect((await Promise.all(two)).filter((answer) => answer instanceof PortalBusy)).toEqual([]);
  });

  it('is refused where a person has too much waiting, and says when to come back; others are not', async () => {
    const lanes = held(2);
    const asked = lanes.several('x', MOST_WAITING.person + 2, of('a', 'greedy'));
    const another = lanes.ask('another', of('a', 'modest'));
    await lanes.endAll();
    const refused = (await Promise.all(asked)).filter((answer) => answer instanceof PortalBusy);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ code: 'PORTAL_BUSY', status: 503, retryAfterSeconds: expect.any(Number) });
    expect(await another).toBe('another');
  });

  it('is refused where an account has, or where all have', async () => {
    const lanes = held(2);
    const people = Math.ceil(MOST_WAITING.account / MOST_WAITING.person);
    const asked = Array.from({ length: people }, (_, index) =>
      lanes.several('x', MOST_WAITING.person, of('a', `p${index}`)),
    ).flat();
    const full = lanes.several('y', 3, of('a', 'one more'));
    const another = lanes.ask('z', of('b'));
    await lanes.endAll();
    expect((await Promise.all(asked)).filter((answer) => answer instanceof PortalBusy)).toEqual([]);
    expect((await Promise.all(full)).filter((answer) => answer instanceof PortalBusy)).toHaveLength(2);
    expect(await another).toBe('z');
  });

  it('counts by what it takes in memory', async () => {
    const lanes = held(1);
    void lanes.ask('at work', of('a'));
    const long = { bytes: (MOST_WAITING.person / 2) * COUNTED_BYTES };
    const asked = [0, 1].map(() => lanes.ask('long', of('a'), long));
    await lanes.endAll();
    expect((await Promise.all(asked)).map((answer) => answer instanceof PortalBusy)).toEqual([false, true]);
  });

  it('leaves when nobody waits for it, and is never begun', async () => {
    const lanes = held(1);
    const gone = new AbortController();
    void lanes.ask('first', of('a'));
    const waiting = lanes.ask('never', of('a'), { signal: gone.signal });
    const after = lanes.ask('after', of('a'));
    gone.abort();
    expect(await waiting).toBe(gone.signal.reason);
    await lanes.endAll();
    expect(await after).toBe('after');
    expect(lanes.begun).toEqual(['first', 'after']);
    expect(await lanes.ask('never', of('a'), { signal: gone.signal })).toBe(gone.signal.reason);
  });

  it('is served in the end, whoever asks for whatever', async () => {
    const who = fc.record({ account: fc.nat(4), person: fc.nat(3), ends: fc.nat(2), leaves: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(who, { maxLength: 60 }), async (places, acts) => {
        const lanes = held(places);
        const asked: Promise<unknown>[] = [];
        for (const { account, person, ends, leaves } of acts) {
          const gone = new AbortController();
          // Account 0 is the portal.
          const asker = account === 0 ? undefined : of(`${account}`, `${account} ${person}`);
          asked.push(lanes.ask('work', asker, { signal: gone.signal }));
          if (leaves) gone.abort();
          for (let index = 0; index < ends; index += 1) await lanes.end();
          expect(lanes.working.length).toBeLessThanOrEqual(places);
          expect(new Set(lanes.working.map(({ place }) => place)).size).toBe(lanes.working.length);
        }
        await lanes.endAll();
        await Promise.all(asked);
      }),
      { numRuns: 100 },
    );
  });
});
