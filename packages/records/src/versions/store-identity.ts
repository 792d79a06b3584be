import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { Bindings } from '../engine/bindings.js';
import { quote, type RecordEngine } from '../engine/engine.js';
import type { Layout } from '../schema/layout.js';
import { MIGRATIONS } from '../schema/migrate.js';
import { EXPORTED_RECORDS, RECORDS, STORE_IDENTITY } from '../schema/tables.js';
import { damagedPart } from './shortage.js';

/** What a table holds where no id was written. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Who a store is, and with which other one it belongs: ids that are never used twice. */
export interface StoreIdentity {
  id: string;
  /** Null until it has met one. */
  partner: string | null;
}

/** What a data folder knows of the records that it worked with last. */
export interface KnownRecords {
  id: string;
  /** A data version that they had. */
  dataVersion: number;
}

/** Parts of the records' table of which one must be readable. */
const PARTS_TRIED = 3;

const idsRow = z.tuple([z.string(), z.string()]);

/**
 * These records as one of two stores: what accounts own lies here by numbers that only their own accounts' database gives, so that a
 * database of other accounts must never meet it.
 */
export class RecordStore {
  constructor(
    private readonly engine: RecordEngine,
    private readonly layout: Layout,
  ) {}

  async engineVersion(): Promise<string> {
    const [row] = await this.engine.query({
      name: 'store.version',
      sql: 'SELECT version()',
      row: z.tuple([z.string()]),
    });
    return row?.[0] ?? '';
  }

  /** How many migrations the tables have seen, and how many this version knows. */
  async migrations(): Promise<{ applied: number; known: number }> {
    const [row] = await this.engine.query({
      name: 'store.migrations',
      sql: 'SELECT uniqExact(number) FROM schema_migrations',
      row: z.tuple([z.coerce.number()]),
    });
    return { applied: row?.[0] ?? 0, known: MIGRATIONS.length };
  }

  /** When its first tables were made. */
  async since(): Promise<Date> {
    const [row] = await this.engine.query({
      name: 'store.since',
      sql: 'SELECT toUnixTimestamp(min(applied_at)) FROM schema_migrations',
      row: z.tuple([z.coerce.number()]),
    });
    return new Date((row?.[0] ?? 0) * 1000);
  }

  async identity(): Promise<StoreIdentity> {
    const written = await this.#written();
    if (written) return written;
    await this.#write('generateUUIDv4()', NOBODY, `WHERE (SELECT count() FROM ${STORE_IDENTITY.name}) = 0`);
    const made = await this.#written();
    if (!made) throw new Error('an identity that was written is not there');
    return made;
  }

  /**
   * Reads who the store is and a whole record. What lies in damaged files is answered by nobody and all else as ever, so that another part of
   * the table is tried where one cannot be read.
   *
   * @throws what the engine says where no record can be read, or it does not answer
   */
  async answers(): Promise<void> {
    await this.identity();
    const damaged: string[] = [];
    for (let unreadable: unknown; ; ) {
      try {
        const found = await this.engine.query({
          name: 'store.sample',
          sql: `SELECT * FROM ${RECORDS.name} WHERE _part NOT IN (${['', ...damaged].map(quote).join(', ')}) LIMIT 1`,
          settings: { max_threads: 1, max_block_size: 1 },
          row: z.array(z.unknown()),
          lane: 'short',
        });
        // Beside what is damaged there is nothing.
        if (found.length === 0 && unreadable !== undefined) throw unreadable;
        return;
      } catch (error) {
        const part = error === unreadable ? undefined : damagedPart(error);
        if (part === undefined || damaged.push(part) === PARTS_TRIED) throw error;
        unreadable = error;
      }
    }
  }

