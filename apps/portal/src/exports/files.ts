import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Accounts, RecordExport } from '@tidewaiter/accounts';
import { DAY_MS } from '@tidewaiter/contract';
import { highestSuppression, type Records } from '@tidewaiter/records';

/** What exports are made of, and where their files lie. */
export interface ExportStores {
  records: Records;
  accounts: Accounts;
  exportFiles: ExportFiles;
}

const nameOfFile = ({ id, format }: Pick<RecordExport, 'id' | 'format'>) => `${id}.${format}`;

/** How long a file that other portals may be making is left alone, in milliseconds: no export takes so long. */
const MADE_MS = DAY_MS;

/**
 * The files of exports: a cache, since any of them can be made again. Under its name a file is whole or not there.
 */
export class ExportFiles {
  readonly #folder: string;
  readonly #quotaBytes: number;
  readonly #isShared: boolean;

  /**
   * @param quotaBytes what the files may take together; beyond it the oldest go
   * @param isShared whether other portals may have theirs in the folder
   */
  constructor({ folder, quotaBytes, isShared }: { folder: string; quotaBytes: number; isShared: boolean }) {
    this.#folder = folder;
    this.#quotaBytes = quotaBytes;
    this.#isShared = isShared;
  }

  /** The path of an export's file and its size; undefined where it is not on this machine. */
  async find(made: RecordExport): Promise<{ path: string; bytes: number } | undefined> {
    const path = join(this.#folder, nameOfFile(made));
    const found = await stat(path).catch(() => undefined);
    return found && { path, bytes: found.size };
  }

  /** A path for whoever makes the file; another at each try, so that one that lost its job spoils nothing. */
  async begin(made: RecordExport, lease: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return join(this.#folder, `${made.id}.${lease}.${made.format}.new`);
  }

  /** Puts a finished file in its place, and lets the oldest others go where all take more than they may. */
  async keep(made: RecordExport, path: string): Promise<void> {
    await rename(path, join(this.#folder, nameOfFile(made)));
    await this.#makeRoom(nameOfFile(made));
  }

  async remove(made: RecordExport): Promise<void> {
    await rm(join(this.#folder, nameOfFile(made)), { force: true });
  }

  /** Removes what was never finished: for the start of a portal, before anything is made. */
  async clear(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    // What this process makes has not begun yet, and a folder that is not shared is one process's.
    for (const name of names.filter((name) => !/^[0-9a-f-]{36}\.\w+$/.test(name))) {
      const path = join(this.#folder, name);
      const begun = await stat(path).catch(() => undefined);
      if (!this.#isShared || (begun && Date.now() - begun.mtimeMs > MADE_MS)) await rm(path, { force: true });
    }
  }

  /** Removes the files whose time is over. */
  async expire(olderThan: Date): Promise<void> {
    for (const { path, at } of await this.#all()) if (at < olderThan.getTime()) await rm(path, { force: true });
  }

  async #makeRoom(newest: string): Promise<void> {
    const files = (await this.#all()).sort((one, other) => one.at - other.at);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files) {
      if (bytes <= this.#quotaBytes) return;
      if (file.name === newest) continue;
      await rm(file.path, { force: true });
      bytes -= file.bytes;
    }
  }

  async #all(): Promise<{ name: string; path: string; bytes: number; at: number }[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(
      names
        .filter((name) => !name.endsWith('.new'))
        .map(async (name) => {
          const path = join(this.#folder, name);
          const about = await stat(path).catch(() => undefined);
          return about && { name, path, bytes: about.size, at: about.mtimeMs };
        }),
    );
    return found.filter((file) => file !== undefined);
  }
}

/** Whether a file was made after the last suppression. */
export const showsNothingSuppressed = (
  { fileSuppressed }: Pick<RecordExport, 'fileSuppressed'>,
  version: Parameters<typeof highestSuppression>[0],
): boolean => fileSuppressed !== null && highestSuppression(version) <= fileSuppressed;
