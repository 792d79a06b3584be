/** Whether a change of the tables has its migration; what the migrations make is in `migrate.deep.engine.test.ts`. */
import { readdir, readFile } from 'node:fs/promises';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import * as schema from './schema.js';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

const read = async (name: string) => JSON.parse(await readFile(new URL(name, MIGRATIONS), 'utf8'));

it('every migration is in the journal, in the order of its number', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).map((name) => name.slice(0, -4));
  const { entries } = await read('meta/_journal.json');
  expect(entries.map(({ tag }: { tag: string }) => tag)).toEqual(files.sort());
});

it('a change of the tables has its migration: `npm run migration -w packages/accounts` finds nothing to do', async () => {
  // The next migration is made from the latest alone: those before it are removed, four thousand lines each.
  const [latestName, ...before] = (await readdir(new URL('meta/', MIGRATIONS)))
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .reverse();
  expect(before).toEqual([]);
  const latest = await read(`meta/${latestName}`);
  expect(await generateMigration(latest, generateDrizzleJson(schema, latest.id))).toEqual([]);
});
