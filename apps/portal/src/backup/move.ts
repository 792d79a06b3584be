import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { Config } from '../app/config.js';
import { markIn, removeMark, setMark } from '../app/data-folder.js';
import type { Services } from '../app/services.js';
import { type Copying, copyStores, prune } from './back-up.js';
import { type Home, homeOf, restoredIn } from './home.js';
import { findBackup } from './manifest.js';
import { FolderRepository, type Repository } from './repository.js';
import type { Restored } from './restore.js';

/** While people work the stores are copied again until what has changed meanwhile is copied within this time, so often at most. */
const SHORT_MS = 30_000;
const ROUNDS = 5;

/** `finished`: what is left in the old folder is being removed, or is gone. */
const moved = z.object({ to: z.string(), at: z.iso.datetime(), finished: z.boolean().optional() });
type Moved = z.output<typeof moved>;

/** Where a folder's portal has moved to, and of which moment what it took along is; undefined where it has not. */
function movedFrom(dataFolder: string): Moved | undefined {
  const text = markIn(dataFolder, 'moved');
  return text === undefined ? undefined : moved.parse(JSON.parse(text));
}

/** @throws OperatorError where nothing is left in the old folder to move, or to come back to */
function mustNotBeFinished({ to, finished }: Moved, dataFolder: string): void {
  if (finished)
    throw new OperatorError(
      `The move of ${dataFolder} to ${to} is finished: nothing is left here. The portal is there.`,
    );
}

/**
 * Reads the settings of the place that a portal moves to, as `--env-file` of Node.js and systemd read a file of them.
 *
 * @param path of that file, as it is told
 * @throws OperatorError where they name the folder that the portal has
 */
export function newHome(text: string, path: string, cwd: string, { dataFolder }: Config): Home {
  const home = homeOf(parseEnv(text), cwd);
  if (home.config.dataFolder === dataFolder)
    throw new OperatorError(
      `${path} names the data folder that the portal has. It moves into another one: set TIDEWAITER_DATA_DIR there.`,
    );
  return home;
}

/** What is on its way lies beside the new folder, until the move is finished. */
const onTheWay = (dataFolder: string) => new FolderRepository(`${dataFolder}.moving`);

/** One copy after another stays: each begins with what the one before has brought. */
const newest = (times: readonly string[]) => new Set(times.slice(-1));

type MoveCopying = Omit<Copying, 'settings'>;

const copied = (services: Services, repository: Repository, copying: MoveCopying) =>
  copyStores(services, repository, { settings: {}, ...copying }, async () => ({
    removed: await prune(repository, newest),
  }));

/**
 * Brings records and files to the new place while people work, so that the last step has little left to do.
 *
 * @returns how long the last round took, in seconds
 */
export async function prepareMove(services: Services, home: Home, copying: MoveCopying): Promise<number> {
  const repository = onTheWay(home.config.dataFolder);
  for (let round = 1; ; round += 1) {
    const began = Date.now();
    const { at } = await copied(services, repository, copying);
    copying.progress(`bringing it to ${home.config.dataFolder}`, 0, 1);
    await restoredIn(home, repository, at, { staged: true });
    const took = Date.now() - began;
    if (took < SHORT_MS || round === ROUNDS) return took / 1000;
  }
}

/**
 * Moves a portal that has stopped. From the moment of the copy on its old folder is opened by nobody, so that nothing is done there which
 * would be left behind; killed, the same move goes on.
 *
 * @throws OperatorError where what arrives is not what was copied: the old folder is then as it was before this run
 */
export async function move(
  open: () => Promise<Services>,
  home: Home,
  old: Config,
  copying: MoveCopying,
): Promise<Restored> {
  const { dataFolder: to } = home.config;
  const repository = onTheWay(to);
  const begun = movedFrom(old.dataFolder);
  if (begun) mustNotBeFinished(begun, old.dataFolder);
  if (begun && begun.to !== to)
    throw new OperatorError(
      `A move of this portal to ${begun.to} was begun. End it, or take it back with move --undo.`,
    );
  // What has the stores open has the folder, until the process ends.
  const { at } = begun ?? (await copied(await stopped(open), repository, copying));
  setMark(old.dataFolder, 'moved', JSON.stringify({ to, at }));
  copying.progress(`bringing it to ${to}`, 0, 1);
  try {
    return await restoredIn(home, repository, at);
  } catch (error) {
    // A portal may work in the new place already where the move was begun before: nobody works in both.
    if (!begun) removeMark(old.dataFolder, 'moved');
    throw error;
  }
}

/** @throws OperatorError where another portal still works with the accounts' database */
async function stopped(open: () => Promise<Services>): Promise<Services> {
  const services = await open();
  const others = await services.accounts.store.othersConnected();
  if (others > 0)
    throw new OperatorError(
      `${others} other processes work with this portal's accounts. Stop its portals, then move it.`,
    );
  return services;
}

/** @throws OperatorError where the portal has not moved */
function mustHaveMoved(dataFolder: string): Moved {
  const found = movedFrom(dataFolder);
  if (!found) throw new OperatorError(`The portal of ${dataFolder} has not moved.`);
  return found;
}

/** Takes a move back: the portal works in the old folder again. What was done in the new one since stays there. */
export function undoMove({ dataFolder }: Config): string {
  const found = mustHaveMoved(dataFolder);
  mustNotBeFinished(found, dataFolder);
  removeMark(dataFolder, 'moved');
  return found.to;
}

/** What a portal has in its folder that has come along, or is made anew; what somebody else has put there stays. */
const LEFT_BEHIND = ['records', 'accounts', 'archive', 'exports', 'uploads', 'incoming', 'backup.new', 'stores.json'];

/** @throws OperatorError where what was on its way has not arrived whole */
async function mustHaveArrived({ to, at }: Moved, repository: Repository): Promise<void> {
  const { store } = await findBackup(repository, at);
  const arrived = z.object({ store: z.string(), at: z.string() }).safeParse(JSON.parse(markIn(to, 'restored') ?? '{}'));
  if (arrived.data?.store !== store || arrived.data.at !== at)
    throw new OperatorError(`The move to ${to} has not ended. Run it again: it goes on where it was.`);
}

/**
 * Removes what a portal that has moved has left in its old folder, and what was on its way. Its servers' databases stay. Killed, the same
 * goes on: that it was begun is written down before anything goes.
 *
 * @throws OperatorError where the portal has not moved, or the new folder is not whole
 */
export async function finishMove({ dataFolder }: Config): Promise<string> {
  const found = mustHaveMoved(dataFolder);
  const repository = onTheWay(found.to);
  if (!found.finished) {
    await mustHaveArrived(found, repository);
    setMark(dataFolder, 'moved', JSON.stringify({ ...found, finished: true }));
  }
  for (const name of LEFT_BEHIND) await rm(join(dataFolder, name), { recursive: true, force: true });
  await rm(repository.where, { recursive: true, force: true });
  return found.to;
}
