/** `npm run check`: the whole gate that needs no test: types, then lint, format and import boundaries, then unused code. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, install, ROOT, say } from './setup.mjs';

const STEPS = [
  ['types', ['tsc', '-b']],
  ['lint, format and import boundaries', ['biome', 'check', '--error-on-warnings', '.']],
  ['unused code and dependencies', ['knip']],
];

checkNode();
install();
// Not before it is installed.
const { default: semver } = await import('semver');
const failed = STEPS.filter(([what, args]) => {
  say(`Checking ${what} …`);
  return spawnSync('npx', args, { cwd: ROOT, stdio: 'inherit' }).status !== 0;
});
say('Checking that no package asks for more of Node than we say …');
const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const { node } = read('package.json').engines;
for (const [name, { engines }] of Object.entries(read('package-lock.json').packages)) {
  if (!engines?.node || semver.subset(node, engines.node)) continue;
  console.error(`${name || 'the project'} asks for Node ${engines.node}; package.json says ${node}`);
  failed.push([name]);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(([what]) => what).join('; ')}`);
  process.exitCode = 1;
}
