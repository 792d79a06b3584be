/**
 * Backups, restores, moves and the ends of moves, each killed at a random moment: what was there before stays as it was, a backup that has a
 * name is whole, the same restore or move goes on to what one that nobody killed brings, and a finished one leaves the portal in one place.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandFolder, commandFolder, ended } from '@tidewaiter/testing/command';
import { mustRun } from './scenarios/portal.js';

/** Moments are drawn from the time that the whole command took, and a little more: some rounds come too late. */
const LATEST = 1.1;

/** About as long the end of a move takes to remove what is left. */
const FINISHING_MS = 60;

/** How many came before the command had done its work, and how many after. */
interface Moments {
  before: number;
  after: number;
}

const KINDS = ['backup', 'restore', 'move', 'finish'] as const;
type Killed = (typeof KINDS)[number];

export type KillCounts = Record<Killed, Moments>;

async function timed(folder: CommandFolder, ...args: string[]): Promise<number> {
  const began = Date.now();
  await mustRun(folder, ...args);
  return Date.now() - began;
}

async function killed(folder: CommandFolder, time: number, ...args: string[]): Promise<void> {
  const child = folder.start(...args);
  await sleep(time * LATEST * Math.random());
  child.kill('SIGKILL');
  await ended(child);
}

/** Between two tries of a move whose restore has not ended yet, in milliseconds, and how many tries there are. */
const UNTIL_ENDED = { wait: 250, tries: 40 };

/** A move after one that was killed: the restore that it had begun is a process of its own, and ends with it, but a moment later. */
async function movedAgain(portal: CommandFolder, settings: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { status, err } = await portal.run('move', settings);
    if (status === 0) return;
    const isStillEnding = err.includes('is in use by tidewaiter restore') && tries < UNTIL_ENDED.tries;
    if (!isStillEnding) throw new Error(`move ${settings} failed: ${err}`);
    await sleep(UNTIL_ENDED.wait);
  }
}

/** What a folder answers: its loads, what they cover, who has an account and what everybody was told. */
async function stateOf(folder: CommandFolder): Promise<string> {
  const said: string[] = [];
  for (const list of ['loads', 'coverage', 'account', 'notice']) said.push(await mustRun(folder, list, '--json'));
  // How far behind today records are is another number after midnight.
  return said.join('\n').replaceAll(/"lagDays": \d+/g, '');
}

/** A folder with nothing in it, to be restored into. */
async function emptyFolder(): Promise<CommandFolder> {
  const folder = await commandFolder();
  await rm(join(folder.path, 'accounts'), { recursive: true, force: true });
  return folder;
}

/** A place to move to: its folder, and the file of its settings. */
async function placeToMoveTo(): Promise<{ to: CommandFolder; settings: string }> {
  const to = await emptyFolder();
  const settings = `${to.path}.env`;
  await writeFile(settings, `TIDEWAITER_DATA_DIR=${to.path}\n`);
  return { to, settings };
}

const isBeingFinished = ({ path }: CommandFolder) =>
  readFileSync(join(path, 'moved.json'), 'utf8').includes('finished');

class Rounds {
  readonly counts: KillCounts = {
    backup: { before: 0, after: 0 },
    restore: { before: 0, after: 0 },
    move: { before: 0, after: 0 },
    finish: { before: 0, after: 0 },
  };
  /** How long each takes that nobody kills, in milliseconds. */
  readonly #times: Partial<Record<Killed, number>> = {};
  #round = 0;

  constructor(
    private readonly portal: CommandFolder,
    private readonly place: string,
  ) {}

  async run(kind: Killed): Promise<void> {
    this.#round += 1;
    this.counts[kind][(await this[kind]()) ? 'after' : 'before'] += 1;
  }

