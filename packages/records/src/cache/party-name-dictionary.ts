import {
  EVERY_COUNTRY,
  FIRST_DAY,
  firstNotBefore,
  monthNumber,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES, type PartyRole } from '../columns/parties.js';
import type { RecordEngine } from '../engine/engine.js';
import { memoryOfProcess } from '../engine/limits.js';
import { visibleSums } from '../versions/data-version.js';
import { joinedParameters, leadOf } from '../versions/joined-parties.js';
import { VersionDictionaries } from './version-dictionaries.js';

/** Rows of what loads keep of a dictionary's names beyond which it is not made: reading them would be long work. */
const MOST_ROWS = 3_000_000;

/** Of this process's memory, what the months of a dictionary may take. */
const SHARE_OF_MEMORY = 0.005;

/** Of a month and its records, in bytes, about: both are small numbers nearly always. */
const BYTES_OF_MONTH = 2;

/** Months of those rows together. Ten million records of five years have less than three million, a hundred million up to 28. */
const mostMonths = () => (memoryOfProcess() * SHARE_OF_MEMORY) / BYTES_OF_MONTH;

/** Parties that the engine hands over at once: this process does nothing else while it takes them. */
const AT_ONCE = 1024;

/** Parties of a dictionary: one with a name of thirty letters takes 60 bytes. */
const MOST_PARTIES = 500_000;

/** A party's key, in decimal digits, with its records and its spellings, the least first. */
type Entry = readonly [key: string, records: number, spellings: readonly PartySpelling[]];

/** A spelling, whether it is the party's own or of one that is joined to it, and its cells: none where the party has no other. */
export type PartySpelling = readonly [name: string, isOwn: boolean, cells: string];

/** Whose spellings a dictionary has. */
export interface Parties {
  trade: TradeType;
  role: PartyRole;
}

const EVERY_PARTY: readonly Parties[] = TRADE_TYPES.flatMap((trade) =>
  (Object.keys(PARTY_ROLES) as PartyRole[]).map((role) => ({ trade, role })),
);

export type PartyNameDictionaries = VersionDictionaries<Parties, PartyNameDictionary>;

const FIRST_MONTH = monthNumber(FIRST_DAY);

/** Beyond the last month that the engine's days reach, counted from 1970. */
const MONTHS = 180 * 12;

const PLACES = new Map(EVERY_COUNTRY.map(({ shortcode }, index) => [shortcode, index * MONTHS]));

/** Some countries, and the months from one to another. */
export class WholeMonths {
  readonly #countries = new Uint8Array(PLACES.size);
  readonly #from: number;
  readonly #upto: number;

  /** @param months their first days: those that a scope wholly holds, none where the last is before the first */
  constructor(countries: readonly string[], { wholeFrom, wholeUpto }: { wholeFrom: string; wholeUpto: string }) {
    const known = countries.flatMap((country) => PLACES.get(country) ?? []);
    for (const place of known) this.#countries[place / MONTHS] = 1;
    this.#from = monthNumber(wholeFrom) - FIRST_MONTH;
    this.#upto = monthNumber(wholeUpto) - FIRST_MONTH;
  }

  /** @param place a country and a month, in one number */
  has(place: number): boolean {
    const month = place % MONTHS;
    return month >= this.#from && month <= this.#upto && this.#countries[(place - month) / MONTHS] === 1;
  }
}

/** The place of a row's country and `month`. */
const PLACE = `transform(toString(country), {countries:Array(String)}, {places:Array(UInt64)}, toUInt64(0))
    + (toYear(month) - 1970) * 12 + toMonth(month) - 1`;

/**
 * What a spelling is kept with in a dictionary: the records of each country and month, two numbers of 32 bits, the place first. As bytes,
 * since so many numbers would take long to be parsed.
 */
const CELLS = `base64Encode(arrayStringConcat(arrayMap(
  cell -> concat(reinterpretAsFixedString(cell), ''),
  groupArrayArray(arrayMap((month, found) -> ${PLACE} + bitShiftLeft(toUInt64(found), 32), months, month_records)))))`;

