/** The arrows between the packages: what each may import, and that the check really refuses the rest. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

/** The check's rules of our own. */
const RULES = ['scripts/no-typed-patterns.grit', 'scripts/no-bare-storage.grit'];

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What runs may import (DESIGN 3). Records and accounts do not know each other; nobody but the portal knows the loader; nothing imports an app. */
const ARROWS: Record<string, string[]> = {
  'packages/contract': [],
  'packages/client': ['contract'],
  'packages/demo': ['contract'],
  'packages/records': ['contract'],
  'packages/loader': ['contract', 'records'],
  'packages/accounts': ['contract'],
  'packages/testing': ['accounts', 'contract', 'demo', 'loader', 'records'],
  'apps/portal': ['accounts', 'contract', 'demo', 'loader', 'records'],
  'apps/web': ['contract'],
  tools: ['accounts', 'contract', 'demo', 'records', 'testing'],
};

/** What their tests may import beside. */
const ARROWS_OF_TESTS: Record<string, string[]> = {
  // They load what the demo writes.
  'packages/records': ['demo', 'loader', 'testing'],
  'packages/loader': ['testing'],
  'packages/accounts': ['testing'],
  'apps/portal': ['client', 'testing'],
};

const PREFIX = '@tidewaiter/';

it.each(Object.keys(ARROWS))('%s declares the packages that it may import, and no others', (folder) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  );
  const ours = (names: object) =>
    Object.keys(names).flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  expect(ours(dependencies).sort()).toEqual(ARROWS[folder]);
  expect(ours(devDependencies).sort()).toEqual(ARROWS_OF_TESTS[folder] ?? []);
});

it('every package has its arrows', () => {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`),
  );
  expect([...folders, 'tools'].sort()).toEqual(Object.keys(ARROWS).sort());
});

/** The code of what runs, by its path in the project; tests and their helpers stand outside. */
function sourcesOf(folder: string): Map<string, string> {
  const source = join(ROOT, folder, 'src');
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const code = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$/.test(name));
  return new Map(code.map((name) => [`${folder}/src/${name}`, readFileSync(join(source, name), 'utf8')]));
}

it.each([
  ['@tidewaiter/testing', ['packages/testing', 'tools']],
  // What only the loader needs of the records, and what lies beneath the accounts.
  ['@tidewaiter/records/loading', ['packages/loader', 'packages/testing']],
  ['@tidewaiter/accounts/database', ['packages/testing', 'tools']],
])('nothing that runs imports %s but %j', (specifier, allowed) => {
  const others = Object.keys(ARROWS).filter((folder) => !allowed.includes(folder));
  const found = others.flatMap((folder) => [...sourcesOf(folder)].filter(([, text]) => text.includes(`'${specifier}`)));
  expect(found.map(([path]) => path)).toEqual([]);
});

it('no screen imports another', () => {
  const features = [...sourcesOf('apps/web')].filter(([path]) => path.startsWith('apps/web/src/features/'));
  const room = (path: string) => path.split('/')[4];
  const across = features.flatMap(([path, text]) =>
    [...text.matchAll(/from '(\.[^']*)'/g)]
      .map(([, specifier = '']) => join(dirname(path), specifier))
      .filter((target) => target.startsWith('apps/web/src/features/') && room(target) !== room(path))
      .map((target) => `${path} → ${target}`),
  );
  expect(across).toEqual([]);
});

