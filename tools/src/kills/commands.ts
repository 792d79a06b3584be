/**
 * Commands that change the records: the folder then holds the state of before or the one that the command leaves, whole, and the command can
 * be given again.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { searchQuery } from '@tidewaiter/contract';
import { EVERYTHING_LOADED, openRecords, PORTAL, type Records } from '@tidewaiter/records';
import { EVERYTHING } from '@tidewaiter/records/operator';
import { type CommandFolder, commandFolder } from '@tidewaiter/testing/command';
import { mustRun } from '../shared/portal.js';
import { kill, type Subject } from './harness.js';

const everything = searchQuery.parse({
  ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'D', searchValue: ['none of these'] },
  ...{ countryCode: ['KOR'], fromDate: '2020-01-01', toDate: '2020-12-31' },
});

const csvOf = (usd: number, records: number) => {
  const row = (n: number) => `${n},2020-03-${10 + (n % 19)},851712,Party ${n % 50},${n % 100}.${usd}`;
  return `no,date,hs,importer,usd\n${Array.from({ length: records }, (_, n) => row(n)).join('\n')}\n`;
};

const MAPPING = {
  ...{ name: 'kills', title: 'Kills', country: 'KOR', trade: 'IMPORT', naturalKey: ['no'] },
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

/** What people would find, whether the figures that loads keep agree with it, and what is hidden. */
async function stateOf(records: Records): Promise<string> {
  const question = await records.ask({ ...everything, nameContains: '', pageNumber: 0 }, EVERYTHING, { asker: PORTAL });
  const { total } = await question.list('hsCodes');
  const months = await (await records.ask(EVERYTHING_LOADED, EVERYTHING, { asker: PORTAL })).months();
  return JSON.stringify({
    records: await question.count(),
    value: total.valueUsd,
    covered: months.reduce((sum, month) => sum + month.records, 0),
    loads: (await records.loads.list()).length,
    hidden: (await records.suppressions.list()).filter(({ lifted }) => lifted === null).length,
  });
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

/** The numbers of the newest load and suppression, which commands are about. */
const numbersOf = async (records: Records) => ({
  load: String((await records.loads.list()).at(-1)?.loadId ?? 0),
  suppression: String((await records.suppressions.list()).at(-1)?.number ?? 0),
});
type Numbers = Awaited<ReturnType<typeof numbersOf>>;

/** In their order, each in the state that those before it leave; the last one leaves the folder empty. */
const STEPS: Record<string, (load: (name: string) => string[], now: Numbers) => string[]> = {
  load: (load) => load('first.csv'),
  suppress: () => ['suppress', 'party', 'Party 7', '--reason', 'a test'],
  'load --replace': (load, now) => [...load('corrected.csv'), '--replace', now.load],
  reload: () => ['reload', '--all'],
  'suppress lift': (_, now) => ['suppress', 'lift', now.suppression, '--reason', 'a test'],
  unload: (_, now) => ['unload', now.load, '--purge'],
};

/** What a short run gives beside the command that it kills, to come to an empty folder again. */
function aroundOf(kind: string): string[] {
  const isHiding = kind.startsWith('suppress');
  const needed = ['load', 'unload', ...(isHiding ? ['suppress', 'suppress lift'] : [])];
  return Object.keys(STEPS).filter((step) => step === kind || needed.includes(step));
}

export const commands: Subject = {
  name: 'commands',
  about: 'commands that change the records: they leave the state of before or the new one, whole',
  rounds: 100,
  kinds: Object.keys(STEPS),
  async open({ moments, kinds, isShort }) {
    const folder = await commandFolder();
    const path = (name: string) => join(folder.path, name);
    const records = isShort ? 6000 : 30_000;
    await writeFile(path('first.csv'), csvOf(1, records));
    await writeFile(path('corrected.csv'), csvOf(2, records));
    await writeFile(path('kills.json'), JSON.stringify(MAPPING));
    const load = (name: string) => ['load', path(name), '--mapping', path('kills.json')];
    const argsOf = async (step: string) => STEPS[step]?.(load, await look(folder, numbersOf)) ?? [];
    const steps = isShort ? aroundOf(kinds[0] ?? '') : Object.keys(STEPS);

    // Once without a kill: what each command leaves, and how long it takes.
    const before = new Map<string, string>();
    const after = new Map<string, string>();
    for (const step of steps) {
      before.set(step, await look(folder, stateOf));
      const args = await argsOf(step);
      await moments.learn(step, () => mustRun(folder, ...args));
      after.set(step, await look(folder, stateOf));
    }

    let next = 0;
    return {
      async kill(kind) {
        // One that was killed is given again here, too.
        for (; steps[next % steps.length] !== kind; next += 1)
          await mustRun(folder, ...(await argsOf(steps[next % steps.length] ?? '')));
        const child = folder.start(...(await argsOf(kind)));
        await moments.come(kind);
        await kill(child);
        const found = await look(folder, async (records) => {
          await mustBeArchived(records, folder);
          return stateOf(records);
        });
        const isDone = found === after.get(kind) && found !== before.get(kind);
        if (!isDone && found !== before.get(kind)) throw new Error(`${kind}, killed, left ${found}`);
        if (isDone) next += 1;
        return isDone;
      },
      close: () => folder.remove(),
    };
  },
};
