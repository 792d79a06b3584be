import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { EngineError, quote, type RecordEngine } from '../engine/engine.js';
import type { Layout, TableDefinition } from '../schema/layout.js';
import { MIGRATIONS, migrate } from '../schema/migrate.js';
import { FILL_SETTINGS, TABLES_OF_A_LOAD } from '../schema/roll-ups.js';
import {
  DATA_VERSIONS,
  EXCHANGE_RATES,
  EXPORTED_RECORDS,
  FORMER_MONTH_SUMS,
  HS_TEXTS,
  LOADS,
  PARTY_JOINS,
  STORE_IDENTITY,
  SUPPRESSIONS,
} from '../schema/tables.js';
import type { DataVersion, DataVersions } from '../versions/data-version.js';

/** Exports whose records are copied together: what was copied of full ones need not be copied again. */
const EXPORTS_OF_A_PIECE = 1000;

/** A piece that changes while it is read is read again, so often. */
const TRIES = 5;

/** Tables that are copied whole: they are small. Claims and applied migrations are the copy's own matter. */
const WHOLE: readonly TableDefinition[] = [
  DATA_VERSIONS,
  EXCHANGE_RATES,
  HS_TEXTS,
  PARTY_JOINS,
  STORE_IDENTITY,
  SUPPRESSIONS,
];

const TABLES = [...TABLES_OF_A_LOAD, EXPORTED_RECORDS, ...WHOLE];

/** What a piece holds, as both sides of a copy find it: its rows, and a sum over all their cells that the order does not change. */
export interface Fingerprint {
  rows: number;
  sum: string;
}

/** What is copied in one file: of a load, the rows of one table; of what accounts own, a thousand exports; else a table. */
export interface Piece {
  table: string;
  /** `load 12`, `exports 3000-3999` or `all`. */
  part: string;
  /** Where two pieces have the same one their rows are the same; null where only the rows tell. */
  identity: string | null;
}

/** How a table's rows lie in a file. */
export interface CopiedTable {
  name: string;
  columns: { name: string; type: string }[];
}

/** What there is to copy at one data version. */
export interface CopyPlan {
  /** The highest migration that the tables have seen. */
  migration: number;
  dataVersion: number;
  tables: CopiedTable[];
  pieces: Piece[];
}

const conditionOf = (part: string): string => {
  const [kind, numbers = ''] = part.split(' ');
  if (kind === 'load') return `load_id = ${Number(numbers)}`;
  if (kind !== 'exports') return '1';
  const [first, last] = numbers.split('-').map(Number);
  return `export BETWEEN ${first} AND ${last}`;
};

/** What is in none of the pieces of a table. */
const outsideOf = (parts: readonly string[]): string => {
  const loads = parts.filter((part) => part.startsWith('load ')).map((part) => Number(part.split(' ')[1]));
  const others = parts.filter((part) => !part.startsWith('load ')).map((part) => `NOT (${conditionOf(part)})`);
  return [...(loads.length > 0 ? [`load_id NOT IN (${loads.join(', ')})`] : []), ...others].join(' AND ') || '1';
};

const named = ({ columns }: CopiedTable) => columns.map(({ name }) => name).join(', ');

const number = z.coerce.number();

/**
 * The records as files, for backups and moves: table by table in the engine's own format, so that a server reads what an embedded engine
 * wrote. What no data version shows is not copied.
 */
