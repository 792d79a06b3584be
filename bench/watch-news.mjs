/**
 * `npm run bench -- watch-news [ROWS]`: how often watches speak. Demo records up to a day are loaded, then the rest week by week, each published by
 * itself as an operator would; watches of ordinary questions are looked after each time, as the portal does. With `--file` real files are loaded in
 * the same way: `--date` says which of their columns has the day, `--country` whose they are.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, searchQuery, WATCH_SIGNALS, WATCH_THRESHOLDS } from '@tidewaiter/contract';
import { writeDemoFiles } from '@tidewaiter/demo';
import { Loader, shippedMapping } from '@tidewaiter/loader';
import { openRecords } from '@tidewaiter/records';
import { number, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { AS_PORTAL, askEngine, command, EVERYTHING, machine, UNTIL } from './harness/records.mjs';

const { rows, weeks, watches, file, date, country, strictness } = readOptions(
  { rows: 300_000 },
  { weeks: 26, watches: 60, file: [], date: 3, country: 'KOR', strictness: 'USUAL' },
);
const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-watch-news-'));
const files =
  file.length > 0 ? file.map((path) => ({ path })) : await writeDemoFiles({ directory: folder, rows, until: UNTIL });
const read = files.map(({ path, tradeType }) => {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return { header, tradeType, lines: lines.map((line) => ({ line, day: line.split(',')[date] })) };
});
const last = read.flatMap(({ lines }) => lines).reduce((latest, { day }) => (day > latest ? day : latest), '');
const from = addDays(last, -7 * weeks);
const records = await openRecords(folder);
const loader = new Loader(records);
const mapping = file.length > 0 ? undefined : await shippedMapping('demo-records');

/** Loads the records of some days: a load of each file. */
async function load(first, end) {
  for (const [at, { header, tradeType, lines }] of read.entries()) {
    const some = lines.filter(({ day }) => day > first && day <= end);
    if (some.length === 0) continue;
    const path = join(folder, `${at}-${end}.csv`);
    writeFileSync(path, `${[header, ...some.map(({ line }) => line)].join('\n')}\n`);
    const how = mapping ? { mapping, demo: true } : { country, accept: true };
    await loader.load({ files: [{ path, ...(tradeType && { trade: tradeType }) }], ...how });
    rmSync(path);
  }
}

/** The largest of a kind, in every direction of trade: what people watch. */
async function largest(column, count) {
  const found = await askEngine(
    records,
    `SELECT trade_type, toString(${column}) AS one, groupUniqArray(country) FROM records WHERE one != ''
     GROUP BY trade_type, one ORDER BY count() DESC, one LIMIT ${count}`,
  );
  return found.map(([tradeType, value, countryCode]) => ({ tradeType, value, countryCode }));
}

await load('', from);
const third = Math.ceil(watches / 3);
const asks = [
  ...(await largest('left(hs_code, 4)', third)).map((one) => ({ ...one, searchBy: 'HS_CODE', picked: false })),
  ...(await largest('importer_name', third)).map((one) => ({ ...one, searchBy: 'IMPORTER', picked: true })),
  ...(await largest('exporter_name', third)).map((one) => ({ ...one, searchBy: 'EXPORTER', picked: true })),
];
const watched = asks.map(({ tradeType, value, countryCode, searchBy, picked }) =>
  searchQuery.parse({
    ...{
      tradeType,
      countryCode,
      searchBy,
      matchType: 'L',
      searchValue: [value],
      ...(picked && { pickedValue: [value] }),
    },
    ...{ fromDate: addDays(last, -1000), toDate: last },
  }),
);

const told = watched.map(() => new Set());
const spoke = watched.map(() => 0);
const bySignal = new Map(WATCH_SIGNALS.map((signal) => [signal, 0]));
for (let week = 0; week < weeks; week += 1) {
  const since = (await records.versions.current()).version;
  await load(addDays(from, 7 * week), addDays(from, 7 * (week + 1)));
  for (const [at, query] of watched.entries()) {
    const latest = await (await records.ask(query, EVERYTHING, AS_PORTAL)).ofLatestDays();
    const telling = {
      signals: WATCH_SIGNALS.filter((signal) => signal !== 'NEW_RECORDS'),
      thresholds: WATCH_THRESHOLDS[strictness],
    };
    const found = ((await latest?.findings(since, telling)) ?? []).filter(({ about }) => !told[at].has(about));
    for (const { about, finding } of found) {
      told[at].add(about);
      bySignal.set(finding.signal, bySignal.get(finding.signal) + 1);
    }
    if (found.length > 0) spoke[at] += 1;
  }
}

console.log(`${command()}\n${await machine()}\n`);
console.log(
  table(
    ['told of', 'times'],
    [...bySignal].filter(([signal]) => signal !== 'NEW_RECORDS').map(([signal, times]) => [signal, number(times)]),
  ),
);
const sorted = [...spoke].sort((a, b) => a - b);
console.log(
  `\n${number(watched.length)} watches over ${number(weeks)} weeks: each spoke in ${sorted[Math.floor(sorted.length / 2)]} of them in the median, ` +
    `${sorted.at(-1)} at most; ${((100 * spoke.reduce((sum, one) => sum + one, 0)) / (weeks * watched.length)).toFixed(1)}% of all weeks.`,
);
await records.close();
rmSync(folder, { recursive: true });
