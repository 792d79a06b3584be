import { quote } from '@tidewaiter/records/loading';

/**
 * A text as a dictionary looks it up: case, accents and punctuation are ignored. {@link termKeySql} is the same in the engine; a
 * test holds the two against each other for every term there is.
 */
export function termKey(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

export function termKeySql(text: string): string {
  return `trim(replaceRegexpAll(upperUTF8(removeDiacriticsUTF8(${text})), '[^A-Z0-9]+', ' '))`;
}

/** What each term means, by {@link termKey}. */
export class Terms {
  readonly #meanings = new Map<string, string>();

  /** Says what a term means, unless it has a meaning already: the surest sources speak first. */
  add(meaning: string, terms: Iterable<string>): this {
    for (const term of terms) {
      const key = termKey(term);
      if (key !== '' && !this.#meanings.has(key)) this.#meanings.set(key, meaning);
    }
    return this;
  }

  has(term: string): boolean {
    return this.#meanings.has(termKey(term));
  }

  /** The meaning of a key. */
  get(key: string): string | undefined {
    return this.#meanings.get(key);
  }

  /** Forgets a term that has several meanings. */
  forget(...terms: string[]): this {
    for (const term of terms) this.#meanings.delete(termKey(term));
    return this;
  }

  entries(): IterableIterator<[string, string]> {
    return this.#meanings.entries();
  }

  /**
   * SQL of the meaning of a key, `''` where it has none. Each list is one literal: the engine reads thousands of them
   * several times as slowly. No key holds what divides them; a meaning that did would fail by name.
   */
  meaningSql(key: string): string {
    const list = (texts: Iterable<string>) => `splitByChar('|', ${quote([...texts].join('|'))})`;
    return `transform(${key}, ${list(this.#meanings.keys())}, ${list(this.#meanings.values())}, '')`;
  }
}

/**
 * SQL that looks a text up in a table of ours. Over a low-cardinality text the engine does so once for each distinct one in a
 * block (decision 0016).
 */
export function transformSql(text: string, table: Iterable<readonly [string, string]>, otherwise: string): string {
  const entries = [...table];
  const list = (index: 0 | 1) => `[${entries.map((entry) => quote(entry[index])).join(', ')}]`;
  return `transform(${text}, ${list(0)}, ${list(1)}, ${otherwise})`;
}

/** SQL of a text's meaning, or the text where it has none. */
export function meaningOr(text: string, meaning: string): string {
  return `coalesce(nullIf(${meaning}, ''), ${text})`;
}

/** Makes something when it is first asked for: only loads read the dictionaries. */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A list of {@link Terms} as a statement holds it. No term holds a quote that would end it. */
const LIST = /splitByChar\('\|', '(?:[^'\\]|\\.|'')*'\)/g;

/**
 * A SELECT whose lists of terms stand in it once, however many columns are looked up in them: a file with a dozen columns of countries, ports and
 * currencies would else be a statement of more than a megabyte.
 */
export function withListsOnce(select: string): string {
  const names = new Map<string, string>();
  const withNames = select.replace(LIST, (list) => {
    const name = names.get(list) ?? `terms_${names.size + 1}`;
    names.set(list, name);
    return name;
  });
  if (names.size === 0) return select;
  return `WITH ${[...names].map(([list, name]) => `${list} AS ${name}`).join(', ')} ${withNames}`;
}
