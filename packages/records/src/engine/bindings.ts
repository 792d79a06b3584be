import type { Parameter, Settings } from './engine.js';

/** Collects bound values; what it returns is the placeholder to write into the SQL. */
export class Bindings {
  readonly parameters: Record<string, Parameter> = {};
  #count = 0;
  #letters = 0;

  /** @param prefix keeps the names of two collections apart in one statement */
  constructor(private readonly prefix = 'v') {}

  string(value: string): string {
    const name = `${this.prefix}${this.#count++}`;
    this.parameters[name] = value;
    return `{${name}:String}`;
  }

  numbers(values: readonly number[]): string {
    const name = `${this.prefix}${this.#count++}`;
    this.parameters[name] = values;
    return `{${name}:Array(UInt64)}`;
  }

  /** @param key a number of 64 bits, in decimal digits */
  key(key: string): string {
    const name = `${this.prefix}${this.#count++}`;
    this.parameters[name] = key;
    return `{${name}:UInt64}`;
  }

  /** How long the lists of texts are that are bound: a statement may only be so large. */
  get letters(): number {
    return this.#letters;
  }

  strings(values: readonly string[]): string {
    const name = `${this.prefix}${this.#count++}`;
    this.#letters += values.reduce((sum, value) => sum + value.length, 0);
    this.parameters[name] = values;
    return `{${name}:Array(String)}`;
  }
}

/** Without these, the engine's text index serves no part of a word shorter than four letters. */
export const TEXT_SETTINGS: Settings = {
  text_index_like_min_pattern_length: 2,
  text_index_like_max_postings_to_read: 1000,
};

/**
 * `column` contains `needle`, both normalised; a needle of which nothing is left finds nothing: it becomes a capital letter, which
 * no normalised text has. So the long needle is said once, and the engine reads a question in half of the time.
 */
function contains(column: string, needle: string): string {
  const something = `replaceRegexpOne(${needle}, '^$', 'A')`;
  const escaped = `replaceRegexpAll(${something}, '([%_\\\\\\\\])', '\\\\\\\\\\\\1')`;
  return `${column} LIKE concat('%', ${escaped}, '%')`;
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

/** Words of a value that are worth looking up by themselves: plain letters and digits, which normalising only lower-cases. */
const WORTHWHILE = /[A-Za-z0-9]{3,}/g;
const MOST_WORDS = 4;

/**
 * A normalised column contains a value, which is brought to the same form. Of a phrase, that each of its longest words occurs
 * is said too: it follows, and the text index answers words while it must read the column for a phrase.
 */
export function containsText(
  column: string,
  value: string,
  normalise: (text: string) => string,
  bindings: Bindings,
): string {
  const whole = contains(column, normalise(bindings.string(value)));
  const words = [...new Set(value.match(WORTHWHILE))]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length < value.trim().length);
  const longest = words.sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  const each = longest.map((word) => `${column} LIKE ${bindings.string(`%${word}%`)}`);
  return each.length === 0 ? whole : `(${[...each, whole].join(' AND ')})`;
}

/** A condition denied, so that the text index still answers it: under NOT the engine reads the column, at twice the time. */
export const not = (condition: string) => `if(${condition}, 0, 1)`;
