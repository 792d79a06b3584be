/**
 * `npm run sbom`: writes what the product is made of, every package of others with its version and licence, as CycloneDX to `sbom.json`,
 * or to the file that is named: a release carries it. What only builds and tests the product is not in it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, say } from './setup.mjs';

const file = resolve(process.argv[2] ?? 'sbom.json');
// From the lock file: what happens to be installed differs by platform.
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const { status, stdout, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const bill = JSON.parse(stdout);
// npm calls it after the folder that it lies in.
bill.metadata.component.name = 'tidewaiter';
// Not by `--omit dev`, which leaves out, too, what the product and its tests have in common; nor by what npm says of a package that lies in several
// places, of which only the first is looked at.
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const used = new Set(
  Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.includes('node_modules/') && !dev)
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    ),
);
const builds = ({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:development');
const nameOf = ({ purl }) => decodeURIComponent(purl).slice('pkg:npm/'.length);
const left = new Set(
  bill.components.filter((one) => builds(one) && !used.has(nameOf(one))).map((component) => component['bom-ref']),
);
bill.components = bill.components.filter((component) => !left.has(component['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => !left.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => !left.has(one)) }));
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
say(`${file}: ${bill.components.length} packages, CycloneDX ${bill.specVersion}.`);
