import type { Parameter } from '../engine/engine.js';

/** Collects bound values; what it returns is the placeholder to write into the SQL. */
export class Bindings {
  readonly parameters: Record<string, Parameter> = {};
  #count = 0;

  /** @param prefix keeps the names of two collections apart in one statement */
  constructor(private readonly prefix = 'v') {}

  string(value: string): string {
    const name = `${this.prefix}${this.#count++}`;
    this.parameters[name] = value;
    return `{${name}:String}`;
  }
}

/** `column` contains `needle`, both normalised; a needle of which nothing is left finds nothing. */
export function contains(column: string, needle: string): string {
  const escaped = `replaceRegexpAll(${needle}, '([%_\\\\\\\\])', '\\\\\\\\\\\\1')`;
  return `(notEmpty(${needle}) AND ${column} LIKE concat('%', ${escaped}, '%'))`;
}

/** A condition whose placeholders carry a prefix, so that several stand in one statement with their own values. */
export function prefixed<Bound extends { sql: string; parameters: Readonly<Record<string, Parameter>> }>(
  { sql, parameters }: Bound,
  prefix: string,
): { sql: string; parameters: Record<string, Parameter> } {
  // Values are bound and never part of the SQL: a brace before a name is a placeholder.
  return {
    sql: sql.replace(/\{(\w+):/g, `{${prefix}$1:`),
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [prefix + name, value])),
  };
}
