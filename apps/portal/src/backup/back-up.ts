import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AccountsSnapshot, DamagedAccounts } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import { type CopyPlan, isDamaged } from '@tidewaiter/records';
import type { RetentionRule } from '../app/backup-settings.js';
import { restoredFrom } from '../app/data-folder.js';
import { explained } from '../app/failures.js';
import { lastBackup, noteBackup, noteFailedBackup } from '../app/last-backup.js';
import type { Services } from '../app/services.js';
import { VERSION } from '../app/version.js';
import { lossesInWords, lossesSince, missingInWords, unreconciledInWords } from './losses.js';
import {
  backupsIn,
  type Manifest,
  newestReadable,
  OBJECTS,
  pathOfBackup,
  pathOfObject,
  readManifest,
} from './manifest.js';
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
  /** Why those that the rule lets go are still there. */
  notRemoved?: string;
}

/** A backup that was not made, since the stores have lost some of what they held. No other try mends that. */
export class DoubtfulBackup extends OperatorError {}

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

  /**
   * Copies the accounts, and lets go of them: a server keeps what is changed meanwhile twice.
   *
   * @param base since which they may have lost rows on purpose
   */
  async accounts(snapshot: AccountsSnapshot, base: Manifest | undefined) {
    const { plan } = snapshot;
    const tables: Manifest['accounts']['tables'] = [];
    try {
      const removals = base ? await snapshot.removalsSince(base.at) : [];
      const unreconciled = await snapshot.unreconciled();
      for (const [done, table] of plan.tables.entries()) {
        this.progress('accounts', done, plan.tables.length);
        const objects = [];
        for (const piece of snapshot.pieces(table))
          objects.push(await this.#written((path) => snapshot.write(table, piece, path)));
        tables.push({ ...table, objects });
      }
      return { copied: { ...plan, tables }, removals, unreconciled };
    } finally {
      await snapshot.close();
    }
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

  /**
   * Files that were loaded are known by their hash: only new ones are read. One that a load was made of stays as an earlier backup has it
   * where it is gone from here, or lies with another portal.
   *
   * @throws OperatorError where a new one is damaged
   */
  async archive(): Promise<Manifest['archive']> {
    const { archive, loads } = this.services.records;
    const { folder } = archive;
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.br'));
    const known = new Map(this.before?.archive.map(({ hash, object }) => [hash, object]));
    const files = [];
    for (const [done, name] of names.entries()) {
      const hash = name.slice(0, -'.br'.length);
      const object = known.get(hash);
      if (object !== undefined && this.before && this.objects.reuse(object, this.before)) files.push({ hash, object });
      else {
        this.progress('files that were loaded', done, names.length);
        await archive.verify(hash);
        files.push({ hash, object: await this.objects.keep(join(folder, name)) });
      }
    }
    const ofLoads = new Set((await loads.list()).flatMap((load) => load.files.map(({ hash }) => hash)));
    for (const file of this.before?.archive ?? [])
      if (
        ofLoads.has(file.hash) &&
        !names.includes(`${file.hash}.br`) &&
        this.before &&
        this.objects.reuse(file.object, this.before)
      )
        files.push(file);
    return files;
  }
}

const keyOf = ({ table, part, identity }: Manifest['records']['pieces'][number] | CopyPlan['pieces'][number]) =>
  `${table} ${part} ${identity}`;

/**
 * What a place has of this portal: the newest backup, with which the next one shares what did not change, and the one that the stores go on
 * from, against which their losses are held. Where a folder was restored since, that is the one which it was restored from.
 *
 * @throws OperatorError where it has another portal's, or has lost those that it had
 */
async function formerOf({ dataFolder, records, accounts }: Services, repository: Repository, accept: boolean) {
  const times = await backupsIn(repository);
  // Version 0.2.0 did not write it into the audit log.
  const noted = await lastBackup(dataFolder);
  const last =
    (await accounts.audit.lastBackupIn(repository.where)) ?? (noted?.where === repository.where ? noted.at : undefined);
  if (times.length === 0 && last !== undefined && !accept)
    throw new OperatorError(
      `${repository.where} had the backup of ${last}, and has none now. Is its disk mounted? Nothing was written.`,
      ['Where it was emptied on purpose: npx tidewaiter backup --accept'],
    );
  const before = await newestReadable(repository, times);
  if (before && before.store !== (await records.store.identity()).id)
    throw new OperatorError(`${repository.where} has backups of another portal. Give this one a place of its own.`);
  const restored = restoredFrom(dataFolder);
  const base =
    before && restored && restored.when > Date.parse(before.at)
      ? await newestReadable(
          repository,
          times.filter((at) => at <= restored.at),
        )
      : before;
  return { before, base };
}

/** @throws OperatorError where not all is there that a backup needs */
async function mustBeThere(repository: Repository, at: string): Promise<void> {
  const { objects } = await readManifest(repository, at);
  const there = await repository.list(OBJECTS);
  for (const [name, size] of Object.entries(objects))
    if (there.get(pathOfObject(name)) !== size)
      throw new OperatorError(`${pathOfObject(name)}, which was just written, is not in ${repository.where}.`);
}

/**
 * Lets go of the backups that do not stay, and of what no other one needs. One that cannot be read says nothing of what it needs: then
 * nothing goes.
 */
export async function prune(repository: Repository, staying: (times: string[]) => Set<string>): Promise<string[]> {
  const times = await backupsIn(repository);
  const stay = staying(times);
  const there = await repository.list(OBJECTS);
  const needed = new Set<string>();
  for (const time of stay)
    for (const name of Object.keys((await readManifest(repository, time)).objects)) needed.add(pathOfObject(name));
  const gone = times.filter((time) => !stay.has(time));
  for (const time of gone) await repository.remove(pathOfBackup(time));
  for (const path of there.keys()) if (!needed.has(path)) await repository.remove(path);
  return gone;
}

/** Doubts that a refusal names: a disk may lose hundreds of months. */
const DOUBTS_NAMED = 12;

/** How a copy is made. */
export interface Copying {
  /** What it tells of how the portal was run. */
  settings: Record<string, string>;
  progress: CopyProgress;
  /** An operator has looked at what is less than before, and says that it is right: copies after this one are held against it. */
  accept?: boolean | undefined;
}

/**
 * Copies both stores of this moment into a repository, while people work. No load or other change of the records begins meanwhile: what
 * the accounts have paid for is in the records that are copied with them.
 *
 * @param tidy lets go of former copies, once this one is whole. @returns which
 * @throws OperatorError where a change of the records is under way, or the place has backups of another portal
 * @throws DoubtfulBackup where the stores are damaged or have lost some of what they held; nothing is let go then
 */
export async function copyStores(
  services: Services,
  repository: Repository,
  { settings, progress, accept = false }: Copying,
  tidy: (at: string, isDoubtful: boolean) => Promise<Pick<MadeBackup, 'removed' | 'notRemoved'>>,
): Promise<MadeBackup> {
  const { records, accounts, dataFolder } = services;
  const scratch = scratchOf(dataFolder);
  const { id: store } = await records.store.identity();
  return records.copies.ofOneMoment('A backup', async (planUpTo) => {
    // Whatever a backup that was killed has left.
    await rm(scratch, { recursive: true, force: true });
    const { before, base } = await formerOf(services, repository, accept);
    const objects = await Objects.of(repository);
    const backup = new Backup(services, before, objects, progress);
    try {
      const at = new Date().toISOString();
      const { copied, removals, unreconciled } = await backup.accounts(
        await accounts.snapshot(join(scratch, 'accounts')),
        base,
      );
      const plan = await planUpTo(copied.highestExport);
      const both = { accounts: copied, records: await backup.records(plan) };
      const accepted = [...(await records.missing()).map(missingInWords), ...unreconciled.map(unreconciledInWords)];
      const doubts = [
        ...(base ? lossesInWords(base, lossesSince(base, both, removals)) : []),
        ...accepted.filter((one) => !base?.accepted?.includes(one)),
      ];
      if (doubts.length > 0 && !accept)
        throw new DoubtfulBackup('No backup was made: records or accounts have lost some of what they held.', [
          ...doubts.slice(0, DOUBTS_NAMED),
          ...(doubts.length > DOUBTS_NAMED ? [`and ${doubts.length - DOUBTS_NAMED} more`] : []),
          'The backups that there are stay as they are: restore --as-of brings one back, into a new folder. doctor looks at the disk.',
          'Where it is right, as after going back to an older state, once: npx tidewaiter backup --accept, or move SETTINGS --accept',
        ]);
      const made: Manifest = {
        ...{ format: 1, version: VERSION, at, store, settings, ...both },
        fewer: before ? lossesSince(before, both, []).map(({ table }) => table) : [],
        accepted,
        erased: await accounts.people.erasures.ids(),
        archive: await backup.archive(),
        objects: objects.used,
      };
      await putText(repository, pathOfBackup(at), JSON.stringify(made), scratch);
      await mustBeThere(repository, at);
      return {
        ...{ at, dataVersion: plan.dataVersion, newBytes: objects.newBytes },
        bytes: Object.values(objects.used).reduce((sum, size) => sum + size, 0),
        ...(await tidy(at, doubts.length > 0)),
      };
    } catch (error) {
      if (!(error instanceof DamagedAccounts || isDamaged(error))) throw error;
      const { message, details } = (await explained(error)) as OperatorError;
      throw new DoubtfulBackup(message, details, { cause: error });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
}

/**
 * Makes a backup, remembers when, and lets go of those that the rule does not keep; see {@link copyStores}. Beside one that has less than
 * before, all stay. Where they cannot be let go, the backup stands all the same.
 *
 * @throws what {@link copyStores} throws
 */
export async function backUp(
  services: Services,
  repository: Repository,
  { rule, ...told }: Copying & { rule: RetentionRule },
): Promise<MadeBackup> {
  const { dataFolder } = services;
  try {
    return await copyStores(services, repository, told, async (at, isDoubtful) => {
      const noted = { at, where: repository.where };
      await noteBackup(dataFolder, noted);
      await services.accounts.audit.write({ event: 'BACKED_UP', details: noted });
      if (isDoubtful) return { removed: [] };
      try {
        return { removed: await prune(repository, (times) => kept(times, rule)) };
      } catch (error) {
        const { message: notRemoved } = error instanceof Error ? error : new Error(String(error));
        await noteBackup(dataFolder, { ...noted, notRemoved });
        return { removed: [], notRemoved };
      }
    });
  } catch (error) {
    // Whoever asked hears of it; that the stores are at fault, everybody is to hear who looks after them.
    if (error instanceof DoubtfulBackup) await noteFailedBackup(dataFolder, repository.where, error);
    throw error;
  }
}
