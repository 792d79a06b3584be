import type { LoadMapping } from '../mapping.js';
import { lookAtColumn } from './column-values.js';
import type { UnderstoodColumn } from './understand-file.js';

/** What a mapping that was written by somebody makes of a file's columns. */
export function describeMapping(
  mapping: LoadMapping,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): UnderstoodColumn[] {
  const { columns } = mapping;
  const key = namesIn(mapping.naturalKey);
  const fills = Object.entries(columns).map(([target, source]) => ({ target, names: namesIn(source) }));
  return header.map((name, column) => {
    const targets = fills.flatMap(({ target, names }) => (names.some((says) => says(name)) ? [target] : []));
    const inKey = key.some((says) => says(name)) ? 'part of what names a row' : '';
    const reason = targets.length > 0 || inKey === '' ? `the mapping ${mapping.name} says so` : inKey;
    const target = targets.length === 0 ? null : targets.join(', ');
    return { header: name, target, confidence: 1, reason, examples: lookAtColumn(rows, column).examples };
  });
}

/** The parts of a source that name columns of the file. */
const NAMING = new Set(['from', 'year', 'month', 'day', 'anyOf']);

/** Tests for the columns that a source names: by their headers, one of several, or by a pattern. */
function namesIn(source: unknown): ((header: string) => boolean)[] {
  if (typeof source === 'string') return [(header) => header === source];
  if (Array.isArray(source)) return source.flatMap(namesIn);
  if (typeof source !== 'object' || source === null) return [];
  if ('pattern' in source && typeof source.pattern === 'string') {
    const pattern = new RegExp(source.pattern);
    return [(header) => pattern.test(header)];
  }
  return Object.entries(source).flatMap(([name, value]) => (NAMING.has(name) ? namesIn(value) : []));
}
