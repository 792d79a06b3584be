/** What a streamed answer must be on every driver: the suites of the engines run it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CHUNK_ROWS, type RecordEngine, type Statement } from '../src/engine/engine.js';

const ROWS = 1_000_000;
const row = z.tuple([z.coerce.number(), z.string()]);
const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that something still refers to. What the process has of the system says how busy the collector was, too. */
function alive(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Wide enough that all rows together would show. */
const WIDE = `SELECT number, concat('${'x'.repeat(120)}', toString(number)) FROM numbers({rows:UInt64})`;

export function streamsAnswers(engine: () => RecordEngine): void {
  const statement = (changes: Partial<Statement<[number, string]>> = {}): Statement<[number, string]> => ({
    name: 'test.stream',
    sql: WIDE,
    parameters: { rows: ROWS },
    row,
    // A busy machine takes its time; nothing here is about that.
    settings: { max_execution_time: 600 },
    ...changes,
  });
  const asked = async () => engine().query({ name: 'test', sql: "SELECT 'next'", row: z.tuple([z.string()]) });

  describe('a streamed answer', () => {
    it('brings every row, in order, in chunks, and never holds them all', async () => {
      let rows = 0;
      let wrong = 0;
      let largest = 0;
      const before = alive();
      let most = 0;
      let measured = 0;
      await engine().stream(statement(), async (chunk) => {
        for (const [number, text] of chunk) {
          if (number !== rows || text.length < 121) wrong += 1;
          rows += 1;
        }
        largest = Math.max(largest, chunk.length);
        const tenth = Math.floor(rows / (ROWS / 10));
        if (tenth > measured) most = Math.max(most, alive());
        measured = tenth;
      });
      expect([rows, wrong]).toEqual([ROWS, 0]);
      expect(largest).toBeLessThanOrEqual(CHUNK_ROWS);
      // Their text alone is 127 MB.
      expect(most - before).toBeLessThan(40_000_000);
    });

    it('waits for its reader', async () => {
      let reading = 0;
      let atOnce = 0;
      await engine().stream(statement({ parameters: { rows: 5 * CHUNK_ROWS } }), async () => {
        reading += 1;
        atOnce = Math.max(atOnce, reading);
        await sleep(20);
        reading -= 1;
      });
      expect(atOnce).toBe(1);
    });

    it('ends when nobody waits for it any more, also while its reader is busy', async () => {
      const gone = new AbortController();
      const reason = new Error('gone');
      let chunks = 0;
      const streamed = engine().stream(statement({ signal: gone.signal }), async () => {
        chunks += 1;
        if (chunks === 3) gone.abort(reason);
        await sleep(5);
      });
      expect(await failure(streamed)).toBe(reason);
      expect(chunks).toBe(3);
      expect(await asked()).toEqual([['next']]);
    });

    it('ends when its reader fails, and hands on why', async () => {
      const reason = new Error('the disk is full');
      const streamed = engine().stream(statement(), () => {
        throw reason;
      });
      expect(await failure(streamed)).toBe(reason);
      expect(await asked()).toEqual([['next']]);
    });

    it('that fails midway says so, after the rows before', async () => {
      let rows = 0;
      const sql = 'SELECT number, toString(throwIf(number = 500000)) FROM numbers({rows:UInt64})';
      const streamed = engine().stream(
        statement({ sql, settings: { max_threads: 1, max_execution_time: 600 } }),
        (chunk) => {
          rows += chunk.length;
        },
      );
      expect(await failure(streamed)).toMatchObject({ name: 'EngineError' });
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThan(500_001);
      expect(await asked()).toEqual([['next']]);
    });

    it('that is refused at once says so', async () => {
      const streamed = engine().stream(statement({ sql: 'SELECT nothing FROM nowhere' }), () => {});
      expect(await failure(streamed)).toMatchObject({ name: 'EngineError', code: '60' });
    });

    it('holds its lane, and no other', async () => {
      let short: unknown;
      await engine().stream(statement({ parameters: { rows: 3 * CHUNK_ROWS } }), async () => {
        short = await engine().query({ name: 'test', sql: 'SELECT 2', row: z.tuple([z.number()]), lane: 'short' });
      });
      expect(short).toEqual([[2]]);
    });
  });
}
