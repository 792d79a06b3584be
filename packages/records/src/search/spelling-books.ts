import type { TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import type { PartyRole } from '../columns/parties.js';
import type { RecordEngine } from '../engine/engine.js';
import { visibleSums } from '../versions/data-version.js';
import { type Joins, joinedParameters, leadOf } from '../versions/joined-parties.js';
import { BooksOfVersion } from './books-of-version.js';

/** Rows of what loads keep of names beyond which no book is made: reading them all would be long work. */
const MOST_ROWS = 3_000_000;

/** Parties of a book: one with a name of thirty letters takes 50 bytes. */
const MOST_PARTIES = 500_000;

/** A party's key, in decimal digits, with its spelling and its records. */
type Entry = readonly [key: string, name: string, records: number];

/** Whose spellings a book has. */
export interface Parties {
  trade: TradeType;
  role: PartyRole;
}

export type SpellingBooks = BooksOfVersion<Parties, SpellingBook>;

/** The first of some sorted places that is not before a key. */
function firstNotBefore(count: number, isBefore: (place: number) => boolean): number {
  let [from, upTo] = [0, count];
  while (from < upTo) {
    const middle = (from + upTo) >> 1;
    if (isBefore(middle)) from = middle + 1;
    else upTo = middle;
  }
  return from;
}

/** Some entries in little memory. */
class Page {
  readonly #keys: BigUint64Array;
  /** Where the spelling of each key begins in the text, and behind the last where it ends. */
  readonly #begins: Uint32Array;
  readonly #text: Buffer;
  readonly #records: Float64Array;

  constructor(entries: readonly Entry[]) {
    this.#keys = BigUint64Array.from(entries, ([key]) => BigInt(key));
    this.#begins = new Uint32Array(entries.length + 1);
    for (const [index, [, name]] of entries.entries())
      this.#begins[index + 1] = (this.#begins[index] ?? 0) + Buffer.byteLength(name);
    this.#text = Buffer.from(entries.map(([, name]) => name).join(''));
    this.#records = Float64Array.from(entries, ([, , records]) => records);
  }

  get last(): bigint {
    return this.#keys.at(-1) ?? 0n;
  }

  #placeOf(key: bigint): number | undefined {
    const at = firstNotBefore(this.#keys.length, (place) => (this.#keys[place] ?? 0n) < key);
    return this.#keys[at] === key ? at : undefined;
  }

  spelling(key: bigint): string | undefined {
    const at = this.#placeOf(key);
    return at === undefined ? undefined : this.#text.toString('utf8', this.#begins[at], this.#begins[at + 1]);
  }

  records(key: bigint): number {
    return this.#records[this.#placeOf(key) ?? -1] ?? 0;
  }
}

/**
 * The commonest spelling of every party in one role, and how many records it has, at one data version. It grows page by page, so that nobody waits while a large
 * one is made.
 */
export class SpellingBook {
  readonly #pages: Page[] = [];
  #parties = 0;

  get parties(): number {
    return this.#parties;
  }

  /** @param entries in the order of the keys as numbers, all behind those that were added before */
  add(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    this.#pages.push(new Page(entries));
    this.#parties += entries.length;
  }

  #pageOf(key: bigint): Page | undefined {
    return this.#pages[firstNotBefore(this.#pages.length, (place) => (this.#pages[place]?.last ?? 0n) < key)];
  }

  /** How a party is spelt; undefined where no load knows it. */
  spelling(key: string): string | undefined {
    return this.#pageOf(BigInt(key))?.spelling(BigInt(key));
  }

  /** How many records a party has in the book's role, of all countries and days. */
  records(key: string): number {
    return this.#pageOf(BigInt(key))?.records(BigInt(key)) ?? 0;
  }
}

/**
 * The spellings of all parties, so that a list of names costs no statement: keys are hashes, so that the few hundred parties of a list
 * are scattered over all that loads keep of names, and nearly all of it is read for them. Where there are too many parties there is no
 * book. Decision 0037.
 */
export const spellingBooks = (engine: RecordEngine): SpellingBooks =>
  new BooksOfVersion(async ({ trade, role }, version, signal) => {
    const [rows] = await engine.query({
      name: 'spelling-book.rows',
      sql: 'SELECT count() FROM party_names',
      row: z.tuple([z.coerce.number()]),
      lane: 'short',
      signal,
    });
    if (rows === undefined || rows[0] > MOST_ROWS) return undefined;
    const visible = visibleSums(version);
    const book = new SpellingBook();
    await engine.stream(
      {
        name: 'spelling-book',
        sql: `SELECT ${leadOf('name_key', version)} AS party, ${commonest(version)}, sum(records) FROM (
            SELECT name_key, name, sum(records) AS records FROM party_names
            WHERE trade_type = {trade:String} AND role = {role:String} AND ${visible.sql}
            GROUP BY name_key, name
          ) GROUP BY party ORDER BY party LIMIT {limit:UInt64}`,
        parameters: { ...visible.parameters, ...joinedParameters(version), trade, role, limit: MOST_PARTIES + 1 },
        row: z.tuple([z.string(), z.string(), z.coerce.number()]),
        signal,
      },
      (entries) => book.add(entries),
    );
    return book.parties > MOST_PARTIES ? undefined : book;
  });

/** Of the spellings of a party, each with its records, the commonest; of parties that are one, the lead's where there is any. */
export const commonest = (joins: Joins) =>
  `argMax(name, (${joins.joinedParties.length === 0 ? '' : `${leadOf('name_key', joins)} = name_key, `}records, name))`;
