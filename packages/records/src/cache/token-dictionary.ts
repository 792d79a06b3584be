import { firstNotBefore } from '@tidewaiter/contract';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Call, RecordEngine } from '../engine/engine.js';
import { inSlices } from '../engine/slices.js';
import { placeAlone } from '../text/whole-words.js';
import { VersionDictionaries } from './version-dictionaries.js';

/** Entries of an index, one for each word in each of the table's parts, beyond which no dictionary is made: reading them is long work. */
const MOST_ENTRIES = 4_000_000;

/** Words of a dictionary: one of seven letters takes 20 bytes. */
const MOST_WORDS = 1_000_000;

/** Words that a part of a word may stand for: of more, the engine's own look through its words is as quick. */
const MOST_FOUND = 1_000;

/** Words that are looked through at once: with any letter in each of them that takes less than a slice of the event loop. */
const PAGE_WORDS = 4_096;

/** Inexact words whose tokens are kept: two of the longest lines. */
const INEXACT_KEPT = 400;

/** A text column whose words are indexed, with the condition of a search. */
const TOKENIZED = ['product_description_text', 'importer_name_text', 'exporter_name_text'] as const;
export type TokenizedColumn = (typeof TOKENIZED)[number];

type Entry = readonly [word: string, records: number];

/** Part of a text between two of its signs or spaces, and whether one of them stands before it and behind it. */
export interface Run {
  letters: string;
  opens: boolean;
  closes: boolean;
}

/** The tokens that a run may be a part of, and how many records have them, each counted for itself. */
export interface FoundTokens {
  tokens: readonly string[];
  records: number;
}

/** A word that stands for others. */
export interface InexactWord {
  said: string;
  /** Letters of which every word that it stands for has some. */
  parts: readonly string[];
  accepts(word: string): boolean;
}

/** Some words in one text, so that a part of them is looked for at the speed of a search in a text. */
class Page {
  /** Each word between two line breaks, which no word has. */
  readonly #text: string;
  readonly #begins: Uint32Array;
  readonly #records: Float64Array;
  readonly #first: string;
  readonly #last: string;

  constructor(entries: readonly Entry[]) {
    this.#text = `\n${entries.map(([word]) => word).join('\n')}\n`;
    this.#begins = new Uint32Array(entries.length);
    for (let at = 1, no = 0; no < entries.length; no += 1) {
      this.#begins[no] = at;
      at += (entries[no]?.[0].length ?? 0) + 1;
    }
    this.#records = Float64Array.from(entries, ([, records]) => records);
    this.#first = this.#word(0);
    this.#last = this.#word(entries.length - 1);
  }

