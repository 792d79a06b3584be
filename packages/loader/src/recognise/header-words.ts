import { NUMBER_WORDS, SOURCE_COUNTRIES } from '@tidewaiter/contract';
import {
  CURRENCY_CODES,
  currencyNamed,
  findCurrencies,
  isAnyDollar,
  LONGEST_NAME,
  withCurrencySigns,
  withPointedNames,
} from './currency-words.js';
import { bareLetters } from './letters.js';
import { detectLanguages, type Meaning, meaningAnywhere, meaningHere, meaningOfForm, terms } from './terms.js';
import { isInTonnes, withoutTonnes } from './tonnes.js';
import { type Concept, isEmptyWord, isUnspaced, LONGEST_PHRASE, PHRASE_MEANINGS, unspacedWords } from './vocabulary.js';
import { completed, completedOrSame, known, respelt, split } from './written-otherwise.js';

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

/** A box of the single administrative document, behind what it holds or before it: `Получатель (гр. 8)`, `Box 22 Invoice amount`. */
const BOX_BEHIND = /(?<=\p{L}.*)[\s([]+(box|case|casilla|campo|feld|графа|гр|gr)\.?\s*\d{1,2}[a-z]?\s*[)\]]?\s*$/iu;
const NUMBERED_BOX =
  /^(box|case|casilla|casella|feld|campo|графа|гр\.?|gr\.?|hane|rubrique|pole|polje|поле)\s*\d{1,2}[a-z]?\b[\s._:/-]*(?=.*\p{L}{2})/iu;

/** A field of ASYCUDA's older tables: what stands before the names of a declaration's fields and of its items', and how they write a name. */
const ASYCUDA = /^sad(?:itm|gen)?_(?=[a-z]{2})(\w*?)(?:_nam)?$/i;

/** The number of a form's box, before or after what it holds: `C58 MONEDA`, `600_VALOR`, `F600_VALOR`. */
const BOX = /^(?:f?600_)?(?:c?\d{1,3}(?:[\s._-]+|(?=[a-z]{3})))?(?=.*[a-z]{2})|[\s._-]c\d{1,3}$/gi;

function plain(text: string): string {
  return bareLetters(
    withCurrencySigns(text)
      .replace(/%/g, ' percent ')
      .replace(/[№#]|n[°º]/gi, ' number ')
      .replace(/(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{3})/gu, ' ')
      .replace(/(\p{Ll}{2})(\p{Lu})|(?<=\p{L})(\p{Ll})(\p{Lu}\p{Ll}{2})/gu, '$1$3 $2$4')
      // Amharic writes `of` in one with what follows.
      .replace(/(\p{Script=Ethiopic})(?=\p{Script=Latin})/gu, '$1 '),
  );
}

/** Letters with a point behind each are one word: `H.S. CODE`, `C.I.F`. */
const INITIALS = /(?<!\p{L})\p{L}(?:\.\p{L})+(?!\p{L})/gu;

/** A header as lower-case words without accents, letters and digits apart. */
export function splitWords(header: string): string[] {
  const text = plain(
    withPointedNames(header.slice(0, LONGEST_HEADER))
      .replace(INITIALS, (letters) => letters.replaceAll('.', ''))
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

/** The article in Arabic, with what is written in one with it: `بالدينار`, in dinars. */
const ARABIC_ARTICLE = /^(?:[بول]?ال|لل)(?=\p{L})/u;

/** Longest header that is read, and longest word in it that may be several without gaps or a misspelt one. */
const LONGEST_HEADER = 200;
const LONGEST_WORD = 40;

/** Particles between words that are written without gaps. */
const UNSPACED_FILLERS = new Set(
  ['的', '之', 'の', '及', '和', '地', '者', '別', '别', '名', 'ของ', 'และ', 'ตาม', 'ที่'].map((word) => plain(word)),
);

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
    if (concepts.includes('id') && NUMBER_WORDS.some((word) => term.split(' ').includes(word.toLowerCase())))
      this.concepts.add('taxid');
    if (doubtful) this.unknown.push(term);
  }

  word(word: string): void {
    if (/^\d+$/.test(word)) {
      if (word === '1000' || word === '000') this.concepts.add('thousand');
      else this.numbers.push(Number(word));
      return;
    }
    if (isUnspaced(word)) {
      for (const { word: part, concepts } of unspacedWords(word)) {
        const currency = findCurrencies(part);
        for (const concept of concepts ?? []) this.concepts.add(concept);
        if (concepts === undefined && currency !== undefined) this.currencies.push(currency);
        else if (concepts === undefined && !UNSPACED_FILLERS.has(part)) this.unknown.push(part);
      }
      return;
    }
    // Whose dollars they are follows from the country.
    const dollars = findCurrencies(word);
    if (dollars !== undefined && isAnyDollar(dollars)) {
      this.currencies.push(dollars);
      return;
    }
    const meaning = this.#here(word);
    const bare = word.replace(ARABIC_ARTICLE, '');
    if (meaning !== undefined) this.mean(word, meaning);
    else if (bare !== word && bare.length > 1) this.word(bare);
    else if (word.length > 1 && !isEmptyWord(word)) this.#rare(word);
  }

  #here(word: string): Meaning | undefined {
    const base = known(word);
    if (word.length < 2 || (base === undefined && isEmptyWord(word))) return undefined;
    return meaningHere(word, base, this.languages);
  }

  #rare(word: string): void {
    const currency = CURRENCY_CODES.has(word) ? word.toUpperCase() : findCurrencies(word);
    const country = COUNTRY_WORDS.get(word);
    if (currency !== undefined) this.currencies.push(currency);
    else if (country !== undefined) this.countries.push(country);
    else if (word.length > LONGEST_WORD) this.unknown.push(word);
    else {
      const meaning = meaningOfForm(word, this.languages) ?? meaningAnywhere(word, this.languages);
      if (meaning !== undefined) this.mean(word, meaning);
      else this.#writtenOtherwise(word);
    }
  }

  #writtenOtherwise(word: string): void {
    // An identifier is none of what it identifies: `exportid` is no misspelt `exportad`.
    const identified = /^(.{4,})id$/.exec(word)?.[1];
    const isId = identified !== undefined && known(identified) !== undefined;
    const respelling = isId ? undefined : respelt(word);
    const parts = isId ? [identified, 'id'] : respelling === undefined && word.length >= 6 ? split(word) : undefined;
    if (respelling !== undefined) this.concepts.add(respelling);
    else if (parts !== undefined) for (const part of parts) this.word(completedOrSame(part));
    else this.#unread(word);
  }

  #unread(word: string): void {
    const whole = completed(word);
    const concept = whole && known(whole);
    if (concept) this.concepts.add(concept);
    else this.unknown.push(word);
  }
}

