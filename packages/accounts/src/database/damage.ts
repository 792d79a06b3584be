import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';

/** By this file the engine knows that there is a database. */
const MARK = 'PG_VERSION';

/** This one comes later: where it is, there was one. */
const CONTROL = 'global/pg_control';

/** Below this much room Postgres cannot begin: one segment of its log, in bytes. */
const LOG_SEGMENT = 16 * 2 ** 20;

const FROM_BACKUP = 'Bring the accounts back from a backup. Nothing was changed here.';

/**
 * Refuses a folder that holds a database without its mark: the engine would make an empty one over it.
 *
 * @throws OperatorError
 */
export function mustBeWhole(folder: string): void {
  if (existsSync(join(folder, MARK)) || !existsSync(join(folder, CONTROL))) return;
  throw new OperatorError(`The accounts in ${folder} are damaged: their file ${MARK} is missing.`, [FROM_BACKUP]);
}

/** Why the accounts in a folder could not be opened, in words: of a start that fails, the engine says that it was aborted and no more. */
export function explainStart(error: unknown, folder: string): unknown {
  if (error instanceof OperatorError) return error;
  if (isFull(folder)) {
    return new OperatorError(`The disk of ${folder} is full. Free some space and try again.`, [], { cause: error });
  }
  // What Postgres itself says of a statement has a code: that is no failure to start.
  if (error instanceof Error && 'severity' in error) return error;
  return new OperatorError(
    `The accounts in ${folder} cannot be opened: files of their database are missing or damaged.`,
    [FROM_BACKUP],
    { cause: error },
  );
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LOG_SEGMENT;
  } catch {
    return false;
  }
}

/** data_corrupted, index_corrupted, io_error, undefined_file. */
const DAMAGED = new Set(['XX001', 'XX002', '58030', '58P01']);

/** Files of the accounts that the engine cannot read, or that have lost some of what was in them. */
export class DamagedAccounts extends OperatorError {
  constructor(found: string, cause?: unknown) {
    super('Files of the accounts are damaged on the disk.', [found, 'Bring the accounts back from a backup.'], {
      cause,
    });
  }
}

/** What an operator does about a statement that could not read the database's files; the error itself where it is another. */
export function explainFailure(error: unknown): unknown {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && DAMAGED.has(String(inner.code)))
      return new DamagedAccounts(`PostgreSQL says: ${inner.message}.`, error);
  }
  return error;
}

/** Remembers the first damage that any statement of an open database has met: what is written there from then on may be lost with it. */
export class DamageWatch {
  /** Undefined while none was met. */
  met: DamagedAccounts | undefined;

  /** @returns what the statement answers; its failure is looked at and passed on */
  async over<Answer>(statement: Promise<Answer>): Promise<Answer> {
    return statement.catch((error: unknown) => {
      const told = explainFailure(error);
      if (told instanceof DamagedAccounts) this.met ??= told;
      throw error;
    });
  }
}
