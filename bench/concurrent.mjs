/**
 * `npm run bench -- concurrent ROWS [--accounts 4,50,200] [--minutes 1] [--pause SECONDS]`: so many accounts ask, each one thing after
 * another, without a pause or as people do who read what they find (half to one and a half times so many seconds): mostly whole screens (a page, its count, the lists: thirteen calls at once), some analyses (the screen's lists and a pivot) and
 * some exports (a file of a thousand records). Whoever is told to come back does so as the browser does. No question is asked twice before all
 * have been asked, so that none is cheap because somebody else has asked it. What calls pass before they reach the records (HTTP, the accounts'
 * database, the door of `work/admission.ts`) is not in it.
 */
import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  breakdownQuery,
  groupingDimensions,
  LISTED_DIMENSIONS,
  RECORD_COLUMNS,
  searchQuery,
} from '@tidewaiter/contract';
import { Random } from './harness/beneath.mjs';
import { median, ms, p95, spread, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { EVERYTHING, openGenerated } from './harness/records.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { dictionariesMs } from './questions/of-nobody.mjs';

const SEED = 50;
/** When the browser app asks again, in milliseconds. */
const COMES_BACK = 5000;
const EXPORTED = 1000;
const COLUMNS = RECORD_COLUMNS.IMPORT.filter(({ extra }) => !extra).slice(0, 40);
/** What a round is, by how often in twenty. */
const KINDS = { screen: 16, analysis: 3, export: 1 };

const options = readOptions({ rows: 300_000 }, { only: [], constants: 40, accounts: '4,50,200', minutes: 1, pause: 0 });
const { rows, accounts, minutes, pause } = options;
const records = await openGenerated(rows);
const questions = await drawQuestions(records, options);
const order = Random.of(SEED, 'order');
let left = [];
records.keepWarm();
await setTimeout(dictionariesMs(rows));

const key = randomUUID();
let files = 0;

/** A call of an account's, with its payload as one endpoint or the other reads it. */
const ask = (account, payload, schema = searchQuery) =>
  records.ask(schema.parse(payload), EVERYTHING, { asker: { account, person: account } });

const lists = (account, payload) =>
  LISTED_DIMENSIONS.map(async (dimension) => (await ask(account, payload, breakdownQuery)).list(dimension));

const ROUNDS = {
  screen: (account, payload) => [
    ask(account, payload).then((question) => question.page()),
    ask(account, payload).then((question) => question.count()),
    ...lists(account, payload),
  ],
  analysis(account, payload, random) {
    const offered = groupingDimensions('IMPORT');
    const by = random.pick(offered);
    const columns = random.pick(offered.filter((name) => name !== by));
    const layout = { rows: by, columns, unit: '', orderBy: 'VALUE', topRows: 25, topColumns: 12 };
    return [...lists(account, payload), ask(account, payload).then((question) => question.pivot(layout))];
  },
  export(account, payload, _, folder) {
    files += 1;
    const number = files;
    const choice = {
      weightages: new Map(),
      maximum: EXPORTED,
      balance: EXPORTED,
      owner: { account, key, exports: [] },
    };
    const request = { choice: { account, key, number }, columns: COLUMNS.map((column) => column.key), format: 'csv' };
    const made = async () => {
      const question = await ask(account, payload);
      await question.keepExport(choice, number);
      await question.exportFile(request, join(folder, `${account}.csv`));
      await records.exported.forget([{ account, key, number }]);
    };
    return [made()];
  },
};

const drawn = Object.entries(KINDS).flatMap(([kind, often]) => Array(often).fill(kind));

/** A round: how long all of it took, or that some of it was told to come back. */
async function round(kind, ...asked) {
  const began = performance.now();
  const calls = await Promise.allSettled(ROUNDS[kind](...asked));
  const failed = calls.filter(({ status }) => status === 'rejected');
  const error = failed.map(({ reason }) => reason).find(({ code }) => code !== 'PORTAL_BUSY');
  if (error) throw error;
  return { kind, time: performance.now() - began, refused: failed.length > 0 };
}

/** As long as a person reads: half to one and a half times the pause. */
const rest = (random) => setTimeout(pause === 0 ? 0 : pause * (500 + random.below(1000)));

async function crowd(size, folder) {
  const until = performance.now() + minutes * 60_000;
  const account = async (name) => {
    const random = Random.of(SEED, `account ${name}`);
    const done = [];
    await rest(random);
    while (performance.now() < until) {
      if (left.length === 0) left = [...questions];
      const [question] = left.splice(order.below(left.length), 1);
      const one = await round(random.pick(drawn), name, question.payload, random, folder);
      done.push(one);
      if (one.refused) await setTimeout(COMES_BACK);
      else await rest(random);
    }
    return done;
  };
  const { user, system } = process.cpuUsage();
  const done = (await Promise.all(Array.from({ length: size }, (_, index) => account(String(index))))).flat();
  const used = process.cpuUsage();
  return { size, done, cores: (used.user + used.system - user - system) / (minutes * 60e6) };
}

const crowds = await inTemporaryFolder(async (folder) => {
  const all = [];
  for (const size of accounts.split(',').map(Number)) all.push(await crowd(size, folder));
  return all;
});
await records.close();

console.log(
  `${pause > 0 ? `With pauses of ${pause} s in the mean` : 'Without a pause'}, ${minutes} minutes each, ${cpus().length} cores, in milliseconds:\n`,
);
const lines = crowds.flatMap(({ size, done, cores }) =>
  ['all', ...Object.keys(KINDS)].map((kind) => {
    const of = done.filter((one) => kind === 'all' || one.kind === kind);
    const times = of.filter(({ refused }) => !refused).map(({ time }) => time);
    const told = of.filter(({ refused }) => refused).map(({ time }) => time);
    return [
      kind === 'all' ? `**${size}**` : '',
      kind,
      (times.length / minutes / 60).toFixed(1),
      ...(times.length === 0 ? ['–', '–', '–'] : spread(times)),
      told.length,
      ...(told.length === 0 ? ['–', '–'] : [ms(median(told)), ms(p95(told))]),
      kind === 'all' ? cores.toFixed(2) : '',
    ];
  }),
);
const HEAD = [
  'accounts',
  'round',
  'answered a second',
  'median',
  'p95',
  'max',
  'told to come back',
  ...['median', 'p95', 'cores'],
];
console.log(table(HEAD, lines));
