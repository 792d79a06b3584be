/** The bill of materials that a release carries. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Component {
  name: string;
  version: string;
  purl: string;
}

it('names every package of others that the product runs with, and none that only builds or tests it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-sbom-'));
  const file = join(folder, 'sbom.json');
  execFileSync(process.execPath, [join(ROOT, 'scripts/sbom.mjs'), file]);
  const bill = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'tidewaiter' } } });
  const listed = new Set((bill.components as Component[]).map(({ purl }) => decodeURIComponent(purl)));
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const expected = Object.entries<{ version: string; dev?: boolean; link?: boolean }>(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `pkg:npm/${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`);
  expect(expected.length).toBeGreaterThan(100);
  for (const one of expected) expect(listed, one).toContain(one);
  expect([...listed].filter((purl) => /vitest|@playwright|biome/.test(purl))).toEqual([]);
});
