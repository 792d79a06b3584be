import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsSnapshot } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import type { CopyPlan } from '@tidewaiter/records';
import type { RetentionRule } from '../app/backup-settings.js';
import { noteBackup } from '../app/last-backup.js';
import type { Services } from '../app/services.js';
import { VERSION } from '../app/version.js';
import { backupsIn, type Manifest, OBJECTS, pathOfBackup, pathOfObject, readManifest } from './manifest.js';
import { hashOf, putText, type Repository } from './repository.js';
import { kept } from './retention.js';

/** Where a backup is put together: files of a moment, gone when they are in their place. */
const scratchOf = (dataFolder: string) => join(dataFolder, 'backup.new');

/** How far it is; pieces are of very different sizes. */
export type CopyProgress = (label: string, done: number, total: number) => void;

/** What a backup came to. */
export interface MadeBackup {
  at: string;
  dataVersion: number;
  /** Of everything that it needs, in bytes, and of what was not there before. */
  bytes: number;
  newBytes: number;
  /** Those that the rule let go. */
  removed: string[];
}

/** Puts files into a repository, each once, and remembers what is in it. */
class Objects {
  /** Sizes of those that the backup needs. */
  readonly used: Record<string, number> = {};
  newBytes = 0;

  private constructor(
    private readonly repository: Repository,
    private readonly there: Map<string, number>,
  ) {}

  static async of(repository: Repository): Promise<Objects> {
    return new Objects(repository, await repository.list(OBJECTS));
  }

  /** @returns the object's name */
  async keep(path: string): Promise<string> {
    const [name, { size }] = [await hashOf(path), await stat(path)];
    if (this.there.get(pathOfObject(name)) !== size) {
      await this.repository.put(pathOfObject(name), path);
      this.there.set(pathOfObject(name), size);
      this.newBytes += size;
    }
    this.used[name] = size;
    return name;
  }

  /** Needs one that an earlier backup has put there. @returns whether it is still there, as long as it was */
  reuse(name: string, { objects }: Manifest): boolean {
    const size = this.there.get(pathOfObject(name));
    if (size === undefined || size !== objects[name]) return false;
    this.used[name] = size;
    return true;
  }
}

/** Copies one state of both stores into a repository, step by step; the description that makes it a backup comes last. */
class Backup {
  readonly #scratch: string;

  constructor(
    private readonly services: Services,
    private readonly before: Manifest | undefined,
    private readonly objects: Objects,
    private readonly progress: CopyProgress,
  ) {
    this.#scratch = scratchOf(services.dataFolder);
  }

  /** Keeps what is written into a file for a moment. */
  async #written(write: (path: string) => Promise<unknown>): Promise<string> {
    const path = join(this.#scratch, 'piece.br');
    await write(path);
    return this.objects.keep(path).finally(() => rm(path, { force: true }));
  }

  /** Copies the accounts, and lets go of them: a server keeps what is changed meanwhile twice. */
  async accounts(snapshot: AccountsSnapshot): Promise<Manifest['accounts']> {
    const { plan } = snapshot;
    const tables = [];
    try {
      for (const [done, table] of plan.tables.entries()) {
        this.progress('accounts', done, plan.tables.length);
        const objects = [];
        for (const piece of snapshot.pieces(table))
          objects.push(await this.#written((path) => snapshot.write(table, piece, path)));
        tables.push({ ...table, objects });
      }
    } finally {
      await snapshot.close();
    }
    return { ...plan, tables };
  }

  async records(plan: CopyPlan): Promise<Manifest['records']> {
    const tables = new Map(plan.tables.map((table) => [table.name, table]));
    const known = new Map(
      this.before?.records.pieces.filter(({ identity }) => identity !== null).map((piece) => [keyOf(piece), piece]),
    );
    const pieces = [];
    for (const [done, piece] of plan.pieces.entries()) {
      const same = known.get(keyOf(piece));
      if (same && this.before && this.objects.reuse(same.object, this.before)) {
        pieces.push(same);
        continue;
      }
      this.progress('records', done, plan.pieces.length);
      const table = tables.get(piece.table);
      if (!table) throw new Error(`no table ${piece.table} is copied`);
      let held = { rows: 0, sum: '0' };
      const object = await this.#written(async (path) => {
        held = await this.services.records.copies.write(table, piece.part, path);
      });
      pieces.push({ ...piece, ...held, object });
    }
    return { ...plan, pieces };
  }

  /** Files that were loaded are known by their hash: only new ones are read. */
  async archive(): Promise<Manifest['archive']> {
    const { folder } = this.services.records.archive;
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.br'));
    const known = new Map(this.before?.archive.map(({ hash, object }) => [hash, object]));
    const files = [];
    for (const [done, name] of names.entries()) {
      const hash = name.slice(0, -'.br'.length);
      const object = known.get(hash);
      if (object !== undefined && this.before && this.objects.reuse(object, this.before)) files.push({ hash, object });
      else {
        this.progress('files that were loaded', done, names.length);
        files.push({ hash, object: await this.objects.keep(join(folder, name)) });
      }
    }
    return files;
  }
}

