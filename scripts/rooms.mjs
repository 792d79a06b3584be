/**
 * Draws the packages and their rooms with the arrows of their imports, as they are, in Mermaid: `node scripts/rooms.mjs` prints the
 * picture that docs/developer.md shows (`rooms.test.ts`). An arrow that others lead along already is left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RUNS = [
  'apps/web',
  'apps/portal',
  'packages/loader',
  'packages/records',
  'packages/accounts',
  'packages/client',
  'packages/demo',
  'packages/contract',
];

/** What the files of a folder import, by the room at its top; files at the top itself are no room. */
function importsOf(folder) {
  const source = join(ROOT, folder, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!.*\.(test|d)\.).*\.tsx?$/.test(name),
  );
  return files.flatMap((name) => {
    const from = name.split(/[\\/]/);
    const text = readFileSync(join(source, name), 'utf8');
    return [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, specifier]) => ({ from, specifier }));
  });
}

/** The arrows between rooms of a package: those whose ends are both rooms. */
function roomsOf(folder) {
  const rooms = new Map();
  for (const { from, specifier } of importsOf(folder)) {
    if (from.length < 2) continue;
    const own = rooms.get(from[0]) ?? new Set();
    rooms.set(from[0], own);
    if (!specifier.startsWith('.')) continue;
    const target = posix.join(from.slice(0, -1).join('/'), specifier).split('/');
    if (target.length > 1 && target[0] !== from[0] && target[0] !== '..') own.add(target[0]);
  }
  return rooms;
}

function packages() {
  const name = (folder) => folder.split('/')[1];
  return new Map(
    RUNS.map((folder) => {
      const imported = importsOf(folder).flatMap(({ specifier }) => /^@tidewaiter\/(\w+)/.exec(specifier)?.[1] ?? []);
      return [name(folder), new Set(imported.filter((one) => RUNS.some((other) => name(other) === one)))];
    }),
  );
}

/** The arrows without those that a longer way stands for. */
function withoutShortcuts(arrows) {
  const reaches = (from, to) => [...(arrows.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .map((to) => [from, to]),
  );
}

/** A graph of some arrows; what has none stands by itself. */
function graphOf(arrows) {
  const direct = withoutShortcuts(arrows).map((ends) => `  ${ends.join(' --> ')}`);
  const alone = [...arrows.keys()].filter((one) => !direct.some((arrow) => arrow.trim().split(' --> ').includes(one)));
  return ['```mermaid', 'graph TD', ...alone.map((one) => `  ${one}`), ...direct.sort(), '```'].join('\n');
}

/** The picture as Markdown. */
function drawRooms() {
  const inside = RUNS.map((folder) => ({ folder, rooms: roomsOf(folder) })).filter(({ rooms }) => rooms.size > 1);
  return [
    `The packages that run:\n\n${graphOf(packages())}`,
    ...inside.map(({ folder, rooms }) => `The rooms of \`${folder}\`:\n\n${graphOf(rooms)}`),
  ].join('\n\n');
}

console.log(drawRooms());
