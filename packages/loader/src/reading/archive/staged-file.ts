import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { OperatorError } from '@tidewaiter/contract';
import { readChunks, unreadable } from '../form/file-bytes.js';

/** A file as it was given, in a private copy that nobody else writes. */
export interface StagedFile {
  /** It is SHA-256 in hexadecimal digits. */
  hash: string;
  bytes: number;
  /** Where the copy is, as long as the load lasts. */
  copy: string;
}

/**
 * Copies a file in, byte for byte. The load works on the copy alone.
 *
 * @throws OperatorError when the file is missing, unreadable, empty or written to meanwhile, or the disk is full
 */
export async function stageFile(
  path: string,
  copy: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<StagedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  let source: FileHandle | undefined;
  let target: FileHandle | undefined;
  try {
    source = await open(path, 'r');
    target = await open(copy, 'w', 0o600);
    const before = await state(source);
    for await (const chunk of readChunks(source)) {
      const written = target.writeFile(chunk);
      hash.update(chunk);
      await written;
      bytes += chunk.length;
      onBytes(bytes);
    }
    if ((await state(source)) !== before) {
      throw new OperatorError(
        `${path} was changed while it was read. Nothing has changed here; load it when it is complete.`,
      );
    }
  } catch (error) {
    throw unreadable(error, path);
  } finally {
    await target?.close();
    await source?.close();
  }
  if (bytes === 0) throw new OperatorError(`${path} is empty.`);
  return { hash: hash.digest('hex'), bytes, copy };
}

/** What changes when somebody writes to a file. */
async function state(file: FileHandle): Promise<string> {
  const { size, mtimeNs } = await file.stat({ bigint: true });
  return `${size} ${mtimeNs}`;
}
