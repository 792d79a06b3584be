/**
 * `npm run bench [-- ROWS]`: builds what is missing, generates the records once, then measures searches.
 * `npm run bench -- analysis [ROWS]`: measures the analyses of searches on the same records.
 * `npm run bench -- guard [ROWS] --old CHECKOUT`: holds the screen of a search against another build's, on the same records.
 * `npm run bench -- load [ROWS]`: measures loading.
 * `npm run bench -- greedy [ROWS]`: measures what one account's heavy calls cost another.
 * `npm run bench -- export [ROWS]`: measures files that are made of records.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, checkNode, install, ROOT, run, say } from '../scripts/setup.mjs';
import { readOptions } from './options.mjs';

const BENCH = join(ROOT, 'bench');

/** DuckDB is no dependency of the product: it is installed beside the bench, at the version that is locked there. */
function installDuckdb() {
  if (existsSync(join(BENCH, 'node_modules/@duckdb/node-api'))) return;
  say('Installing DuckDB for the comparison (--without duckdb leaves it out) …');
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', BENCH], {
    cwd: BENCH,
  });
}

// More threads than the engine's connections can fill: else a question waits for one.
const env = { ...process.env, UV_THREADPOOL_SIZE: '16' };

/** A bench over generated records, which are made where there are none of that number. */
function measureRecords(bench, given) {
  const rows = given.find((word) => /^\d+$/.test(word)) ?? '300000';
  run(process.execPath, [join(BENCH, 'generate/generate.mjs'), rows], { env });
  run(process.execPath, [join(BENCH, bench), ...given], { env });
}

function measureSearches(given) {
  const { without, rows } = readOptions();
  if (!without.includes('duckdb')) installDuckdb();
  run(process.execPath, [join(BENCH, 'generate/generate.mjs'), String(rows)], { env });
  run(process.execPath, [join(BENCH, 'search.mjs'), ...given], { env });
}

checkNode();
install();
build();
const [what, ...rest] = process.argv.slice(2);
if (what === 'load') run(process.execPath, [join(BENCH, 'load.mjs'), ...rest], { env });
else if (what === 'analysis') measureRecords('analysis.mjs', rest);
else if (what === 'guard') measureRecords('guard.mjs', rest);
else if (what === 'greedy') run(process.execPath, [join(BENCH, 'greedy/beside.mjs'), ...rest], { env });
else if (what === 'export') run(process.execPath, [join(BENCH, 'export.mjs'), ...rest], { env });
else measureSearches(process.argv.slice(2));
