import { OperatorError } from '@tidewaiter/contract';
import { EngineError } from '../engine/engine.js';

export const DISK_FULL = 'The disk is full. Nothing has changed; free some space and try again.';

/** What the engine says when it runs out of something, in words. */
const SHORTAGES: Record<string, string> = {
  '241': 'There is not enough memory for this file. Nothing has changed.',
  '243': DISK_FULL,
};

/** UNKNOWN_TABLE: of a table whose migration was done. */
const LOST_TABLE = '60';

/** Where the engine could not read what it had written. */
const UNREADABLE = /while reading from part ([^\s:,)]+)/;

/** TIMEOUT_EXCEEDED, QUERY_WAS_CANCELLED, MEMORY_LIMIT_EXCEEDED, NOT_ENOUGH_SPACE: nothing is wrong with what was read. */
const ENDED = new Set(['159', '394', '241', '243']);

/** Whether files of the records are damaged, so that a statement which reads them has no answer. */
export const isDamaged = (error: unknown): error is EngineError =>
  error instanceof EngineError && !ENDED.has(error.code) && UNREADABLE.test(error.message);

/** The name of the part of a table that a statement could not read; undefined where it failed for another reason. */
export const damagedPart = (error: unknown): string | undefined =>
  isDamaged(error)
    ? UNREADABLE.exec(error.message)?.[1]
        ?.split('/')
        .findLast((name) => name !== '')
    : undefined;

/** What an operator does about a statement that failed; the error itself where that is not known. */
export function explainFailure(error: unknown): unknown {
  if (!isDamaged(error)) return error;
  const [, part] = UNREADABLE.exec(error.message) ?? [];
  return new OperatorError(
    'Files of the records are damaged on the disk.',
    [
      `The engine cannot read ${part}.`,
      'What does not lie in them is answered as ever. Bring the records back from a backup, or make the loads anew: `reload --all`.',
    ],
    { cause: error },
  );
}

/** Why records could not be opened, in words where the disk is at fault. */
export function explainDamage(error: unknown, dataFolder: string): unknown {
  if (!(error instanceof EngineError)) return error;
  const { cause } = error;
  if (error.code === '243') {
    return new OperatorError(`The disk of ${dataFolder} is full. Free some space and try again.`, [], { cause });
  }
  if (error.code !== LOST_TABLE) return error;
  return new OperatorError(
    'The records have lost one of their tables: the folder that they lie in is damaged.',
    ['Bring the records back from a backup.'],
    { cause },
  );
}

/** An error that means a shortage, as an OperatorError; any other as it is. */
export function explainShortage(error: unknown): unknown {
  const message = error instanceof EngineError ? SHORTAGES[error.code] : undefined;
  return message === undefined ? error : new OperatorError(message);
}
