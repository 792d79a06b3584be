import { open, stat } from 'node:fs/promises';
import { OperatorError } from '@tidewaiter/contract';
import type { RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { columnNames, tooWide } from './form/header.js';
import { cellColumns, columnOfFile, identifier } from './form/raw-table.js';
import { MAX_COLUMNS, MAX_PARQUET_FOOTER } from './form/reading-limits.js';
import type { Reading, ReadTable } from './form/types.js';

interface Column {
  name: string;
  type: string;
  /** Its times are moments in UTC, whatever the sender's clock said: a day of theirs may be another one there. */
  isMoment: boolean;
}

const DATE_TIME = /^(Nullable\(|LowCardinality\()*DateTime/;

/** Types of numbers; of lists of them, the cells are JSON. */
const NUMBERS = /^(Nullable\(|LowCardinality\()*(U?Int\d|Float|Decimal)/;

/** Reads a Parquet file into the table of raw rows. What is nested becomes JSON. */
export async function readParquet({ content, table }: Reading): Promise<ReadTable> {
  const columns = await readColumns(content.path, content.name, table.engine);
  if (columns.length > MAX_COLUMNS) throw tooWide(content.name);
  const cells = cellColumns(columns.length);
  await table.create(columns.length);
  await table.engine.insertFile(
    {
      path: content.path,
      format: 'Parquet',
      structure: columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', '),
      settings: {
        input_format_parquet_preserve_order: 1,
        output_format_json_quote_64bit_integers: 0,
        output_format_json_quote_decimals: 0,
      },
    },
    {
      name: 'raw.fill',
      sql: (file) => `INSERT INTO ${table.name}
        SELECT row, row, ${cells.join(', ')}, ${columns.length}, 0, ''
        FROM (
          SELECT rowNumberInAllBlocks() + 1 AS row, ${columns.map((column, index) => `${cell(column)} AS ${cells[index]}`).join(', ')}
          FROM ${file} AS file
        )
        WHERE ${cells.map((text) => `${text} != ''`).join(' OR ')}`,
    },
  );
  return {
    header: columnNames(columns.map(({ name }) => name)),
    typed: columns.map(({ type }) => NUMBERS.test(type)),
    form: { encoding: null, delimiter: null, headerRow: 0, sheet: null },
  };
}

/** A column's value as text; a time at midnight is a day, a moment says that it is in UTC. */
function cell({ name, type, isMoment }: Column): string {
  const column = columnOfFile(name);
  if (/^(Array|Tuple|Map|Nested|Nullable\(Tuple|Variant|Dynamic|JSON)/.test(type)) return `toJSONString(${column})`;
  const text = `ifNull(toString(${column}), '')`;
  if (isMoment) return `ifNull(concat(toString(${column}), 'Z'), '')`;
  if (/\bDateTime/.test(type)) return `replaceRegexpOne(${text}, ' 00:00:00(\\\\.0+)?$', '')`;
  if (/\bDecimal|\bFloat|Int\d|Bool|\bDate/.test(type)) return text;
  return `toValidUTF8(replaceAll(${text}, '\\0', ''))`;
}

/**
 * A file's columns. The engine reads them in the file's footer, which is sent to it behind the four bytes with which every
 * Parquet file begins: a server has no other way to see the file before it is inserted.
 */
async function readColumns(path: string, name: string, engine: RecordEngine): Promise<Column[]> {
  const footer = Buffer.concat([Buffer.from('PAR1'), await readFooter(path, name)]).toString('hex');
  const read = { name: 'raw.columns', parameters: { footer }, lane: 'load' } as const;
  const rows = await engine.query({
    ...read,
    sql: 'DESCRIBE format(Parquet, unhex({footer:String}))',
    row: z.tuple([z.string(), z.string()]).rest(z.unknown()),
  });
  if (!rows.some(([, type]) => DATE_TIME.test(type)))
    return rows.map(([column, type]) => ({ name: column, type, isMoment: false }));
  // All times have the same type: only the file's own description tells moments from what a clock on the wall says. INT96, which
  // Spark and Hive write, says neither; they write moments.
  const moments = await engine.query({
    ...read,
    sql: `SELECT arrayJoin(arrayFilter(each -> each.2 = 'INT96' OR each.3 LIKE '%isAdjustedToUTC=true%',
        arrayZip(columns.path, columns.physical_type, columns.logical_type))).1
      FROM format(ParquetMetadata, unhex({footer:String}))`,
    row: z.tuple([z.string()]),
  });
  const inUtc = new Set(moments.map(([column]) => column));
  return rows.map(([column, type]) => ({ name: column, type, isMoment: inUtc.has(column) && DATE_TIME.test(type) }));
}

/** The length of a footer and the signature behind it. */
const TAIL = 8;

async function readFooter(path: string, name: string): Promise<Buffer> {
  const { size } = await stat(path);
  const file = await open(path, 'r');
  try {
    const { buffer: tail } = await file.read(Buffer.alloc(TAIL), 0, TAIL, Math.max(0, size - TAIL));
    const length = tail.readUInt32LE(0) + TAIL;
    if (tail.subarray(4).toString('latin1') !== 'PAR1' || length > size - 4) {
      throw new OperatorError(
        `${name} ends too early, or is damaged: a Parquet file ends with its columns. Fetch it again.`,
      );
    }
    if (length > MAX_PARQUET_FOOTER)
      throw new OperatorError(`${name} has too many columns and groups of rows to be read.`);
    return (await file.read(Buffer.alloc(length), 0, length, size - length)).buffer;
  } finally {
    await file.close();
  }
}
