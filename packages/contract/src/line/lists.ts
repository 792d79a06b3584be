/** The lists by which a query line looks for records, and where each stands in it. */
import { FIRST_DAY } from '../rules/dates.js';
import type { LineExpression } from './expression.js';
import type { LineField } from './fields.js';
import { lineOrProblems } from './read.js';

export interface SoughtList {
  name: string;
  fields: readonly LineField[];
}

/**
 * The lists by which a line looks for records: one that it only denies is on none of them. A line that cannot be read has none.
 */
export function listsSoughtBy(line: string): SoughtList[] {
  const read = lineOrProblems(line, FIRST_DAY);
  const found = new Map<string, LineField[]>();
  const look = (one: LineExpression, isDenied: boolean): void => {
    if (one.is === 'not') return look(one.of, !isDenied);
    if (one.is !== 'term') return one.of.forEach((part) => look(part, isDenied));
    const { field, match } = one;
    if (match.kind !== 'list' || field === null || isDenied) return;
    const fields = found.get(match.name) ?? [];
    if (!fields.includes(field)) found.set(match.name, [...fields, field]);
  };
  if (!Array.isArray(read)) look(read, false);
  return [...found].map(([name, fields]) => ({ name, fields }));
}
