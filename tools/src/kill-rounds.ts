/**
 * Commands that change the records, each killed at a random moment: the folder then holds the state of before or the one that the
 * command leaves, whole, and the command can be given again.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { searchQuery } from '@tidewaiter/contract';
import { EVERYTHING_LOADED, openRecords, PORTAL, type Records } from '@tidewaiter/records';
import { EVERYTHING } from '@tidewaiter/records/operator';
import { type CommandFolder, ended } from '@tidewaiter/testing/command';

const PARTIES = 50;

/** Moments are drawn from the time that the whole command took, and a little more: some rounds come too late. */
const LATEST = 1.1;

/** Kills that a command survives before it is left alone once, so that the rounds reach the others. */
const KILLS_OF_A_STEP = 4;

const everything = searchQuery.parse({
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'D',
  searchValue: ['none of these'],
  countryCode: ['KOR'],
  fromDate: '2020-01-01',
  toDate: '2020-12-31',
});

/** What people would find, whether the figures that loads keep agree with it, and what is hidden. */
interface State {
  records: number;
  value: string;
  covered: number;
  loads: number;
  hidden: number;
}

/** A command and the number that it is about, as it is before each try. */
interface Step {
  name: string;
  args: (numbers: { load: number; suppression: number }) => string[];
}

interface KillOptions {
  records: number;
  commands: readonly string[];
  first: number;
}

/** The commands that are killed, each in the state that those before it leave. */
const COMMANDS = ['load', 'suppress', 'load --replace', 'reload', 'suppress lift', 'unload'];

export interface KillCounts {
  kills: number;
  /** How many left the state of before, and how many the new one. */
  before: number;
  after: number;
  byCommand: Record<string, number>;
}

const csvOf = (usd: number, records: number) => {
  const rows = Array.from(
    { length: records },
    (_, n) => `${n},2020-03-${10 + (n % 19)},851712,Party ${n % PARTIES},${n % 100}.${usd}`,
  );
  return `no,date,hs,importer,usd\n${rows.join('\n')}\n`;
};

const MAPPING = {
  name: 'kills',
  title: 'Kills',
  country: 'KOR',
  trade: 'IMPORT',
  naturalKey: ['no'],
  columns: {
    record_date: { from: 'date' },
    hs_code: { from: 'hs' },
    importer_name: { from: 'importer' },
    total_value_usd: { from: 'usd' },
  },
};

/** Opens what the folder holds, as the next command would, and reads it. */
async function look<Result>(folder: CommandFolder, read: (records: Records) => Promise<Result>): Promise<Result> {
  const records = await openRecords(folder.path);
  try {
    return await read(records);
  } finally {
    await records.close();
  }
}

async function stateOf(records: Records): Promise<State> {
  const question = await records.ask({ ...everything, nameContains: '', pageNumber: 0 }, EVERYTHING, { asker: PORTAL });
  const { total } = await question.list('hsCodes');
  const months = await (await records.ask(EVERYTHING_LOADED, EVERYTHING, { asker: PORTAL })).months();
  return {
    records: await question.count(),
    value: total.valueUsd,
    covered: months.reduce((sum, month) => sum + month.records, 0),
    loads: (await records.loads.list()).length,
    hidden: (await records.suppressions.list()).filter(({ lifted }) => lifted === null).length,
  };
}

/** A load that says it is archived has its file, whole: restoring holds it against its hash. */
async function mustBeArchived(records: Records, folder: CommandFolder): Promise<void> {
  const to = await mkdtemp(join(folder.path, 'restored-'));
  for (const { files, archived } of await records.loads.list()) {
    if (!archived) throw new Error('a load is not archived');
    for (const { hash } of files) await records.archive.restore(hash, join(to, hash));
  }
  await rm(to, { recursive: true, force: true });
}

/**
 * Kills until there were so many; throws at the first state that is neither the one of before nor the new one.
 *
 * @param options.records how many the commands are about
 * @param options.commands those that are given, in their order; the last one leaves the folder empty
 * @param options.first which of them is killed first
 */
export async function killRounds(
  folder: CommandFolder,
  kills: number,
  onKill: (counts: KillCounts, command: string) => void = () => {},
  { records = 30_000, commands = COMMANDS, first = 0 }: Partial<KillOptions> = {},
): Promise<KillCounts> {
  const path = (name: string) => join(folder.path, name);
  await writeFile(path('first.csv'), csvOf(1, records));
  await writeFile(path('corrected.csv'), csvOf(2, records));
  await writeFile(path('kills.json'), JSON.stringify(MAPPING));
  const load = (name: string) => ['load', path(name), '--mapping', path('kills.json')];
  const all: Step[] = [
    { name: 'load', args: () => load('first.csv') },
    { name: 'suppress', args: () => ['suppress', 'party', 'Party 7', '--reason', 'a test'] },
    { name: 'load --replace', args: (now) => [...load('corrected.csv'), '--replace', String(now.load)] },
    { name: 'reload', args: () => ['reload', '--all'] },
    { name: 'suppress lift', args: (now) => ['suppress', 'lift', String(now.suppression), '--reason', 'a test'] },
    { name: 'unload', args: (now) => ['unload', String(now.load), '--purge'] },
  ];
  const steps = all.filter(({ name }) => commands.includes(name));
  const numbers = (records: Records) =>
    Promise.all([records.loads.list(), records.suppressions.list()]).then(([loads, suppressions]) => ({
      load: loads.at(-1)?.loadId ?? 0,
      suppression: suppressions.at(-1)?.number ?? 0,
    }));

  /** Gives a command and lets it end; how long it took. */
  async function whole(step: Step): Promise<number> {
    const args = step.args(await look(folder, numbers));
    const started = Date.now();
    const { status, err } = await folder.run(...args);
    if (status !== 0) throw new Error(`${args.join(' ')} failed: ${err}`);
    return Date.now() - started;
  }

  // Once without a kill: what each command leaves, and how long it takes.
  const expected: { before: State; after: State; time: number }[] = [];
  for (const step of steps) {
    const before = await look(folder, stateOf);
    const time = await whole(step);
    expected.push({ before, after: await look(folder, stateOf), time });
  }

  for (const step of steps.slice(0, first)) await whole(step);
  const counts: KillCounts = { kills: 0, before: 0, after: 0, byCommand: {} };
  for (let turn = first; counts.kills < kills; turn += 1) {
    const step = steps[turn % steps.length];
    const known = expected[turn % steps.length];
    if (!step || !known) throw new Error('there are no steps');
    let done = false;
    for (let kill = 0; kill < KILLS_OF_A_STEP && !done && counts.kills < kills; kill += 1) {
      const child = folder.start(...step.args(await look(folder, numbers)));
      await sleep(known.time * LATEST * Math.random());
      child.kill('SIGKILL');
      await ended(child);
      const found = await look(folder, async (records) => {
        await mustBeArchived(records, folder);
        return stateOf(records);
      });
      const is = (state: State) => JSON.stringify(found) === JSON.stringify(state);
      if (!is(known.before) && !is(known.after)) {
        throw new Error(`${step.name}, killed, left ${JSON.stringify(found)}`);
      }
      done = is(known.after) && !is(known.before);
      counts.kills += 1;
      counts[done ? 'after' : 'before'] += 1;
      counts.byCommand[step.name] = (counts.byCommand[step.name] ?? 0) + 1;
      onKill(counts, step.name);
    }
    if (!done) await whole(step);
  }
  return counts;
}
