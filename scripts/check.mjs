/** `npm run check`: the whole gate that needs no test: types, then lint, format and import boundaries, then unused code. */
import { spawnSync } from 'node:child_process';
import { checkNode, install, ROOT, say } from './setup.mjs';

const STEPS = [
  ['types', ['tsc', '-b']],
  ['lint, format and import boundaries', ['biome', 'check', '--error-on-warnings', '.']],
  ['unused code and dependencies', ['knip']],
];

checkNode();
install();
const failed = STEPS.filter(([what, args]) => {
  say(`Checking ${what} …`);
  return spawnSync('npx', args, { cwd: ROOT, stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(([what]) => what).join('; ')}`);
  process.exitCode = 1;
}
