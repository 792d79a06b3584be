/** `docs/conformance.md` names files, tests, symbols and scripts that are there: it cannot go stale unseen. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Files of the project by their path from the root. */
const FILES = ['packages', 'apps', 'scripts', 'tools', 'e2e', 'docs', 'bench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path)),
);
const SCRIPTS = JSON.parse(read('package.json')).scripts as Record<string, string>;

const ROWS = read('docs/conformance.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (SPEC|point|---)/.test(line));

/** What a row says in code, or in double quotes, in its order. */
function mentionsOf(row: string): { kind: 'code' | 'test'; text: string }[] {
  return [...row.matchAll(/`([^`]+)`|"([^"]+)"/g)].map(([, code, test]) =>
    code === undefined ? { kind: 'test', text: test ?? '' } : { kind: 'code', text: code },
  );
}

const isFile = (text: string) => /\.(ts|tsx|mjs|md)$/.test(text) && !text.includes(' ');

/** The files that a mention means: by the end of their path, where `*` stands for any name. */
function filesOf(text: string): string[] {
  const pattern = text
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]*');
  const end = new RegExp(`(^|/)${pattern}$`);
  return FILES.filter((file) => end.test(file));
}

/** Titles as a test's source has them, in whatever quotes. */
const plain = (text: string) => text.replaceAll(/\\(['"`])/g, '$1').replaceAll('’', "'");
const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const source = sources.get(file) ?? plain(read(file));
  sources.set(file, source);
  return source;
}

/** What of a mention that is no file must be said somewhere in the sources: a route, a call, a field, a setting, a command. */
function symbolOf(text: string): string {
  return text
    .replace(/\{.*$/, '')
    .replace(/=\w*$/, '')
    .replace(/^(--\S+).*$/, '$1')
    .trim();
}

const SOURCES = FILES.filter((file) => /\.(tsx?|mjs)$/.test(file) && file !== 'scripts/conformance-document.test.ts');
const isSaid = (symbol: string) => SOURCES.some((file) => sourceOf(file).includes(symbol));

it('has rows', () => {
  expect(ROWS.length).toBeGreaterThan(100);
});

describe.each(ROWS.map((row) => [row.slice(0, 90), row]))('%s', (_, row) => {
  it('names what is there', () => {
    const missing: string[] = [];
    let files: string[] = [];
    for (const { kind, text } of mentionsOf(row)) {
      if (kind === 'test') {
        // What stands before and after an ellipsis.
        const parts = plain(text).split(/ ?… ?/);
        const holdsAll = (file: string) => parts.every((part) => sourceOf(file).includes(part));
        if (files.length > 0 && !files.some(holdsAll)) missing.push(`"${text}"`);
      } else if (isFile(text)) {
        files = filesOf(text);
        if (files.length === 0) missing.push(text);
      } else if (text.startsWith('npm run ')) {
        if (!((text.split(' ')[2] ?? '') in SCRIPTS)) missing.push(text);
      } else if (!text.split(' ').every((word) => isSaid(symbolOf(word)))) missing.push(text);
    }
    expect(missing).toEqual([]);
  });
});
