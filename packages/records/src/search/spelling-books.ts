import type { TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import type { PartyRole } from '../columns/parties.js';
import type { RecordEngine } from '../engine/engine.js';
import { type DataVersion, visibleSums } from '../versions/data-version.js';
import { type Joins, joinedParameters, leadOf } from '../versions/joined-parties.js';

/** Rows of what loads keep of names beyond which no book is made: reading them all would be long work. */
const MOST_ROWS = 3_000_000;

/** Parties of a book: one with a name of thirty letters takes 42 bytes. */
const MOST_PARTIES = 500_000;

/** A party's key, in decimal digits, with its spelling. */
type Entry = readonly [key: string, name: string];

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

  constructor(entries: readonly Entry[]) {
    this.#keys = BigUint64Array.from(entries, ([key]) => BigInt(key));
    this.#begins = new Uint32Array(entries.length + 1);
    for (const [index, [, name]] of entries.entries())
      this.#begins[index + 1] = (this.#begins[index] ?? 0) + Buffer.byteLength(name);
    this.#text = Buffer.from(entries.map(([, name]) => name).join(''));
  }

  get last(): bigint {
    return this.#keys.at(-1) ?? 0n;
  }

  spelling(key: bigint): string | undefined {
    const at = firstNotBefore(this.#keys.length, (place) => (this.#keys[place] ?? 0n) < key);
    return this.#keys[at] === key ? this.#text.toString('utf8', this.#begins[at], this.#begins[at + 1]) : undefined;
  }
}

/**
 * The commonest spelling of every party in one role, at one data version. It grows page by page, so that nobody waits while a large
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

  /** How a party is spelt; undefined where no load knows it. */
  spelling(key: string): string | undefined {
    const wanted = BigInt(key);
    const at = firstNotBefore(this.#pages.length, (place) => (this.#pages[place]?.last ?? 0n) < wanted);
    return this.#pages[at]?.spelling(wanted);
  }
}

/**
 * The spellings of all parties, so that a list of names costs no statement: keys are hashes, so that the few hundred parties of a list
 * are scattered over all that loads keep of names, and nearly all of it is read for them. A book is made beside the first question of a
 * data version that could use it, which does not wait for it; those that it serves later find it. Where there are too many parties
 * there is none. Decision 0037.
 */
export class SpellingBooks {
  #version = 0;
  #books = new Map<string, SpellingBook>();
  readonly #begun = new Set<string>();
  readonly #making = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** @param mostParties that a book may hold; with 0 none is made */
  constructor(
    private readonly engine: RecordEngine,
    private readonly mostParties = MOST_PARTIES,
  ) {}

  /** The book of a role at a data version, if it has been made. */
  book(trade: TradeType, role: PartyRole, version: DataVersion): SpellingBook | undefined {
    if (this.mostParties === 0 || version.version < this.#version) return undefined;
    if (version.version > this.#version) {
      this.#version = version.version;
      this.#books = new Map();
      this.#begun.clear();
    }
    const name = `${trade} ${role}`;
    if (!this.#begun.has(name) && !this.#closing.signal.aborted) {
      this.#begun.add(name);
      const made = this.#make(trade, role, version).then(
        (book) => {
          if (book && this.#version === version.version) this.#books.set(name, book);
        },
        // Without a book the spellings are looked up for each list, and the next data version has another try.
        () => {},
      );
      this.#making.add(made);
      made.then(() => this.#making.delete(made));
    }
    return this.#books.get(name);
  }

  async #make(trade: TradeType, role: PartyRole, version: DataVersion): Promise<SpellingBook | undefined> {
    const { signal } = this.#closing;
    const [rows] = await this.engine.query({
      name: 'spelling-book.rows',
      sql: 'SELECT count() FROM party_names',
      row: z.tuple([z.coerce.number()]),
      lane: 'short',
      signal,
    });
    if (rows === undefined || rows[0] > MOST_ROWS) return undefined;
    const visible = visibleSums(version);
    const book = new SpellingBook();
    await this.engine.stream(
      {
        name: 'spelling-book',
        sql: `SELECT ${leadOf('name_key', version)} AS party, ${commonest(version)} FROM (
            SELECT name_key, name, sum(records) AS records FROM party_names
            WHERE trade_type = {trade:String} AND role = {role:String} AND ${visible.sql}
            GROUP BY name_key, name
          ) GROUP BY party ORDER BY party LIMIT {limit:UInt64}`,
        parameters: { ...visible.parameters, ...joinedParameters(version), trade, role, limit: this.mostParties + 1 },
        row: z.tuple([z.string(), z.string()]),
        signal,
      },
      (entries) => book.add(entries),
    );
    return book.parties > this.mostParties ? undefined : book;
  }

  /** Ends what is being made: an engine is not to be closed beneath it. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the records are being closed'));
    await Promise.all(this.#making);
  }
}

/** Of the spellings of a party, each with its records, the commonest; of parties that are one, the lead's where there is any. */
export const commonest = (joins: Joins) =>
  `argMax(name, (${joins.joinedParties.length === 0 ? '' : `${leadOf('name_key', joins)} = name_key, `}records, name))`;
