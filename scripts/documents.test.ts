/**
 * The documents say what is so: figures stand once, under a key of `bench/RESULTS.md` or as a constant of the code, and who quotes one says which
 * (`104 ms<!-- figure: KEY -->`, `2 ms<!-- constant: FILE NAME -->`); files, commands, sections, rooms and dependencies that they name are there.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const json = (file: string) => JSON.parse(read(file));
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

/** What is told of the product as it is. Decisions, results and changes tell of their day. */
const GUIDES = FILES.filter(
  (file) => /^(docs\/[^/]+|README|CONTRIBUTING|bench\/README)(\.md)?$/.test(file) && file.endsWith('.md'),
);
const DOCUMENTS = FILES.filter(
  (file) => file.endsWith('.md') && !/^(bench\/(RESULTS|history)|packages\/|apps\/)/.test(file),
);

/** Everything of a kind that documents say, each with its document. */
const said = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) =>
    [...read(file).matchAll(pattern)].map((match) => ({ file, text: match[0], of: match.slice(1) })),
  );

const FIGURES = new Map(
  [...read('bench/RESULTS.md').matchAll(/^\| `([a-z0-9.-]+)` \| ([^|]+) \|/gm)].map(([, key, figure]) => [key, figure]),
);

/** What stands before the mark of a figure: from the last blank that is followed by a digit of it. */
const isQuoted = (text: string, figure: string) =>
  text.endsWith(figure) && !/[\d.,]$/.test(text.slice(0, -figure.length));

describe('a figure', () => {
  const quotes = said(DOCUMENTS, /([^\n]*?)<!-- figure: (\S+) -->/g);

  it('that a document quotes is the one under its key', () => {
    expect(quotes.length).toBeGreaterThan(10);
    for (const { file, text, of } of quotes) {
      const figure = FIGURES.get(of[1]);
      expect(figure, `${file}: bench/RESULTS.md has no figure ${of[1]}`).toBeDefined();
      expect(isQuoted(of[0] ?? '', figure ?? ''), `${file} says another figure than ${figure}: ${text}`).toBe(true);
    }
  });

  it('that has a key is quoted', () => {
    expect([...FIGURES.keys()].filter((key) => !quotes.some(({ of }) => of[1] === key))).toEqual([]);
  });

  it('that is a constant is the code’s', () => {
    for (const { file, text, of } of said(DOCUMENTS, /([\d.,]+)( ?[\wµ%]*)<!-- constant: (\S+) (\w+) -->/g)) {
      const [value = '', , source = '', name] = of;
      const [, constant = 'nothing'] = new RegExp(`\\b${name}(?: =|:) ([\\d_.]+)`).exec(read(source)) ?? [];
      expect(Number(value.replaceAll(',', '')), `${file}: ${text}`).toBe(Number(constant.replaceAll('_', '')));
    }
  });
});

