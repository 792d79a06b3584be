/** How alike two names are, and by what. */
import { WORDS_AS_FORMS } from '@tidewaiter/contract';
import { distance } from 'fastest-levenshtein';
import { loosely } from './latin.js';
import { type ReadName, readName, tailKind } from './read-name.js';
import { knownWord, wordsOf } from './words.js';

/** In what two names of one company differ, or that their official numbers are the same, or are not. */
export type Difference =
  | 'number'
  | 'otherNumber'
  | 'spelling'
  | 'form'
  | 'abbreviation'
  | 'order'
  | 'address'
  | 'cut'
  | 'typing'
  | 'script'
  | 'words';

export interface Likeness {
  /** From 0 to 1: {@link SURE}, {@link PROBABLE} or only near. */
  score: number;
  why: readonly Difference[];
}

/** From here on two names are one company's. */
export const SURE = 0.95;
/** From here on they probably are. */
export const PROBABLE = 0.75;
/** Below this they are not even near. */
const NEAR = 0.4;

/** What is near and no more. */
const ONLY_NEAR = 0.7;

/** Forms that are written for one another where a name is translated. */
const AKIN = [
  ['kk', 'ltd', 'inc', 'corp'],
  ['llc', 'ltd', 'too', 'llp'],
  ['jsc', 'plc', 'ltd', 'sa', 'as'],
];

/** What remains of the score of two names with these forms. */
function formFactor(a: ReadName, b: ReadName): number {
  const isPlain = [a.form, b.form].every((form) => form === '' || form === 'ltd');
  if (a.form === b.form || isPlain) return 1;
  if (a.form === '' || b.form === '') return 0.985;
  const isTranslated =
    a.isForeign !== b.isForeign && AKIN.some((forms) => forms.includes(a.form) && forms.includes(b.form));
  return isTranslated ? 0.97 : ONLY_NEAR;
}

const sorted = (words: readonly string[]) => [...words].sort().join(' ');
const isTie = (word: string) => knownWord(word)?.kind === 'link';
const withoutTies = (words: readonly string[]) => words.filter((word) => !isTie(word));
const beginsWith = (words: readonly string[], begin: readonly string[]) =>
  begin.length < words.length && begin.every((word, at) => words[at] === word);
/** The countries that a name says, also where an address that its key leaves out does. */
const countriesOf = ({ whole }: ReadName) => {
  const known = wordsOf(whole).map(knownWord);
  return sorted([...new Set(known.flatMap((one) => (one?.kind === 'country' ? [one.word] : [])))]);
};

/** Two letters that changed places count as one change. */
function changes(a: string, b: string): number {
  const plain = distance(a, b);
  if (plain !== 2 || a.length !== b.length) return plain;
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2) ? 1 : 2;
}

/** Whether one word may be the other with a typing error: none where both are known, of a few letters, or have digits. */
function isMistyped(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || a[0] !== b[0] || /\d/.test(a + b) || (knownWord(a) && knownWord(b))) return false;
  // Another letter makes another word of a short one: a house is no horse.
  if (shorter < 7 && a.length === b.length && [...a].sort().join('') !== [...b].sort().join('')) return false;
  return changes(a, b) <= (shorter >= 9 ? 2 : 1);
}

function typingOf(a: ReadName, b: ReadName): Likeness | undefined {
  const [one, other] = [a.written.join(''), b.written.join('')];
  const size = Math.min(one.length, other.length);
  if (size < 6 || Math.abs(one.length - other.length) > 2) return undefined;
  // In a short name another letter makes another one.
  if (size < 8 && one.length === other.length && distance(one, other) === 1) return undefined;
  if (a.written.length === b.written.length) {
    const differing = a.written.flatMap((word, at) =>
      word === b.written[at] ? [] : [[word, b.written[at] ?? ''] as const],
    );
    if (differing.length > 2 || !differing.every(([word, mistyped]) => isMistyped(word, mistyped))) return undefined;
    const isLong =
      differing.length === 1 && differing.every(([word, mistyped]) => Math.min(word.length, mistyped.length) >= 7);
    return { score: isLong && size >= 12 ? 0.92 : size < 8 ? 0.8 : 0.86, why: ['typing'] };
  }
  // A space that is one too many or missing, beside an error.
  const most = size >= 12 ? 2 : 1;
  return size >= 10 && changes(one, other) <= most ? { score: 0.84, why: ['typing'] } : undefined;
}