/** Reads one header by itself. */
export const readHeaderWords = (header: string): HeaderWords => read(splitWords(header), []);

/** Reads a file's headers, each in the light of the others: the languages that they are in decide what a word means. */
export function readHeaders(headers: readonly string[]): HeaderWords[] {
  const words = headers.map(splitWords);
  const languages = detectLanguages(words);
  return headers.map((header, column) => readInTonnes(header, languages) ?? read(words[column] ?? [], languages));
}

const WEIGHED: readonly Concept[] = ['weight', 'net', 'gross', 'quantity', 'package'];
const PAID: readonly Concept[] = ['value', 'price', 'fob', 'cif', 'rate', 'per', 'tax', 'duty', 'freight'];

/** A weight or a quantity without what it is in; of anything else the same letters are another word, as meticais are. */
function readInTonnes(header: string, languages: readonly string[]): HeaderWords | undefined {
  if (!isInTonnes(header)) return undefined;
  const words = read(splitWords(withoutTonnes(header)), languages);
  const has = (any: readonly Concept[]) => any.some((concept) => words.concepts.has(concept));
  const isBare = words.concepts.size === 1 && has(['package', 'total']);
  if (!(isBare || has(WEIGHED)) || has(PAID)) return undefined;
  // What is net or gross in tonnes is a weight, and a volume of trade a quantity.
  const isWeight = has(['net', 'gross']);
  if (isBare) return { ...words, concepts: new Set(['quantity']) };
  return isWeight ? { ...words, concepts: new Set([...words.concepts, 'weight']) } : words;
}

function read(words: readonly string[], languages: readonly string[]): HeaderWords {
  const reading = new Reading(languages);
  for (let index = 0; index < words.length; ) {
    const phrase = longestPhrase(words, index, languages);
    const next = phrase ? [] : words.slice(index, index + LONGEST_NAME).map((word) => word.replace(ARABIC_ARTICLE, ''));
    const currency = currencyNamed(next);
    if (currency !== undefined) {
      reading.currencies.push(currency.code);
      index += currency.length;
    } else if (phrase === undefined) {
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
    // What is said in several words of another language is said word by word in the file's.
    const meaning =
      meaningHere(term, PHRASE_MEANINGS.get(term), languages) ??
      (languages.length === 0 ? meaningAnywhere(term, languages) : undefined);
    if (meaning !== undefined) return { term, meaning, length };
  }
  return undefined;
}
