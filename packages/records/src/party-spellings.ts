import { z } from 'zod';
import { type DataVersion, visibleLoads } from './data-version.js';
import type { RecordEngine } from './engine/engine.js';

/** How parties are spelt, from what each load kept: never by a scan of the records. */
export class PartySpellings {
  constructor(private readonly engine: RecordEngine) {}

  /** The commonest spelling of each key, over everything that is visible and not only over a question. */
  async of(keys: readonly string[], version: DataVersion): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const visible = visibleLoads(version);
    const rows = await this.engine.query({
      name: 'party-spellings',
      sql: `SELECT name_key, argMax(name, (records, name)) FROM (
          SELECT name_key, name, sum(records) AS records FROM party_names
          WHERE name_key IN arrayMap(key -> toUInt64(key), {keys:Array(String)}) AND ${visible.sql} GROUP BY name_key, name
        ) GROUP BY name_key`,
      parameters: { ...visible.parameters, keys },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
    });
    return new Map(rows);
  }
}
