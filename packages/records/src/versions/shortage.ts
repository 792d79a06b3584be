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
