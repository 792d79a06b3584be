import { z } from 'zod';
import { namedIds } from '../answers/named-records.js';
import { Bindings } from '../engine/bindings.js';
import { type AskedEngine, type Call, PORTAL, quote } from '../engine/engine.js';
import { isOfAccount, isOwned, type Owner } from '../query/owned.js';
import type { Layout } from '../schema/layout.js';
import { EXPORTED_RECORDS } from '../schema/tables.js';
import type { RecordChoice } from './chosen-records.js';

const idRow = z.tuple([z.string()]);

/** What accounts own of the records. */
export class ExportedRecords {
  constructor(
    private readonly engine: AskedEngine,
    private readonly layout: Layout,
  ) {}

  /** Which of these records an account owns. Ids are hexadecimal. */
  async among(owner: Owner, ids: readonly string[], call: Call): Promise<Set<string>> {
    if (owner.exports.length === 0 || ids.length === 0) return new Set();
    const bindings = new Bindings();
    const named = namedIds(ids, bindings);
    const rows = await this.engine.query({
      ...call,
      name: 'export.among',
      sql: `SELECT lower(hex(id)) FROM (${named}) WHERE ${isOwned(owner, bindings, named)}`,
      parameters: bindings.parameters,
      row: idRow,
      lane: 'short',
    });
    return new Set(rows.map(([id]) => id));
  }

  /** A page of the ids that an account owns, in the order of the ids, and how many there are. */
  async page(owner: Owner, { number, size }: { number: number; size: number }, call: Call) {
    if (owner.exports.length === 0) return { ids: [], total: 0 };
    const bindings = new Bindings();
    const mine = `FROM exported_records WHERE ${isOfAccount(owner, bindings)} AND export IN ${bindings.numbers(owner.exports)}`;
    const { parameters } = bindings;
    const rows = await this.engine.query({
      ...call,
      name: 'export.owned',
      sql: `SELECT lower(hex(id)) ${mine} GROUP BY id ORDER BY id LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
      parameters: { ...parameters, limit: size, offset: number * size },
      row: idRow,
    });
    const [total] = await this.engine.query({
      ...call,
      name: 'export.owned-total',
      sql: `SELECT uniqExact(id) ${mine}`,
      parameters,
      row: z.tuple([z.coerce.number()]),
    });
    return { ids: rows.map(([id]) => id), total: total?.[0] ?? 0 };
  }

  /** Removes what was kept under numbers that count no more, and never will. */
  async forget(choices: readonly RecordChoice[]): Promise<void> {
    if (choices.length === 0) return;
    const rows = choices.map(
      ({ account, key, number }) => `(${Math.trunc(account)}, toUUID(${quote(key)}), ${Math.trunc(number)})`,
    );
    await this.engine.run({
      asker: PORTAL,
      name: 'export.forget',
      sql: this.layout.remove(EXPORTED_RECORDS, `(account, owner, export) IN (${rows.join(', ')})`),
      settings: { mutations_sync: 2 },
      repeatable: true,
    });
  }
}
