/** Failures of what a portal stands on, which no call and no command is at fault for. */
import { OperatorError } from '@tidewaiter/contract';
import { fileRefusal, isDenied } from './file-refusals.js';

/** How a full disk is told by PostgreSQL, by the record engine and by Node.js. */
const DISK_FULL = new Set(['53100', '243', 'ENOSPC']);

/** Whether a failure is a full disk's, whatever it is wrapped in. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, message } = error as Error & { code?: unknown };
  return DISK_FULL.has(String(code)) || message.includes('No space left on device') || isDiskFull(cause);
}

/** What failed in an operator's words, where they are known. The stores' modules are read only then: help needs none. */
export async function explained(error: unknown): Promise<unknown> {
  if (error instanceof OperatorError) return error;
  if (isDiskFull(error)) {
    return new OperatorError('The disk is full. Free some space and try again.', [], { cause: error });
  }
  if (isDenied(error)) return fileRefusal(error, 'written');
  const [accounts, records] = await Promise.all([import('@tidewaiter/accounts'), import('@tidewaiter/records')]);
  return accounts.explainFailure(records.explainFailure(error));
}
