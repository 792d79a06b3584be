/**
 * Backups, restores, moves and the ends of moves, each killed at a random moment: what was there before stays as it was, a backup that has a
 * name is whole, the same restore or move goes on to what one that nobody killed brings, and a finished one leaves the portal in one place.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandFolder, commandFolder } from '@tidewaiter/testing/command';
import { mustRun } from '../shared/portal.js';
import { kill, type Moments, mustBe, type Subject } from './harness.js';

/** About as long the end of a move takes to remove what is left. */
const FINISHING_MS = 60;

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

class Portal {
  #round = 0;

  constructor(
    private readonly portal: CommandFolder,
    private readonly place: string,
    private readonly moments: Moments,
  ) {}

  async #killed(kind: string, folder: CommandFolder, ...args: string[]): Promise<void> {
    const child = folder.start(...args);
    await this.moments.come(kind);
    await kill(child);
  }

  /** @returns whether it had done its work when it was killed */
  async backup(): Promise<boolean> {
    // There is something new each time.
    this.#round += 1;
    await mustRun(this.portal, 'notice', 'add', `Round ${this.#round}`, 'Something that the backup before has not.');
    await this.moments.learn('backup', () => mustRun(this.portal, 'backup', this.place));
    const expected = await stateOf(this.portal);
    const list = ['backup', this.place, '--list'];
    const before = await mustRun(this.portal, ...list);
    await this.#killed('backup', this.portal, 'backup', this.place);
    const isMade = (await mustRun(this.portal, ...list)) !== before;
    await mustRun(this.portal, 'backup', this.place, '--check');
    mustBe('the portal after a backup that was killed', await stateOf(this.portal), expected);
    await mustRun(this.portal, 'backup', this.place);
    return isMade;
  }

  async restore(): Promise<boolean> {
    await mustRun(this.portal, 'backup', this.place);
    if (!this.moments.isKnown('restore')) {
      const to = await emptyFolder();
      await this.moments.learn('restore', () => mustRun(to, 'restore', this.place)).finally(() => to.remove());
    }
    const to = await emptyFolder();
    try {
      await this.#killed('restore', to, 'restore', this.place);
      const isRestored = existsSync(join(to.path, 'restored.json'));
      await mustRun(to, 'restore', this.place);
      mustBe('what a restore that was killed has brought', await stateOf(to), await stateOf(this.portal));
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
      if (!this.moments.isKnown('move'))
        await this.moments.learn('move', () => mustRun(this.portal, 'move', settings)).finally(takeBack);
      await this.#killed('move', this.portal, 'move', settings);
      const isThere = existsSync(join(to.path, 'restored.json'));
      await movedAgain(this.portal, settings);
      mustBe('what a move that was killed has brought', await stateOf(to), expected);
      await takeBack();
      mustBe('the portal after a move that was taken back', await stateOf(this.portal), expected);
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
      await sleep(FINISHING_MS * this.moments.random.next());
      await kill(child);
      const isFinished = !existsSync(`${to.path}.moving`);
      await mustRun(moving, 'move', '--finish');
      for (const left of [join(moving.path, 'records'), join(moving.path, 'accounts'), `${to.path}.moving`])
        if (existsSync(left)) throw new Error(`a finished move has left ${left}`);
      mustBe('the new place after a finish that was killed', await stateOf(to), expected);
      return isFinished;
    } finally {
      await rm(settings, { force: true });
      await rm(`${to.path}.moving`, { recursive: true, force: true });
      await moving.remove();
      await to.remove();
    }
  }
}

const KINDS = ['backup', 'restore', 'move', 'finish'] as const;

export const backups: Subject = {
  name: 'backups',
  about: 'backups, restores, moves and their ends: what was there stays, and the same command goes on',
  rounds: 100,
  kinds: KINDS,
  async open({ moments, isShort }) {
    const folder = await commandFolder();
    const place = await mkdtemp(join(tmpdir(), 'tidewaiter-backups-'));
    await mustRun(folder, 'demo', '--rows', isShort ? '2000' : '30000');
    const portal = new Portal(folder, place, moments);
    return {
      kill: (kind) => portal[kind as (typeof KINDS)[number]](),
      async close() {
        await rm(place, { recursive: true, force: true });
        await folder.remove();
      },
    };
  },
};
