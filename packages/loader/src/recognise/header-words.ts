import { SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { areBoxes, boxOf } from './boxes.js';
import { currenciesOf, isAnyDollar, withCurrencySigns } from './currency-words.js';
import { bareLetters } from './letters.js';
import { languagesOf, otherForm, partsOf, type Sense, senseIn, sensesOf, terms } from './terms.js';
import {
  type Concept,
  isEmptyWord,
  isUnspaced,
  LONGEST_PHRASE,
  PHRASE_MEANINGS,
  unspacedWords,
  VOCABULARY,
} from './vocabulary.js';

/** A header's words, by what they mean. */
export interface HeaderWords {
  concepts: ReadonlySet<Concept>;
  /** The numbers that it holds: `QUANTITY 2`, `HS6`. */
  numbers: readonly number[];
  /** Currencies that it names, dollars aside: `TOTAL VALUE MYR`; those that one name means with `|` between them. */
  currencies: readonly string[];
  /** Source countries that it names: `MALAYSIA_PORT`. */
  countries: readonly string[];
  /** Words that mean nothing here. */
  unknown: readonly string[];
}

/** A box of the single administrative document, behind what it holds: `Получатель (гр. 8)`. */
const BOX_BEHIND = /(?<=\p{L}.*)[\s([]+(box|case|casilla|campo|feld|графа|гр|gr)\.?\s*\d{1,2}[a-z]?\s*[)\]]?\s*$/iu;

/** The same before it: `Box 22 Invoice amount`. */
const NUMBERED_BOX =
  /^(box|case|casilla|casella|feld|campo|графа|гр\.?|gr\.?|hane|rubrique|pole|polje|поле)\s*\d{1,2}[a-z]?\b[\s._:/-]*(?=.*\p{L}{2})/iu;

/** A field of ASYCUDA's tables: what stands before the names of a declaration's fields and of its items', and how they write a name. */
const ASYCUDA = /^sad(?:itm|gen)?_(?=[a-z]{2})(\w*?)(?:_nam)?$/i;

/** The number of a form's box, before or after what it holds: `C58 MONEDA`, `600_VALOR`, `F600_VALOR`. */
const BOX = /^(?:f?600_)?(?:c?\d{1,3}(?:[\s._-]+|(?=[a-z]{3})))?(?=.*[a-z]{2})|[\s._-]c\d{1,3}$/gi;

function plain(text: string): string {
  return bareLetters(
    withCurrencySigns(text)
      .replace(/%/g, ' percent ')
      .replace(/[№#]|n[°º]/gi, ' number ')
      .replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2'),
  );
}

/** A header as lower-case words without accents, letters and digits apart. */
export function wordsOf(header: string): string[] {
  const text = plain(
    header
      .slice(0, LONGEST_HEADER)
      .replace(NUMBERED_BOX, '')
      .replace(BOX_BEHIND, '')
      .replace(ASYCUDA, (field, bare: string) => (/_nam$/i.test(field) ? `${bare}_name` : bare))
      .replace(BOX, ''),
  );
  return (
    text
      .replace(/(\p{L})(\d)/gu, '$1 $2')
      .replace(/(\d)(\p{L})/gu, '$1 $2')
      .match(/\p{L}+|\d+/gu) ?? []
  );
}

/** A country's own words: its names' longer parts, and what stands for them in headers. */
const COUNTRY_WORDS = new Map<string, string>([
  ...SOURCE_COUNTRIES.filter(({ shortcode }) => shortcode !== 'SEZ')
    .map(({ shortcode, name }) => [plain(name), shortcode] as const)
    .filter(([name]) => /^[a-z]{4,}$/.test(name)),
  ['indian', 'IND'],
  ['pak', 'PAK'],
  ['pakistani', 'PAK'],
  ['kenyan', 'KEN'],
  ['brasil', 'BRA'],
  ['peruvian', 'PER'],
  ['malaysian', 'MYS'],
  ['vietnamese', 'VNM'],
]);

const CURRENCY_CODES = new Set(
  Intl.supportedValuesOf('currency')
    .map((code) => code.toLowerCase())
    // Words of other meanings, and the dollar, which is a word of the vocabulary.
    .filter(
      (code) => !['usd', 'all', 'top', 'try', 'mad', 'bam', 'cup', 'sos', 'pen', 'rub', 'ron', 'lot'].includes(code),
    ),
);

/** Two letters that may be a part of words written without gaps. */
const SHORT_PARTS = new Set(['hs', 'id', 'no', 'cd', 'en', 'kg', 'of', 'de', 'bl', 'qt', 'in']);

/** Shortest beginning of a word that stands for it where a name was cut off. */
const CUT_OFF = 5;

/** Letters behind a common beginning in which two forms of a word differ at most. */
const ENDING = 3;

/** A shorter word is no form of another and is not made of several. */
const SHORTEST_DERIVED = 5;

/** Longest header that is read, and longest word in it that may be several without gaps or a misspelt one. */
const LONGEST_HEADER = 200;
const LONGEST_WORD = 40;

const WORDS = [...VOCABULARY.keys()];

const BY_BEGINNING = new Map<string, string[]>();
for (const word of WORDS) {
  const beginning = word.slice(0, CUT_OFF);
  BY_BEGINNING.set(beginning, [...(BY_BEGINNING.get(beginning) ?? []), word]);
}

const WORDS_BY_LENGTH = Array.from({ length: 32 }, (_, length) => WORDS.filter((word) => word.length === length));

function known(word: string): Concept | undefined {
  return (
    VOCABULARY.get(word) ??
    (word.endsWith('s') ? VOCABULARY.get(word.slice(0, -1)) : undefined) ??
    (word.endsWith('es') ? VOCABULARY.get(word.slice(0, -2)) : undefined)
  );
}

/** Words that were written without gaps, `totalvalueusd`, in as few parts as can be; the last may be cut off. */
function split(word: string): string[] | undefined {
  const best: ({ parts: string[]; cost: number } | undefined)[] = [{ parts: [], cost: 0 }];
  for (let end = 2; end <= word.length; end += 1) {
    for (let start = Math.max(0, end - 16); start <= end - 2; start += 1) {
      const before = best[start];
      if (before === undefined) continue;
      const part = word.slice(start, end);
      const cost = partCost(part, end === word.length);
      const total = before.cost + cost;
      if (total < (best[end]?.cost ?? Number.POSITIVE_INFINITY))
        best[end] = { parts: [...before.parts, part], cost: total };
    }
  }
  const found = best[word.length];
  return found && found.parts.length > 1 ? found.parts : undefined;
}

function partCost(part: string, last: boolean): number {
  if (part.length === 2) return SHORT_PARTS.has(part) ? 1.5 : Number.POSITIVE_INFINITY;
  if (VOCABULARY.has(part)) return part.length === 3 ? 1.2 : 1;
  if (CURRENCY_CODES.has(part)) return 1.6;
  if (last && completed(part) !== undefined) return 2;
  return Number.POSITIVE_INFINITY;
}

/** The word that a cut-off one begins. */
function completed(part: string): string | undefined {
  if (part.length < CUT_OFF) return undefined;
  const begun = BY_BEGINNING.get(part.slice(0, CUT_OFF));
  return begun?.find((word) => word.length > part.length && word.startsWith(part));
}

/** True when one letter more, less, other or swapped makes one word of the other. */
function nearly(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/** The word that a misspelt one means: one letter off, in words long enough for that to tell. */
function respelt(word: string): Concept | undefined {
  if (word.length < 6) return undefined;
  for (const length of [word.length, word.length - 1, word.length + 1]) {
    const found = WORDS_BY_LENGTH[length]?.find((candidate) => candidate.length >= 6 && nearly(word, candidate));
    if (found !== undefined) return VOCABULARY.get(found);
  }
  return undefined;
}

/** Particles between words that are written without gaps. */
const UNSPACED_FILLERS = new Set(
  ['的', '之', 'の', '及', '和', '地', '者', '別', '别', '名', 'ของ', 'และ', 'ตาม', 'ที่'].map((word) => plain(word)),
);

/** What one or more words mean, and whether that leaves a doubt. */
interface Meaning {
  concepts: readonly Concept[];
  doubtful: boolean;
}

const sure = (concepts: readonly Concept[]): Meaning => ({ concepts, doubtful: false });

const saysSomething = ({ concepts }: Sense) => concepts.length > 0;

/** Whether senses are of one meaning, of which some say more than others: `fob` and `fob value`. */
function sayTheSame([first, ...others]: readonly Sense[]): boolean {
  const has = ({ concepts }: Sense, within: Sense) => concepts.every((each) => within.concepts.includes(each));
  return first !== undefined && others.every((other) => has(first, other) || has(other, first));
}

/**
 * What a term means: in the file's languages first, then in the words that are common to all files, then in any language. There it is
 * doubtful where languages differ, or where the file is in others.
 */
function meaningOf(term: string, base: Concept | undefined, languages: readonly string[]): Meaning | undefined {
  if (languages[0] !== undefined && senseIn(languages[0], term)?.concepts.length === 0) return sure([]);
  const own = languages.flatMap((language) => senseIn(language, term) ?? []).filter(saysSomething);
  if (own[0] !== undefined) return { concepts: own[0].concepts, doubtful: !sayTheSame(own) };
  if (base !== undefined) return sure([base]);
  const all = sensesOf(term);
  const senses = all.filter(saysSomething);
  // What is said in several words of another language is said word by word in the file's.
  if (all.length === 0 || (languages.length > 0 && term.includes(' '))) return undefined;
  if (senses[0] === undefined) return sure([]);
  const isForeign = languages.length > 0 && senses.every(({ language }) => language !== 'en');
  return { concepts: senses[0].concepts, doubtful: isForeign || !sayTheSame(senses) };
}

class Reading {
  readonly concepts = new Set<Concept>();
  readonly numbers: number[] = [];
  readonly currencies: string[] = [];
  readonly countries: string[] = [];
  readonly unknown: string[] = [];

  constructor(private readonly languages: readonly string[]) {}

  /** Takes what a term means; one that leaves a doubt counts as a word that is not known, too. */
  mean(term: string, { concepts, doubtful }: Meaning): void {
    for (const concept of concepts) this.concepts.add(concept);
    if (doubtful) this.unknown.push(term);
  }

  word(word: string): void {
    if (/^\d+$/.test(word)) {
      if (word === '1000') this.concepts.add('thousand');
      else this.numbers.push(Number(word));
      return;
    }
    if (isUnspaced(word)) {
      for (const part of unspacedWords(word)) {
        for (const concept of part.concepts ?? []) this.concepts.add(concept);
        if (part.concepts === undefined && !UNSPACED_FILLERS.has(part.word)) this.unknown.push(part.word);
      }
      return;
    }
    // Whose dollars they are follows from the country.
    const dollars = currenciesOf(word);
    if (dollars !== undefined && isAnyDollar(dollars)) {
      this.currencies.push(dollars);
      return;
    }
    const meaning = this.#meaning(word) ?? (word.startsWith('ال') ? this.#meaning(word.slice(2)) : undefined);
    if (meaning !== undefined) this.mean(word, meaning);
    else if (word.length > 1 && !isEmptyWord(word)) this.#rare(word);
  }

  #meaning(word: string): Meaning | undefined {
    const base = known(word);
    if (word.length < 2 || (base === undefined && isEmptyWord(word))) return undefined;
    return meaningOf(word, base, this.languages);
  }

  /** What a word means that is another form of one of the file's languages, or is made of several of them. */
  #derived(word: string): Meaning | undefined {
    if (word.length < SHORTEST_DERIVED) return undefined;
    for (const language of this.languages) {
      const parts = partsOf(language, word);
      if (parts) return sure(parts.flatMap(({ concepts }) => concepts));
      const form = otherForm(language, word, ENDING);
      if (form) return sure(form.concepts);
    }
    return undefined;
  }

  #rare(word: string): void {
    const currency = CURRENCY_CODES.has(word) ? word.toUpperCase() : currenciesOf(word);
    const country = COUNTRY_WORDS.get(word);
    if (currency !== undefined) this.currencies.push(currency);
    else if (country !== undefined) this.countries.push(country);
    else if (word.length > LONGEST_WORD) this.unknown.push(word);
    else {
      const derived = this.#derived(word);
      if (derived) {
        this.mean(word, derived);
        return;
      }
      const respelling = respelt(word);
      const parts = respelling === undefined && word.length >= 6 ? split(word) : undefined;
      if (respelling !== undefined) this.concepts.add(respelling);
      else if (parts !== undefined) for (const part of parts) this.word(completedOrSame(part));
      else this.#unread(word);
    }
  }

  #unread(word: string): void {
    const whole = completed(word);
    const concept = whole && VOCABULARY.get(whole);
    if (concept) this.concepts.add(concept);
    else this.unknown.push(word);
  }
}