/** Where each of some lists begins in one, and behind the last where that ends. */
function beginsOf(lengths: readonly number[]): Uint32Array {
  const begins = new Uint32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) begins[index + 1] = (begins[index] ?? 0) + length;
  return begins;
}

/** The longest that a number of 32 bits becomes when it is written in sevens of bits. */
const MOST_BYTES = 5;

/**
 * Places with their records, in turn, as few bytes: of a place its distance from the one before, forwards or backwards, and of each number
 * seven bits to a byte, with the eighth bit set where more follow. Months follow one another and have few records each, so that
 * most take two bytes instead of eight.
 */
function packed(cells: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(cells.length * MOST_BYTES);
  let end = 0;
  const write = (number: number) => {
    let rest = number;
    for (; rest > 127; rest >>>= 7) bytes[end++] = (rest & 127) | 128;
    bytes[end++] = rest;
  };
  let before = 0;
  for (let at = 0; at < cells.length; at += 2) {
    const place = cells[at] ?? 0;
    write(place < before ? (before - place) * 2 - 1 : (place - before) * 2);
    write(cells[at + 1] ?? 0);
    before = place;
  }
  return bytes.slice(0, end);
}

/** The records of those of {@link packed} places that are within some months. */
function recordsWithin(bytes: Uint8Array, within: WholeMonths): number {
  let at = 0;
  const read = () => {
    let number = 0;
    for (let bits = 0; ; bits += 7) {
      const byte = bytes[at++] ?? 0;
      number += (byte & 127) * 2 ** bits;
      if (byte < 128) return number;
    }
  };
  let [place, found] = [0, 0];
  while (at < bytes.length) {
    const distance = read();
    place += distance % 2 === 0 ? distance / 2 : -(distance + 1) / 2;
    const records = read();
    if (within.has(place)) found += records;
  }
  return found;
}

/** Some entries in little memory. */
class Page {
  readonly #keys: BigUint64Array;
  readonly #records: Float64Array;
  /** Of each key the places of its spellings; of each spelling those of its text and its cells. */
  readonly #spellings: Uint32Array;
  readonly #texts: Uint32Array;
  readonly #cells: Uint32Array;
  readonly #isOwn: Uint8Array;
  readonly #text: Buffer;
  readonly #packed: Uint8Array;

  constructor(entries: readonly Entry[]) {
    this.#keys = BigUint64Array.from(entries, ([key]) => BigInt(key));
    this.#records = Float64Array.from(entries, ([, records]) => records);
    this.#spellings = beginsOf(entries.map(([, , spellings]) => spellings.length));
    const spellings = entries.flatMap(([, , spellings]) => spellings);
    this.#texts = beginsOf(spellings.map(([name]) => Buffer.byteLength(name)));
    this.#text = Buffer.from(spellings.map(([name]) => name).join(''));
    this.#isOwn = Uint8Array.from(spellings, ([, isOwn]) => Number(isOwn));
    const cells = spellings.map(([, , cells]) =>
      packed(new Uint32Array(new Uint8Array(Buffer.from(cells, 'base64')).buffer)),
    );
    this.#cells = beginsOf(cells.map(({ length }) => length));
    this.#packed = new Uint8Array(Buffer.concat(cells));
  }

  get last(): bigint {
    return this.#keys.at(-1) ?? 0n;
  }

  #placeOf(key: bigint): number | undefined {
    const at = firstNotBefore(this.#keys.length, (place) => (this.#keys[place] ?? 0n) < key);
    return this.#keys[at] === key ? at : undefined;
  }

  spelling(key: bigint, within: WholeMonths): string | undefined {
    const at = this.#placeOf(key);
    if (at === undefined) return undefined;
    const [first = 0, end = 0] = this.#spellings.subarray(at, at + 2);
    const chosen = end - first === 1 ? first : this.#commonest(first, end, within);
    return chosen === undefined ? undefined : this.#text.toString('utf8', this.#texts[chosen], this.#texts[chosen + 1]);
  }

