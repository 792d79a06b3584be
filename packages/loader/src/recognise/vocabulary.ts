import { type Concept, mustBeConcept } from './concepts.js';
import { findCurrencies } from './currency-words.js';
import { bareLetters } from './letters.js';
import { readTable } from './tables.js';
import { findSenses, terms } from './terms.js';

export { type Concept, mustBeConcept } from './concepts.js';

/** Words that carry no meaning of their own in a header. */
const EMPTY = new Set(
  (
    'of the and or in on at to by for from with a an as de del la el los las le les du des da do das dos e y o en et au aux ' +
    'para com con sobre un una von der die das und zu im bei po na v s iz dan di yang ke ve ile cua theo va u l d ' +
    'gr eaes em which that is final int intl international text border frontera fronteira frontiere granitse sinir sinirdaki'
  ).split(' '),
);

/** Letters of scripts of which a header's words are found one after the other, since no gaps are between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
export const isUnspaced = (text: string) => UNSPACED.test(text.normalize('NFC'));

const SINGLE = new Map<string, Concept>();
const PHRASES = new Map<string, Concept>();

/** Words written without gaps (Chinese, Japanese, Thai), and what they mean: one sign may say two things, as "net weight". */
const UNSPACED_WORDS = new Map<string, Concept[]>();

/** The longest phrase has so many words. */
let longest = 1;

// Headers are read in lower case and without accents, and so are these words. One that holds gaps is a phrase, found before its parts.
for (const { concept: meant, words } of readTable('header-words.tsv', ['concept', 'words'], bareLetters)) {
  const concept = mustBeConcept(meant);
  for (const word of words.split(', ')) {
    if (isUnspaced(word)) {
      UNSPACED_WORDS.set(word, [...(UNSPACED_WORDS.get(word) ?? []), concept]);
      continue;
    }
    longest = Math.max(longest, word.split(' ').length);
    const terms = word.includes(' ') ? PHRASES : SINGLE;
    // A word means one thing only: the first that is written down.
    if (!terms.has(word)) terms.set(word, concept);
  }
}
const LONGEST_UNSPACED = Math.max(...[...UNSPACED_WORDS.keys()].map(({ length }) => length));

/** A word of such a script: what it means in all files, else in the language that has it; nothing where it is not known. */
interface UnspacedWord {
  word: string;
  concepts: readonly Concept[] | undefined;
}

function unspacedWord(word: string): UnspacedWord | undefined {
  const concepts = UNSPACED_WORDS.get(word) ?? findSenses(word)[0]?.concepts;
  return concepts === undefined && findCurrencies(word) === undefined ? undefined : { word, concepts };
}

/** What is written without gaps as its words, the longest first; what is not known stands together. */
export function unspacedWords(text: string): UnspacedWord[] {
  const words: UnspacedWord[] = [];
  const most = Math.max(LONGEST_UNSPACED, terms().longestUnspaced);
  let unknown = '';
  const endUnknown = () => {
    if (unknown !== '') words.push({ word: unknown, concepts: undefined });
    unknown = '';
  };
  for (let at = 0; at < text.length; ) {
    let word: UnspacedWord | undefined;
    for (let length = Math.min(most, text.length - at); length > 0 && word === undefined; length -= 1) {
      word = unspacedWord(text.slice(at, at + length));
    }
    if (word === undefined) unknown += text[at] ?? '';
    else {
      endUnknown();
      words.push(word);
    }
    at += word?.word.length ?? 1;
  }
  endUnknown();
  return words;
}

export const LONGEST_PHRASE = longest;

export const VOCABULARY: ReadonlyMap<string, Concept> = SINGLE;

/** The meaning of several words, joined by spaces. */
export const PHRASE_MEANINGS: ReadonlyMap<string, Concept> = PHRASES;

/** True for a word that says nothing by itself. */
export function isEmptyWord(word: string): boolean {
  return EMPTY.has(word);
}
