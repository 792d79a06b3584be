import { type HeaderRef, headerOf, headersOf } from './header-ref.js';
import type { ColumnSource, LoadMapping } from './mapping.js';

interface MappedRef {
  ref: HeaderRef;
  optional: boolean;
}

/** The source columns that a column's value is read from. */
function refsOf(source: ColumnSource): MappedRef[] {
  if ('constant' in source || 'fileName' in source) return [];
  if ('year' in source) {
    const parts = [source.year, source.month, ...(source.day === undefined ? [] : [source.day])];
    return parts.map((ref) => ({ ref, optional: false }));
  }
  return [source.from].flat().map((ref) => ({ ref, optional: source.optional ?? false }));
}

/** Every source column that a mapping reads. */
function readRefs(mapping: LoadMapping): MappedRef[] {
  const needed = [
    ...(typeof mapping.country === 'object' ? [mapping.country.from] : []),
    ...mapping.naturalKey,
    ...mapping.leaveOut.map(({ from }) => from),
    ...mapping.join.flatMap(({ file, on }) => [on, `${file}.${on}`]),
  ];
  return [
    ...Object.values(mapping.columns).flatMap((source) => (source ? refsOf(source) : [])),
    ...needed.map((ref) => ({ ref, optional: false })),
  ];
}

/** What a mapping reads and a file lacks. */
export function missingHeaders(mapping: LoadMapping, header: readonly string[]): HeaderRef[] {
  return readRefs(mapping).flatMap(({ ref, optional }) =>
    optional || headerOf(ref, header) !== undefined ? [] : [ref],
  );
}

/** Whether a file has all that a mapping reads of it; what is joined to it comes from elsewhere. */
export function readsAllOf(mapping: LoadMapping, header: readonly string[]): boolean {
  const isJoined = (ref: HeaderRef) =>
    typeof ref === 'string' && mapping.join.some(({ file }) => ref.startsWith(`${file}.`));
  return missingHeaders(mapping, header).every(isJoined);
}

/** The columns of a file that a mapping neither reads nor ignores. */
export function unusedHeaders(mapping: LoadMapping, header: readonly string[]): string[] {
  const known = new Set([
    ...readRefs(mapping).map(({ ref }) => headerOf(ref, header)),
    ...mapping.ignore.flatMap((ref) => headersOf(ref, header)),
  ]);
  return header.filter((name) => !known.has(name));
}
