import { z } from 'zod';
import { partyKey } from '../columns/normalise.js';
import type { Statement } from '../engine/engine.js';

interface Reader {
  query<Row>(statement: Omit<Statement<Row>, 'signal' | 'asker'>): Promise<Row[]>;
}

/** What a name of which nothing is left is keyed by. */
export const NOBODY = '0';

/** The keys of parties by any spellings of their names, in decimal digits; {@link NOBODY} where nothing of a name is left. */
export async function keysOfNames(names: readonly string[], reader: Reader): Promise<(name: string) => string> {
  if (names.length === 0) return () => NOBODY;
  const rows = await reader.query({
    name: 'party-keys.of-names',
    sql: `SELECT name, toString(${partyKey('name')}) FROM (SELECT arrayJoin({names:Array(String)}) AS name)`,
    parameters: { names: [...new Set(names)] },
    row: z.tuple([z.string(), z.string()]),
    lane: 'short',
  });
  const keys = new Map(rows);
  return (name) => keys.get(name) ?? NOBODY;
}