describe('what the check reads', () => {
  const copy = mkdtempSync(join(tmpdir(), 'tidewaiter-arrows-'));
  cpSync(join(ROOT, 'biome.jsonc'), join(copy, 'biome.jsonc'));
  mkdirSync(join(copy, 'scripts'));
  for (const rule of RULES) cpSync(join(ROOT, rule), join(copy, rule));
  for (const folder of Object.keys(ARROWS)) {
    mkdirSync(join(copy, folder, 'src'), { recursive: true });
    cpSync(join(ROOT, folder, 'package.json'), join(copy, folder, 'package.json'));
  }
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** What the check says of a file in which only the import is of interest. */
  const check = (folder: string, specifier: string) =>
    checkText(
      `${folder}/src/planted.ts`,
      `import * as imported from '${specifier}';\n\nexport const used = imported;\n`,
    );
  const checkText = (path: string, text: string) => {
    const planted = join(copy, path);
    mkdirSync(dirname(planted), { recursive: true });
    writeFileSync(planted, text);
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
  ])('an import in %s of %s is refused', (folder, specifier, rule) => {
    const { status, said } = check(folder, specifier);
    expect(said).toContain(rule);
    expect(status).not.toBe(0);
  });

  it.each([
    ['packages/records/src/planted.ts', 'export const of = (typed: string) => new RegExp(typed);\n'],
    ['apps/web/src/planted.tsx', "export function of(typed: string) {\n  return RegExp(typed, 'u');\n}\n"],
    [
      'apps/portal/src/http/planted.ts',
      'export class Of {\n  constructor(readonly typed: string, readonly made = new RegExp(typed)) {\n    this.made = new RegExp(typed);\n  }\n}\n',
    ],
  ])('a regular expression of what is typed is refused in %s', (path, text) => {
    const { status, said } = checkText(path, text);
    expect(said).toContain('wildcardMatcher');
    expect(status).not.toBe(0);
  });

  it.each([
    ['packages/records/src/planted.ts', "const LETTER = '[a-z]';\nexport const WORD = new RegExp(LETTER, 'u');\n"],
    ['packages/records/src/planted.test.ts', 'export const of = (typed: string) => new RegExp(typed);\n'],
    ['packages/loader/src/layout/mapped-pattern.ts', 'export const of = (typed: string) => new RegExp(typed);\n'],
  ])('one of constants, in a test or where it is said why passes, in %s', (path, text) => {
    expect(checkText(path, text)).toMatchObject({ status: 0 });
  });

  it.each(["localStorage.getItem('x')", "window['sessionStorage'] ?? globalThis.sessionStorage", 'document.cookie'])(
    'what the browser keeps is read and written in one file of the web application: %s',
    (kept) => {
      const text = `export const kept = () => ${kept};\n`;
      const { status, said } = checkText('apps/web/src/ui/planted.ts', text);
      expect(said).toContain('session/storage.ts');
      expect(status).not.toBe(0);
      expect(checkText('apps/web/src/session/storage.ts', text)).toMatchObject({ status: 0 });
    },
  );

  it.each([
    ['packages/records', '@tidewaiter/contract'],
    ['apps/portal', '@tidewaiter/accounts'],
  ])('an import along the arrows, in %s of %s, passes', (folder, specifier) => {
    expect(check(folder, specifier)).toMatchObject({ status: 0 });
  });
});

describe('the folders inside a package', () => {
  /** What the files of a package import from other folders of it, as folders; with `deep` 1, from other rooms at its top. */
  function arrowsOf(source: string, deep = Number.POSITIVE_INFINITY): Map<string, Set<string>> {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name));
    const room = (file: string) => dirname(file).split('/').slice(0, deep).join('/');
    const arrows = new Map<string, Set<string>>();
    for (const file of files) {
      const from = room(file);
      for (const [, specifier = ''] of readFileSync(join(source, file), 'utf8').matchAll(/from '(\.[^']*)'/g)) {
        const to = room(join(dirname(file), specifier));
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
    const source = join(ROOT, folder, 'src');
    expect(circlesOf(arrowsOf(source))).toEqual([]);
    expect(circlesOf(arrowsOf(source, 1))).toEqual([]);
  });

  it.each([
    [
      'packages/records/src',
      'copies export watching analysis answers query matching cache reference versions schema columns text engine',
    ],
    ['apps/web/src/search', 'line table facets form saving exports notes reports lists following api model'],
  ])('of %s come in an order, in which each imports only those behind it', (folder, rooms) => {
    const source = join(ROOT, folder);
    const order = rooms.split(' ');
    const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(order.toSorted());
    const back = order.flatMap((from, place) =>
      [...(arrowsOf(source, 1).get(from) ?? [])]
        .filter((to) => order.slice(0, place).includes(to))
        .map((to) => `${from} → ${to}`),
    );
    expect(back).toEqual([]);
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
    // No circle of folders, but one of the rooms that they stand in.
    for (const [file, imported] of [
      ['a/one/x.ts', '../../b/y.js'],
      ['b/y.ts', '../a/two/z.js'],
      ['a/two/z.ts', './z.js'],
    ] as const) {
      mkdirSync(dirname(join(planted, file)), { recursive: true });
      writeFileSync(join(planted, file), `import { used } from '${imported}';\n\nexport { used };\n`);
    }
    expect(circlesOf(arrowsOf(planted))).toEqual(['export', 'schema', 'search']);
    expect(circlesOf(arrowsOf(planted, 1))).toEqual(['a', 'b', 'export', 'schema', 'search']);
    rmSync(planted, { recursive: true });
  });
});
