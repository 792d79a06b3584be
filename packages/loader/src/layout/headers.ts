import { mappedPattern } from './mapped-pattern.js';
import type { ColumnSource, JoinedFile, LoadMapping } from './mapping.js';

/** How a mapping names a source column whose header may drift from month to month. */
export type HeaderRef = string | { anyOf: string[] } | { pattern: string };

export function isPattern(text: string): boolean {
  try {
    mappedPattern(text);
    return true;
  } catch {
    return false;
  }
}

/** Case and white space are what drifts first. */
const folded = (text: string) => text.replace(/\s+/g, '').toLowerCase();

/** Of headers that were looked at, each cell by how it reads without them: every mapping asks for its columns in the same ones. */
const FOLDED = new WeakMap<readonly string[], Map<string, string>>();

function findExact(name: string, header: readonly string[]): string | undefined {
  if (header.includes(name)) return name;
  // Of two that read alike the first is meant.
  const cells = FOLDED.get(header) ?? new Map([...header].reverse().map((cell) => [folded(cell), cell]));
  FOLDED.set(header, cells);
  return cells.get(folded(name));
}

/** The file's own header that a reference means, or undefined where the file has none. The nearest spelling, the first name. */
export function findHeader(ref: HeaderRef, header: readonly string[]): string | undefined {
  if (typeof ref === 'string') return findExact(ref, header);
  if ('pattern' in ref) {
    const pattern = mappedPattern(ref.pattern, 'i');
    return header.find((cell) => pattern.test(cell));
  }
  for (const name of ref.anyOf) {
    const exact = findExact(name, header);
    if (exact !== undefined) return exact;
  }
  return undefined;
}

/** All of the file's headers that a reference may mean. */
export function findHeaders(ref: HeaderRef, header: readonly string[]): string[] {
  if (typeof ref === 'object' && 'pattern' in ref) {
    const pattern = mappedPattern(ref.pattern, 'i');
    return header.filter((cell) => pattern.test(cell));
  }
  return header.filter((cell) => findHeader(ref, [cell]) !== undefined);
}

/** A reference as it is shown to the operator. */
export function describeRef(ref: HeaderRef): string {
  if (typeof ref === 'string') return `"${ref}"`;
  return 'pattern' in ref ? `that matches ${ref.pattern}` : ref.anyOf.map((name) => `"${name}"`).join(' or ');
}

interface MappedRef {
  ref: HeaderRef;
  optional: boolean;
}

/** The source columns that a column's value is read from. */
function listRefs(source: ColumnSource): MappedRef[] {
  if ('constant' in source || 'fileName' in source) return [];
  if ('year' in source) {
    const parts = [source.year, source.month, ...(source.day === undefined ? [] : [source.day])];
    return parts.map((ref) => ({ ref, optional: false }));
  }
  return [source.from].flat().map((ref) => ({ ref, optional: source.optional ?? false }));
}

/** The columns that a file is joined on: as the loaded one calls them, and as that does. */
export const joinKeys = ({ on }: JoinedFile): [here: string, there: string][] =>
  [on].flat().map((key) => (typeof key === 'string' ? [key, key] : key));

/** Every source column that a mapping reads. */
function readRefs(mapping: LoadMapping): MappedRef[] {
  const needed = [
    ...(typeof mapping.country === 'object' ? [mapping.country.from] : []),
    ...mapping.naturalKey,
    ...mapping.leaveOut.map(({ from }) => from),
    ...(mapping.fillDown ?? []).flatMap(({ from, within }) => (within === undefined ? [from] : [from, within])),
    ...mapping.join.flatMap((joined) => joinKeys(joined).map(([here]) => here)),
  ];
  const beside = mapping.join.flatMap((joined) =>
    joinKeys(joined).map(([, there]) => ({ ref: `${joined.file}.${there}`, optional: joined.optional ?? false })),
  );
  return [
    ...Object.values(mapping.columns).flatMap((source) => (source ? listRefs(source) : [])),
    ...needed.map((ref) => ({ ref, optional: false })),
    ...beside,
    ...(mapping.revision === undefined ? [] : [{ ref: mapping.revision, optional: true }]),
  ];
}

/** What a mapping reads and a file lacks. */
export function missingHeaders(mapping: LoadMapping, header: readonly string[]): HeaderRef[] {
  return readRefs(mapping).flatMap(({ ref, optional }) =>
    optional || findHeader(ref, header) !== undefined ? [] : [ref],
  );
}

/** Whether a file has all that a mapping reads of it; what is joined to it, or made of several of its columns, is none of that. */
export function readsEveryColumn(mapping: LoadMapping, header: readonly string[]): boolean {
  const isMade = (ref: HeaderRef) =>
    typeof ref === 'string' &&
    (ref === mapping.unfold?.into || mapping.join.some(({ file }) => ref.startsWith(`${file}.`)));
  return missingHeaders(mapping, header).every(isMade);
}

/** The columns of a file that a mapping neither reads nor ignores. */
export function unusedHeaders(mapping: LoadMapping, header: readonly string[]): string[] {
  const ignored = new Set(mapping.ignore.flatMap((ref) => findHeaders(ref, header)));
  return unreadHeaders(mapping, header).filter((name) => !ignored.has(name));
}

/** The columns of a file that a mapping does not read, on purpose or not. */
export function unreadHeaders(mapping: LoadMapping, header: readonly string[]): string[] {
  const read = new Set(readRefs(mapping).map(({ ref }) => findHeader(ref, header)));
  return header.filter((name) => !read.has(name));
}