  #word(no: number): string {
    const from = this.#begins[no] ?? 0;
    return this.#text.slice(from, this.#text.indexOf('\n', from));
  }

  /** How many records have a word of ASCII letters; undefined where it is no word here. Words lie in the order of their bytes. */
  recordsOf(word: string): number | undefined {
    if (word < this.#first || word > this.#last) return undefined;
    const no = firstNotBefore(this.#begins.length, (index) => this.#word(index) < word);
    return this.#word(no) === word ? this.#records[no] : undefined;
  }

  /** Calls back with each word that has the needle, once: it goes on from word to word, whatever is looked for. */
  find(needle: string, onWord: (word: string, records: number) => void): void {
    // A needle may begin with the line break before a word.
    const before = needle.startsWith('\n') ? 1 : 0;
    for (let no = 0; no < this.#begins.length; no += 1) {
      const at = this.#text.indexOf(needle, (this.#begins[no] ?? 0) - before);
      if (at < 0) return;
      no = firstNotBefore(this.#begins.length, (index) => (this.#begins[index] ?? 0) <= at + before, no) - 1;
      onWord(this.#word(no), this.#records[no] ?? 0);
    }
  }
}

/** The words in a token: it may hold signs beyond ASCII. */
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** A letter that is not of ASCII: its token may hold signs, which the index tells from letters in ASCII alone. */
const BEYOND_ASCII = /[^\0-\x7f]/;

/** How far an inexact word has been looked for. */
interface Looking {
  page: number;
  tokens: Set<string>;
}

const isTooMany = ({ tokens }: Looking) => tokens.size > MOST_FOUND;

/** All words of a text column as its index knows them, in the order of their bytes. It grows page by page, so that nobody waits while a large one is made. */
export class TokenDictionary {
  readonly #pages: Page[] = [];
  /** The tokens in which a word of ASCII letters may stand beside a sign. */
  readonly #mixed: Page[] = [];
  readonly #inexact = new LRUCache<string, Looking>({ max: INEXACT_KEPT });
  #tokens = 0;

  get size(): number {
    return this.#tokens;
  }

  add(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    for (let from = 0; from < entries.length; from += PAGE_WORDS)
      this.#pages.push(new Page(entries.slice(from, from + PAGE_WORDS)));
    const mixed = entries.filter(([word]) => BEYOND_ASCII.test(word) && /[a-z0-9]/.test(word));
    if (mixed.length > 0) this.#mixed.push(new Page(mixed));
    this.#tokens += entries.length;
  }

  /** The tokens in which one of some words of ASCII letters stands by itself: mostly the words. */
  tokensOf(words: readonly string[]): FoundTokens {
    const found = new Map<string, number>();
    for (const word of words) {
      for (const page of this.#pages) {
        const records = page.recordsOf(word);
        if (records !== undefined) found.set(word, records);
      }
      for (const page of this.#mixed) {
        page.find(word, (token, records) => {
          if (placeAlone(token, word) >= 0) found.set(token, records);
        });
      }
    }
    return { tokens: [...found.keys()], records: [...found.values()].reduce((sum, one) => sum + one, 0) };
  }

  /**
   * Looks for the tokens of an inexact word, in turns with others: {@link accepted} tells them from then on. Whoever looks for the same
   * beside it goes on where the other is, also when that one gives up.
   *
   * @throws what {@link inSlices} throws
   */
  async lookFor(word: InexactWord, call: Call): Promise<void> {
    const looking = this.#inexact.get(word.said) ?? { page: 0, tokens: new Set<string>() };
    this.#inexact.set(word.said, looking);
    const left = this.#pages.slice(looking.page);
    await inSlices(left, () => this.#lookFurther(looking, word), call);
  }

  /** Looks through the next page. */
  #lookFurther(looking: Looking, { parts, accepts }: InexactWord): void {
    const page = this.#pages[looking.page];
    if (page === undefined || isTooMany(looking)) return;
    const { tokens } = looking;
    looking.page += 1;
    for (const part of parts)
      page.find(part, (token) => {
        // A token of ASCII is a word.
        const stands = BEYOND_ASCII.test(token) ? token.match(WORDS)?.some(accepts) : accepts(token);
        if (stands) tokens.add(token);
      });
  }

  /**
   * The tokens in which a word stands that an inexact one stands for, none of them where there are too many to say them all.
   *
   * @returns undefined where they have not been looked for
   */
  accepted(said: string): { tokens: readonly string[] | undefined } | undefined {
    const looking = this.#inexact.get(said);
    if (looking === undefined) return undefined;
    if (isTooMany(looking)) return { tokens: undefined };
    return looking.page < this.#pages.length ? undefined : { tokens: [...looking.tokens] };
  }

  /** @returns undefined where there are too many words to say them all */
  tokensWith({ letters, opens, closes }: Run): FoundTokens | undefined {
    const needle = `${opens ? '\n' : ''}${letters}${closes ? '\n' : ''}`;
    const tokens: string[] = [];
    let records = 0;
    for (const page of this.#pages) {
      page.find(needle, (word, of) => {
        tokens.push(word);
        records += of;
      });
      if (tokens.length > MOST_FOUND) return undefined;
    }
    return { tokens, records };
  }
}

export type TokenDictionaries = VersionDictionaries<TokenizedColumn, TokenDictionary>;

/**
 * The words of the texts that searches are about. Every statement with a part of a text looks through all words of the index for those
 * that have it, four times for one screen; with a dictionary that is done once, and each statement asks for the words themselves.
 *
 * A dictionary has the words of all records that are there, also of hidden loads: it never lacks one of its data version, and its counts are
 * no less than the truth. Where a cluster spreads the table there is none: the engine tells the words of a table of its own only.
 */
export const tokenDictionaries = (engine: RecordEngine): TokenDictionaries =>
  new VersionDictionaries(TOKENIZED, async (column, _, signal) => {
    const words = `mergeTreeTextIndex(currentDatabase(), 'records', '${column}_words')`;
    const [entries] = await engine.query({
      name: 'token-dictionary.entries',
      sql: `SELECT count() FROM (SELECT token FROM ${words} LIMIT {limit:UInt64})`,
      parameters: { limit: MOST_ENTRIES + 1 },
      row: z.tuple([z.coerce.number()]),
      signal,
    });
    if (entries === undefined || entries[0] > MOST_ENTRIES) return undefined;
    const dictionary = new TokenDictionary();
    await engine.stream(
      {
        name: 'token-dictionary',
        sql: `SELECT token, sum(cardinality) FROM ${words} GROUP BY token ORDER BY token LIMIT {limit:UInt64}`,
        parameters: { limit: MOST_WORDS + 1 },
        row: z.tuple([z.string(), z.coerce.number()]),
        signal,
      },
      (rows) => dictionary.add(rows),
    );
    return dictionary.size > MOST_WORDS ? undefined : dictionary;
  });
