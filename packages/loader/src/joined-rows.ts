import { existsSync } from 'node:fs';
import { OperatorError } from '@tidewaiter/contract';
import { dropStagingTable, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { describeRef, findHeader, findHeaders, joinKeys, readsEveryColumn } from './layout/headers.js';
import { type FileToRead, filesToRead } from './layout/joined-files.js';
import { type JoinedFile, type LoadMapping, mappingForHeader, shippedMappings } from './layout/mapping.js';
import type { FileSection } from './reading/form/file-form.js';
import type { FileLayout } from './reading/form/file-layout.js';
import { hasAll, type IsHeader } from './reading/form/header.js';
import { cellAt, cellColumns, createRawTable } from './reading/form/raw-table.js';
import { type RawRows, readRawRows } from './reading/raw-rows.js';

/** Rows that belong together are found on the disk where memory does not hold them. */
const JOIN_SETTINGS = { join_algorithm: 'grace_hash', max_bytes_before_external_group_by: 1_000_000_000 } as const;

/**
 * Reads a file into raw rows; where its mapping joins others to it, those too: their columns follow its own, named
 * `file.column`. A row of the file stays one row, with its own line, whatever the others say of it; only where a mapping unfolds
 * columns does it become one for each filled cell of these.
 *
 * @throws OperatorError when a file cannot be read, or one to be joined does not lie beside it
 */
export async function readJoinedRows(
  engine: RecordEngine,
  folder: string,
  fileToRead: FileToRead,
  mapping: LoadMapping | undefined,
  form: FileSection = {},
  layouts: readonly FileLayout[] = [],
  onBytes?: (bytes: number) => void,
): Promise<RawRows> {
  const { main: file } = await filesToRead(fileToRead, mapping);
  const read = ({ path, member }: FileToRead, isHeader: IsHeader) =>
    readRawRows(engine, folder, path, { file: { ...mapping?.file, ...form, member }, isHeader, layouts, onBytes });
  const shipped = mapping ? [] : await shippedMappings();
  let rows = await read(file, (names) =>
    mapping ? readsEveryColumn(mapping, names) : mappingForHeader(shipped, names) !== undefined,
  );
  const chosen = mapping ?? mappingForHeader(shipped, rows.header);
  for (const joined of chosen?.join ?? []) {
    const main = rows;
    try {
      const beside = (await filesToRead(file, chosen)).of(joined);
      if (!beside || (joined.optional && !existsSync(beside.path))) continue;
      const other = await read(beside, hasAll(joinKeys(joined).map(([, there]) => there)));
      try {
        rows = await joinRows(engine, main, other, joined);
      } finally {
        await other.drop();
      }
    } catch (error) {
      await main.drop();
      throw error;
    }
  }
  return mapping?.unfold ? unfoldRows(engine, rows, mapping.unfold) : rows;
}

/** Makes of each row one for each filled cell of some columns, or one without where none of them is filled: no line is lost. */
async function unfoldRows(
  engine: RecordEngine,
  main: RawRows,
  { from, into }: NonNullable<LoadMapping['unfold']>,
): Promise<RawRows> {
  const table = `${main.table}_unfolded`;
  const unfolded = new Set(findHeaders(from, main.header));
  const cells = main.header.map((name, index) => ({ name, cell: cellAt(index + 1) }));
  const fixed = cells.filter(({ name }) => !unfolded.has(name));
  const folded = cells.filter(({ name }) => unfolded.has(name)).map(({ cell }) => cell);
  const width = main.header.length;
  const drop = async () => {
    await dropStagingTable(engine, table);
    await main.drop();
  };
  try {
    if (folded.length === 0) throw new OperatorError(`The file has no column ${describeRef(from)}.`);
    await engine.run({ name: 'raw.unfold.create', sql: createRawTable(table, fixed.length + 1) });
    await engine.run({
      name: 'raw.unfold.fill',
      sql: `INSERT INTO ${table}
        SELECT (row - 1) * ${folded.length} + place, line, ${[...fixed.map(({ cell }) => cell), 'one'].join(', ')},
          ${fixed.length + 1} + if(width > ${width}, width - ${width}, 0), breaks, problem
        FROM (
          SELECT *, arrayFilter(cell -> trimBoth(cell) != '', [${folded.join(', ')}]) AS filled FROM ${main.table}
        ) ARRAY JOIN if(empty(filled), [''], filled) AS one, arrayEnumerate(if(empty(filled), [''], filled)) AS place`,
    });
    const [count] = await engine.query({
      name: 'raw.unfold.count',
      sql: `SELECT count() FROM ${table}`,
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    const header = [...fixed.map(({ name }) => name), into];
    return { ...main, header, typed: undefined, uncalculated: [], table, rows: count?.[0] ?? 0, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** The place of the column that two files are joined on, from 1. */
function findPlace(on: string, { header }: RawRows, file: string): number {
  const matchedHeader = findHeader(on, header);
  if (matchedHeader === undefined) throw new OperatorError(`The file ${file} has no column "${on}" to be joined on.`);
  return header.indexOf(matchedHeader) + 1;
}

async function joinRows(engine: RecordEngine, main: RawRows, other: RawRows, joined: JoinedFile): Promise<RawRows> {
  const { file, take } = joined;
  const table = `${main.table}_${file}`;
  const key = (places: readonly number[]) => `arrayStringConcat([${places.map(cellAt).join(', ')}], '\\0')`;
  const here = key(joinKeys(joined).map(([name]) => findPlace(name, main, 'to load')));
  const there = key(joinKeys(joined).map(([, name]) => findPlace(name, other, file)));
  const width = other.header.length;
  const first = 'argMin(cells, row)';
  const all = `arrayMap(
    at -> arrayStringConcat(arrayDistinct(arrayFilter(cell -> cell != '', arrayMap(one -> one.2[at], arraySort(one -> one.1, groupArray((row, cells)))))), '; '),
    range(1, ${width + 1}))`;
  const told = Array.from(other.header, (_, index) => `told[${index + 1}]`);
  await engine.run({ name: 'raw.join.create', sql: createRawTable(table, main.header.length + width) });
  await engine.run({
    name: 'raw.join.fill',
    sql: `INSERT INTO ${table}
      SELECT row, line, ${[...cellColumns(main.header.length), ...told].join(', ')}, width + ${width}, breaks, problem
      FROM (SELECT *, ${here} AS key FROM ${main.table}) AS main
      LEFT ANY JOIN (
        SELECT ${there} AS key, ${take === 'first' ? first : all} AS told FROM ${other.table} GROUP BY key
      ) AS other USING (key)`,
    settings: JOIN_SETTINGS,
  });
  return {
    ...main,
    given: [...main.given, ...other.given],
    header: [...main.header, ...other.header.map((name) => `${file}.${name}`)],
    table,
    async drop() {
      await dropStagingTable(engine, table);
      await main.drop();
    },
  };
}
