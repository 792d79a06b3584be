import { PortalError } from '@tidewaiter/contract';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { ENDLESS, failure, GREEDY, heardStatements } from '../../testing/statements.js';
import {
  type AskedEngine,
  type Asker,
  type Call,
  EngineError,
  engineFor,
  PORTAL,
  type RecordEngine,
  type Statement,
  WARMING,
} from './engine.js';
import { STATEMENT_BYTES } from './limits.js';

const test = sharedRecords();

const ask = (sql: string, { asker = PORTAL, ...changes }: Partial<Statement<unknown[]> & Call> = {}) =>
  test.records.askedEngine.query({ asker, name: 'test', sql, row: z.array(z.unknown()), ...changes });
/** One account has no more than two of the three places. */
const THREE_ACCOUNTS = ['a', 'b', 'c'].map((one) => ({ account: one, person: one }));

/** Endless statements that the engine is working on. */
const processes = async () => {
  const sql = "SELECT toUInt32(countIf(startsWith(Settings['log_comment'], 'test '))) FROM system.processes";
  return (await ask(sql, { name: 'processes', lane: 'short' }))[0]?.[0];
};

type Calls = 'query' | 'stream' | 'bytes' | 'writeFile' | 'run';
type Unasked = Omit<Statement<unknown>, 'signal'>;

/** Those of an engine's calls that take a statement. */
type Taking<Said> = { [Name in Calls]: Said extends Parameters<AskedEngine[Name]>[0] ? Name : never }[Calls];

// No statement is everybody's, and an engine to which each says whose it is takes no other's place.
expectTypeOf<Taking<Unasked>>().toBeNever();
expectTypeOf<Taking<Unasked & Pick<Call, 'asker'>>>().toEqualTypeOf<Calls>();
expectTypeOf<AskedEngine>().not.toExtend<RecordEngine>();

describe('the embedded engine', () => {
  it('lets what is found before anybody asks, and merges of parts, step behind what people ask', async () => {
    const nice = async (asker: Asker) => (await ask("SELECT getSetting('os_threads_nice_value_query')", { asker }))[0];
    expect(await nice(WARMING)).toEqual([19]);
    for (const asker of [PORTAL, ...THREE_ACCOUNTS]) expect(await nice(asker)).toEqual([10]);
    const sql = "SELECT value FROM system.server_settings WHERE name = 'os_threads_nice_value_merge_mutate'";
    expect(await ask(sql)).toEqual([['19']]);
  });

  it('ends a question that takes too long or too much, and says what to do', async () => {
    for (const [sql, settings] of [
      [ENDLESS, { max_execution_time: 1 }],
      [GREEDY, { max_memory_usage: 50_000_000 }],
    ] as const) {
      const error = await failure(ask(sql, { settings }));
      expect(error).toBeInstanceOf(PortalError);
      expect(error).toMatchObject({ code: 'SEARCH_TOO_EXPENSIVE' });
    }
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  it('refuses a statement and an answer that hold too much, in words', async () => {
    const text = 'x'.repeat(STATEMENT_BYTES);
    const tooLong = [`SELECT '${text}'`, `SELECT ${'1 + '.repeat(60_000)}1`];
    for (const sql of tooLong) expect(await failure(ask(sql))).toMatchObject({ code: 'SEARCH_TOO_LARGE', status: 400 });
    const bound = failure(ask('SELECT length({text:String})', { parameters: { text } }));
    expect(await bound).toMatchObject({ code: 'SEARCH_TOO_LARGE' });
    for (const much of ['number FROM numbers(200001)', 'groupArray(number) FROM numbers(5000000)']) {
      expect(await failure(ask(`SELECT ${much}`))).toMatchObject({ code: 'ANSWER_TOO_LARGE', status: 400 });
    }
    expect(await ask('SELECT 1')).toEqual([[1]]);
  });

  it('gives nothing of an answer that failed, or was stopped, to whoever asks next', async () => {
    const settings = { max_threads: 1, max_block_size: 1000 };
    for (const failsAt of [5_000, 100_000, 199_999]) {
      const sql = `SELECT number, 'of another', throwIf(number = ${failsAt}) FROM numbers(200000)`;
      expect(await failure(ask(sql, { settings }))).toBeInstanceOf(EngineError);
      expect(await ask('SELECT 1')).toEqual([[1]]);
    }
    for (let round = 0; round < 40; round += 1) {
      const stop = new AbortController();
      const slow = `SELECT number, 'of another', sleepEachRow(0.00002) FROM numbers(100000)`;
      const asked = failure(ask(slow, { signal: stop.signal, settings }));
      setTimeout(() => stop.abort(), 5 + 5 * round);
      await asked;
      expect(await ask('SELECT {round:UInt32}', { parameters: { round } })).toEqual([[round]]);
    }
  });

  it.each([
    ['six', ENDLESS, 6, {}],
    ['one with values', `${ENDLESS} AND number > {from:UInt64}`, 1, { parameters: { from: 1 } }],
  ])('answers short questions beside long ones: %s', async (_, sql, many, changes) => {
    const stop = new AbortController();
    let ended = false;
    const long = Array.from({ length: many }, () => failure(ask(sql, { signal: stop.signal, ...changes })));
    const all = Promise.all(long).then(() => {
      ended = true;
    });
    expect(await ask('SELECT {text:String}', { lane: 'short', parameters: { text: 'a' } })).toEqual([['a']]);
    expect(ended).toBe(false);
    stop.abort();
    await all;
  });

  it('refuses a statement that binds no value to a placeholder, where another was before', async () => {
    expect(await ask('SELECT {text:String}', { lane: 'short', parameters: { text: 'yours' } })).toEqual([['yours']]);
    const error = await failure(ask("SELECT {text:String}, '{this:String}'", { lane: 'short' }));
    expect(error).toMatchObject({ message: expect.stringMatching(/binds no value to text$/) });
    expect(await ask("SELECT '{this:String}'", { lane: 'short' })).toEqual([['{this:String}']]);
  });

  it('stops a question that nobody waits for any more, also one that has not begun', async () => {
    const gone = new AbortController();
    const running = THREE_ACCOUNTS.map((asker) => failure(ask(ENDLESS, { signal: gone.signal, asker })));
    const queued = new AbortController();
    const waiting = failure(ask('SELECT 3', { signal: queued.signal }));
    await expect.poll(() => processes()).toBe(3);
    queued.abort();
    expect(await waiting).toBe(queued.signal.reason);
    gone.abort();
    expect(await Promise.all(running)).toEqual(running.map(() => gone.signal.reason));
    // A connection gives up its last statement with the next one; were it still working, that would wait.
    const again = THREE_ACCOUNTS.map((asker) => ask('SELECT 4', { asker }));
    expect(await Promise.all(again)).toEqual([[[4]], [[4]], [[4]]]);
    expect(await processes()).toBe(0);
    expect(await failure(ask('SELECT 5', { signal: gone.signal }))).toBe(gone.signal.reason);
  });

  it('is told with each statement for whom it works', async () => {
    const { askedEngine, staging } = test.records;
    const heard = heardStatements(test.records);
    const statement = { name: 'test', sql: 'SELECT 6', row: z.array(z.unknown()) };
    for (const one of [staging.engine, ...THREE_ACCOUNTS.map((asker) => engineFor(askedEngine, asker))])
      expect(await one.query(statement)).toEqual([[6]]);
    expect(heard).toMatchObject([PORTAL, ...THREE_ACCOUNTS].map((asker) => ({ asker })));
  });
});
