import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import type { DataFile } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { columnNames, tooWide } from '../form/header.js';
import { cellColumns, columnOfFile, identifier, type RawTable } from '../form/raw-table.js';
import { MAX_COLUMNS, MAX_RECORD } from '../form/reading-limits.js';
import type { Reading, ReadTable } from '../form/types.js';
import { findText, passText, type TextRepair, TooLong } from './text-pass.js';

const LINE_FEED = 0x0a;
/** The multiline flag would take a carriage return for the end of a line. */
const BLANK = /(?<![^\n])[ \t]*\r?(?![^\n])/g;

/** Passes newline JSON on, whole lines at a time. A blank line becomes an object without members, so that lines stay counted. */
class JsonLinesRepair implements TextRepair {
  changed = false;
  #rest: Buffer = Buffer.alloc(0);
  #before = 0;

  push(piece: Buffer): Buffer[] {
    return this.#pass(Buffer.concat([this.#rest, piece]), false);
  }

  end(): Buffer[] {
    return this.#pass(this.#rest, true);
  }

  #pass(bytes: Buffer, isLast: boolean): Buffer[] {
    const done = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
    for (let from = 0; done - from > MAX_RECORD; ) {
      const end = bytes.lastIndexOf(LINE_FEED, from + MAX_RECORD);
      if (end < from) throw new TooLong(this.#before + from);
      from = end + 1;
    }
    this.#rest = Buffer.from(bytes.subarray(done));
    this.#before += done;
    if (this.#rest.length > MAX_RECORD) throw new TooLong(this.#before);
    const lines = bytes.subarray(0, done);
    return [hasBlankLine(lines) ? this.#filled(lines) : lines];
  }

  #filled(lines: Buffer): Buffer {
    const text = lines.toString('utf8');
    // What stands behind the last line feed is no line.
    const ends = text.endsWith('\n');
    const filled = (ends ? text.slice(0, -1) : text).replace(BLANK, '{}');
    this.changed = true;
    return Buffer.from(ends ? `${filled}\n` : filled);
  }
}

/** Lines that begin with white space may be blank; others are not. */
function hasBlankLine(lines: Buffer): boolean {
  return [' ', '\t', '\r', '\n'].some((sign) => lines[0] === sign.charCodeAt(0) || lines.includes(`\n${sign}`));
}

/** Marks a line that is no object; no key is named so. */
const NO_OBJECT = '\u0002\u0003';

/** More keys than any table has: somebody made keys of values. */
const MAX_KEYS = 100_000;

/** Reads newline JSON into the table of raw rows. Its columns are the keys of all its objects; what is nested stays JSON. */
export async function readJsonLines({ content, file, table, folder }: Reading): Promise<ReadTable> {
  const { source } = await findText(content, file.encoding ?? undefined);
  const text = await passText(source, () => new JsonLinesRepair(), join(folder, 'text'));
  const keys = await readKeys(text.path, table, content.name);
  const cells = cellColumns(keys.length);
  await table.create(keys.length);
  await table.engine.insertFile(objects(text.path, keys), {
    name: 'raw.fill',
    sql: (data) => `INSERT INTO ${table.name}
      SELECT row, row, ${cells.map((cell) => `ifNull(${cell}, '')`).join(', ')}, ${keys.length}, 0, ''
      FROM (
        SELECT rowNumberInAllBlocks() + 1 AS row, ${keys.map((key, index) => `${columnOfFile(key)} AS ${cells[index]}`).join(', ')}
        FROM ${data} AS file
      )
      WHERE ${cells.map((cell) => `isNotNull(${cell})`).join(' OR ')}`,
  });
  return {
    header: columnNames(keys),
    doubt: text.doubt,
    form: { encoding: text.encoding, delimiter: null, headerRow: 0, sheet: null },
  };
}

const objects = (path: string, keys: readonly string[]): DataFile => ({
  path,
  format: 'JSONEachRow',
  structure: keys.map((key) => `${identifier(key)} Nullable(String)`).join(', '),
  settings: {
    input_format_skip_unknown_fields: 0,
    // As the file writes them: a number keeps its digits.
    input_format_json_read_numbers_as_strings: 1,
    input_format_json_read_bools_as_strings: 1,
    input_format_json_read_objects_as_strings: 1,
    input_format_json_read_arrays_as_strings: 1,
  },
});

/** The keys of all objects, in the order in which they first appear. */
async function readKeys(path: string, table: RawTable, name: string): Promise<string[]> {
  const { engine } = table;
  const keys = table.beside('keys');
  await engine.run({
    name: 'raw.keys.create',
    sql: `CREATE TABLE ${keys} (key String, row UInt64, place UInt32) ENGINE = MergeTree ORDER BY key`,
  });
  const lines: DataFile = { path, format: 'LineAsString', structure: 'text String', settings: {} };
  await engine.insertFile(
    { ...lines, settings: { max_rows_to_group_by: MAX_KEYS, group_by_overflow_mode: 'any' } },
    {
      name: 'raw.keys',
      sql: (file) => `INSERT INTO ${keys}
        SELECT key, min((row, place)).1, min((row, place)).2
        FROM (
          SELECT rowNumberInAllBlocks() + 1 AS row, if(JSONType(text) = 'Object', JSONExtractKeys(text), ['${NO_OBJECT}']) AS keys FROM ${file}
        ) ARRAY JOIN keys AS key, arrayEnumerate(keys) AS place
        GROUP BY key`,
    },
  );
  const rows = await engine.query({
    name: 'raw.keys.found',
    sql: `SELECT key, row FROM ${keys} ORDER BY key != '${NO_OBJECT}', row, place LIMIT ${MAX_COLUMNS + 1}`,
    row: z.tuple([z.string(), z.coerce.number()]),
    lane: 'load',
  });
  await engine.run({ name: 'raw.keys.drop', sql: `DROP TABLE ${keys} SYNC` });
  const [first] = rows;
  if (first?.[0] === NO_OBJECT)
    throw new OperatorError(`${name} is not newline JSON: line ${first[1]} is not an object.`);
  if (rows.length > MAX_COLUMNS) throw tooWide(name);
  if (!first) throw new OperatorError(`${name} holds no rows.`);
  if (rows.some(([key]) => key === '')) throw new OperatorError(`${name} holds a value without a name.`);
  return rows.map(([key]) => key);
}
