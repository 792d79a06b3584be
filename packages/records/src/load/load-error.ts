import { EngineError } from '../engine/engine.js';

/** A load that was refused: what is wrong with the file, the mapping or the request, told to the operator. */
export class LoadError extends Error {
  override readonly name = 'LoadError';

  constructor(
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

export const DISK_FULL = 'The disk is full. Nothing has changed; free some space and try again.';

/** What the engine says when it runs out of something, in words. */
const SHORTAGES: Record<string, string> = {
  '241': 'There is not enough memory for this file. Nothing has changed.',
  '243': DISK_FULL,
};

/** An error that means a shortage, as a LoadError; any other as it is. */
export function explainShortage(error: unknown): unknown {
  const message = error instanceof EngineError ? SHORTAGES[error.code] : undefined;
  return message === undefined ? error : new LoadError(message);
}
