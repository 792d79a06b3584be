import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { LoadError } from './load-error.js';

export interface CopiedFile {
  /** SHA-256 of the file as it was given, hexadecimal. */
  hash: string;
  bytes: number;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Copies a text file to where the engine reads it, without its byte order mark. The load then works on what was copied:
 * a file that changes meanwhile changes nothing.
 *
 * @throws LoadError when the file is missing, unreadable, empty, not text or not UTF-8
 */
export async function copyIn(
  from: string,
  to: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<CopiedFile> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const target = await open(to, 'w', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      if (chunk.includes(0))
        throw new LoadError(`${from} is not UTF-8 text: it holds NUL bytes, as UTF-16 and binary files do.`);
      decode(decoder, chunk, from);
      hash.update(chunk);
      const marked = bytes === 0 && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK);
      await target.appendFile(marked ? chunk.subarray(3) : chunk);
      bytes += chunk.length;
      onProgress(bytes);
    }
    decode(decoder, undefined, from);
  } catch (error) {
    if (error instanceof LoadError) throw error;
    throw new LoadError(`${from} cannot be read: ${reason(error)}`);
  } finally {
    await target.close();
  }
  if (bytes === 0) throw new LoadError(`${from} is empty.`);
  return { hash: hash.digest('hex'), bytes };
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, from: string): void {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new LoadError(`${from} is not UTF-8 text. Convert it first, for instance with iconv.`);
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOSPC') return 'the disk is full';
  return error instanceof Error ? error.message : String(error);
}
