import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileForm } from '@tidewaiter/loader';
import { type RawRows, type ReadOptions, readRawRows } from '@tidewaiter/loader';
import { z } from 'zod';
import type { TestRecords } from './records.js';

export interface ReadFile {
  form: FileForm;
  header: string[];
  typed?: readonly boolean[] | undefined;
  doubt?: RawRows['doubt'];
  /** Line and cells of every row; and its problem, where it has one. */
  rows: [number, ...string[]][];
}

/** Reads a file as a load does, and takes back what that made. */
export async function readFile(test: TestRecords, path: string, options?: ReadOptions): Promise<ReadFile> {
  const { engine } = test.records.staging;
  const raw = await readRawRows(engine, join(test.folder, 'reading'), path, options);
  try {
    const found = await engine.query({
      name: 'test.rows',
      sql: `SELECT line, if(problem = '', cells, [problem]) FROM ${raw.table} ORDER BY row`,
      row: z.tuple([z.coerce.number(), z.array(z.string())]),
      lane: 'load',
    });
    return {
      form: raw.form,
      header: raw.header,
      typed: raw.typed,
      doubt: raw.doubt,
      rows: found.map(([line, cells]) => [line, ...cells]),
    };
  } finally {
    await raw.drop();
  }
}

/** Tables and files that reading has left behind. */
export async function leftBehind(test: TestRecords): Promise<string[]> {
  const tables = await test.records.staging.engine.query({
    name: 'test.tables',
    sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'raw_')",
    row: z.tuple([z.string()]),
  });
  const files = await readdir(join(test.folder, 'reading')).catch(() => []);
  return [...tables.flat(), ...files];
}