const completedOrSame = (part: string) => (known(part) === undefined ? (completed(part) ?? part) : part);

/** Reads one header by itself. */
export const readHeaderWords = (header: string): HeaderWords => read(wordsOf(header), []);

/** Reads a file's headers, each in the light of the others: the languages that they are in decide what a word means. */
export function readHeaders(headers: readonly string[]): HeaderWords[] {
  const words = headers.map(wordsOf);
  const languages = languagesOf(words);
  const boxes = areBoxes(headers);
  return headers.map((header, column) => (boxes ? readBox(header) : undefined) ?? read(words[column] ?? [], languages));
}

/** A part of a box may be anything that stands in it. */
function readBox(header: string): HeaderWords | undefined {
  const box = boxOf(header);
  if (box === undefined) return undefined;
  const unknown = box.isPart ? [header] : [];
  return { concepts: new Set(box.concepts), numbers: [], currencies: [], countries: [], unknown };
}

function read(words: readonly string[], languages: readonly string[]): HeaderWords {
  const reading = new Reading(languages);
  for (let index = 0; index < words.length; ) {
    const phrase = longestPhrase(words, index, languages);
    if (phrase === undefined) {
      reading.word(words[index] ?? '');
      index += 1;
    } else {
      reading.mean(phrase.term, phrase.meaning);
      index += phrase.length;
    }
  }
  return reading;
}

function longestPhrase(words: readonly string[], from: number, languages: readonly string[]) {
  const most = Math.max(LONGEST_PHRASE, terms().longest);
  for (let length = Math.min(most, words.length - from); length > 1; length -= 1) {
    const term = words.slice(from, from + length).join(' ');
    const meaning = meaningOf(term, PHRASE_MEANINGS.get(term), languages);
    if (meaning !== undefined) return { term, meaning, length };
  }
  return undefined;
}
