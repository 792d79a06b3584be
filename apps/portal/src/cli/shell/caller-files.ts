import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdtemp, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@tidewaiter/contract';
import { mustBePlain } from '../../app/config.js';
import { fileRefusal } from '../../app/file-refusals.js';
import { FolderRepository, type Repository } from '../../backup/repository.js';

/** What is done with a file. `write` makes a new one; `folder` lists the files of a folder, which may then be read; `put`, `fetch`, `list` and `remove` are of what lies in a folder of backups. */
export const FILE_DEEDS = ['text', 'read', 'folder', 'write', 'overwrite', 'put', 'fetch', 'list', 'remove'] as const;

/** `named`: what it names may be read, too: files of codes beside it or below, and those that it joins to a file which the command reads. */
export type FileDeed = (typeof FILE_DEEDS)[number] | 'named';

/** Of a mapping or a layout. */
export const MAPPING_FILE: readonly FileDeed[] = ['text', 'named'];

/** What is written into a file. */
export type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * The files that a command line names, by the rights of whoever gives it, wherever the command runs. Relative paths start from the caller's
 * folder, and `-` is the caller's standard input. What cannot be read or written is refused with its path, the user and the way on.
 */
export interface CallerFiles {
  /** @returns where this process reads the file until the command ends */
  toRead(path: string): Promise<string>;
  /** Has a file that lies beside one be read there, too. @param path where this process reads that one */
  toReadBeside(path: string, name: string): Promise<void>;
  /** The names of the files that lie in a folder, sorted. */
  namesIn(folder: string): Promise<string[]>;
  /** A small file as text; undefined where there is none. */
  textOf(path: string): Promise<string | undefined>;
  /** Writes a file that nobody else may read, whole or not at all. */
  write(path: string, content: Content, options?: { overwrite?: boolean }): Promise<void>;
  /** A folder of backups. */
  backups(folder: string): Repository;
}

/** What a file calls a file beside it, as the command line could call that. */
export const besideOf = (path: string, name: string) => join(dirname(path), name);

/** Reads what a mapping or a layout of the caller names. */
export const textBeside = (files: CallerFiles, path: string) => (name: string) => files.textOf(besideOf(path, name));

export const STANDARD_INPUT = '-';

/** Beyond this no file is one that somebody has written by hand. */
const TEXT_BYTES_MAX = 16 << 20;

/** Of this process's own user. */
export class OwnFiles implements CallerFiles {
  #input: Promise<string> | undefined;

  constructor(private readonly cwd: string) {}

  /** Standard input can be read once, and a command may begin here and go on elsewhere: what it holds is kept as a file. */
  async #inputAsFile(): Promise<string> {
    const path = join(await mkdtemp(join(tmpdir(), 'tidewaiter-input-')), 'standard-input');
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
    return path;
  }

  async toRead(path: string): Promise<string> {
    if (path === STANDARD_INPUT) {
      this.#input ??= this.#inputAsFile();
      return this.#input;
    }
    const from = resolve(this.cwd, path);
    await access(from, constants.R_OK).catch((error: unknown) => {
      throw fileRefusal(error, 'read', from);
    });
    return from;
  }

  /** It lies there. */
  async toReadBeside(): Promise<void> {}

  async namesIn(folder: string): Promise<string[]> {
    const from = resolve(this.cwd, folder);
    const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
      throw fileRefusal(error, 'read', from);
    });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  }

  async textOf(path: string): Promise<string | undefined> {
    const from = path === STANDARD_INPUT ? await this.toRead(path) : resolve(this.cwd, path);
    try {
      const { size } = await stat(from);
      if (size > TEXT_BYTES_MAX) throw new OperatorError(`${from} is too large for what it should be.`);
      return await readFile(from, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw fileRefusal(error, 'read', from);
    }
  }

  async write(path: string, content: Content, { overwrite = false } = {}): Promise<void> {
    let to = resolve(this.cwd, path);
    try {
      const there = await stat(to).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      // A device, a pipe: nothing takes its place.
      if (there && !there.isFile() && !there.isDirectory()) return await pipeline(content, createWriteStream(to));
      if (there && !overwrite) throw Object.assign(new Error('it is there'), { code: 'EEXIST' });
      if (there) to = await realpath(to);
      const part = `${to}.${randomUUID()}.part`;
      try {
        await pipeline(content, createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }));
        await rename(part, to);
      } finally {
        await rm(part, { force: true });
      }
    } catch (error) {
      throw fileRefusal(error, 'written', to);
    }
  }

  backups(folder: string): FolderRepository {
    return new FolderRepository(mustBePlain('The folder of backups', resolve(this.cwd, folder)));
  }

  async close(): Promise<void> {
    const input = await this.#input?.catch(() => undefined);
    if (input !== undefined) await rm(join(input, '..'), { recursive: true, force: true });
  }
}
