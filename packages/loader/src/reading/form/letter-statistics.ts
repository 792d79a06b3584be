/**
 * In which 8-bit encoding a text is: the one in which its words look most like words of a language. What they are held against are the names
 * of countries and languages that the runtime has in each (Unicode's CLDR), letter by letter.
 */
import iconv from 'iconv-lite';
import { readTable } from '../../recognise/tables.js';

const ENCODINGS = readTable('encodings.tsv', ['encoding', 'languages']).map(({ encoding, languages }) => ({
  encoding,
  languages: languages.split(' '),
}));

/** A text read in one encoding. */
interface Reading8Bit {
  encoding: string;
  /** Its words that are not of ASCII letters alone. */
  words: readonly string[];
}

export interface EncodingFinding extends Reading8Bit {
  /** The language of its words. */
  language: string;
  /** Another that reads the words otherwise and is nearly as likely. */
  rival?: Reading8Bit;
}

/** Words that are looked at; more say nothing new. */
const MOST_WORDS = 600;

/** A letter's part that a language never has, and what takes the place of counts that are too few to tell. */
const NEVER = Math.log(1e-5);
const UNSEEN = 0.0005;
const BACK_OFF = 3;
/** Letters that stand in no word with Latin ones. */
const OTHER_SCRIPT = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u;

/** Signs of print, which texts of any language have. */
const TYPOGRAPHIC = /[°ºª®™–—‘’“”•…€£§±²³½¼×µ´]/g;
const SIGN = Math.log(0.002);
/** Of these, those that stand in no word between two of its letters: `Udf°rsel`. */
const IN_WORD = /(?<=\p{L})[°ª™“”•€£§±²³½¼×](?=\p{Ll})/gu;
/** A small letter before a capital one in the same word. */
const MIXED_CASE = 4;

/** What each place further down the list of encodings takes away: the older ones are rare. */
const RARER = 0.6;

/** How far ahead the likeliest must be for each byte above ASCII, and for all of them, to be taken without a question. */
const AHEAD = 0.25;
const AHEAD_IN_ALL = 6;

/** Collects the runs of a text that hold bytes above ASCII, each once. */
export class HighRuns {
  readonly runs = new Map<string, Buffer>();

  get isFull(): boolean {
    return this.runs.size >= MOST_WORDS;
  }

  push(chunk: Buffer): void {
    let [from, high] = [0, false];
    for (let at = 0; at <= chunk.length && !this.isFull; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte > 0x7f) high = true;
      // Delimiters, digits and what ends a line; the second bytes of older encodings are none of these.
      if (byte > 0x3f || byte === 0x20) continue;
      if (high) {
        const run = Buffer.from(chunk.subarray(from, at));
        this.runs.set(run.toString('latin1').trim(), run);
      }
      [from, high] = [at + 1, false];
    }
  }
}

/** How often letters follow one another in a language. */
interface Language {
  name: string;
  pairs: ReadonlyMap<string, number>;
  letters: ReadonlyMap<string, number>;
  all: number;
}

const languages = new Map<string, Language>();

function readLanguage(name: string): Language {
  const known = languages.get(name) ?? learn(name);
  languages.set(name, known);
  return known;
}

const CAPITALS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
const REGIONS = CAPITALS.flatMap((first) => CAPITALS.map((second) => first + second));

function learn(name: string): Language {
  const pairs = new Map<string, number>();
  const letters = new Map<string, number>();
  const regions = new Intl.DisplayNames(name, { type: 'region', fallback: 'none' });
  const tongues = new Intl.DisplayNames(name, { type: 'language', fallback: 'none' });
  const texts = [
    ...REGIONS.map((code) => regions.of(code)),
    ...ENCODINGS.flatMap((each) => each.languages).map((code) => tongues.of(code)),
  ];
  for (const word of wordsIn(texts.join(' '))) {
    for (const [before, letter] of letterPairs(word, name)) {
      letters.set(before, (letters.get(before) ?? 0) + 1);
      pairs.set(before + letter, (pairs.get(before + letter) ?? 0) + 1);
    }
  }
  return { name, pairs, letters, all: [...letters.values()].reduce((sum, count) => sum + count, 0) };
}

