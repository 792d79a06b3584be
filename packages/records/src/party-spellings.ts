import type { TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { type DataVersion, visibleLoads } from './data-version.js';
import type { RecordEngine } from './engine/engine.js';
import type { PartyRole } from './parties.js';

/** How parties are spelt, from what each load kept: never by a scan of the records. */
export class PartySpellings {
  constructor(private readonly engine: RecordEngine) {}

  /** The commonest spelling of each key in a role, over everything that is visible and not only over a question. */
  async of(
    keys: readonly string[],
    { trade, role }: { trade: TradeType; role: PartyRole },
    version: DataVersion,
  ): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const visible = visibleLoads(version);
    const rows = await this.engine.query({
      name: 'party-spellings',
      sql: `SELECT name_key, argMax(name, (records, name)) FROM (
          SELECT name_key, name, sum(records) AS records FROM party_names
          WHERE trade_type = {trade:String} AND role = {role:String}
            AND name_key IN (SELECT toUInt64(arrayJoin({keys:Array(String)}))) AND ${visible.sql} GROUP BY name_key, name
        ) GROUP BY name_key`,
      parameters: { ...visible.parameters, trade, role, keys },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
    });
    return new Map(rows);
  }
}
