import { z } from 'zod';
import type { StatementReader } from '../engine/engine.js';
import { NOBODY, partyKey, plainPartyKey } from './party-name-keys.js';

/** The keys of parties by any spellings of their names, in decimal digits; {@link NOBODY} where nothing of a name is left. */
export async function keysOfNames(
  names: readonly string[],
  reader: StatementReader,
): Promise<(name: string) => string> {
  const known = new Map(names.map((name) => [name, plainPartyKey(name)]));
  const others = [...known].flatMap(([name, key]) => (key === undefined ? [name] : []));
  const keys = await askedKeys(others, reader);
  return (name) => known.get(name) ?? keys.get(name) ?? NOBODY;
}

/** The keys of names that only the engine can tell. */
async function askedKeys(names: readonly string[], reader: StatementReader): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await reader.query({
    name: 'party-keys.of-names',
    sql: `SELECT name, toString(${partyKey('name')}) FROM (SELECT arrayJoin({names:Array(String)}) AS name)`,
    parameters: { names },
    row: z.tuple([z.string(), z.string()]),
    lane: 'short',
  });
  return new Map(rows);
}
