import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';

/** Sums of one decimal column, exact, as decimal strings: source = loaded + rejected. */
const measure = z.object({
  column: z.string(),
  source: z.string(),
  loaded: z.string(),
  rejected: z.string(),
  /** Rows in which the cell holds no number at all, so that no sum can count it. */
  unreadable: z.number(),
});

/** What a load's records come to: what a person holds against the source, and what later loads are held against. */
const loadFigures = z.object({
  months: z.array(z.object({ month: z.string(), records: z.number() })),
  /** The sum of all values in USD, given or converted. */
  usd: z.string(),
  /** By currency: how many values, their sum, their sum in USD, how many times the given USD they are, and the rate. */
  values: z.array(
    z.object({
      currency: z.string(),
      records: z.number(),
      total: z.string(),
      usd: z.string(),
      perUsd: z.number().nullable(),
      rate: z.number().nullable(),
    }),
  ),
  /** The median price of a standard unit in USD by HS chapter and unit, of most records first. */
  prices: z.array(z.object({ chapter: z.string(), unit: z.string(), records: z.number(), median: z.number() })),
  /** HS codes of 5 or 7 digits that may have lost a zero. */
  oddHsCodes: z.number(),
  /** HS codes of no heading that would be of one with a zero before them; none in reports from before they were counted. */
  foreignHsCodes: z.number().default(0),
  /** Of each other amount in USD: records that have it beside the value in USD, and those in which it is more than three times off. */
  dollars: z.array(z.object({ column: z.string(), records: z.number(), off: z.number() })).default([]),
  /** Parties that are written where a group of rows begins, and nowhere else. */
  partiesInBlocks: z.array(z.object({ column: z.string(), empty: z.number() })).default([]),
  /** Columns of which cleaning took values away, but for orders in the place of importers. */
  lost: z.array(z.object({ column: z.string(), records: z.number() })).default([]),
});
export type LoadFigures = z.output<typeof loadFigures>;

/** What a load did. Rows read = rows loaded + rows rejected. */
export const loadReport = z.object({
  rowsRead: z.number(),
  rowsLoaded: z.number(),
  rowsRejected: z.number(),
  measures: z.array(measure),
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  /** Records whose USD value was converted, and those that have a local value and found no rate. */
  usdDerived: z.number(),
  usdWithoutRate: z.number(),
  /** Those that have a local value and say no currency: no rate helps them. Of loads from before, counted among those above. */
  usdWithoutCurrency: z.number().default(0),
  /** Source columns that the mapping neither reads nor ignores. */
  unusedColumns: z.array(z.string()),
  /** Every source column that the mapping does not read, ignored ones too, with the rows that fill it; none of loads from before. */
  leftOut: z.array(z.object({ column: z.string(), filled: z.number() })).default([]),
  /** Countries that are none that is known, by column: how often, and the commonest of them. */
  unknownCountries: z
    .array(
      z.object({
        column: z.string(),
        records: z.number(),
        values: z.array(z.object({ text: z.string(), records: z.number() })),
      }),
    )
    .default([]),
  /** Null of loads from before they were kept. */
  figures: loadFigures.nullable().default(null),
  /** What the file left open and was taken as it was proposed, in words. */
  assumed: z.array(z.string()).default([]),
  /** Whether files with the same header are read as this one was. */
  learned: z.boolean().default(false),
  /** What looks wrong, in words; it is published only where the operator accepts it. */
  doubts: z.array(z.string()).default([]),
});
export type LoadReport = z.output<typeof loadReport>;

export interface Rejection {
  file: string;
  line: number;
  /** The record column concerned; empty when it is the row as a whole. */
  column: string;
  reason: string;
  cell: string;
}

/** The rejected rows of a load, by line. */
export async function rejectionsOf(engine: RecordEngine, loadId: number, limit: number): Promise<Rejection[]> {
  const rows = await engine.query({
    name: 'load.rejections',
    sql: `SELECT file_name, line, column_name, reason, cell FROM rejections
      WHERE load_id = {load:UInt32} ORDER BY line, column_name LIMIT {limit:UInt32}`,
    parameters: { load: loadId, limit },
    row: z.tuple([z.string(), z.coerce.number(), z.string(), z.string(), z.string()]),
    lane: 'load',
  });
  return rows.map(([file, line, column, reason, cell]) => ({ file, line, column, reason, cell }));
}

/** A rejected row as it was, once for each of its problems. */
export interface RejectedRow extends Rejection {
  cells: readonly string[];
}

/** Lines that are read at a time. */
const LINES_AT_A_TIME = 5000;

/** The rejected rows of a load as they were, by line, some at a time: a file may have millions. */
export async function* rejectedRows(
  engine: RecordEngine,
  loadId: number,
  { after = 0, lines = LINES_AT_A_TIME } = {},
): AsyncGenerator<RejectedRow[]> {
  for (;;) {
    const rows = await engine.query({
      name: 'load.rejected-rows',
      sql: `SELECT file_name, line, column_name, reason, cell, cells FROM rejections
        WHERE load_id = {load:UInt32} AND line > {after:UInt64} ORDER BY line LIMIT ${lines} WITH TIES`,
      parameters: { load: loadId, after },
      row: z.tuple([z.string(), z.coerce.number(), z.string(), z.string(), z.string(), z.array(z.string())]),
      lane: 'load',
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(([file, line, column, reason, cell, cells]) => ({ file, line, column, reason, cell, cells }));
    after = last[1];
  }
}
