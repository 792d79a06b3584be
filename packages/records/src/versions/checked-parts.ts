import { z } from 'zod';
import { EngineError, quote, type RecordEngine } from '../engine/engine.js';

/** What the disk holds of the files that the engine has written: parts of its tables, whose files each bear their sums. */
export interface CheckedParts {
  /** How many there are. */
  parts: number;
  /** How many were read in the time that there was. */
  read: number;
  damaged: { table: string; part: string; reason: string }[];
}

/** NO_SUCH_DATA_PART: it was merged with others meanwhile, by which the engine has read it. */
const GONE = '232';
/** TIMEOUT_EXCEEDED */
const TIMED_OUT = '159';

const partRow = z.tuple([z.string(), z.string()]);
const checkRow = z.tuple([z.string(), z.coerce.boolean(), z.string()]);

/**
 * Reads the parts of all tables, as the engine has them on its own disk, and holds them against their sums, for so long at most. Where that
 * is too short for all of them, another run reads others.
 */
export async function checkParts(engine: RecordEngine, milliseconds: number): Promise<CheckedParts> {
  const until = performance.now() + milliseconds;
  const parts = await engine.query({
    name: 'parts.list',
    sql: 'SELECT table, name FROM system.parts WHERE database = currentDatabase() AND active ORDER BY rand()',
    row: partRow,
    lane: 'load',
  });
  const checked: CheckedParts = { parts: parts.length, read: 0, damaged: [] };
  for (const [table, part] of parts) {
    const seconds = (until - performance.now()) / 1000;
    if (seconds <= 0) break;
    try {
      const found = await engine.query({
        name: 'parts.check',
        sql: `CHECK TABLE \`${table}\` PART ${quote(part)}`,
        settings: { check_query_single_value_result: 0, max_execution_time: seconds, max_threads: 1 },
        row: checkRow,
        lane: 'load',
      });
      for (const [, isWhole, reason] of found) if (!isWhole) checked.damaged.push({ table, part, reason });
    } catch (error) {
      if (error instanceof EngineError && error.code === TIMED_OUT) break;
      if (!(error instanceof EngineError && error.code === GONE)) throw error;
    }
    checked.read += 1;
  }
  return checked;
}
