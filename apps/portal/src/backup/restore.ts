import { readdirSync } from 'node:fs';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RestoredAccounts } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import { openRestoredRecords } from '@tidewaiter/records';
import { z } from 'zod';
import type { Config } from '../app/config.js';
import { FolderBusy, type FolderLock, lockDataFolder, markIn, removeMark, setMark } from '../app/data-folder.js';
import { explainRecordServer } from '../app/record-server.js';
import { openServices } from '../app/services.js';
import type { CopyProgress } from './back-up.js';
import { unreconciledInWords } from './losses.js';
import { backupsIn, type Manifest, newestReadable, pathOfObject } from './manifest.js';
import { hashOf, type Repository } from './repository.js';

/** What a restore came to. */
export interface Restored {
  at: string;
  dataVersion: number;
  records: number;
  users: number;
  /** Balances that are not the sum of their entries, each in words, as it was accepted with the backup. */
  unreconciled: string[];
  /** People who were erased after this backup, and so again. */
  erased: number;
}

/** What may lie in a folder that is called empty: its lock, and a mark that was not written whole when a restore into it was killed. */
const OF_AN_EMPTY_FOLDER = ['lock', 'restoring.json.new'];

/**
 * Brings a backup back into an empty data folder, and empty servers where the settings name any; killed, the same restore goes on where it
 * was. What arrives is held against the sums of what was copied, and balances against their entries and what was accepted of them, before
 * anything else may open it.
 *
 * @param staged brings records and files alone, and leaves the folder to a later backup of the same portal, which then has little left to do
 * @throws OperatorError where the folder or a server is not empty, the backup is of a newer version, or something of it is damaged
 */
export async function restore(
  config: Config,
  repository: Repository,
  manifest: Manifest,
  { staged, progress }: { staged: boolean; progress: CopyProgress },
): Promise<Restored> {
  const { dataFolder } = config;
  const lock = await lockedAlone(dataFolder);
  try {
    if (markIn(dataFolder, 'restored') !== markOf(manifest)) {
      const goesOn = begun(dataFolder, manifest, staged);
      const arriving = new Arriving(config, repository, manifest, progress);
      await arriving.records(goesOn);
      await arriving.accounts(staged);
      await arriving.archive();
      if (staged) return described(manifest, { unreconciled: [], erased: 0 });
      setMark(dataFolder, 'restored', markOf(manifest));
    }
    removeMark(dataFolder, 'restoring');
  } finally {
    lock.release();
  }
  const newest = await newestReadable(repository, await backupsIn(repository));
  return described(manifest, await mustReconcile(config, manifest, newest?.erased ?? []));
}

const PURPOSE = 'tidewaiter restore';

/** A restore that is to end, since the move that asked for it was killed, may be in the middle of a step: so long it is waited for. */
const ENDING_MS = 20_000;
const ASK_AGAIN_MS = 200;

/** A portal that has the folder is not asked to do it: what it has is not empty. */
async function lockedAlone(dataFolder: string): Promise<FolderLock> {
  for (const until = performance.now() + ENDING_MS; ; await sleep(ASK_AGAIN_MS)) {
    try {
      return lockDataFolder(dataFolder, PURPOSE, () => {});
    } catch (error) {
      if (!(error instanceof FolderBusy)) throw error;
      if (error.holder.startsWith(PURPOSE) && performance.now() < until) continue;
      throw new OperatorError(`${error.message} A backup is restored into an empty folder that nothing uses.`);
    }
  }
}

const restoring = z.object({ store: z.uuid(), at: z.iso.datetime(), staged: z.boolean() });

const markOf = ({ store, at }: Manifest, staged = false) => JSON.stringify({ store, at, staged });

/** Begins a restore. @returns whether it goes on with the same one, or with one that was staged */
function begun(dataFolder: string, manifest: Manifest, staged: boolean): boolean {
  const text = markIn(dataFolder, 'restoring');
  const before = text === undefined ? undefined : restoring.parse(JSON.parse(text));
  const goesOn = before?.store === manifest.store && (before.at === manifest.at || before.staged);
  const held = readdirSync(dataFolder).filter((name) => !OF_AN_EMPTY_FOLDER.includes(name));
  if (!goesOn && held.length > 0)
    throw new OperatorError(`${dataFolder} is not empty. A backup is restored into an empty folder.`, [
      'Set TIDEWAITER_DATA_DIR to another one.',
    ]);
  setMark(dataFolder, 'restoring', markOf(manifest, staged));
  return goesOn;
}

const OLDER = 'backup --check says which backups are whole, and restore --as-of brings back an older one.';

class Arriving {
  constructor(
    private readonly config: Config,
    private readonly repository: Repository,
    private readonly manifest: Manifest,
    private readonly progress: CopyProgress,
  ) {}

