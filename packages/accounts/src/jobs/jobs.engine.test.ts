/** Jobs are taken in with their transaction, done in turns, cancelled, given back and fenced. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { driverOf } from '../../testing/driver.js';
import { startAccounts } from '../../testing/start.js';
import { type Accounts, databaseOf } from '../accounts.js';
import { jobs as jobsTable } from '../database/schema.js';
import { workingFor } from '../database/turns.js';
import { FinalFailure, JobInterrupted, type JobKind, type RunningJob, SetAside } from './job.js';
import { Jobs } from './jobs.js';
import { type JobOwner, JobQueue } from './queue.js';

/** Longer than a busy machine holds a process up. */
const LEASE_MS = 1_500;

/** Something that is waited for, and what lets it come. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

describe.each(DRAWN_ENGINES)('a job on %s', async (engine) => {
  const started = await startAccounts(engine, { leaseMs: LEASE_MS, now: () => new Date() });
  let { accounts } = started;
  const owners: JobOwner[] = [];
  for (let n = 0; n < 2; n += 1) {
    const { id } = (await started.opened()).user;
    owners.push({ accountId: id, personId: id });
  }
  afterEach(() => databaseOf(accounts).delete(jobsTable));

  /** A kind of its own for each test: handlers stay. */
  let kinds = 0;
  const kindOf = (how: Parameters<Accounts['jobs']['handle']>[1]) => {
    kinds += 1;
    const kind = `kind ${kinds}`;
    accounts.jobs.handle(kind, how);
    return kind;
  };
  /** What works on jobs in another portal: it knows of nobody else's work but what the database says. */
  const portalBeside = (leaseMs = LEASE_MS, database = databaseOf(accounts)) =>
    new Jobs({ database, isEmbedded: false, listen: async () => async () => {} }, leaseMs);
  const outOfLease = { leasedUntil: sql`now() - interval '1 second'` };
  const runOut = () => databaseOf(accounts).update(jobsTable).set(outOfLease).where(sql`state = 'RUNNING'`);
  const queue = () => new JobQueue(databaseOf(accounts), LEASE_MS);
  const idOf = async (key: string) => (await accounts.jobs.find(key))?.id ?? 0;
  /** Takes a job in, and does it. */
  const done = async (job: Parameters<Accounts['jobs']['enqueue']>[0]) => {
    await accounts.jobs.enqueue(job);
    await accounts.jobs.settle();
  };
  const stateOf = async (key: string) => (await accounts.jobs.find(key))?.state;
  const owner = (n: number) => owners[n] ?? expect.fail('there is no such owner');

  it('is there with the transaction that it was taken in by, once for its key', async () => {
    const ended: unknown[] = [];
    const kind = kindOf({ work: async ({ payload }) => ended.push(payload) });
    const roll = databaseOf(accounts).transaction(async (transaction) => {
      await accounts.jobs.enqueue({ key: 'rolled back', kind }, transaction);
      throw new Error('rolled back');
    });
    await expect(roll).rejects.toThrow('rolled back');
    await databaseOf(accounts).transaction(async (transaction) => {
      expect(await accounts.jobs.enqueue({ key: 'kept', kind, payload: { n: 1 } }, transaction)).toBe(true);
      expect(await accounts.jobs.enqueue({ key: 'kept', kind, payload: { n: 2 } }, transaction)).toBe(false);
    });
    await accounts.jobs.settle();
    expect(await accounts.jobs.enqueue({ key: 'kept', kind, payload: { n: 3 } })).toBe(false);
    await accounts.jobs.settle();
    expect(ended).toEqual([{ n: 1 }]);
    expect(await accounts.jobs.find('rolled back')).toBeUndefined();
    const [row] = await databaseOf(accounts).select().from(jobsTable);
    expect(row).toMatchObject({ state: 'DONE', payload: null, tries: 1, result: 1 });
  });

  it('is surrounded at each try by who listens, who hears whence it is and how the try ended', async () => {
    const heard: unknown[] = [];
    accounts.jobs.around.push(async ({ key, tries, traceparent }, work) => {
      const { outcome, error } = await work();
      heard.push([key, tries, traceparent, outcome, error instanceof Error ? error.message : error]);
      return { outcome, error };
    });
    const kind = kindOf({
      retryAfterMs: [1],
      async work({ payload, tries }) {
        if (payload === 'fails') throw new Error('no use');
        if (tries === 1) throw new Error('not yet');
      },
    });
    const ofCall = { account: '1', traceparent: 'of a call' };
    await workingFor.run(ofCall, () => accounts.jobs.enqueue({ key: 'heard', kind }));
    await accounts.jobs.settle();
    await done({ key: 'hopeless', kind, payload: 'fails' });
    await accounts.jobs.enqueue({ key: 'cancelled', kind });
    await accounts.jobs.cancel('cancelled');
    accounts.jobs.around.pop();
    expect(heard).toEqual([
      ['heard', 1, 'of a call', 'POSTPONED', 'not yet'],
      ['heard', 2, 'of a call', 'DONE', undefined],
      ['hopeless', 1, null, 'POSTPONED', 'no use'],
      ['hopeless', 2, null, 'FAILED', 'no use'],
      ['cancelled', 0, null, 'CANCELLED', undefined],
    ]);
  });

  it('counts those that have not ended by kind and state, with the age of the oldest', async () => {
    const kind = kindOf({ work: async () => {} });
    const ofKind = async () => (await accounts.jobs.unfinished()).filter((one) => one.kind === kind);
    const none = ['WAITING', 'RUNNING', 'FAILED', 'SET_ASIDE'].map((state) => ({
      kind,
      count: 0,
      oldestSeconds: 0,
      state,
    }));
    expect(await ofKind()).toEqual(none);
    for (const key of ['first', 'second']) await accounts.jobs.enqueue({ key, kind });
    const longAgo = { createdAt: sql`now() - interval '11 minutes'` };
    await databaseOf(accounts).update(jobsTable).set(longAgo).where(sql`key = 'first'`);
    const [waiting] = await ofKind();
    expect(waiting).toMatchObject({ state: 'WAITING', count: 2 });
    expect(Math.round((waiting?.oldestSeconds ?? 0) / 60)).toBe(11);
  });

  it('takes turns: an account with one job does not wait for all of another', async () => {
    const order: number[] = [];
    const kind = kindOf({ work: async ({ owner }) => void order.push(owner?.accountId ?? 0) });
    for (let n = 0; n < 6; n += 1) await accounts.jobs.enqueue({ key: `many ${n}`, kind, owner: owner(0) });
    for (let n = 0; n < 2; n += 1) await accounts.jobs.enqueue({ key: `few ${n}`, kind, owner: owner(1) });
    await accounts.jobs.enqueue({ key: 'own', kind });
    await accounts.jobs.settle();
    const [many, few] = [owner(0).accountId, owner(1).accountId];
    expect(order).toEqual([many, few, 0, many, few, many, many, many, many]);
  });

  it('that fails is tried again a while later, so many times, stays to be seen, and is tried anew when told', async () => {
    let tries = 0;
    let fails = true;
    const last: boolean[] = [];
    const kind = kindOf({
      retryAfterMs: [60_000, 60_000],
      async work({ isLastTry }) {
        tries += 1;
        last.push(isLastTry);
        if (fails) throw new Error(`try ${tries}`);
      },
    });
    await accounts.jobs.enqueue({ key: 'failing', kind, payload: 'what it is about' });
    await accounts.jobs.settle({ early: 'none' });
    expect(await accounts.jobs.find('failing')).toMatchObject({ state: 'WAITING', tries: 1, error: 'try 1' });
    await accounts.jobs.settle();
    expect(last).toEqual([false, false, true]);
    expect(await accounts.jobs.find('failing')).toMatchObject({ state: 'FAILED', tries: 3, error: 'try 3' });
    fails = false;
    const id = await idOf('failing');
    expect(await accounts.jobs.retry(id)).toBe(true);
    await accounts.jobs.settle();
    expect(await accounts.jobs.find('failing')).toMatchObject({ state: 'DONE', error: null });
    expect(await accounts.jobs.retry(id)).toBe(false);

    const hopeless = kindOf({ work: () => Promise.reject(new FinalFailure('no use')) });
    await accounts.jobs.enqueue({ key: 'hopeless', kind: hopeless });
    await accounts.jobs.settle({ early: 'none' });
    expect(await accounts.jobs.find('hopeless')).toMatchObject({ state: 'FAILED', tries: 1, error: 'no use' });
  });

  it('that waits for another of its account is not looked for meanwhile', async () => {
    let looks = 0;
    const counted = new Proxy(databaseOf(accounts), {
      get(database, name, receiver) {
        if (name === 'update') looks += 1;
        return Reflect.get(database, name, receiver);
      },
    });
    const portal = portalBeside(60_000, counted);
    const kind = `kind ${++kinds}`;
    const first = signal();
    const ended: string[] = [];
    portal.handle(kind, {
      atOnce: 2,
      onePerAccount: true,
      work: async ({ key }) => {
        if (key === 'first') await first.given;
        ended.push(key);
      },
    });
    await portal.enqueue({ key: 'first', kind, owner: owner(0) });
    await portal.enqueue({ key: 'second', kind, owner: owner(0) });
    await portal.enqueue({ key: 'of another', kind, owner: owner(1), afterMs: 300 });
    await portal.start();
    await expect.poll(() => stateOf('first')).toBe('RUNNING');
    looks = 0;
    await sleep(600);
    expect(looks).toBeLessThan(5);
    first.give();
    await expect.poll(() => [...ended].sort()).toEqual(['first', 'of another', 'second']);
    await portal.close();
  });

  it('is found among ten thousand of an account that does one at a time', async () => {
    const kind = kindOf({ work: async () => {}, onePerAccount: true });
    const { accountId } = owner(0);
    await databaseOf(accounts).execute(sql`
      insert into jobs (key, kind, account_id, person_id, payload, run_after)
      select 'many ' || n, ${kind}, ${accountId}, ${accountId}, 'null', now() from generate_series(1, 10000) n`);
    expect(await queue().claim([kind], 'none', [kind])).toBeDefined();
    expect(await queue().claim([kind], 'none', [kind])).toBeUndefined();
    await queue().nextDue([kind], [kind]);
    // Where what is under way is read once for each job, this takes minutes.
  }, 60_000);

  /** Takes on a job of a kind as a process does that ends in the middle of it. */
  const dieAt = async (kind: string) => {
    const one = queue();
    const taken = await one.claim([kind], 'all');
    if ('dataFolder' in started.location) await one.releaseAll();
    else await runOut();
    return taken?.key;
  };

  it('under way when its process ended twice is set aside with what belongs to that, until somebody decides; the others go on', async () => {
    const { jobs } = accounts;
    const begun: string[] = [];
    const ends: unknown[] = [];
    const kind = kindOf({
      async work({ key }) {
        if (key === 'refused') throw new FinalFailure('No longer there');
        begun.push(key);
      },
      onRolledBack: async ({ key }, error) => void ends.push([key, error instanceof SetAside]),
    });
    await jobs.enqueue({ key: 'deadly', kind, payload: 'what it is about' });
    await jobs.enqueue({ key: 'harmless', kind });
    expect([await dieAt(kind), await dieAt(kind)]).toEqual(['deadly', 'deadly']);
    await jobs.settle();
    expect(begun).toEqual(['harmless']);
    expect(ends).toEqual([['deadly', true]]);
    expect(await jobs.setAside(kind)).toEqual(['deadly']);
    expect((await jobs.unfinished()).filter((one) => one.kind === kind && one.count > 0)).toMatchObject([
      { state: 'SET_ASIDE', count: 1 },
    ]);
    const deadly = (await jobs.find('deadly')) ?? expect.fail();
    expect(deadly).toMatchObject({ state: 'FAILED', error: expect.stringContaining('ended twice') });
    // However long it is left, it stays: what is forgotten would come again.
    await databaseOf(accounts).update(jobsTable).set({ endedAt: sql`now() - interval '90 days'` });
    await jobs.purge();
    expect(await jobs.setAside(kind)).toEqual(['deadly']);
    expect(await jobs.retry(deadly.id)).toBe(true);
    // Once is no reason, also where the next try fails.
    await dieAt(kind);
    await jobs.settle();
    expect(begun).toEqual(['harmless', 'deadly']);
    await jobs.enqueue({ key: 'refused', kind });
    await dieAt(kind);
    await jobs.settle();
    expect(await stateOf('refused')).toBe('FAILED');
    expect(await jobs.setAside(kind)).toEqual([]);
    await jobs.enqueue({ key: 'dropped', kind });
    for (let time = 0; time < 2; time += 1) await dieAt(kind);
    await jobs.settle();
    expect(await jobs.drop(await idOf('dropped'))).toBe(true);
    expect(await jobs.setAside(kind)).toEqual([]);
    expect(await stateOf('dropped')).toBe('CANCELLED');
  });

  it('under way when a process ended is the only such one until its next try is over: another end says which it was', async () => {
    const [suspects, most] = [new Set<string>(), { now: 0, ever: 0 }];
    const seen: string[] = [];
    const kind = kindOf({
      atOnce: 9,
      async work({ key }) {
        most.now += Number(suspects.has(key));
        most.ever = Math.max(most.ever, most.now);
        await sleep(50);
        most.now -= Number(suspects.has(key));
        seen.push(key);
      },
    });
    for (const key of ['first', 'second', 'third']) await accounts.jobs.enqueue({ key, kind });
    for (const key of ['first', 'second']) {
      suspects.add(key);
      // As a process leaves it that has ended: under way, with a lease that runs out.
      const left = { state: 'RUNNING', lease: randomUUID(), ...outOfLease } as const;
      await databaseOf(accounts).update(jobsTable).set(left).where(sql`key = ${key}`);
    }
    await accounts.jobs.settle();
    expect(most.ever).toBe(1);
    expect(seen.sort()).toEqual(['first', 'second', 'third']);
  });

  it('does not count the end of a process that was told to stop, nor a lease that ran out while its process lived', async () => {
    const { jobs } = accounts;
    const held = signal();
    const slow = kindOf({ work: () => held.given });
    const stops = portalBeside();
    stops.handle(slow, { work: () => held.given });
    await jobs.enqueue({ key: 'slow', kind: slow });
    void stops.settle();
    await expect.poll(() => stateOf('slow')).toBe('RUNNING');
    const closing = stops.close();
    const ends = async () => (await jobs.find('slow'))?.ends;
    await expect.poll(ends).toBe(-1);
    // It is killed before the job has ended.
    await runOut();
    await queue().claim([slow], 'all');
    expect(await ends()).toBe(0);
    held.give();
    await closing;
    await databaseOf(accounts).delete(jobsTable);

    const lives = portalBeside();
    const kind = kindOf({ work: async () => {} });
    lives.handle(kind, { work: ({ signal }) => sleep(60_000, undefined, { signal }) });
    await jobs.enqueue({ key: 'lost', kind });
    const settled = lives.settle();
    await expect.poll(() => stateOf('lost')).toBe('RUNNING');
    await runOut();
    await queue().claim([kind], 'all');
    await settled;
    await expect.poll(async () => (await jobs.find('lost'))?.ends).toBe(0);
    await lives.close();
  });

  it('of many parts sets aside the part at which its process ends, and goes on with the others', async () => {
    const { jobs } = accounts;
    const worked: string[][] = [];
    let dies = true;
    const told: unknown[] = [];
    const how: JobKind<unknown> = {
      work: (job) =>
        job.parts(
          typeof job.payload === 'string' ? [job.payload] : ['one', 'poison', 'three'],
          (part) => ({ key: `part ${part}`, owner: owner(0), payload: part, about: `part ${part}` }),
          async (parts) => {
            worked.push(parts);
            // Nothing of this process is done any more, as where it has ended.
            if (dies && parts.includes('poison')) await new Promise(() => {});
          },
        ),
      onRolledBack: async ({ key, accountId }, error) => void told.push([key, accountId, error instanceof SetAside]),
    };
    const kind = kindOf(how);
    /** A process that works on the job until it ends. */
    const die = async () => {
      const begun = worked.length;
      const dead = portalBeside(600_000);
      dead.handle(kind, how);
      void dead.settle();
      await expect.poll(() => worked.slice(begun).some((parts) => parts.includes('poison'))).toBe(true);
      await runOut();
    };
    await jobs.enqueue({ key: 'of parts', kind });
    const dieTwice = async () => {
      for (let time = 0; time < 2; time += 1) await die();
      await jobs.settle();
    };
    await dieTwice();
    expect(worked).toEqual([['one', 'poison', 'three'], ['one'], ['poison'], ['one'], ['three']]);
    expect(told).toEqual([['part poison', owner(0).accountId, true]]);
    expect(await stateOf('of parts')).toBe('DONE');
    expect(await jobs.setAside(kind)).toEqual(['part poison']);
    const failed = { state: 'FAILED', kind, error: expect.stringContaining('part poison') };
    expect(await jobs.find('part poison')).toMatchObject({ ...failed, personId: owner(0).personId });
    // It rests from then on, until somebody says that it is tried again.
    worked.length = 0;
    await done({ key: 'the next', kind });
    expect(worked).toEqual([['one', 'three']]);
    const again = async () => jobs.retry(await idOf('part poison'));
    await again();
    await dieTwice();
    expect(await jobs.find('part poison')).toMatchObject(failed);
    worked.length = 1;
    dies = false;
    await again();
    await jobs.settle();
    await done({ key: 'the last', kind });
    expect(worked.slice(1)).toEqual([['poison'], ['one', 'poison', 'three']]);
  });

  it('is cancelled while it waits and while it is under way, with what belongs to that', async () => {
    const {
      plans: { ledger },
      jobs,
    } = accounts;
    const holder = { userId: owner(0).accountId, allowance: 'SEARCHES' } as const;
    const begun = signal();
    const kind = kindOf({
      async work({ signal, progress }) {
        progress(10, 100);
        begun.give();
        await sleep(60_000, undefined, { signal });
      },
      onRolledBack: async ({ key }, _, transaction) => {
        await ledger.enter(transaction, { ...holder, key: `given back ${key}`, amount: 1, cause: 'GRANT' });
      },
    });
    const before = await ledger.balance(holder);
    await jobs.enqueue({ key: 'waiting', kind, payload: 1 });
    expect(await jobs.cancel('waiting')).toBe(true);
    expect(await jobs.cancel('waiting')).toBe(false);
    expect(await stateOf('waiting')).toBe('CANCELLED');
    await jobs.enqueue({ key: 'under way', kind, payload: 1 });
    const settled = jobs.settle();
    await begun.given;
    await expect.poll(async () => (await jobs.find('under way'))?.rowsDone).toBe(10);
    // As another portal does, which can only write it down.
    await databaseOf(accounts).update(jobsTable).set({ cancelAsked: true });
    await settled;
    expect(await jobs.find('under way')).toMatchObject({ state: 'CANCELLED', rowsTotal: 100 });
    expect(await ledger.balance(holder)).toBe(before + 2);
  });

  it('that was lost is held and completed by its new worker only, and nothing of the old one is committed', async () => {
    const {
      plans: { ledger },
      jobs,
    } = accounts;
    const database = databaseOf(accounts);
    const holder = { userId: owner(1).accountId, allowance: 'SEARCHES' } as const;
    const before = await ledger.balance(holder);
    const seen: unknown[] = [];
    const complete = (job: RunningJob<unknown>) =>
      database.transaction(async (transaction) => {
        await ledger.enter(transaction, { ...holder, key: job.lease, amount: 1, cause: 'GRANT' });
        await job.complete(job.lease, transaction);
      });
    const other = portalBeside();
    const kind = kindOf({
      async work(job) {
        // Somebody else takes it on while this worker is thought to be dead.
        while ((await jobs.find('lost'))?.tries === 1) {
          await database.update(jobsTable).set(outOfLease);
          await other.settle({ early: 'none' });
        }
        const hold = () => database.transaction((transaction) => job.mustHold(transaction));
        for (const late of [hold, () => complete(job)]) seen.push(await late().catch((error: unknown) => error));
      },
    });
    other.handle(kind, { work: complete });
    await jobs.enqueue({ key: 'lost', kind });
    await jobs.settle();
    expect(seen).toEqual([expect.any(JobInterrupted), expect.any(JobInterrupted)]);
    expect(await jobs.find('lost')).toMatchObject({ state: 'DONE', tries: 2 });
    expect(await ledger.balance(holder)).toBe(before + 1);
  });

  it('keeps its lease for as long as it is worked on', async () => {
    const kind = kindOf({ work: ({ signal }) => sleep(2.5 * LEASE_MS, undefined, { signal }) });
    const other = portalBeside();
    other.handle(kind, { work: () => expect.fail('it is taken on once') });
    await accounts.jobs.enqueue({ key: 'long', kind });
    const settled = accounts.jobs.settle();
    for (let n = 0; n < 10; n += 1) {
      await sleep(LEASE_MS / 6);
      await other.settle();
    }
    await settled;
    expect(await accounts.jobs.find('long')).toMatchObject({ state: 'DONE', tries: 1 });
  });

  it('is given back by a portal that stops, and goes on with the next one as if it had not been begun', async () => {
    const begun = signal();
    const kind = kindOf({
      async work({ signal }) {
        begun.give();
        await sleep(60_000, undefined, { signal });
      },
    });
    await accounts.jobs.start();
    await accounts.jobs.enqueue({ key: 'given back', kind });
    await begun.given;
    accounts = await started.reopen();
    expect(await accounts.jobs.find('given back')).toMatchObject({ state: 'WAITING', tries: 0 });
  });

  it('is begun when its transaction is committed and its moment has come, and nothing is asked before', async () => {
    const ended: string[] = [];
    const kind = kindOf({ atOnce: 9, work: async ({ key }) => void ended.push(key) });
    const asked = vi.spyOn(driverOf(accounts), 'query');
    const texts = () =>
      asked.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : statement.text));
    await accounts.jobs.start();
    // The first look ends with the question when anything is due.
    await expect.poll(() => texts().some((text) => text.includes('extract(epoch from min('))).toBe(true);
    await accounts.jobs.enqueue({ key: 'later', kind, afterMs: 1_000 });
    asked.mockClear();
    await sleep(200);
    expect(asked).not.toHaveBeenCalled();
    await expect.poll(() => ended, { interval: 20 }).toEqual(['later']);
    await databaseOf(accounts).transaction(async (transaction) => {
      await accounts.jobs.enqueue({ key: 'at once', kind }, transaction);
      await sleep(150);
      expect(ended).toEqual(['later']);
    });
    const committed = performance.now();
    await expect.poll(() => ended, { interval: 20 }).toEqual(['later', 'at once']);
    // By the notice: the queue is looked at by itself only every half a minute.
    expect(performance.now() - committed).toBeLessThan(20_000);
    asked.mockRestore();
  });

  it('goes when it ended long ago, a failed one later', async () => {
    await databaseOf(accounts).execute(sql`
      insert into ${jobsTable} (key, kind, state, ended_at)
      select key, 'old', state, now() - days * interval '1 day' from (values ('new', 'DONE', 6), ('old', 'DONE', 8),
        ('new failure', 'FAILED', 8), ('old failure', 'FAILED', 31)) ended (key, state, days)`);
    await accounts.jobs.purge();
    const left = await accounts.jobs.list({ kind: 'old', limit: 9 });
    expect(left.map(({ key }) => key)).toEqual(['new failure', 'new']);
  });
});