/** Whether the letters of one go on where the other was cut off. */
function cutOf(a: ReadName, b: ReadName): Likeness | undefined {
  const [short, long] = a.whole.length < b.whole.length ? [a, b] : [b, a];
  const [cut, whole] = [short.whole, long.whole];
  if (!whole.startsWith(cut)) return undefined;
  const isInForm = short.form === '' && cut.length > long.said.length && cut.startsWith(long.said);
  const isLong = cut.length >= (whole[cut.length] === ' ' ? 28 : 14);
  if (!isInForm && !isLong) return undefined;
  // What goes on for words is less likely the same.
  const wordsLeft = whole.slice(cut.length).trim().split(' ').length - 1;
  return { score: (cut.length >= 20 ? 0.92 : 0.88) - Math.min(wordsLeft, 2) * 0.04, why: ['cut'] };
}

/** One name with an address or a place behind it that the other lacks. */
function addressOf(a: ReadName, b: ReadName, country: string | undefined): Likeness | undefined {
  const [short, long] = a.words.length < b.words.length ? [a, b] : [b, a];
  if (!beginsWith(long.words, short.words) || short.core.length < 4) return undefined;
  const behind = long.words.slice(short.words.length);
  switch (tailKind(behind)) {
    case 'address':
      return { score: 0.85, why: ['address'] };
    case 'city':
      return { score: 0.8, why: ['address'] };
    case 'country':
      // `X India` is another company than `X`, unless the list says that its X is the one in India.
      return { score: behind.includes(country ?? '') ? 0.8 : 0.65, why: ['address'] };
    default:
      // A branch or a plant, or other words of the name.
      return { score: 0.45 + (0.2 * short.core.length) / long.core.length, why: ['words'] };
  }
}

function scriptOf(a: ReadName, b: ReadName): Likeness | undefined {
  if (!a.isForeign && !b.isForeign) return undefined;
  const [one, other] = [loosely(a.core), loosely(b.core)];
  if (one === other) return { score: one.length >= 5 ? 0.96 : 0.85, why: ['script'] };
  const [first, second] = [withoutTies(a.consonants), withoutTies(b.consonants)];
  const isOneOrder = first.join('') === second.join('');
  if (!isOneOrder && sorted(first) !== sorted(second)) return undefined;
  const { length } = first.join('');
  const apart = distance(one, other) / Math.max(one.length, other.length);
  const isLikely =
    length >= 6 ||
    (length >= 4 && (apart <= 0.5 || !isOneOrder)) ||
    (length >= 3 && apart <= 0.4) ||
    (length >= 2 && apart <= 0.25);
  return { score: isLikely ? 0.82 : 0.7, why: isOneOrder ? ['script'] : ['script', 'order'] };
}

/** Whether the words of one are those of the other in short, or in another number: not only words of one meaning. */
function isAbbreviated(a: ReadName, b: ReadName): boolean {
  return a.written.every((word, at) => {
    const other = b.written[at] ?? '';
    return word === other || Math.min(word.length, other.length) <= 5 || word.slice(0, 6) === other.slice(0, 6);
  });
}

const initials = (words: readonly string[]) => words.filter((word) => word.length === 1).join('');

