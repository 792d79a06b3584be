/**
 * `npm run bench -- day-one`: from a folder of a public source's files to a question that is answered, by two commands on an empty data folder, as
 * whoever begins types them: `source add NAME --from FOLDER`, then `coverage`. The files are those that the tests hold mappings to, a few lines each.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { machine } from './harness/records.mjs';

readOptions({});

const ROOT = join(import.meta.dirname, '..');
const FIXTURES = join(ROOT, 'packages/testing/fixtures');

/** By source, its files as they are published, each made of a fixture; then how many records they hold. */
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

const rows = await inTemporaryFolder((folder) =>
  FOLDERS.map(([source, files]) => {
    const [from, data] = [join(folder, source), join(folder, `${source}-data`)];
    mkdirSync(from);
    for (const [name, fixture] of Object.entries(files)) copyFileSync(join(FIXTURES, fixture), join(from, name));
    const given = (...args) => {
      const begun = performance.now();
      const said = execFileSync(process.execPath, [join(ROOT, 'apps/portal/bin/tidewaiter.js'), ...args, '--json'], {
        env: { ...process.env, TIDEWAITER_DATA_DIR: data },
        encoding: 'utf8',
      });
      return [JSON.parse(said), (performance.now() - begun) / 1000];
    };
    const [added, first] = given('source', 'add', source, '--from', from);
    const [{ sources }, second] = given('coverage');
    const loaded = added.files.reduce((sum, { records }) => sum + records, 0);
    const found = sources.reduce((sum, { records }) => sum + records, 0);
    if (added.files.length !== Object.keys(files).length || found !== loaded)
      throw new Error(`${source}: ${added.files.length} files came, ${loaded} records were loaded and ${found} found`);
    return [source, String(found), first.toFixed(1), second.toFixed(1), (first + second).toFixed(1)];
  }),
);
console.log(`${machine()}\n`);
console.log(table(['source', 'records', 'source add, s', 'coverage, s', 'together, s'], rows));
