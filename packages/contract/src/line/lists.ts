/** The lists by which a query line looks for records, and where each stands in it. */
import { FIRST_DAY } from '../rules/dates.js';
import type { Condition } from './expression.js';
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
  const look = (one: Condition, isDenied: boolean): void => {
    if (one.is === 'not') look(one.of, !isDenied);
    else if (one.is !== 'term') for (const part of one.of) look(part, isDenied);
    else if (one.match.kind === 'list' && one.field !== null && !isDenied) {
      const fields = found.get(one.match.name) ?? [];
      if (!fields.includes(one.field)) found.set(one.match.name, [...fields, one.field]);
    }
  };
  if (!Array.isArray(read)) look(read, false);
  return [...found].map(([name, fields]) => ({ name, fields }));
}