describe('what a document names is there', () => {
  it('files', () => {
    const named = said(GUIDES, /`([\w@./-]+\.(?:tsx?|mjs|md|tsv|grit))`(?! of commit)/g);
    const missing = named.filter(({ of }) => {
      // A name that is an example is none of a file.
      if (/^x\./.test(of[0] ?? '')) return false;
      const path = (of[0] ?? '').replace(/^(\.\.?\/)+/, '');
      return !FILES.some((file) => file === path || file.endsWith(`/${path}`) || isInPackage(file, path));
    });
    expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  it('links', () => {
    const missing = said(GUIDES, /\]\((?!https?:|#|mailto:)([^)#\s]+)/g).filter(({ file, of }) => {
      const path = join(file, '..', of[0] ?? '');
      return !FILES.some((one) => one === path || one.startsWith(`${path.replace(/\/$/, '')}/`));
    });
    expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  it('commands of npm, and programs of the bench', () => {
    const scripts = json('package.json').scripts;
    const unknown = said(GUIDES, /npm run ([\w:-]+)(?! -w|[\w:-])/g).filter(({ of }) => !(String(of[0]) in scripts));
    const programs = said(GUIDES, /npm run bench -- ([a-z][\w-]*)/g).filter(
      ({ of }) => !FILES.includes(`bench/${of[0]}.mjs`),
    );
    expect([...unknown, ...programs].map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  it('every command of npm in the developer’s guide', () => {
    const guide = read('docs/developer.md');
    const commands = Object.keys(json('package.json').scripts).filter((name) => !/^(check|test):(?!deep)/.test(name));
    expect(commands.filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(guide))).toEqual([]);
  });

  it('sections of the results', () => {
    const named = said(DOCUMENTS, /`(bench\/(?:RESULTS|history\/[\w-]+)\.md)`, "([^"]+)"/g);
    const missing = named.filter(({ of }) => !read(of[0] ?? '').match(new RegExp(`(^#+ |\\*\\*)${of[1]}`, 'm')));
    expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  it('every room in the developer’s guide', () => {
    const [, house = ''] = /## The house\n\n```\n(.*?)\n```/s.exec(read('docs/developer.md')) ?? [];
    const told = house.split(/^(?=\S)/m).map((block) => ({
      place: block.split(/\s/)[0] ?? '',
      rooms: new Set(block.split('\n').flatMap((line) => line.slice(0, 20).trim().split(/\s+/))),
    }));
    const rooms = FILES.flatMap(
      (file) => /^((?:packages|apps)\/[\w-]+)\/src\/([\w-]+)\//.exec(file)?.slice(1, 3) ?? [],
    );
    const missing: string[] = [];
    for (let at = 0; at < rooms.length; at += 2) {
      const [place = '', room = ''] = rooms.slice(at, at + 2);
      // The browser app's are drawn below.
      if (place === 'apps/web') continue;
      if (!told.find((block) => block.place === place)?.rooms.has(room)) missing.push(`${place}: ${room}`);
    }
    expect([...new Set(missing)]).toEqual([]);
  });

  it('every number of a decision, but those that are told to be nobody’s', () => {
    const numbers = FILES.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []).map(Number);
    const told = new Set(
      read('docs/decisions/README.md')
        .match(/\b0\d{3}\b/g)
        ?.map(Number),
    );
    const gaps = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter(
      (one) => !numbers.includes(one),
    );
    expect(gaps).toEqual([...told].sort((a, b) => a - b));
  });

  it('a reason for every dependency', () => {
    const reasons = read('docs/dependencies.md');
    const manifests = FILES.filter((file) => /^(packages\/[^/]+\/|apps\/[^/]+\/|tools\/)?package\.json$/.test(file));
    const names = manifests.flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = json(file);
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    // Of several of one scope, the first is written whole: `@fastify/compress`, `cookie`.
    const isTold = (name: string) => {
      const [scope = '', rest] = name.split('/');
      const lines = rest === undefined ? [] : reasons.split('\n').filter((line) => line.includes(`\`${scope}/`));
      return reasons.includes(`\`${name}\``) || lines.some((line) => line.includes(`\`${rest}\``));
    };
    const own = /^@(tidewaiter|types)\//;
    expect([...new Set(names)].filter((name) => !own.test(name) && !isTold(name))).toEqual([]);
  });

  it('the languages and tables of words', () => {
    const tables = readdirSync(join(ROOT, 'packages/loader/vocabulary/terms')).map((file) => file.replace('.tsv', ''));
    const languages = new Set(tables.flatMap((table) => table.split('-')).filter((code) => code !== 'cyrillic'));
    expect(read('docs/loading.md')).toContain(`those of ${languages.size} languages in ${tables.length} tables`);
  });
});

/** Guides write `records/src/…` for `packages/records/src/…`, and leave `src` out where the package is said. */
function isInPackage(file: string, path: string): boolean {
  return file.replace(/\/(src|testing)\//, '/').endsWith(`/${path}`);
}
