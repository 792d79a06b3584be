/** Parties by the blocks of letters that their names share, so that each name of a list is compared with few of them. */
import { type Sureness, WORDS_AS_FORMS } from '@tidewaiter/contract';
import { distance } from 'fastest-levenshtein';
import { type Likeness, likenessOf, PROBABLE, SURE } from './alike.js';
import { isLatin } from './latin.js';
import type { ListedName, MatchCandidate, MatchedName } from './matched-name.js';
import { type ReadName, readName, tailKind } from './read-name.js';
import { knownWord, placeOfCode } from './words.js';

/** Parties of one block that a name is compared with, those first that most records name. */
const OF_A_BLOCK = 40;
const OF_A_WORD = 10;

/** From this score on, only names of the same words are as like. */
const CERTAIN = 0.97;

/** Candidates that are told of a name, and those that are only near. */
const TOLD = 5;
const TOLD_NEAR = 3;

/** Two candidates whose scores differ by less are equally near: of sure ones, and of others. */
const APART = { sure: 0.01, probable: 0.03 } as const;

/** Words behind a name of which each beginning is looked for. */
const BEGINNINGS = 5;

/** Places of the table of blocks: a power of two. */
const PLACES = 2 ** 22;

/** A number of 32 bits for a block of letters (FNV-1a); two blocks that share one cost a comparison. */
function blockOf(kind: number, letters: string): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let at = 0; at < letters.length; at += 1) hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** By what names meet. A block of the first kinds is of whole names: what shares none is not surely one. */
const KIND = { whole: 1, sorted: 2, consonants: 3, start: 4, first: 5, last: 6, ends: 7, words: 8 } as const;

interface Block {
  kind: number;
  hash: number;
}

/** Under what a party is found, and a name looks for it. */
function blocksOf(name: ReadName, isAsked: boolean): Block[] {
  const { core, words } = name;
  const blocks = new Map<number, Block>();
  const add = (kind: number, letters: string) => {
    const hash = blockOf(kind, letters);
    blocks.set(hash, { kind, hash });
  };
  add(KIND.whole, core);
  // Its first word may be its form.
  if (name.form === '' && WORDS_AS_FORMS.has(words[0] ?? '')) add(KIND.whole, words.slice(1).join(''));
  const main = words.filter((word) => knownWord(word)?.kind !== 'link');
  if (main.length > 1) add(KIND.sorted, [...main].sort().join(''));
  for (const before of beginnings(words, isAsked)) add(KIND.whole, before);
  const bare = name.consonants.filter((word) => knownWord(word)?.kind !== 'link');
  add(KIND.consonants, bare.join(''));
  if (bare.length > 1) add(KIND.consonants, [...bare].sort().join(''));
  const written = name.written.join('');
  if (written.length >= 12) add(KIND.start, written.slice(0, 12));
  if (written.length >= 6) {
    for (const half of new Set([written.length >> 1, (written.length - 1) >> 1])) {
      add(KIND.first, written.slice(0, half));
      add(KIND.last, written.slice(-half));
    }
    if (written.length >= 10) add(KIND.ends, written.slice(0, 5) + written.slice(-5));
  }
  const [first = '', second = ''] = main;
  if (first.length >= 4 && knownWord(first) === undefined) add(KIND.words, first);
  else if (second !== '') add(KIND.words, first + second);
  return [...blocks.values()];
}

/** The name before what may be glued on to it: before each of its last words where it is asked for, else before an address. */
function beginnings(words: readonly string[], isAsked: boolean): string[] {
  const last = words.at(-1) ?? '';
  if (!isAsked && knownWord(last) === undefined && !/\d/.test(last)) return [];
  const ends = words.map((_, at) => at).slice(1);
  const chosen = isAsked
    ? ends.filter((at) => at <= BEGINNINGS || at >= words.length - BEGINNINGS)
    : ends.filter((at) => /^(?:address|city|country)$/.test(tailKind(words.slice(at)))).slice(0, 1);
  return chosen.map((at) => words.slice(0, at).join(''));
}

/** Whether a party of a block may be like a name at all, before it is read: most of a block of letters are not. */
function mayBeLike(kind: number, wanted: string, said: string): boolean {
  if (!isLatin(wanted) || !isLatin(said)) return true;
  switch (kind) {
    case KIND.first:
    case KIND.last:
    case KIND.ends:
      return Math.abs(wanted.length - said.length) <= 3 && distance(wanted, said) <= 4;
    case KIND.start:
      return wanted.startsWith(said.slice(0, wanted.length)) || said.startsWith(wanted);
    default:
      return true;
  }
}

/** A list of numbers that grows. */
class Numbers {
  #held = new Uint32Array(1 << 16);
  length = 0;

  push(value: number): void {
    if (this.length === this.#held.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#held);
      this.#held = larger;
    }
    this.#held[this.length] = value;
    this.length += 1;
  }

  at(place: number): number {
    return this.#held[place] ?? 0;
  }
}

/** A party as the index keeps it: its key, its records, its name, and its words as its key is made of them. */
type Party = readonly [key: string, records: string, name: string, said: string];

/** The party of a line. */
function partyOf(line: string): Party {
  const [key = '', records = '', name = '', said = ''] = line.split('\t');
  return [key, records, name, said];
}

/** Lines of so many parties lie in one piece of memory. */
const OF_A_PAGE = 4096;

/** Lines in little memory. */
class Lines {
  readonly #pages: Buffer[] = [];
  readonly #ends = new Numbers();
  #open: string[] = [];

  get length(): number {
    return this.#pages.length * OF_A_PAGE + this.#open.length;
  }