const keyOf = ({ table, part, identity }: Manifest['records']['pieces'][number] | CopyPlan['pieces'][number]) =>
  `${table} ${part} ${identity}`;

/** The newest backup that can be read: what it has in common with the next need not be copied again. */
async function newest(repository: Repository, store: string): Promise<Manifest | undefined> {
  const at = (await backupsIn(repository)).at(-1);
  if (at === undefined) return undefined;
  const found = await readManifest(repository, at).catch(() => undefined);
  if (found && found.store !== store)
    throw new OperatorError(`${repository.where} has backups of another portal. Give this one a place of its own.`);
  return found;
}

/** Lets go of the backups that the rule does not keep, and of what no other one needs. */
export async function prune(repository: Repository, rule: RetentionRule): Promise<string[]> {
  const times = await backupsIn(repository);
  const stay = kept(times, rule);
  const gone = times.filter((time) => !stay.has(time));
  for (const time of gone) await repository.remove(pathOfBackup(time));
  const needed = new Set<string>();
  // One that cannot be read says nothing of what it needs: then nothing goes.
  for (const time of stay)
    for (const name of Object.keys((await readManifest(repository, time)).objects)) needed.add(pathOfObject(name));
  for (const path of (await repository.list(OBJECTS)).keys()) if (!needed.has(path)) await repository.remove(path);
  return gone;
}

/**
 * Copies both stores of this moment into a repository, while people work. No load or other change of the records begins meanwhile: what
 * the accounts have paid for is in the records that are copied with them.
 *
 * @param settings what the copy tells of how the portal was run
 * @param tidy lets go of former copies before another one can begin. @returns those
 * @throws OperatorError where a change of the records is under way, or the place has backups of another portal
 */
export async function copyStores(
  services: Services,
  repository: Repository,
  { settings, progress }: { settings: Record<string, string>; progress: CopyProgress },
  tidy: (at: string) => Promise<string[]>,
): Promise<MadeBackup> {
  const { records, accounts, dataFolder } = services;
  const scratch = scratchOf(dataFolder);
  const { id: store } = await records.store.identity();
  return records.copies.ofOneMoment('A backup', async (planUpTo) => {
    // Whatever a backup that was killed has left.
    await rm(scratch, { recursive: true, force: true });
    const before = await newest(repository, store);
    const objects = await Objects.of(repository);
    const backup = new Backup(services, before, objects, progress);
    try {
      const at = new Date().toISOString();
      const copied = await backup.accounts(await accounts.snapshot(join(scratch, 'accounts')));
      const plan = await planUpTo(copied.highestExport);
      const made: Manifest = {
        ...{ format: 1, version: VERSION, at, store, settings },
        accounts: copied,
        records: await backup.records(plan),
        archive: await backup.archive(),
        objects: objects.used,
      };
      await putText(repository, pathOfBackup(at), JSON.stringify(made), scratch);
      return {
        ...{ at, dataVersion: plan.dataVersion, newBytes: objects.newBytes },
        bytes: Object.values(objects.used).reduce((sum, size) => sum + size, 0),
        removed: await tidy(at),
      };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
}

/**
 * Makes a backup, remembers when, and lets go of those that the rule does not keep; see {@link copyStores}.
 *
 * @throws OperatorError where a change of the records is under way, or the place has backups of another portal
 */
export async function backUp(
  services: Services,
  repository: Repository,
  { rule, ...told }: { rule: RetentionRule; settings: Record<string, string>; progress: CopyProgress },
): Promise<MadeBackup> {
  return copyStores(services, repository, told, async (at) => {
    await noteBackup(services.dataFolder, { at, where: repository.where });
    return prune(repository, rule);
  });
}