  async #timeOf(kind: Killed, measure: () => Promise<number>): Promise<number> {
    const time = this.#times[kind] ?? (await measure());
    this.#times[kind] = time;
    return time;
  }

  /** @returns whether it had done its work when it was killed */
  async backup(): Promise<boolean> {
    // There is something new each time.
    await mustRun(this.portal, 'notice', 'add', `Round ${this.#round}`, 'Something that the backup before has not.');
    const time = await this.#timeOf('backup', () => timed(this.portal, 'backup', this.place));
    const expected = await stateOf(this.portal);
    const list = ['backup', this.place, '--list'];
    const before = await mustRun(this.portal, ...list);
    await killed(this.portal, time, 'backup', this.place);
    const isMade = (await mustRun(this.portal, ...list)) !== before;
    await mustRun(this.portal, 'backup', this.place, '--check');
    if ((await stateOf(this.portal)) !== expected) throw new Error('a backup that was killed has changed the portal');
    await mustRun(this.portal, 'backup', this.place);
    return isMade;
  }

  async restore(): Promise<boolean> {
    await mustRun(this.portal, 'backup', this.place);
    const time = await this.#timeOf('restore', async () => {
      const to = await emptyFolder();
      return timed(to, 'restore', this.place).finally(() => to.remove());
    });
    const to = await emptyFolder();
    try {
      await killed(to, time, 'restore', this.place);
      const isRestored = existsSync(join(to.path, 'restored.json'));
      await mustRun(to, 'restore', this.place);
      if ((await stateOf(to)) !== (await stateOf(this.portal)))
        throw new Error('a restore that was killed has brought something else');
      return isRestored;
    } finally {
      await to.remove();
    }
  }

  async move(): Promise<boolean> {
    const expected = await stateOf(this.portal);
    const { to, settings } = await placeToMoveTo();
    const takeBack = async () => {
      await mustRun(this.portal, 'move', '--undo');
      for (const left of [to.path, `${to.path}.moving`]) await rm(left, { recursive: true, force: true });
    };
    try {
      const time = await this.#timeOf('move', () => timed(this.portal, 'move', settings).finally(takeBack));
      await killed(this.portal, time, 'move', settings);
      const isThere = existsSync(join(to.path, 'restored.json'));
      await movedAgain(this.portal, settings);
      if ((await stateOf(to)) !== expected) throw new Error('a move that was killed has brought something else');
      await takeBack();
      if ((await stateOf(this.portal)) !== expected)
        throw new Error('a move that was taken back has changed the portal');
      return isThere;
    } finally {
      await rm(settings, { force: true });
      await to.remove();
    }
  }

  /** Ends the move of a copy of the portal, which a restore has made. */
  async finish(): Promise<boolean> {
    await mustRun(this.portal, 'backup', this.place);
    const moving = await emptyFolder();
    const { to, settings } = await placeToMoveTo();
    try {
      await mustRun(moving, 'restore', this.place);
      const expected = await stateOf(moving);
      await mustRun(moving, 'move', settings);
      const child = moving.start('move', '--finish');
      // Nearly all of its time goes by before it removes anything.
      while (child.exitCode === null && !isBeingFinished(moving)) await sleep(1);
      await sleep(FINISHING_MS * Math.random());
      child.kill('SIGKILL');
      await ended(child);
      const isFinished = !existsSync(`${to.path}.moving`);
      await mustRun(moving, 'move', '--finish');
      for (const left of [join(moving.path, 'records'), join(moving.path, 'accounts'), `${to.path}.moving`])
        if (existsSync(left)) throw new Error(`a finished move has left ${left}`);
      if ((await stateOf(to)) !== expected) throw new Error('a finish that was killed has changed the new place');
      return isFinished;
    } finally {
      await rm(settings, { force: true });
      await rm(`${to.path}.moving`, { recursive: true, force: true });
      await moving.remove();
      await to.remove();
    }
  }
}

/**
 * Kills until there were so many, in turn a backup, a restore, a move and the end of one; throws at the first that left what it may not.
 *
 * @param records how many there are
 * @param first which kind is killed first, by its place among them
 */
export async function backupKillRounds(
  kills: number,
  records: number,
  onKill: (kills: number, counts: KillCounts) => void,
  first = 0,
): Promise<void> {
  const portal = await commandFolder();
  const place = await mkdtemp(join(tmpdir(), 'tidewaiter-backups-'));
  try {
    await mustRun(portal, 'demo', '--rows', String(records));
    const rounds = new Rounds(portal, place);
    for (let round = 0; round < kills; round += 1) {
      await rounds.run(KINDS[(first + round) % KINDS.length] ?? 'backup');
      onKill(round + 1, rounds.counts);
    }
  } finally {
    await rm(place, { recursive: true, force: true });
    await portal.remove();
  }
}