/** How alike the names are but for their forms. */
function bodiesOf(a: ReadName, b: ReadName, country: string | undefined): Likeness | undefined {
  if (a.core === b.core) {
    if (a.isForeign !== b.isForeign) return { score: 0.97, why: ['script'] };
    const isWritten = a.written.join('') === b.written.join('');
    if (isWritten) return { score: 0.99, why: ['spelling'] };
    return { score: isAbbreviated(a, b) ? 0.97 : 0.9, why: ['abbreviation'] };
  }
  const [first, second] = [withoutTies(a.words), withoutTies(b.words)];
  if (first.join('') === second.join('') && first.length > 0)
    return { score: initials(first) + initials(second) === '' ? 0.86 : ONLY_NEAR, why: ['words'] };
  if (first.length > 1 && first.length === second.length && sorted(first) === sorted(second)) {
    // Of two names with an `and` between them, the order is the name.
    const isOfTwo = [...a.words, ...b.words].some((word) => /^(?:&|y|e|et)$/.test(word));
    const isOneOrder = initials(first) === initials(second);
    return { score: isOneOrder && !isOfTwo ? 0.9 : ONLY_NEAR, why: ['order'] };
  }
  const differences = [scriptOf(a, b), typingOf(a, b), cutOf(a, b), addressOf(a, b, country)].filter(
    (one) => one !== undefined,
  );
  return differences.sort((one, other) => other.score - one.score)[0];
}

/** Whether the names say two countries, or the second one another than the list. */
function saysOtherPlace(a: ReadName, b: ReadName, country: string | undefined): boolean {
  const [here, there] = [countriesOf(a) || (country ?? ''), countriesOf(b)];
  return here !== there && here !== '' && there !== '';
}

/** What remains of the score of two names of which one has something behind its form that the other lacks. */
function tailFactor(a: ReadName, b: ReadName): number {
  const [one, other] = [a.tail, b.tail].filter((tail) => tail.length > 0).map(tailKind);
  if (one === 'part' || other === 'part') return ONLY_NEAR;
  if (other !== undefined) return one === 'address' && other === 'address' ? 0.88 : ONLY_NEAR;
  return one === 'other' ? 0.85 : 0.92;
}

/** A name with its first word as its form, where that is the other's form: an English word in front is one of nothing else. */
function withForm(name: ReadName, { form }: ReadName): ReadName {
  const [first = '', ...others] = name.form === '' && form !== '' ? name.said.split(' ') : [];
  return first === form && others.length > 0 && WORDS_AS_FORMS.has(first)
    ? readName(name.whole, `${others.join(' ')} |${form}`)
    : name;
}

/**
 * How alike two names are; undefined where they are not.
 *
 * @param country where the first one's company is, as `knownWord` has it
 */
export function likenessOf(one: ReadName, other: ReadName, country?: string): Likeness | undefined {
  const [a, b] = [withForm(one, other), withForm(other, one)];
  if (a.core === '' || b.core === '') return undefined;
  const isSame = a.key === b.key;
  const body: Likeness | undefined = isSame ? { score: 1, why: ['spelling'] } : bodiesOf(a, b, country);
  if (body === undefined) return undefined;
  const why = [...body.why];
  let { score } = body;
  if (!isSame) {
    const factor = formFactor(a, b);
    if (factor < 1) why.push('form');
    const hasOtherTail = a.tail.join(' ') !== b.tail.join(' ');
    if (hasOtherTail) why.push('address');
    score *= factor * (hasOtherTail ? tailFactor(a, b) : 1);
    const hasOtherNumbers = a.numbers !== b.numbers && !body.why.includes('address');
    if (hasOtherNumbers || saysOtherPlace(a, b, country)) score = Math.min(score, ONLY_NEAR);
  }
  // A word of a trade alone is nobody's name.
  if (![a, b].every(({ isDistinct }) => isDistinct) && (a.words.length < 2 || body.score < 0.9))
    score = Math.min(score, ONLY_NEAR);
  return score < NEAR ? undefined : { score, why: [...new Set(why)] };
}
