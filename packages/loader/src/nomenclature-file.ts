import { stat } from 'node:fs/promises';
import { OperatorError } from '@tidewaiter/contract';
import type { Records } from '@tidewaiter/records';
import type { NomenclatureReport, RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { hasAll } from './reading/form/header.js';
import { readRawRows } from './reading/raw-rows.js';

/** One row of an official file, as it is written, with the line that it begins on. */
interface OfficialRow {
  line: number;
  cells: readonly string[];
}

const OFFICIAL_HEADER = ['section', 'hscode', 'description', 'parent', 'level'];

/** The row of the whole, and the parent and section of what stands outside the sections. */
const TOTAL = 'TOTAL';

const SECTION = /^(I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII|XIII|XIV|XV|XVI|XVII|XVIII|XIX|XX|XXI)$/;

/** Longest text; a longer one is no description. */
const TEXT_MAX = 2000;

const CONTROL = /\p{Cc}/u;

/** The code of the row that a code belongs to. */
const parentCode = (code: string) => (code.length === 2 ? TOTAL : code.slice(0, -2));

/** What is wrong with one row, looked at by itself. */
function findProblem(cells: readonly string[]): string | undefined {
  if (cells.length !== OFFICIAL_HEADER.length) return `the row does not have ${OFFICIAL_HEADER.length} cells`;
  const [section = '', code = '', text = '', parent = '', level = ''] = cells;
  if (code === TOTAL) return undefined;
  if (!/^(\d{2}){1,3}$/.test(code)) return `not a code of 2, 4 or 6 digits: ${code}`;
  if (level !== String(code.length)) return `level ${level} is not that of ${code}`;
  if (parent !== parentCode(code)) return `${code} belongs to ${parentCode(code)}, not to ${parent}`;
  if (section !== TOTAL && !SECTION.test(section)) return `not a section: ${section}`;
  if (text === '') return `${code} has no description`;
  if (text.length > TEXT_MAX || CONTROL.test(text)) return `the description of ${code} is not a text`;
  return undefined;
}

/** What is wrong with the rows of an official file, each with its line; nothing where they may be loaded. */
function findProblems(rows: readonly OfficialRow[]): string[] {
  const sections = new Map(rows.map(({ cells: [section = '', code = ''] }) => [code, section]));
  const seen = new Set<string>();
  return rows.flatMap(({ line, cells }) => {
    const [section = '', code = '', , parent = ''] = cells;
    const twice = seen.has(code);
    seen.add(code);
    const problem = findProblem(cells) ?? (twice ? `${code} stands there twice` : undefined);
    if (problem !== undefined) return [`line ${line}: ${problem}`];
    if (parent === TOTAL) return [];
    if (!sections.has(parent)) return [`line ${line}: ${code} belongs to ${parent}, which is not in the file`];
    if (sections.get(parent) !== section) return [`line ${line}: ${code} is in another section than ${parent}`];
    return [];
  });
}

/** Several times what any edition has; a larger file is another one. */
const MOST_BYTES = 20_000_000;
const MOST_ROWS = 50_000;

/** Wrong rows that are told. */
const TOLD = 10;

/**
 * Loads an official file (`section,hscode,description,parent,level`), all or nothing; it takes the place of what was in force.
 *
 * @throws OperatorError when the layout or any row is wrong; the nomenclature is as before
 */
export function loadNomenclature(
  { staging, versions, nomenclature }: Records,
  path: string,
): Promise<NomenclatureReport> {
  const { engine, folder } = staging;
  return versions.change('A load of the HS nomenclature', async () => {
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (bytes > MOST_BYTES) throw new OperatorError(`${path} is too large for an HS nomenclature.`);
    const raw = await readRawRows(engine, folder, path, { isHeader: hasAll(OFFICIAL_HEADER) });
    try {
      if (raw.header.join() !== OFFICIAL_HEADER.join()) {
        throw new OperatorError(`${path} is not an HS nomenclature.`, [
          `its columns are: ${raw.header.join(', ')}`,
          `an HS nomenclature's are: ${OFFICIAL_HEADER.join(', ')}`,
        ]);
      }
      if (raw.rows > MOST_ROWS) throw new OperatorError(`${path} has too many rows for an HS nomenclature.`);
      const codes = await checkedCodes(engine, path, raw.table);
      return await nomenclature.publish(
        `SELECT trim(cells[2]) AS code, trim(cells[3]) AS text FROM ${raw.table} WHERE match(trim(cells[2]), '^[0-9]+$')`,
        codes,
      );
    } finally {
      await raw.drop();
    }
  });
}

/**
 * The codes of the file, once all is well with it.
 *
 * @throws OperatorError that names the first wrong rows
 */
async function checkedCodes(engine: RecordEngine, path: string, table: string): Promise<string[]> {
  const read = await engine.query({
    name: 'nomenclature.rows',
    sql: `SELECT line, arrayMap(cell -> trim(cell), arrayResize(cells, width)) FROM ${table} ORDER BY row`,
    row: z.tuple([z.coerce.number(), z.array(z.string())]),
    lane: 'load',
  });
  const rows = read.map(([line, cells]) => ({ line, cells }));
  const problems = findProblems(rows);
  if (problems.length > 0) {
    const more = problems.length - TOLD;
    throw new OperatorError(`${path} was not loaded: some rows are wrong.`, [
      ...problems.slice(0, TOLD),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]);
  }
  const codes = rows.flatMap(({ cells: [, code = ''] }) => (/^\d+$/.test(code) ? [code] : []));
  if (!codes.some((code) => code.length === 4)) throw new OperatorError(`${path} holds no headings.`);
  return codes;
}
