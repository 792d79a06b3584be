/**
 * `npm run bench -- matching [PARTIES]`: which parties the labelled names of a list find, by kind: those that the rules were built by, and those
 * that were held out. Then how long a list of invented names takes among so many invented parties, batch after batch, and the memory of the
 * process meanwhile. `--missed` names those that are missed or wrong, but for the ones that are held out.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYTHING_LOADED, openRecords, PORTAL } from '@tidewaiter/records';
import { keysOfNames, listedPairs, partyKey } from './beneath.mjs';
import { ms, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { command, machine } from './harness/records.mjs';

const {
  rows: parties,
  names: listed,
  batch,
  missed,
} = readOptions({ rows: 1_000_000 }, { names: 100_000, batch: 2_000, missed: false });
const EVERYTHING = { countries: 'ALL', fromDate: null, toDate: null };

/** Matches names with parties that are written by a statement which selects a `name`. */
async function withParties(select, parameters, work) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-matching-'));
  const records = await openRecords(folder);
  try {
    await records.staging.engine.run({
      name: 'bench.parties',
      sql: `INSERT INTO party_names SELECT 1, 'IMPORT', 'IMPORTER', 'KOR', ${partyKey('name')}, name, lower(name), 1 + rowNumberInAllBlocks() % 50,
        [toDate('2026-01-01')], [1] FROM (${select})`,
      parameters,
    });
    await records.versions.change('A bench', () => records.versions.publish({ highestLoad: 1 }, 'bench'));
    const question = await records.ask(EVERYTHING_LOADED, EVERYTHING, { asker: PORTAL });
    await work((names) => question.matchNames(names), records);
  } finally {
    await records.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const share = (some, of) => (of === 0 ? '–' : (some / of).toFixed(3));

/** What became of each pair. */
async function judged(pairs) {
  const names = [...new Set(pairs.map(({ otherName }) => otherName))];
  const found = [];
  await withParties('SELECT arrayJoin({names:Array(String)}) AS name', { names }, async (match, records) => {
    const keyOf = await keysOfNames(names, records.staging.engine);
    const companies = new Map();
    for (const { otherName, otherCompany } of pairs)
      companies.set(keyOf(otherName), [...(companies.get(keyOf(otherName)) ?? []), otherCompany]);
    const matches = await match(pairs.map(({ name }, row) => ({ row, name })));
    for (const { row, sureness, candidates } of matches) {
      const pair = pairs[row];
      const right = candidates.map(({ key }) => companies.get(key).includes(pair.company));
      found.push({ ...pair, sureness, candidates, same: pair.company === pair.otherCompany, right });
    }
  });
  return found;
}

const isTold = ({ sureness }) => sureness !== 'NONE';

function line(kind, some) {
  const same = some.filter((one) => one.same);
  const sure = some.filter(({ sureness }) => sureness === 'SURE');
  const told = some.filter(isTold);
  return [
    kind,
    String(same.length),
    String(some.length - same.length),
    share(same.filter((one) => isTold(one) && one.right.includes(true)).length, same.length),
    share(same.filter((one) => one.sureness === 'SURE' && one.right[0]).length, same.length),
    `${sure.filter(({ right }) => right[0]).length}/${sure.length}`,
    `${told.filter(({ right }) => right[0]).length}/${told.length}`,
  ];
}

const HEAD = ['kind', 'one company', 'two', 'found', 'surely', 'right of sure', 'right of told'];
console.log(`${command()}. ${machine()}.`);
for (const heldOut of [false, true]) {
  const pairs = await judged(listedPairs().filter((pair) => pair.heldOut === heldOut));
  const kinds = [...new Set(pairs.map(({ kind }) => kind))];
  const lines = kinds.map((kind) =>
    line(
      kind,
      pairs.filter((pair) => pair.kind === kind),
    ),
  );
  console.log(`\n${heldOut ? 'Held-out' : 'Built-with'} names\n${table(HEAD, [...lines, line('all', pairs)])}`);
  if (!missed || heldOut) continue;
  for (const { kind, name, otherName, sureness, candidates, same, right } of pairs)
    if (same ? !isTold({ sureness }) || !right.includes(true) : isTold({ sureness }) && !right[0])
      console.log(`  ${kind}: ${name} | ${otherName} | ${sureness} ${candidates.map((one) => one.name).join('; ')}`);
}

const word = (seed) =>
  `arrayStringConcat(arrayMap(at -> ['BRA','VEN','TOR','MI','LU','SAR','KO','NE','DAL','FI','ROS','QUI','PEL','UM'][sipHash64(number, ${seed}, at) % 14 + 1], [1, 2, 3]))`;
const trade = `['TEXTILES','FOODS','TRADING','STEEL','CHEMICALS','ELECTRONICS','INTERNATIONAL','MARINE'][sipHash64(number, 3) % 8 + 1]`;
const form = `['LTD','PVT LTD','GMBH','SA','INC','CO LTD','','LLC'][sipHash64(number, 4) % 8 + 1]`;
const invented = (count) =>
  `SELECT trim(concat(${word(1)}, ' ', ${word(2)}, ' ', ${trade}, ' ', ${form})) AS name FROM numbers(${count})`;

/** Names as lists have them: as they are, in small letters, with a letter left out, with a place behind, and of nobody. */
const WAYS = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.slice(0, 4) + name.slice(5),
  (name) => `${name} 12 MILL ROAD DHAKA`,
  (name) => [...name].reverse().join(''),
];

/** What this process has had of the processors since, in milliseconds: on a busy machine that says more than the clock. */
function processorTime(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

await withParties(invented(parties), {}, async (match, records) => {
  const rows = await records.staging.engine.query({
    name: 'bench.listed',
    sql: `SELECT name FROM (${invented(parties)}) ORDER BY sipHash64(name) LIMIT ${listed}`,
    row: { parse: ([name]) => name },
    lane: 'load',
  });
  const names = rows.map((name, row) => ({ row, name: WAYS[row % WAYS.length](name) }));
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const batches = [];
  const told = { SURE: 0, PROBABLE: 0, AMBIGUOUS: 0, NONE: 0 };
  const half = { rss: 0 };
  const spent = process.cpuUsage();
  let beginning = 0;
  const whole = await timed(async () => {
    for (let at = 0; at < names.length; at += batch) {
      const time = await timed(async () => {
        for (const { sureness } of await match(names.slice(at, at + batch))) told[sureness] += 1;
      });
      batches.push(time);
      if (at === 0) beginning = processorTime(spent);
      if (at <= names.length / 2) half.rss = process.memoryUsage().rss;
    }
  });
  clearInterval(watch);
  const megabytes = (bytes) => Math.round(bytes / 1e6).toLocaleString('en-US');
  const [first, ...later] = batches;
  const count = (number) => number.toLocaleString('en-US');
  console.log(
    `\n${count(names.length)} names among ${count(parties)} parties: ${ms(whole)} ms; the first batch of ${count(batch)} ${ms(first)} ms, the longest of the others ${ms(Math.max(0, ...later))} ms; processor time ${ms(processorTime(spent))} ms, ${ms(beginning)} of it for the first batch.\n` +
      `Memory ${megabytes(before)} MB before, ${megabytes(half.rss)} MB in the middle, ${megabytes(process.memoryUsage().rss)} MB at the end, at most ${megabytes(most)} MB. ` +
      `${Object.entries(told)
        .map(([sureness, found]) => `${sureness} ${count(found)}`)
        .join(', ')}.`,
  );
});
