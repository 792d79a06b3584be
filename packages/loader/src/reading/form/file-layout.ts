import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '@tidewaiter/contract';
import { parseCsv } from 'hucre/csv';
import { z } from 'zod';
import { looksLikeDate } from '../../recognise/date-order.js';
import { looksLikeNumber } from '../../recognise/number-format.js';
import { type TextBeside, withCodeFiles } from './code-files.js';
import { findDecoder } from './encodings.js';
import { type FileSection, fileSection } from './file-form.js';

const column = z.strictObject({
  name: z.string().min(1).describe('As the source calls it: what it means is found out by its name and its values'),
  width: z.int().min(1).max(10_000).optional().describe('In characters, where lines are cut and not divided'),
  is: z.enum(['date', 'number', 'code']).optional().describe('What its cells look like: files are recognised by it'),
  codes: z.record(z.string(), z.string()).default({}).describe('What its codes stand for; or the path of a JSON file'),
});

/** What the columns of files without a header are: a file that an operator writes from the source's own description. */
const fileLayout = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9-]+$/, { error: 'lower-case letters, digits and hyphens' }),
    title: z.string(),
    notes: z.string().default(''),
    encoding: fileSection.shape.encoding,
    delimiter: fileSection.shape.delimiter.describe('Found out where neither it nor widths are said'),
    columns: z.array(column).min(2),
  })
  .refine(({ columns }) => new Set(columns.map(({ width }) => width === undefined)).size === 1, {
    error: 'columns: all have a width, or none has',
  })
  .refine(({ columns, delimiter }) => !delimiter || columns[0]?.width === undefined, {
    error: 'delimiter: nothing stands between cells that have widths',
  })
  .refine(({ columns }) => new Set(columns.map(({ name }) => name)).size === columns.length, {
    error: 'columns: two have one name',
  });
export type FileLayout = z.output<typeof fileLayout>;

/**
 * Reads a layout that names no files.
 *
 * @param origin the layout's file
 * @throws OperatorError naming each wrong field
 */
export function parseLayout(text: string, origin: string): FileLayout {
  try {
    return fileLayout.parse(JSON.parse(text));
  } catch (error) {
    const wrong = error instanceof z.ZodError ? error.issues.map(inWords) : [String((error as Error).message)];
    throw new OperatorError(`The layout ${origin} is not valid.`, wrong);
  }
}

/** Reads a layout, and the tables of codes that it names as files. */
export const readLayout = async (text: string, origin: string, textBeside: TextBeside): Promise<FileLayout> =>
  parseLayout(await withCodeFiles(text, `The layout ${origin}`, textBeside), origin);

const inWords = ({ path, message }: z.core.$ZodIssue) => (path.length > 0 ? `${path.join('.')}: ${message}` : message);

/** Layouts that every load knows: an operator's lie in this folder, too. */
const KNOWN = fileURLToPath(new URL('../../../layouts/', import.meta.url));

const textKnown = (name: string) => readFile(KNOWN + name, 'utf8');

export async function knownLayouts(): Promise<FileLayout[]> {
  const files = (await readdir(KNOWN)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(files.map(async (file) => readLayout(await textKnown(file), KNOWN + file, textKnown)));
}

/** What a layout says of a file's form, as a mapping keeps it. */
export function sectionOf({ encoding, delimiter, columns }: FileLayout): FileSection {
  const codes = Object.fromEntries(
    columns.flatMap((each) => (Object.keys(each.codes).length > 0 ? [[each.name, each.codes]] : [])),
  );
  const widths = columns.flatMap(({ width }) => width ?? []);
  return {
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...{ format: 'csv', headerRow: 0, header: columns.map(({ name }) => name) },
    ...(widths.length > 0 && { widths }),
    ...(Object.keys(codes).length > 0 && { codes }),
  };
}

/** Cuts a line into cells of these widths; what is beyond them is a cell more, and what the line ends before is missing. */
export function cutLine(line: string, widths: readonly number[]): string[] {
  const cells: string[] = [];
  let from = 0;
  for (const width of widths) {
    if (from >= line.length) break;
    cells.push(line.slice(from, from + width).trim());
    from += width;
  }
  const beyond = line.slice(from).trim();
  return beyond === '' ? cells : [...cells, beyond];
}

/** So many lines are held against a layout. */
const LINES = 200;

/** Fewer columns whose cells must look like something are in many files. */
const LEAST_SHAPES = 3;

/** Share of the lines, and of a column's cells, that must be as the layout says: data have slips. */
const MOST = 0.95;

/**
 * The layouts that a file's first bytes fit: as many columns, and cells of the shapes that they say, in the first line above all.
 *
 * @param encoding where a layout says none
 * @param found the delimiter that the text seems to have
 */
export function layoutsFor(
  head: Buffer,
  layouts: readonly FileLayout[],
  { encoding, found }: { encoding: string; found: string },
): FileLayout[] {
  return layouts.filter((layout) => {
    const shaped = layout.columns.filter(({ is }) => is !== undefined);
    if (shaped.length < LEAST_SHAPES) return false;
    const rows = splitRows(decoded(head, layout.encoding ?? encoding), layout, found);
    const right = rows.filter(({ length }) => length === layout.columns.length);
    if (rows.length === 0 || rows[0] !== right[0] || right.length < rows.length * MOST) return false;
    return layout.columns.every(({ is, codes }, at) => {
      if (is === undefined) return true;
      const looks = (cell: string) => cell === '' || looksLike[is](cell, codes);
      return looks(right[0]?.[at] ?? '') && right.filter((row) => looks(row[at] ?? '')).length >= right.length * MOST;
    });
  });
}

const looksLike: Record<'date' | 'number' | 'code', (cell: string, codes: Record<string, string>) => boolean> = {
  date: (cell) => looksLikeDate(cell) || /^\d{6,8}$/.test(cell),
  number: (cell) => looksLikeNumber(cell),
  code: (cell, codes) =>
    Object.keys(codes).length > 0 ? codes[cell] !== undefined : /^[\p{L}\d./-]{1,20}$/u.test(cell),
};

/** The first lines' cells; a line that the end cuts is left out. */
function splitRows(text: string, { columns, delimiter }: FileLayout, defaultDelimiter: string): string[][] {
  const lines = text.split(/\r?\n/).slice(0, -1);
  const first = lines.filter((line) => line.trim() !== '').slice(0, LINES);
  const widths = columns.flatMap(({ width }) => width ?? []);
  if (widths.length > 0) return first.map((line) => cutLine(line, widths));
  return parseCsv(first.join('\n'), { delimiter: delimiter ?? defaultDelimiter }).map((row) =>
    row.map((cell) => String(cell ?? '').trim()),
  );
}

/** The first bytes of a text as its letters; those of the wide encodings are UTF-8 already. */
export function decoded(head: Buffer, encoding: string): string {
  try {
    return findDecoder(/^utf-?16/i.test(encoding) ? 'utf-8' : encoding)?.decode(head) ?? '';
  } catch {
    return head.toString('latin1');
  }
}