  /** Of some spellings; undefined where there are no records of any. */
  #commonest(first: number, end: number, within: WholeMonths): number | undefined {
    let chosen: number | undefined;
    let most = 0;
    for (let spelling = first; spelling < end; spelling += 1) {
      const parties = this.#foundOf(spelling, within);
      if (parties === 0) continue;
      const [isOwn, isChosenOwn] = [this.#isOwn[spelling], chosen === undefined ? 0 : this.#isOwn[chosen]];
      if (chosen !== undefined && (isOwn === isChosenOwn ? parties < most : !isOwn)) continue;
      chosen = spelling;
      most = parties;
    }
    return chosen;
  }

  #foundOf(spelling: number, within: WholeMonths): number {
    const [from, end] = this.#cells.subarray(spelling, spelling + 2);
    return recordsWithin(this.#packed.subarray(from, end), within);
  }

  records(key: bigint): number {
    return this.#records[this.#placeOf(key) ?? -1] ?? 0;
  }
}

/**
 * The spellings of every party in one role at one data version, each with its records of every country and month, and how many
 * records the party has. It grows page by page, so that nobody waits while a large one is made.
 */
export class PartyNameDictionary {
  readonly #pages: Page[] = [];
  #parties = 0;

  get size(): number {
    return this.#parties;
  }

  /** @param entries in the order of the keys as numbers, all behind those that were added before */
  add(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    this.#pages.push(new Page(entries));
    this.#parties += entries.length;
  }

  #pageOfKey(key: bigint): Page | undefined {
    return this.#pages[firstNotBefore(this.#pages.length, (place) => (this.#pages[place]?.last ?? 0n) < key)];
  }

  /**
   * How a party is spelt most often in the whole months of a scope in which it has a record; undefined where several spellings are to
   * choose from and none of them is in a whole month.
   */
  spelling(key: string, within: WholeMonths): string | undefined {
    return this.#pageOfKey(BigInt(key))?.spelling(BigInt(key), within);
  }

  /** How many records a party has in the dictionary's role, of all countries and days. */
  records(key: string): number {
    return this.#pageOfKey(BigInt(key))?.records(BigInt(key)) ?? 0;
  }
}

/**
 * The spellings of all parties, so that a list of names costs no statement: keys are hashes, so that the few hundred parties of a list
 * are scattered over all that loads keep of names, and nearly all of it is read for them. Where there are too many there is no dictionary.
 * Decisions 0037, 0043 and 0086.
 */
export const partyNameDictionaries = (engine: RecordEngine): PartyNameDictionaries =>
  new VersionDictionaries(EVERY_PARTY, async ({ trade, role }, version, signal) => {
    const [size] = await engine.query({
      name: 'party-name-dictionary.rows',
      sql: 'SELECT count(), sum(length(months)) FROM party_names WHERE trade_type = {trade:String} AND role = {role:String}',
      parameters: { trade, role },
      row: z.tuple([z.coerce.number(), z.coerce.number()]),
      lane: 'short',
      signal,
    });
    if (size === undefined || size[0] > MOST_ROWS || size[1] > mostMonths()) return undefined;
    const visible = visibleSums(version);
    const dictionary = new PartyNameDictionary();
    await engine.stream(
      {
        name: 'party-name-dictionary',
        sql: `SELECT party, sum(found), if(count() = 1, [(any(name), 1, '')], arraySort(groupArray((name, is_own, cells))))
          FROM (
            SELECT ${leadOf('name_key', version)} AS party, name, max(name_key = party) AS is_own, sum(records) AS found, ${CELLS} AS cells
            FROM party_names
            WHERE trade_type = {trade:String} AND role = {role:String} AND ${visible.sql}
            GROUP BY party, name
          ) GROUP BY party ORDER BY party LIMIT {limit:UInt64}`,
        parameters: {
          ...visible.parameters,
          ...joinedParameters(version),
          ...{ trade, role, limit: MOST_PARTIES + 1, countries: [...PLACES.keys()], places: [...PLACES.values()] },
        },
        row: z.tuple([z.string(), z.coerce.number(), z.array(z.tuple([z.string(), z.coerce.boolean(), z.string()]))]),
        settings: { max_block_size: AT_ONCE },
        signal,
      },
      (entries) => dictionary.add(entries),
    );
    return dictionary.size > MOST_PARTIES ? undefined : dictionary;
  });
