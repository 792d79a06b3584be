import { OperatorError } from '@tidewaiter/contract';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
};

const DISK_FULL = 'The disk is full. Nothing has changed; free some space and try again.';

/** An error of the file system as one that an operator understands. */
export function unreadable(error: unknown, path: string): OperatorError {
  if (error instanceof OperatorError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return new OperatorError(DISK_FULL);
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new OperatorError(`${path} cannot be read: ${reason}`);
}
