import { OperatorError } from '@tidewaiter/contract';
import { EngineError } from '../engine/engine.js';

export const DISK_FULL = 'The disk is full. Nothing has changed; free some space and try again.';

/** What the engine says when it runs out of something, in words. */
const SHORTAGES: Record<string, string> = {
  '241': 'There is not enough memory for this file. Nothing has changed.',
  '243': DISK_FULL,
};

/** An error that means a shortage, as an OperatorError; any other as it is. */
export function explainShortage(error: unknown): unknown {
  const message = error instanceof EngineError ? SHORTAGES[error.code] : undefined;
  return message === undefined ? error : new OperatorError(message);
}
