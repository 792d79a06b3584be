/**
 * Which of a file's first rows is its header: the first that is as wide as the table and holds names only.
 *
 * @returns its index, -1 when there is none
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '');
  const widest = Math.max(0, ...rows.map((row) => filled(row).length));
  return rows.findIndex((row) => {
    const names = filled(row);
    return (
      names.length > 0 && names.length > widest / 2 && names.every(isName) && new Set(names).size > names.length / 2
    );
  });
}

/** A name has a letter, and is neither a number nor a date. */
const isName = (cell: string) => /\p{L}/u.test(cell) && !/^[\d.,/: -]+\p{L}?/u.test(cell.trim()) && cell.length < 200;