export class RecordCopies {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
  ) {}

  /**
   * Copies the records of one moment: no load, removal or other change begins before `work` is done.
   *
   * @param work is given what tells the plan. Exports go on being made: those above the highest number that the copy's accounts know are
   * no part of it
   * @throws AnotherChange when one is under way
   */
  async ofOneMoment<Result>(
    what: string,
    work: (planUpTo: (highestExport: number) => Promise<CopyPlan>) => Promise<Result>,
  ): Promise<Result> {
    return this.versions.change(what, async () => work((highestExport) => this.#plan(highestExport)));
  }

  async #plan(highestExport: number): Promise<CopyPlan> {
    const version = await this.versions.current();
    const tables = await columnsOf(this.engine);
    const pieces = [
      ...(await this.#piecesOfLoads(version)),
      ...(await this.#piecesOfExports(highestExport)),
      ...WHOLE.map(({ name }) => ({ table: name, part: 'all', identity: null })),
    ];
    return { migration: highestMigration(), dataVersion: version.version, tables, pieces };
  }

  /** The rows of a load are written once; only a new rule of keys or sums writes them anew. */
  async #piecesOfLoads({ highestLoad, hiddenLoads, partyRule, rollUpRule }: DataVersion): Promise<Piece[]> {
    const counted = TABLES_OF_A_LOAD.map(
      ({ name }) => `SELECT ${quote(name)} AS name, load_id, count() AS rows FROM ${name} GROUP BY load_id`,
    ).join(' UNION ALL ');
    const rows = await this.engine.query({
      name: 'copy.loads',
      sql: `SELECT name, load_id, rows, file_hash, toString(loaded_at), mapping_hash
        FROM (${counted}) AS counted ANY LEFT JOIN ${LOADS.name} USING (load_id)
        WHERE load_id <= ${highestLoad} AND NOT has([${hiddenLoads.join(', ')}]::Array(UInt32), load_id)
        ORDER BY load_id, name`,
      row: z.tuple([z.string(), number, number, z.string(), z.string(), z.string()]),
      lane: 'load',
    });
    return rows.map(([table, load, count, ...made]) => ({
      table,
      part: `load ${load}`,
      // Sums in place of a load's have no entry among the loads, and may be made anew under a number that was given before.
      identity: made[0].replaceAll('\0', '') === '' ? null : [count, partyRule, rollUpRule, ...made].join(' '),
    }));
  }

  async #piecesOfExports(highest: number): Promise<Piece[]> {
    const rows = await this.engine.query({
      name: 'copy.exports',
      sql: `SELECT DISTINCT intDiv(export, ${EXPORTS_OF_A_PIECE}) * ${EXPORTS_OF_A_PIECE} AS first FROM ${EXPORTED_RECORDS.name}
        WHERE export <= ${highest} ORDER BY first`,
      row: z.tuple([number]),
      lane: 'load',
    });
    return rows.map(([first]) => {
      const last = Math.min(first + EXPORTS_OF_A_PIECE - 1, highest);
      return { table: EXPORTED_RECORDS.name, part: `exports ${first}-${last}`, identity: null };
    });
  }

  fingerprint(table: CopiedTable, part: string): Promise<Fingerprint> {
    return fingerprintOf(this.engine, table, part);
  }

  /**
   * Writes a piece into a file of this machine, compressed with Brotli where the path ends in `.br`.
   *
   * @returns what it holds; what an export adds or takes away meanwhile is in it whole or not at all
   */
  async write(table: CopiedTable, part: string, path: string): Promise<Fingerprint> {
    let before = await this.fingerprint(table, part);
    for (let attempt = 1; ; attempt += 1) {
      const sql = `SELECT ${named(table)} FROM ${table.name} WHERE ${conditionOf(part)}`;
      await this.engine.writeFile({ name: 'copy.write', sql }, 'Native', path);
      const after = await this.fingerprint(table, part);
      if (after.rows === before.rows && after.sum === before.sum) return after;
      if (attempt === TRIES) throw new Error(`${table.name} (${part}) never stays the same while it is read`);
      before = after;
    }
  }
}

const highestMigration = () => Math.max(...MIGRATIONS.map(({ number }) => number));

/** The stored columns of every table: what is computed from others is computed again where the rows arrive. */
async function columnsOf(engine: RecordEngine): Promise<CopiedTable[]> {
  const rows = await engine.query({
    name: 'copy.columns',
    sql: `SELECT table, name, type FROM system.columns
      WHERE database = currentDatabase() AND table IN (${TABLES.map(({ name }) => quote(name)).join(', ')})
        AND default_kind NOT IN ('MATERIALIZED', 'ALIAS')
      ORDER BY table, position`,
    row: z.tuple([z.string(), z.string(), z.string()]),
    lane: 'load',
  });
  return TABLES.map((table) => ({
    name: table.name,
    columns: rows.filter(([name]) => name === table.name).map(([, name, type]) => ({ name, type })),
  }));
}

