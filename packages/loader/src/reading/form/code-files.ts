/** Tables of codes that a mapping or a layout keeps in JSON files beside itself. */
import { isAbsolute, normalize, sep } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';

/** Reads a file by the name that a mapping or a layout gives it, which is a path from its own folder; undefined where there is none. */
export type TextBeside = (name: string) => Promise<string | undefined>;

const namesFile = (column: unknown): column is { codes: unknown } =>
  typeof column === 'object' && column !== null && 'codes' in column && typeof column.codes === 'string';

/** What a text that may be a mapping or a layout holds, and those of its columns whose codes are a file, by their names or places. */
function columnsWithFiles(text: string): { json?: unknown; columns: [string, { codes: unknown }][] } {
  try {
    const json: unknown = JSON.parse(text);
    const all = typeof json === 'object' && json !== null && 'columns' in json ? json.columns : undefined;
    return { json, columns: Object.entries(all ?? {}).filter(([, column]) => namesFile(column)) };
  } catch {
    return { columns: [] };
  }
}

/** Who writes a mapping for somebody has them read nothing that lies elsewhere. */
const liesBelow = (name: string) => !isAbsolute(name) && normalize(name).split(sep)[0] !== '..';

/** The files of codes that the text of a mapping or a layout names; none where it is no such text. */
export const codeFilesOf = (text: string): string[] =>
  columnsWithFiles(text)
    .columns.map(([, { codes }]) => String(codes))
    .filter(liesBelow);

/**
 * Puts tables of codes into their places.
 *
 * @param text a mapping or a layout, of which nothing is known yet
 * @param what it is, at the beginning of a sentence
 * @returns the text that names no files
 * @throws OperatorError naming the column, and what is wrong with its file
 */
export async function withCodeFiles(text: string, what: string, textBeside: TextBeside): Promise<string> {
  const { json, columns } = columnsWithFiles(text);
  for (const [name, column] of columns) {
    const file = String(column.codes);
    try {
      if (!liesBelow(file)) throw new Error('it must lie in the same folder, or below');
      const codes = await textBeside(file);
      if (codes === undefined) throw new Error('there is no such file');
      column.codes = JSON.parse(codes);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new OperatorError(`${what} is not valid.`, [`columns.${name}.codes: ${file}: ${reason}`]);
    }
  }
  return columns.length === 0 ? text : JSON.stringify(json);
}
