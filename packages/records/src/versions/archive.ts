import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { OperatorError } from '@tidewaiter/contract';
import { DISK_FULL } from './shortage.js';

/** Of a file that is being written; what bears it was never finished. */
const UNFINISHED = '.part';

const CHUNK = 1 << 20;

/** Half the time of gzip's quickest level, and smaller files (decision 0017). */
const COMPRESSION = { chunkSize: CHUNK, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * The files that were loaded, as they were given, each under its hash: whatever a portal shows can be made again from them.
 * A file bears its name only once it lies on the disk whole, and is believed only while its hash is right.
 */
export class Archive {
  /**
   * @param folder made when the first file comes
   * @param keeps whether loads are archived; what is there is read all the same
   */
  constructor(
    readonly folder: string,
    readonly keeps: boolean,
  ) {}

  pathOf(hash: string): string {
    return join(this.folder, `${hash}.br`);
  }

  async holds(hash: string): Promise<boolean> {
    return stat(this.pathOf(hash)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Keeps a file; one that is there already is left.
   *
   * @returns whether it was not there
   * @param hash SHA-256 of what was loaded, hexadecimal
   * @throws OperatorError when the file is no longer what was loaded, or there is no room; then nothing is kept
   */
  async keep(path: string, hash: string, signal?: AbortSignal): Promise<boolean> {
    if (await this.holds(hash)) return false;
    const unfinished = join(this.folder, `${hash}${UNFINISHED}`);
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const read = hashing();
      // Open before anything can be stopped: a stream that opens it itself may do so once it was stopped, and cleared up after.
      const file = await open(unfinished, 'w', 0o600);
      await pipeline(
        createReadStream(path, { highWaterMark: CHUNK }),
        read.tap,
        createBrotliCompress(COMPRESSION),
        file.createWriteStream({ flush: true }),
        { signal },
      );
      if (read.hash() !== hash)
        throw new OperatorError(`${path} changed while it was loaded. Nothing has changed; try again.`);
      await rename(unfinished, this.pathOf(hash));
      await syncFolder(this.folder);
      return true;
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      if (error instanceof OperatorError || signal?.aborted) throw error;
      throw new OperatorError(`${path} cannot be archived: ${reason(error)}`);
    }
  }

  /**
   * Writes an archived file as it was given.
   *
   * @throws OperatorError when the archive does not hold it, or not whole
   */
  restore(hash: string, to: string): Promise<void> {
    return this.#read(hash, createWriteStream(to, { mode: 0o600 }));
  }

  /** Reads an archived file whole. @throws what {@link restore} throws */
  verify(hash: string): Promise<void> {
    return this.#read(hash, new Writable({ write: (_chunk, _encoding, done) => done() }));
  }

  async #read(hash: string, to: Writable): Promise<void> {
    const from = this.pathOf(hash);
    const read = hashing();
    try {
      await pipeline(
        createReadStream(from, { highWaterMark: CHUNK }),
        createBrotliDecompress({ chunkSize: CHUNK }),
        read.tap,
        to,
      );
    } catch (error) {
      throw new OperatorError(`${from} cannot be read: ${reason(error)}`);
    }
    if (read.hash() !== hash)
      throw new OperatorError(`${from} is damaged: its hash is no longer that of the file that was loaded.`);
  }

  async remove(hash: string): Promise<void> {
    await rm(this.pathOf(hash), { force: true });
  }

  /** Clears away what was never finished. Only while nothing is being kept. */
  async clear(): Promise<void> {
    const files = await readdir(this.folder).catch(() => []);
    for (const file of files) if (file.endsWith(UNFINISHED)) await rm(join(this.folder, file), { force: true });
  }
}

/** Hashes what flows through. A stream: of a generator, what stops it would hide what went wrong before it. */
function hashing() {
  const sum = createHash('sha256');
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      done(null, chunk);
    },
  });
  return { tap, hash: () => sum.digest('hex') };
}

/** A new name is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') return DISK_FULL;
  if (code === 'ENOENT') return 'there is no such file';
  // So Node.js names what a Brotli decoder refuses.
  if (code === 'Z_BUF_ERROR' || String(code).startsWith('ERR__ERROR')) return 'it is damaged';
  return error instanceof Error ? error.message : String(error);
}