  /** Of two portals that begin at once the first row holds; whom the store belongs with, the last one says. */
  async #written(): Promise<StoreIdentity | undefined> {
    const rows = await this.engine.query({
      name: 'store.identity',
      sql: `SELECT toString(argMin(id, (at, id))), toString(argMax(partner, at)) FROM ${STORE_IDENTITY.name} HAVING count() > 0`,
      row: idsRow,
      lane: 'short',
    });
    return rows.map(([id, partner]) => ({ id, partner: partner === NOBODY ? null : partner }))[0];
  }

  async #write(id: string, partner: string, where = ''): Promise<void> {
    await this.engine.run({
      name: 'store.write',
      sql: `INSERT INTO ${STORE_IDENTITY.name} SELECT ${id}, toUUID(${quote(partner)}), now64(6, 'UTC') ${where}`,
      repeatable: true,
    });
  }

  /** What the records take on this machine's disk, in bytes; undefined where they are on a server. */
  async bytes(): Promise<number | undefined> {
    if (this.engine.shared) return undefined;
    const [bytes = 0] = await this.engine.query({
      name: 'store.bytes',
      sql: 'SELECT toFloat64(sum(bytes_on_disk)) FROM system.parts WHERE database = currentDatabase() AND active',
      row: z.tuple([z.number()]).transform(([bytes]) => bytes),
      lane: 'short',
    });
    return bytes;
  }

  /** From now on these records belong with those accounts. */
  async joinWith(partner: string): Promise<void> {
    const { id } = await this.identity();
    await this.#write(`toUUID(${quote(id)})`, partner);
  }

  /**
   * Writes the keys of accounts beside what they own by their serial numbers, from before there were keys. May be repeated.
   *
   * @param keys of accounts, by their serial numbers
   */
  async nameOwners(keys: ReadonlyMap<number, string>): Promise<void> {
    const [unnamed] = await this.engine.query({
      name: 'store.unnamed',
      sql: `SELECT groupUniqArray(account) FROM exported_records WHERE owner = toUUID(${quote(NOBODY)})`,
      row: z.tuple([z.array(z.coerce.number())]),
      lane: 'load',
    });
    const accounts = (unnamed?.[0] ?? []).flatMap((account) => {
      const key = keys.get(account);
      return key === undefined ? [] : [{ account, key }];
    });
    if (accounts.length === 0) return;
    const list = (values: readonly string[]) => `[${values.join(', ')}]`;
    const [numbers, owners] = [
      list(accounts.map(({ account }) => `toUInt32(${Math.trunc(account)})`)),
      list(accounts.map(({ key }) => quote(key))),
    ];
    await this.engine.run({
      name: 'store.name-owners',
      sql: this.layout.update(
        EXPORTED_RECORDS,
        [`owner = toUUID(transform(account, ${numbers}, ${owners}, ${quote(NOBODY)}))`],
        `owner = toUUID(${quote(NOBODY)}) AND account IN ${numbers}`,
      ),
      settings: { mutations_sync: 2 },
      repeatable: true,
    });
  }

  /** The highest number of an export under which anything is kept; 0 where nothing is. */
  async highestExport(): Promise<number> {
    const [row] = await this.engine.query({
      name: 'store.highest-export',
      sql: 'SELECT max(export) FROM exported_records',
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    return row?.[0] ?? 0;
  }

  /** How many records are kept of an account's export. */
  async rowsOfExport({ account, number }: { account: number; number: number }): Promise<number> {
    const bindings = new Bindings();
    const [row] = await this.engine.query({
      name: 'store.rows-of-export',
      sql: `SELECT count() FROM exported_records WHERE account = ${Math.trunc(account)} AND export IN ${bindings.numbers([number])}`,
      parameters: bindings.parameters,
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    return row?.[0] ?? 0;
  }
}

/**
 * Holds the records that were opened against those that a data folder worked with last, before anything is written to them: an engine
 * that has lost its own books, or another database, would else look like one in which nothing was ever loaded.
 *
 * @throws OperatorError when they are not the same, or older
 */
export async function mustBeKnown(engine: RecordEngine, known: KnownRecords): Promise<void> {
  const tables = await engine.query({
    name: 'store.tables',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN (${[STORE_IDENTITY.name, 'data_versions'].map(quote).join(', ')})`,
    row: z.tuple([z.string()]),
    lane: 'short',
  });
  if (tables.length < 2) throw otherRecords('They hold nothing: their tables are gone, or another place is empty.');
  const [row] = await engine.query({
    name: 'store.known',
    sql: `SELECT toString((SELECT argMin(id, (at, id)) FROM ${STORE_IDENTITY.name})), (SELECT max(version) FROM data_versions)`,
    row: z.tuple([z.string(), z.coerce.number()]),
    lane: 'short',
  });
  if (row?.[0] !== known.id) throw otherRecords('They are others, by their id.');
  if (row[1] < known.dataVersion) {
    throw otherRecords(`They are older: at data version ${row[1]}, where this folder has seen ${known.dataVersion}.`);
  }
}

const otherRecords = (why: string) =>
  new OperatorError(`The records that were opened are not those that this data folder has worked with. ${why}`, [
    'Nothing was changed. Bring the records back from a backup, or start with the settings that the portal has.',
    'To work with these from now on, whatever was there before: npx tidewaiter stores join',
  ]);
