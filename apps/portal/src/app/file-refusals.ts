import { userInfo } from 'node:os';
import { OperatorError } from '@tidewaiter/contract';

/** The name of this process's user, or their number where the system has no name for it, as in a container. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.geteuid?.()}`;
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of it is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it is there already',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'nothing can be written there',
};

const DENIALS = ['EACCES', 'EPERM', 'EROFS'];

/** Whether the system denies a file to this process. */
export const isDenied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DENIALS.includes(String(error.code));

/**
 * What the system says of a file in an operator's words: the path, the user and the way on. What is no refusal of a file stays as it is.
 *
 * @param path as it is told; that of the failure itself unless it is said
 */
export function fileRefusal(error: unknown, act: 'read' | 'written', path?: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof OperatorError) return error;
  const [code, told] = [String(error.code), path ?? ('path' in error ? error.path : undefined)];
  const reason = REASONS[code];
  if (reason === undefined || typeof told !== 'string') return error;
  const user = userName();
  const way =
    code === 'EROFS'
      ? 'A service writes in the folders of its unit alone, StateDirectory and ReadWritePaths ("A service" in docs/operator.md).'
      : `Let ${user} have it, and pass through the folders above it: chown, chmod. Or name another place.`;
  return new OperatorError(
    `${told} cannot be ${act}${isDenied(error) ? ` by ${user}` : ''}: ${reason}.`,
    isDenied(error) ? [way] : [],
    { cause: error },
  );
}
