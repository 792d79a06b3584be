/**
 * `npm run bench -- day-one`: from the folders of five public sources' files to a question that is answered, by two commands on an empty data folder,
 * as whoever begins types them: `source add NAME… --from FOLDER`, then `coverage`. The files are those that the tests hold mappings to, a few lines each.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { machine } from './harness/records.mjs';

readOptions({});

const ROOT = join(import.meta.dirname, '..');
const FIXTURES = join(ROOT, 'packages/testing/fixtures');

/** By source, its files as they are published, each made of a fixture. */
const FOLDERS = [
  ['brazil', { 'IMP_2026.csv': 'br-comexstat-imports.csv', 'EXP_2026.csv': 'br-comexstat-exports.csv' }],
  [
    'chile',
    { 'importaciones-marzo-2026.txt': 'cl-din-imports.txt', 'exportaciones-marzo-2026.txt': 'cl-dus-exports.txt' },
  ],
  ['colombia', { 'dane-impo-2026.csv': 'co-dane-imports.csv', 'dian-expo-2026.csv': 'co-dian-exports.csv' }],
  ['peru', { 'ma09150226.csv': 'pe-sunat-imports.csv', 'x16220226.csv': 'pe-sunat-exports.csv' }],
  ['united-kingdom', { 'importers2602.tsv': 'gb-hmrc-importers.tsv' }],
];

const rows = await inTemporaryFolder((folder) => {
  const [from, data] = [join(folder, 'files'), join(folder, 'data')];
  for (const [source, files] of FOLDERS) {
    mkdirSync(join(from, source), { recursive: true });
    for (const [name, fixture] of Object.entries(files))
      copyFileSync(join(FIXTURES, fixture), join(from, source, name));
  }
  const given = (...args) => {
    const [begun, before] = [performance.now(), resourceUsageOfChildren()];
    const said = execFileSync(process.execPath, [join(ROOT, 'apps/portal/bin/tidewaiter.js'), ...args, '--json'], {
      env: { ...process.env, TIDEWAITER_DATA_DIR: data },
      encoding: 'utf8',
    });
    const took = [(performance.now() - begun) / 1000, resourceUsageOfChildren() - before];
    return [JSON.parse(said), args.slice(0, 2).join(' '), ...took.map((seconds) => seconds.toFixed(1))];
  };
  const [added, ...first] = given('source', 'add', ...FOLDERS.map(([source]) => source), '--from', from);
  const [{ sources }, ...second] = given('coverage');
  const sum = (counted) => counted.reduce((all, { records }) => all + records, 0);
  const loaded = added.flatMap(({ files }) => files);
  const published = FOLDERS.flatMap(([, files]) => Object.keys(files));
  if (loaded.length !== published.length || sum(sources) !== sum(loaded))
    throw new Error(
      `${loaded.length} of ${published.length} files came, ${sum(loaded)} records; found: ${sum(sources)}`,
    );
  return [first, second];
});
console.log(`${machine()}\n`);
console.log(table(['command', 'seconds', 'of the processor'], rows));

/** Seconds of the processor that processes begun from here, which have ended, have taken. */
function resourceUsageOfChildren() {
  const [, , , , , , , , , , , , , , , user, system] = readFileSync('/proc/self/stat', 'utf8').split(' ');
  return (Number(user) + Number(system)) / 100;
}
