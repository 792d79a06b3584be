/** One row of an official file, as it is written, with the line that it begins on. */
interface OfficialRow {
  line: number;
  cells: readonly string[];
}

export const OFFICIAL_HEADER = ['section', 'hscode', 'description', 'parent', 'level'];

/** The row of the whole, and the parent and section of what stands outside the sections. */
const TOTAL = 'TOTAL';

const SECTION = /^(I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII|XIII|XIV|XV|XVI|XVII|XVIII|XIX|XX|XXI)$/;

/** Longest text; a longer one is no description. */
const TEXT_MAX = 2000;

const CONTROL = /\p{Cc}/u;

/** The code of the row that a code belongs to. */
const parentOf = (code: string) => (code.length === 2 ? TOTAL : code.slice(0, -2));

/** What is wrong with one row, looked at by itself. */
function problemOf(cells: readonly string[]): string | undefined {
  if (cells.length !== OFFICIAL_HEADER.length) return `the row does not have ${OFFICIAL_HEADER.length} cells`;
  const [section = '', code = '', text = '', parent = '', level = ''] = cells;
  if (code === TOTAL) return undefined;
  if (!/^(\d{2}){1,3}$/.test(code)) return `not a code of 2, 4 or 6 digits: ${code}`;
  if (level !== String(code.length)) return `level ${level} is not that of ${code}`;
  if (parent !== parentOf(code)) return `${code} belongs to ${parentOf(code)}, not to ${parent}`;
  if (section !== TOTAL && !SECTION.test(section)) return `not a section: ${section}`;
  if (text === '') return `${code} has no description`;
  if (text.length > TEXT_MAX || CONTROL.test(text)) return `the description of ${code} is not a text`;
  return undefined;
}

/** What is wrong with the rows of an official file, each with its line; nothing where they may be loaded. */
export function problemsOf(rows: readonly OfficialRow[]): string[] {
  const sections = new Map(rows.map(({ cells: [section = '', code = ''] }) => [code, section]));
  const seen = new Set<string>();
  return rows.flatMap(({ line, cells }) => {
    const [section = '', code = '', , parent = ''] = cells;
    const twice = seen.has(code);
    seen.add(code);
    const found = problemOf(cells) ?? (twice ? `${code} stands there twice` : undefined);
    if (found !== undefined) return [`line ${line}: ${found}`];
    if (parent === TOTAL) return [];
    if (!sections.has(parent)) return [`line ${line}: ${code} belongs to ${parent}, which is not in the file`];
    if (sections.get(parent) !== section) return [`line ${line}: ${code} is in another section than ${parent}`];
    return [];
  });
}
