/** `npm run bench [-- PROGRAM] [ROWS] [options]`: builds what is missing and runs a program of this folder, else `search`. README.md lists them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, checkNode, install, ROOT, run } from '../scripts/setup.mjs';

const BENCH = join(ROOT, 'bench');
const PROGRAMS = readdirSync(BENCH)
  .filter((file) => file.endsWith('.mjs') && file !== 'bench.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));

const said = process.argv.slice(2);
const [program, ...rest] = /^[a-z]/.test(said[0] ?? '') ? said : ['search', ...said];
if (said[0] === '--help') {
  console.log(
    `npm run bench [-- PROGRAM] [ROWS] [options], of ${PROGRAMS.join(', ')}; PROGRAM --help says its options.`,
  );
  process.exit();
}
if (!PROGRAMS.includes(program)) {
  console.error(`There is no bench "${program}": there are ${PROGRAMS.join(', ')}.`);
  process.exit(2);
}
checkNode();
install();
build();
// More threads than the engine's connections can fill: else a question waits for one.
run(process.execPath, [join(BENCH, `${program}.mjs`), ...rest], { env: { ...process.env, UV_THREADPOOL_SIZE: '16' } });
