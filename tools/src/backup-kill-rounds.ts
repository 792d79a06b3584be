/**
 * Backups and restores, each killed at a random moment: what was there before stays as it was, a backup that has a name is whole, and the
 * same restore goes on to what one that nobody killed brings.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandFolder, commandFolder, ended } from '@tidewaiter/testing/command';

/** Moments are drawn from the time that the whole command took, and a little more: some rounds come too late. */
const LATEST = 1.1;

/** How many came before the command had done its work, and how many after. */
interface Moments {
  before: number;
  after: number;
}

export interface BackupKillCounts {
  backups: Moments;
  restores: Moments;
}

async function mustRun(folder: CommandFolder, ...args: string[]): Promise<string> {
  const { status, out, err } = await folder.run(...args);
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${err}`);
  return out;
}

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

/** What a folder answers: its loads, what they cover, who has an account and what everybody was told. */
async function stateOf(folder: CommandFolder): Promise<string> {
  const said: string[] = [];
  for (const list of ['loads', 'coverage', 'account', 'notice']) said.push(await mustRun(folder, list, '--json'));
  return said.join('\n');
}

/** A folder with nothing in it, to be restored into. */
async function emptyFolder(): Promise<CommandFolder> {
  const folder = await commandFolder();
  await rm(join(folder.path, 'accounts'), { recursive: true, force: true });
  return folder;
}

class Rounds {
  readonly #counts: BackupKillCounts = { backups: { before: 0, after: 0 }, restores: { before: 0, after: 0 } };
  #times = { backup: 0, restore: 0 };

  constructor(
    private readonly portal: CommandFolder,
    private readonly place: string,
  ) {}

  /** How long each takes that nobody kills. */
  async measure(): Promise<void> {
    const backup = await timed(this.portal, 'backup', this.place);
    const to = await emptyFolder();
    this.#times = { backup, restore: await timed(to, 'restore', this.place) };
    await to.remove();
  }

  async backup(round: number): Promise<BackupKillCounts> {
    // There is something new each time.
    await mustRun(this.portal, 'notice', 'add', `Round ${round}`, 'Something that the backup before has not.');
    const expected = await stateOf(this.portal);
    const list = ['backup', this.place, '--list'];
    const before = await mustRun(this.portal, ...list);
    await killed(this.portal, this.#times.backup, 'backup', this.place);
    this.#counts.backups[(await mustRun(this.portal, ...list)) === before ? 'before' : 'after'] += 1;
    await mustRun(this.portal, 'backup', this.place, '--check');
    if ((await stateOf(this.portal)) !== expected) throw new Error('a backup that was killed has changed the portal');
    await mustRun(this.portal, 'backup', this.place);
    return this.#counts;
  }

  async restore(): Promise<BackupKillCounts> {
    const to = await emptyFolder();
    try {
      await killed(to, this.#times.restore, 'restore', this.place);
      const { status, err } = await to.run('restore', this.place);
      if (status !== 0 && !err.includes('is not empty'))
        throw new Error(`a restore that was killed does not go on: ${err}`);
      this.#counts.restores[status === 0 ? 'before' : 'after'] += 1;
      if ((await stateOf(to)) !== (await stateOf(this.portal)))
        throw new Error('a restore that was killed has brought something else');
    } finally {
      await to.remove();
    }
    return this.#counts;
  }
}

/**
 * Kills until there were so many, in turn a backup and a restore; throws at the first that left what it may not.
 *
 * @param records how many are backed up
 * @param first whether a restore is killed first
 */
export async function backupKillRounds(
  kills: number,
  records: number,
  onKill: (kills: number, counts: BackupKillCounts) => void,
  first: 'backup' | 'restore' = 'backup',
): Promise<void> {
  const portal = await commandFolder();
  const place = await mkdtemp(join(tmpdir(), 'tidewaiter-backups-'));
  try {
    await mustRun(portal, 'demo', '--rows', String(records));
    const rounds = new Rounds(portal, place);
    await rounds.measure();
    const isBackup = (round: number) => (round % 2 === 0) === (first === 'backup');
    for (let round = 0; round < kills; round += 1)
      onKill(round + 1, await (isBackup(round) ? rounds.backup(round) : rounds.restore()));
  } finally {
    await rm(place, { recursive: true, force: true });
    await portal.remove();
  }
}
