import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the words are that a linguist can read and extend. */
const FOLDER = fileURLToPath(new URL('../../vocabulary/', import.meta.url));

/** The tables of a folder of the vocabulary, in a fixed order. */
export function namesOfTables(folder: string): string[] {
  const names = readdirSync(`${FOLDER}${folder}`).filter((name) => name.endsWith('.tsv'));
  return names.sort().map((name) => `${folder}/${name}`);
}

/**
 * The rows of a table of words: its cells by the columns of its header. Lines that begin with `#` say what follows them.
 *
 * @param as what is made of the table's text before it is taken apart
 * @throws Error that names the line which does not fit the header
 */
export function readTable<Column extends string>(
  name: string,
  columns: readonly Column[],
  as: (text: string) => string = (text) => text,
): Record<Column, string>[] {
  const [header, ...lines] = as(readFileSync(`${FOLDER}${name}`, 'utf8'))
    .trimEnd()
    .split('\n');
  if (header !== columns.join('\t')) throw new Error(`${name} does not begin with its columns: ${columns.join(', ')}`);
  return lines.flatMap((line, index) => {
    if (line.startsWith('#')) return [];
    const cells = line.split('\t');
    if (cells.length !== columns.length) throw new Error(`${name}, line ${index + 2}: not ${columns.length} cells`);
    return [Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Record<Column, string>];
  });
}