const wordsIn = (text: string) => text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];

/** Each letter of a word with the one before it, and the word's end. */
function letterPairs(word: string, language: string): [string, string][] {
  const letters = [...`^${word.toLocaleLowerCase(language).normalize('NFC')}$`];
  return letters.slice(1).map((letter, at) => [letters[at] ?? '', letter]);
}

/** How likely pieces of a text are in a language, as a logarithm. Every sign counts, so that none is likelier for being no letter. */
function likelihood(pieces: readonly string[], language: Language): number {
  let sum = 0;
  for (const piece of pieces) {
    const signs = piece.match(TYPOGRAPHIC)?.length ?? 0;
    sum += NEVER * (piece.match(IN_WORD)?.length ?? 0);
    sum += SIGN * signs - MIXED_CASE * (piece.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0);
    if (/[a-z]/i.test(piece) && OTHER_SCRIPT.test(piece)) sum += NEVER;
    const word = piece.replace(TYPOGRAPHIC, '');
    if (word !== '')
      for (const [before, letter] of letterPairs(word, language.name)) sum += chance(before, letter, language);
  }
  return sum;
}

function chance(before: string, letter: string, { letters, pairs, all }: Language): number {
  const seen = letters.get(letter) ?? 0;
  if (seen === 0 && letter !== '$') return NEVER;
  const alone = (BACK_OFF * seen) / Math.max(1, all);
  const together = (pairs.get(before + letter) ?? 0) + alone + UNSEEN;
  return Math.log(together / ((letters.get(before) ?? 0) + BACK_OFF + UNSEEN));
}

/** What stands between ASCII signs and holds others. */
const nonAsciiPieces = (text: string) => text.split(/[\s!-@[-`{-\x7f]+/).filter((piece) => /[^\0-\x7f]/.test(piece));

/** Reads words in the encoding that makes them likeliest; undefined where none can read them. */
export function encodingByLetters({ runs }: HighRuns): EncodingFinding | undefined {
  const bytes = Buffer.concat([...runs.values()].flatMap((run) => [run, Buffer.from('\n')]));
  const high = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  const candidates = ENCODINGS.flatMap(({ encoding, languages: tongues }) => {
    const text = iconv.decode(bytes, encoding);
    if (text.includes('\ufffd')) return [];
    const words = nonAsciiPieces(text);
    const [likeliest] = tongues
      .map((language) => ({ language, by: likelihood(words, readLanguage(language)) }))
      .sort((a, b) => b.by - a.by);
    if (likeliest === undefined) return [];
    const score = likeliest.by - RARER * encodingRank({ encoding });
    return [{ encoding, text, words, score, language: likeliest.language }];
  }).sort((a, b) => b.score - a.score);
  const [best] = candidates;
  if (best === undefined || high === 0) return undefined;
  // Encodings that read the text alike are one; of them the likelier is named first.
  const first =
    candidates.filter(({ text }) => text === best.text).sort((a, b) => encodingRank(a) - encodingRank(b))[0] ?? best;
  const rival = candidates.find(({ text }) => text !== best.text);
  const ahead = rival === undefined ? Number.POSITIVE_INFINITY : best.score - rival.score;
  const isSure = ahead >= Math.max(AHEAD * high, AHEAD_IN_ALL);
  const { encoding, words, language } = first;
  return { encoding, words, language, ...(!isSure && rival && { rival }) };
}

/** Whether a text is letters of a language, all small or all capital, and nothing else. */
export function isInLanguage(language: string, text: string): boolean {
  const { letters } = readLanguage(language);
  const small = text.toLocaleLowerCase(language);
  return [...small].every((letter) => letters.has(letter)) && [small, text.toLocaleUpperCase(language)].includes(text);
}

const encodingRank = ({ encoding }: Pick<Reading8Bit, 'encoding'>) =>
  ENCODINGS.findIndex((each) => each.encoding === encoding);