  /** @throws OperatorError where it is not there, or damaged */
  async #fetched(object: string) {
    const fetched = await this.repository.fetch(pathOfObject(object)).catch(() => undefined);
    if (!fetched) throw new OperatorError(`${pathOfObject(object)} is missing in ${this.repository.where}.`, [OLDER]);
    if ((await hashOf(fetched.path)) === object) return fetched;
    await fetched.done();
    throw new OperatorError(`${pathOfObject(object)} in ${this.repository.where} is damaged.`, [OLDER]);
  }

  async #with<Result>(object: string, use: (path: string) => Promise<Result>): Promise<Result> {
    const { path, done } = await this.#fetched(object);
    try {
      return await use(path);
    } finally {
      await done();
    }
  }

  /** @param goesOn whether what lies there may be this restore's own */
  async records(goesOn: boolean): Promise<void> {
    const { dataFolder, recordServer } = this.config;
    const { migration, tables, pieces } = this.manifest.records;
    const target = await openRestoredRecords(dataFolder, migration, recordServer).catch((error: unknown) => {
      throw recordServer === undefined ? error : explainRecordServer(error);
    });
    try {
      if (!goesOn && !(await target.isEmpty()))
        throw new OperatorError('The record server of CLICKHOUSE_URL holds records. Restore into an empty database.');
      for (const table of tables) {
        const ofTable = pieces.filter((piece) => piece.table === table.name);
        for (const [done, { part, object, ...expected }] of ofTable.entries()) {
          this.progress(`records: ${table.name}`, done, ofTable.length);
          await this.#with(object, (path) => target.read(table, part, path, expected));
        }
        await target.keepOnly(table, ofTable);
      }
    } finally {
      await target.close();
    }
  }

  /** @param staged makes their tables alone, which takes the embedded engine seconds */
  async accounts(staged: boolean): Promise<void> {
    const { databaseUrl, dataFolder } = this.config;
    const plan = this.manifest.accounts;
    const location = databaseUrl === undefined ? { dataFolder } : { databaseUrl };
    const target = await RestoredAccounts.in(location, plan.migrations);
    const letGo: (() => Promise<void>)[] = [];
    try {
      if (staged || (await target.holds(plan))) return;
      this.progress('accounts', 0, 1);
      await target.read(plan, async (name) => {
        const { objects = [] } = plan.tables.find((table) => table.name === name) ?? {};
        const paths = [];
        for (const object of objects) {
          const { path, done } = await this.#fetched(object);
          letGo.push(done);
          paths.push(path);
        }
        return paths;
      });
    } finally {
      for (const done of letGo) await done();
      await target.close();
    }
  }

  async archive(): Promise<void> {
    const folder = join(this.config.dataFolder, 'archive');
    const { archive, objects } = this.manifest;
    if (archive.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const [done, { hash, object }] of archive.entries()) {
      this.progress('files that were loaded', done, archive.length);
      const path = join(folder, `${hash}.br`);
      const there = await stat(path).catch(() => undefined);
      if (there?.size === objects[object]) continue;
      await this.#with(object, (from) => copyFile(from, `${path}.part`));
      await rename(`${path}.part`, path);
    }
  }
}

/**
 * Opens what was brought back as a portal does, which brings it to this version.
 *
 * @param erased who has been erased by now
 * @returns balances that were accepted as they are, and how many people were erased again
 */
async function mustReconcile(
  config: Config,
  { at, accepted = [] }: Manifest,
  erased: readonly number[],
): Promise<Pick<Restored, 'unreconciled' | 'erased'>> {
  const services = await openServices(config, 'tidewaiter restore');
  try {
    const unreconciled = (await services.accounts.store.unreconciled()).map(unreconciledInWords);
    const wrong = unreconciled.filter((one) => !accepted.includes(one));
    if (wrong.length > 0)
      throw new OperatorError(
        `${wrong.length} balances are not the sum of their entries, which no backup accepted.`,
        wrong,
      );
    await services.accounts.audit.write({ event: 'RESTORED', details: { at } });
    const again = await services.accounts.people.erasures.again(erased);
    if (again > 0) await services.accounts.people.erasures.vacuum();
    return { unreconciled, erased: again };
  } finally {
    await services.close();
  }
}

const described = (
  { at, records, accounts }: Manifest,
  found: Pick<Restored, 'unreconciled' | 'erased'>,
): Restored => ({
  ...{ at, dataVersion: records.dataVersion },
  records: sumOf(records.pieces.filter(({ table }) => table === 'records')),
  users: sumOf(accounts.tables.filter(({ name }) => name === 'users')),
  ...found,
});

const sumOf = (parts: readonly { rows: number }[]) => parts.reduce((sum, { rows }) => sum + rows, 0);