/** The cells of a row are hashed as a tuple: beside a null, a hash of them one by one is null. */
async function fingerprintOf(engine: RecordEngine, table: CopiedTable, part: string): Promise<Fingerprint> {
  const [row] = await engine.query({
    name: 'copy.fingerprint',
    sql: `SELECT count(), toString(sum(cityHash64(tuple(${named(table)})))) FROM ${table.name} WHERE ${conditionOf(part)}`,
    row: z.tuple([number, z.string()]),
    lane: 'load',
  });
  return { rows: row?.[0] ?? 0, sum: row?.[1] ?? '0' };
}

/** Records that are being brought back: tables as the copy's were, without what a running portal would write into them. */
export class RestoredRecords {
  private constructor(
    private readonly engine: RecordEngine,
    private readonly layout: Layout,
  ) {}

  /**
   * Makes the tables as they were when the copy was made. Those that are there, with what they hold, stay.
   *
   * @throws OperatorError where this version does not know them
   */
  static async in(engine: RecordEngine, layout: Layout, migration: number): Promise<RestoredRecords> {
    if (migration > highestMigration())
      throw new OperatorError(
        'These records were copied by a newer version of Tidewaiter. Restore them with that one.',
      );
    await migrate(engine, layout, { migrations: MIGRATIONS.filter(({ number }) => number <= migration) });
    return new RestoredRecords(engine, layout);
  }

  async #rowsOf(...tables: readonly { name: string }[]): Promise<number> {
    const counts = tables.map(({ name }) => `SELECT count() AS rows FROM ${name}`).join(' UNION ALL ');
    const [row] = await this.engine.query({
      name: 'copy.rows',
      sql: `SELECT sum(rows) FROM (${counts})`,
      row: z.tuple([number]),
      lane: 'load',
    });
    return row?.[0] ?? 0;
  }

  /** Whether anything was ever loaded, exported or published there. */
  async isEmpty(): Promise<boolean> {
    return (await this.#rowsOf(...TABLES)) === 0;
  }

  fingerprint(table: CopiedTable, part: string): Promise<Fingerprint> {
    return fingerprintOf(this.engine, table, part);
  }

  /**
   * Reads a piece from its file, unless it is there already.
   *
   * @throws Error where what arrives is not what was copied
   */
  async read(table: CopiedTable, part: string, path: string, expected: Fingerprint): Promise<void> {
    const there = await this.fingerprint(table, part);
    if (there.rows === expected.rows && there.sum === expected.sum) return;
    // What an interrupted restore has left of it.
    if (there.rows > 0) await this.#remove(table, conditionOf(part));
    const structure = table.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
    await this.engine.insertFile(
      { path, format: 'Native', structure, settings: FILL_SETTINGS },
      {
        name: 'copy.read',
        sql: (source) => `INSERT INTO ${table.name} (${named(table)}) SELECT ${named(table)} FROM ${source}`,
      },
    );
    const arrived = await this.fingerprint(table, part);
    if (arrived.rows !== expected.rows || arrived.sum !== expected.sum) {
      throw new EngineError('copy.read', '', `${table.name} (${part}) is not what was copied`);
    }
  }

  /**
   * Removes what an earlier copy of the same records has left in a table, and is no part of this one.
   *
   * @param pieces of this copy, each of which is there
   * @throws Error where the table then holds more or less than its pieces
   */
  async keepOnly(table: CopiedTable, pieces: readonly (Pick<Piece, 'part'> & Fingerprint)[]): Promise<void> {
    const expected = pieces.reduce((sum, { rows }) => sum + rows, 0);
    if ((await this.#rowsOf(table)) === expected) return;
    await this.#remove(table, outsideOf(pieces.map(({ part }) => part)));
    if ((await this.#rowsOf(table)) !== expected)
      throw new EngineError('copy.keep', '', `${table.name} is not what was copied, piece by piece`);
  }

  async #remove(table: CopiedTable, condition: string): Promise<void> {
    const definition = [...TABLES, FORMER_MONTH_SUMS].find(({ name }) => name === table.name);
    if (!definition) throw new Error(`no table ${table.name} is copied`);
    await this.engine.run({
      name: 'copy.remove',
      sql: this.layout.remove(definition, condition),
      settings: { mutations_sync: 2 },
    });
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
