import { type FileHandle, open } from 'node:fs/promises';
import { OperatorError } from '@tidewaiter/contract';
import { CHUNK } from './reading-limits.js';

/**
 * A file's bytes, in order. While one chunk is worked on the next is read; a chunk is the reader's until it asks for the next.
 */
export async function* readChunks(file: FileHandle): AsyncGenerator<Buffer, void, undefined> {
  let [current, next] = [Buffer.allocUnsafe(CHUNK), Buffer.allocUnsafe(CHUNK)];
  let position = 0;
  let reading = file.read(current, 0, CHUNK, position);
  for (;;) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) return;
    position += bytesRead;
    reading = file.read(next, 0, CHUNK, position);
    // Whoever leaves early waits for no read; what that one says is nobody's concern then.
    reading.catch(() => {});
    yield current.subarray(0, bytesRead);
    [current, next] = [next, current];
  }
}

/** Reads the first bytes of a file, so many at most. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.allocUnsafe(bytes);
    let filled = 0;
    while (filled < bytes) {
      const { bytesRead } = await file.read(head, filled, bytes - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return head.subarray(0, filled);
  } finally {
    await file.close();
  }
}

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
