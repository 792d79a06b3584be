/** Where backups lie: a folder, or a bucket of an S3-compatible store. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  constants,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@tidewaiter/contract';
import { S3mini } from 's3mini';
import type { BucketAccess } from '../app/backup-settings.js';
import { PART_BYTES, putFile } from '../app/bucket.js';
import { mustBePlain } from '../app/config.js';
import { fileRefusal } from '../app/file-refusals.js';

/** Things under names with slashes. A name that is there is whole, and what it holds never changes. */
export interface Repository {
  /** As people name it. */
  readonly where: string;
  /** Keeps a copy of a file. */
  put(name: string, path: string): Promise<void>;
  /** A file of this machine with what lies under the name, and what lets go of it. */
  fetch(name: string): Promise<{ path: string; done(): Promise<void> }>;
  /** Names and sizes in bytes of what lies under a folder. */
  list(folder: string): Promise<Map<string, number>>;
  remove(name: string): Promise<void>;
}

/** The second word of each line of a table of file systems, with a space as these tables write it. */
const mountPoints = (table: string) =>
  [...table.matchAll(/^\s*[^#\s]\S*\s+(\/\S*)/gm)].map(([, point = '']) => resolve(point.replaceAll('\\040', ' ')));

/** Where a disk is to be mounted that a folder belongs on, and is not; undefined where none is missing. */
export const missingMount = (folder: string, fstab: string, mounts: string): string | undefined =>
  mountPoints(fstab).find(
    (point) => point !== '/' && `${folder}/`.startsWith(`${point}/`) && !mountPoints(mounts).includes(point),
  );

/** What a file of the system says; nothing where there is no such file. */
const ofSystem = (path: string) => readFile(path, 'utf8').catch(() => '');

export class FolderRepository implements Repository {
  /** @param isMade whether it is made where it is not there: at a place where another disk is to be mounted, it would be on the wrong one */
  constructor(
    readonly where: string,
    private readonly isMade = true,
  ) {}

  #pathOf = (name: string) => join(this.where, name);

  put(name: string, path: string): Promise<void> {
    return this.#keep(name, (part) => copyFile(path, part, constants.COPYFILE_FICLONE));
  }

  /** Keeps what a stream brings. */
  take(name: string, content: Readable): Promise<void> {
    return this.#keep(name, (part) => pipeline(content, createWriteStream(part, { mode: 0o600 })));
  }

  async #keep(name: string, write: (part: string) => Promise<void>): Promise<void> {
    const to = this.#pathOf(name);
    const part = `${to}.part`;
    try {
      if (!this.isMade) await this.#mustBeThere();
      await makeFolder(dirname(to));
      await write(part);
      const file = await open(part, 'r+');
      await file.sync().finally(() => file.close());
      await rename(part, to);
      const folder = await open(dirname(to), 'r');
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw fileRefusal(error, 'written', this.where);
    }
  }

  async #mustBeThere(): Promise<void> {
    const mounts = await ofSystem('/proc/self/mounts');
    const missing = mounts && missingMount(this.where, await ofSystem('/etc/fstab'), mounts);
    if (missing)
      throw new OperatorError(
        `The disk of ${missing}, where backups are to go by /etc/fstab, is not mounted. Nothing was written.`,
        [`Mount it: mount ${missing}`],
      );
    await stat(this.where).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new OperatorError(
        `${this.where}, where backups are to go, is not there. Is its disk mounted? Nothing was written.`,
        [`Mount it, or make the folder for the portal's user: mkdir -p ${this.where}`],
      );
    });
  }

  async fetch(name: string) {
    const path = this.#pathOf(name);
    await stat(path);
    return { path, done: async () => {} };
  }

  async list(folder: string): Promise<Map<string, number>> {
    const names = await readdir(this.#pathOf(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw fileRefusal(error, 'read', this.where);
    });
    const found = new Map<string, number>();
    for (const name of names) found.set(`${folder}/${name}`, (await stat(this.#pathOf(`${folder}/${name}`))).size);
    return found;
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }
}

/** Makes a folder and those above it; where it cannot, the system's own reason is told, which Node.js loses on a place that is read-only. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return;
    if (error.code !== 'ENOENT') throw error;
    await makeFolder(dirname(path));
    await makeFolder(path);
  });
}

class BucketRepository implements Repository {
  readonly #client: S3mini;
  readonly #prefix: string;

  constructor(
    readonly where: string,
    { endpoint, region, accessKeyId, secretAccessKey }: BucketAccess,
  ) {
    const { hostname: bucket, pathname } = new URL(where);
    this.#prefix = pathname.replace(/^\/|\/$/g, '');
    const base = endpoint ?? `https://s3.${region}.amazonaws.com`;
    this.#client = new S3mini({
      ...{ accessKeyId, secretAccessKey, region },
      endpoint: `${base.replace(/\/$/, '')}/${bucket}`,
      minPartSize: PART_BYTES,
    });
  }

  #unusable = (reason: string, cause?: unknown) =>
    new OperatorError(
      `${this.where} cannot be used: ${reason}.`,
      ['Look at S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the name of the bucket.'],
      { cause },
    );

  #keyOf = (name: string) => (this.#prefix === '' ? name : `${this.#prefix}/${name}`);

  async put(name: string, path: string): Promise<void> {
    await putFile(this.#client, this.#keyOf(name), path);
  }

  async fetch(name: string) {
    const answer = await this.#client.getObjectResponse(this.#keyOf(name));
    if (!answer?.body) throw new Error(`${name} is not there`);
    const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-fetched-'));
    const done = () => rm(folder, { recursive: true, force: true });
    try {
      const path = join(folder, basename(name));
      await pipeline(Readable.fromWeb(answer.body), createWriteStream(path, { mode: 0o600 }));
      return { path, done };
    } catch (error) {
      await done();
      throw error;
    }
  }

  /** @throws OperatorError where the bucket cannot be used: whoever reads or writes there lists first */
  async list(folder: string): Promise<Map<string, number>> {
    const prefix = this.#keyOf(`${folder}/`);
    const found = await this.#client.listObjects('/', prefix).catch((error: unknown) => {
      throw this.#unusable(error instanceof Error ? error.message : String(error), error);
    });
    // A store knows nothing of folders: what is not there is the bucket.
    if (!found) throw this.#unusable(`there is no bucket ${new URL(this.where).hostname}`);
    return new Map(found.map(({ Key, Size }) => [`${folder}/${Key.slice(prefix.length)}`, Number(Size)]));
  }

  async remove(name: string): Promise<void> {
    await this.#client.deleteObject(this.#keyOf(name));
  }
}

export const isBucket = (where: string) => where.startsWith('s3://');

/**
 * Opens a place for backups that the portal has by its settings; a folder must be there before anything is written.
 *
 * @param where a folder, or `s3://bucket/prefix`
 * @param cwd where relative folders start from
 * @throws OperatorError where a bucket's keys are not set, or the engine would read a folder's name as a pattern
 */
export function openRepository(where: string, cwd: string, bucket: BucketAccess | undefined): Repository {
  if (!isBucket(where)) return new FolderRepository(mustBePlain('The folder of backups', resolve(cwd, where)), false);
  if (!bucket) throw new OperatorError('A bucket needs its keys: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  return new BucketRepository(where, bucket);
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function hashOf(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) sum.update(chunk as Buffer);
  return sum.digest('hex');
}

/** Keeps a text under a name. */
export async function putText(repository: Repository, name: string, text: string, scratch: string): Promise<void> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const path = join(scratch, 'text');
  await writeFile(path, text, { mode: 0o600 });
  await repository.put(name, path);
  await rm(path);
}
