/** The arrows between the packages: what each may import, and that the check really refuses the rest. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** DESIGN 3. Records and accounts do not know each other; nothing imports an app. */
const ARROWS: Record<string, string[]> = {
  'packages/contract': [],
  'packages/demo': ['contract'],
  // Its tests load what the demo writes.
  'packages/records': ['contract', 'demo'],
  'packages/accounts': ['contract'],
  'apps/portal': ['accounts', 'contract', 'demo', 'records'],
  'apps/web': ['contract'],
};

const PREFIX = '@tidewaiter/';

it.each(Object.keys(ARROWS))('%s declares the packages that it may import, and no others', (folder) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  );
  const ours = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith(PREFIX));
  expect(ours.map((name) => name.slice(PREFIX.length)).sort()).toEqual(ARROWS[folder]);
});

it('every package has its arrows', () => {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`),
  );
  expect(folders.sort()).toEqual(Object.keys(ARROWS).sort());
});

describe('an import against the arrows', () => {
  const copy = mkdtempSync(join(tmpdir(), 'tidewaiter-arrows-'));
  cpSync(join(ROOT, 'biome.jsonc'), join(copy, 'biome.jsonc'));
  for (const folder of Object.keys(ARROWS)) {
    mkdirSync(join(copy, folder, 'src'), { recursive: true });
    cpSync(join(ROOT, folder, 'package.json'), join(copy, folder, 'package.json'));
  }
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** What the check says of a file in which only the import is of interest. */
  const check = (folder: string, specifier: string) => {
    const planted = join(copy, folder, 'src/planted.ts');
    writeFileSync(planted, `import * as imported from '${specifier}';\n\nexport const used = imported;\n`);
    const { status, stdout, stderr } = spawnSync(
      join(ROOT, 'node_modules/.bin/biome'),
      ['lint', '--vcs-enabled=false', '--colors=off', planted],
      { cwd: copy, encoding: 'utf8' },
    );
    rmSync(planted);
    return { status, said: stdout + stderr };
  };

  it.each([
    ['packages/records', '@tidewaiter/accounts', 'noUndeclaredDependencies'],
    ['packages/accounts', '@tidewaiter/records', 'noUndeclaredDependencies'],
    ['packages/contract', '@tidewaiter/records', 'noUndeclaredDependencies'],
    ['packages/records', '@tidewaiter/portal', 'noUndeclaredDependencies'],
    ['apps/web', '@tidewaiter/records', 'noUndeclaredDependencies'],
    ['apps/web', '../../../packages/records/src/index.js', 'noRestrictedImports'],
    ['packages/records', '../../../apps/portal/src/config.js', 'noRestrictedImports'],
    ['packages/records', 'chdb/connection', 'noRestrictedImports'],
    ['apps/portal', '@tidewaiter/records/src/engine/chdb.js', 'noRestrictedImports'],
    ['apps/portal', '@tidewaiter/records/operator', 'noRestrictedImports'],
    ['apps/portal', '@tidewaiter/contract/granting', 'noRestrictedImports'],
  ])('in %s of %s is refused', (folder, specifier, rule) => {
    const { status, said } = check(folder, specifier);
    expect(said).toContain(rule);
    expect(status).not.toBe(0);
  });

  it.each([
    ['packages/records', '@tidewaiter/contract'],
    ['apps/portal', '@tidewaiter/accounts'],
  ])('along them, in %s of %s, passes', (folder, specifier) => {
    expect(check(folder, specifier)).toMatchObject({ status: 0 });
  });
});

describe('the folders inside a package', () => {
  /** What a file of a package imports from other folders of it, as folders. Tests and their helpers stand outside. */
  function arrowsOf(source: string): Map<string, Set<string>> {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)testing\//.test(name));
    const arrows = new Map<string, Set<string>>();
    for (const file of files) {
      const from = dirname(file);
      for (const [, specifier = ''] of readFileSync(join(source, file), 'utf8').matchAll(/from '(\.[^']*\.js)'/g)) {
        const to = dirname(join(from, specifier));
        if (to !== from && !to.startsWith('..')) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
      }
    }
    return arrows;
  }

  /** The folders from which arrows lead back to themselves. */
  function circlesOf(arrows: Map<string, Set<string>>): string[] {
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of arrows.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
      return seen;
    };
    return [...arrows.keys()].filter((folder) => reached(folder).has(folder)).sort();
  }

  it.each(Object.keys(ARROWS))('of %s point down, without a circle', (folder) => {
    const arrows = arrowsOf(join(ROOT, folder, 'src'));
    expect(circlesOf(arrows)).toEqual([]);
  });

  it('that form a circle are found', () => {
    const planted = mkdtempSync(join(tmpdir(), 'tidewaiter-circle-'));
    for (const [file, imported] of [
      ['search/page.ts', '../export/file.js'],
      ['export/file.ts', '../schema/tables.js'],
      ['schema/tables.ts', '../search/page.js'],
      ['load/loader.ts', '../schema/tables.js'],
    ] as const) {
      mkdirSync(dirname(join(planted, file)), { recursive: true });
      writeFileSync(join(planted, file), `import { used } from '${imported}';\n\nexport { used };\n`);
    }
    expect(circlesOf(arrowsOf(planted))).toEqual(['export', 'schema', 'search']);
    rmSync(planted, { recursive: true });
  });
});
