import { randomUUID } from 'node:crypto';
import type { RecordEngine } from '@tidewaiter/records/loading';
import { dropStagingTable, STAGING_PREFIX } from '@tidewaiter/records/loading';
import { z } from 'zod';

/** A column of the file that a statement reads `FROM … AS file`: so named it is never taken for one that the statement makes. */
export const columnOfFile = (name: string) => `file.${identifier(name)}`;

/** A name of a file's column as an identifier of the engine's SQL. */
export const identifier = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** The column that holds the cell at a place, from 1. */
export const cellAt = (place: number) => `c${place}`;

/** The columns that hold the cells of rows of this many. */
export const cellColumns = (width: number) => Array.from({ length: width }, (_, index) => cellAt(index + 1));

/**
 * The statement that makes a table of raw rows. Each column of the file is one of its own, so that what reads few of them reads
 * little; `cells` is all of them together. It is read once and dropped: merging its parts would be work for nothing.
 */
export function createRawTable(name: string, width: number): string {
  const cells = cellColumns(width);
  return `CREATE TABLE ${name} (row UInt64, line UInt64, ${cells.map((cell) => `${cell} String`).join(', ')}, width UInt32, breaks UInt32,
      problem LowCardinality(String), cells Array(String) ALIAS [${cells.join(', ')}])
    ENGINE = MergeTree ORDER BY row
    SETTINGS min_bytes_for_wide_part = 1000000000000, max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1`;
}

export class RawTable {
  readonly name = `${STAGING_PREFIX}${randomUUID().replaceAll('-', '')}`;
  /** Rows that repeat an earlier row's identity; the transform fills it. */
  readonly repeats = `${this.name}_repeats`;
  /** Keys of names of parties; the transform fills it. */
  readonly names = `${this.name}_names`;

  /** Tables that are there, or were. */
  readonly #made = new Set<string>();

  constructor(readonly engine: RecordEngine) {}

  /** @param width how many columns the file has */
  async create(width: number): Promise<void> {
    this.#made.add(this.name).add(this.repeats).add(this.names);
    await this.engine.run({ name: 'raw.create', sql: createRawTable(this.name, width) });
    await this.engine.run({
      name: 'raw.repeats',
      sql: `CREATE TABLE ${this.repeats} (row UInt64, occurrence UInt32, first_line UInt64) ENGINE = MergeTree ORDER BY row`,
    });
    await this.engine.run({
      name: 'raw.names',
      sql: `CREATE TABLE ${this.names} (name String, key UInt64) ENGINE = Join(ANY, LEFT, name) SETTINGS persistent = 0`,
    });
  }

  async count(): Promise<number> {
    const [row] = await this.engine.query({
      name: 'raw.count',
      sql: `SELECT count() FROM ${this.name}`,
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    return row?.[0] ?? 0;
  }

  /** The name of a table that is there while the raw rows are read. */
  beside(what: 'lines' | 'keys'): string {
    const name = `${this.name}_${what}`;
    this.#made.add(name);
    return name;
  }

  async drop(): Promise<void> {
    for (const name of this.#made) await dropStagingTable(this.engine, name);
  }
}
