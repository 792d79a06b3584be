/**
 * `npm run bench -- proposals [PARTIES]`: how long the likely pairs of so many invented parties take to find, and the memory of the process
 * meanwhile. Every tenth is another with a letter left out. Their records are sums alone: what a pair's records say is not measured here.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecords } from '@tidewaiter/records';
import { partyKey } from './beneath.mjs';
import { ms, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { command, machine } from './harness/records.mjs';

const { rows: parties } = readOptions({ rows: 100_000 }, {});
const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-proposals-'));
const records = await openRecords(folder);
try {
  const word = (seed) =>
    `arrayStringConcat(arrayMap(at -> ['BRA','VEN','TOR','MI','LU','SAR','KO','NE','DAL','FI','ROS','QUI','PEL','UM'][sipHash64(of, ${seed}, at) % 14 + 1], [1, 2, 3]))`;
  const trade = `['TEXTILES','FOODS','TRADING','STEEL','CHEMICALS','ELECTRONICS','INTERNATIONAL','MARINE'][sipHash64(of, 3) % 8 + 1]`;
  const name = `if(number % 10 = 9, concat(substring(whole, 1, 4), substring(whole, 6)), whole)`;
  await records.staging.engine.run({
    name: 'bench.parties',
    sql: `INSERT INTO party_names SELECT 1, 'IMPORT', 'IMPORTER', 'KOR', ${partyKey('name')}, name, lower(name), 1 + number % 50, [toDate('2026-01-01')], [1]
      FROM (SELECT number, number - (number % 10 = 9) AS of, concat(${word(1)}, ' ', ${word(2)}, ' ', ${trade}, ' LTD') AS whole, ${name} AS name FROM numbers(${parties}))`,
  });
  await records.versions.change('A bench', () => records.versions.publish({ highestLoad: 1 }, 'bench'));
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  let found = [];
  const time = await timed(async () => {
    found = await records.proposals.list({ limit: 1000 });
  });
  clearInterval(watch);
  const megabytes = (bytes) => Math.round(bytes / 1e6).toLocaleString('en-US');
  console.log(`${command()}. ${machine()}.`);
  console.log(
    `${parties.toLocaleString('en-US')} parties: ${found.length} pairs in ${ms(time)} ms; memory ${megabytes(before)} MB before, at most ${megabytes(most)} MB.`,
  );
} finally {
  await records.close();
  await rm(folder, { recursive: true, force: true });
}