  push(line: string): void {
    this.#open.push(line);
    if (this.#open.length < OF_A_PAGE) return;
    let end = 0;
    for (const one of this.#open) {
      end += Buffer.byteLength(one);
      this.#ends.push(end);
    }
    this.#pages.push(Buffer.from(this.#open.join('')));
    this.#open = [];
  }

  at(number: number): string {
    const page = this.#pages[Math.floor(number / OF_A_PAGE)];
    if (page === undefined) return this.#open[number % OF_A_PAGE] ?? '';
    return page.toString('utf8', number % OF_A_PAGE === 0 ? 0 : this.#ends.at(number - 1), this.#ends.at(number));
  }
}

/** Parties that are one with another, and their leads, each by its key. */
export type JoinedKeys = readonly (readonly [party: string, lead: string])[];

/**
 * The parties of some records. They are added in the order of their records, the fewest first: a block lists those that were added last.
 */
export class NameIndex {
  readonly #lines = new Lines();
  /** Of each place of the table its last entry, and of each entry the one before it, its block and its party. */
  readonly #last = new Uint32Array(PLACES);
  readonly #before = new Numbers();
  readonly #blocks = new Numbers();
  readonly #parties = new Numbers();
  readonly #leads: ReadonlyMap<string, string>;
  /** The numbers of the parties that are one, by the key of their lead. */
  readonly #joined = new Map<string, number[]>();

  constructor(joined: JoinedKeys) {
    this.#leads = new Map(joined);
    for (const [, lead] of joined) this.#joined.set(lead, []);
    // Entry 0 ends a list.
    for (const list of [this.#before, this.#blocks, this.#parties]) list.push(0);
  }

  /** @param line a party, its parts with tabs between them */
  add(line: string): void {
    const [key, , name, said] = partyOf(line);
    const number = this.#lines.length;
    this.#lines.push(line);
    this.#joined.get(this.#leadOf(key))?.push(number);
    for (const { hash } of blocksOf(readName(name, said), false)) {
      const place = hash % PLACES;
      this.#before.push(this.#last[place] ?? 0);
      this.#blocks.push(hash);
      this.#parties.push(number);
      this.#last[place] = this.#before.length - 1;
    }
  }

  match({ name, country }: Omit<ListedName, 'row'>): Omit<MatchedName, 'row'> {
    const read = readName(name);
    if (read.core.length < 2) return { sureness: 'NONE', candidates: [] };
    const place = country === undefined ? undefined : placeOfCode(country);
    const byLead = new Map<string, ScoredCandidate>();
    const seen = new Set<number>();
    let best = 0;
    for (const { kind, hash } of blocksOf(read, true)) {
      // Who shares no block of whole names is less like it than that.
      if (best >= CERTAIN && kind > KIND.sorted) break;
      for (const number of this.#ofBlock(hash, kind === KIND.words ? OF_A_WORD : OF_A_BLOCK)) {
        if (seen.has(number)) continue;
        const [key, , other, said] = this.#party(number);
        if (!mayBeLike(kind, read.said, said.split('|', 1)[0] ?? '')) continue;
        seen.add(number);
        const likeness = likenessOf(read, readName(other, said), place);
        const lead = this.#leadOf(key);
        if (likeness === undefined || likeness.score <= (byLead.get(lead)?.score ?? 0)) continue;
        byLead.set(lead, { ...likeness, number });
        best = Math.max(best, likeness.score);
      }
    }
    const found = [...byLead].map(([lead, one]) => this.#candidate(lead, one));
    return judged(found);
  }

  #leadOf(key: string): string {
    return this.#leads.get(key) ?? key;
  }

  #party(number: number): Party {
    return partyOf(this.#lines.at(number));
  }

  /** The parties of a block, so many at most. */
  *#ofBlock(hash: number, most: number): Iterable<number> {
    let left = most;
    for (let at = this.#last[hash % PLACES] ?? 0; at !== 0 && left > 0; at = this.#before.at(at)) {
      if (this.#blocks.at(at) !== hash) continue;
      yield this.#parties.at(at);
      left -= 1;
    }
  }

  /** A party as it is told: of those that are one, under the name of the lead where it has any record. */
  #candidate(lead: string, { number, score, why }: ScoredCandidate): MatchCandidate {
    const parties = (this.#joined.get(lead) ?? [number]).map((one) => this.#party(one));
    const [, , name] = parties.find(([key]) => key === lead) ?? parties.at(-1) ?? this.#party(number);
    const records = parties.reduce((sum, [, count]) => sum + Number(count), 0);
    return { key: lead, name, records, why, score };
  }
}

interface ScoredCandidate extends Likeness {
  number: number;
}

function judged(found: readonly MatchCandidate[]): Omit<MatchedName, 'row'> {
  const candidates = [...found].sort(
    (a, b) => b.score - a.score || b.records - a.records || (a.name < b.name ? -1 : 1) || (a.key < b.key ? -1 : 1),
  );
  const [best, second] = candidates;
  if (best === undefined || best.score < PROBABLE)
    return { sureness: 'NONE', candidates: candidates.slice(0, TOLD_NEAR) };
  const isSure = best.score >= SURE;
  const isAlone = best.score - (second?.score ?? 0) > (isSure ? APART.sure : APART.probable);
  const sureness: Sureness = isAlone ? (isSure ? 'SURE' : 'PROBABLE') : 'AMBIGUOUS';
  return { sureness, candidates: candidates.filter(({ score }) => score >= PROBABLE).slice(0, TOLD) };
}
