import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import type { ColumnValues } from './column-values.js';

/** What may stand beside the word for a declaration in the name of its number. */
const BESIDE_NUMBER: readonly Concept[] = ['number', 'id', 'code', 'customs', 'import', 'export', 'registration'];
const BESIDE_ITEM: readonly Concept[] = ['number', 'declaration', 'product'];

function only(concepts: ReadonlySet<Concept>, allowed: readonly Concept[]): boolean {
  return [...concepts].every((concept) => allowed.includes(concept));
}

/** The key's columns have no gaps: a row without a number has no name. */
function unique(rows: readonly (readonly string[])[], columns: readonly number[]): boolean {
  const seen = new Set<string>();
  for (const row of rows) {
    const key = columns.map((column) => row[column]?.trim() ?? '');
    if (key.includes('')) return false;
    seen.add(JSON.stringify(key));
  }
  return seen.size === rows.length;
}

/** Fewer rows show nothing about what repeats. */
const ENOUGH_ROWS = 20;

/**
 * The columns that name a row for good: the number of the declaration and of its item, where no two rows of the sample have the
 * same. The number of the declaration alone is none, since a sample rarely holds two items of one declaration.
 */
export function findNaturalKey(
  read: readonly HeaderWords[],
  values: readonly ColumnValues[],
  rows: readonly (readonly string[])[],
): number[] {
  if (rows.length < ENOUGH_ROWS) return [];
  const found = (test: (concepts: ReadonlySet<Concept>) => boolean) =>
    read.flatMap(({ concepts, unknown }, index) => {
      const full = values[index]?.filled === rows.length;
      return full && unknown.length === 0 && test(concepts) ? [index] : [];
    });
  const declarations = found(
    (concepts) =>
      (concepts.has('declaration') || concepts.has('shippingbill')) &&
      only(concepts, [...BESIDE_NUMBER, 'declaration', 'shippingbill']),
  );
  const items = found((concepts) => concepts.has('item') && only(concepts, [...BESIDE_ITEM, 'item']));
  for (const declaration of declarations) {
    const item = items.find((column) => column !== declaration && unique(rows, [declaration, column]));
    if (item !== undefined) return [declaration, item];
  }
  return [];
}
