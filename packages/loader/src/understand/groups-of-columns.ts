/** Columns under a title of several, which their names begin with: `Marchandise Position SH`. */
import { type HeaderWords, readHeaders } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import { candidatesFor, type FileContext } from './meanings.js';
import { CLEAR } from './unclear.js';

/** What a title may say without changing what stands below it: any entry has goods, a value and a declaration, and is shipped and cleared. */
const CHANGES_NOTHING: ReadonlySet<Concept> = new Set([
  ...(['product', 'cargo', 'item', 'shipment', 'declaration', 'customs', 'regime', 'release', 'clearance'] as const),
  ...(['assessment', 'value', 'import', 'export'] as const),
]);

/** What columns say by their own names alone, where what the title over them adds is not known or changes nothing. */
export function withoutGroups(
  { header, groups = [] }: { header: readonly string[]; groups?: readonly string[] | undefined },
  read: readonly HeaderWords[],
  context: FileContext,
): readonly HeaderWords[] {
  if (groups.every((title) => title === '')) return read;
  const titleOf = (column: number) => groups[column] ?? '';
  const titles = readHeaders(header.map((_, column) => titleOf(column)));
  const own = readHeaders(header.map((name, column) => name.slice(titleOf(column).length).trim()));
  const best = (words: HeaderWords | undefined) => (words && candidatesFor(words, context)[0]?.score) ?? 0;
  return read.map((whole, column) => {
    const [title, alone] = [titles[column], own[column]];
    if (title === undefined || alone === undefined || titleOf(column) === '' || best(whole) >= CLEAR) return whole;
    const isNeutral = title.currencies.length === 0 && [...title.concepts].every((word) => CHANGES_NOTHING.has(word));
    return isNeutral && best(alone) > best(whole) ? alone : whole;
  });
}
