/** What a name says, word by word, as names are compared. */
import { partyNameWords } from '@tidewaiter/contract';
import { consonants, hasKana, inLatin, isLatin, kanaInLatin } from './latin.js';
import { knownWord, withoutLongForm, withWordsApart, wordsOf } from './words.js';

/** A name that has been read. */
export interface ReadName {
  /** Its words as its key is made of them. */
  said: string;
  /** Its letters and its form, as the keys of parties are made. */
  key: string;
  /** Its words up to a form that stands within, known ones in one writing. */
  words: readonly string[];
  /** The same as they were written, in Latin letters. */
  written: readonly string[];
  /** What stands behind a form within: an address, mostly. */
  tail: readonly string[];
  /** Its legal form; that of limited companies in English is `ltd` where it was written. */
  form: string;
  /** Its words in one. */
  core: string;
  /** Its words with digits, and numbers in Roman letters. */
  numbers: string;
  /** Whether it was written in another script than the Latin one. */
  isForeign: boolean;
  /** Its consonants, word by word; made where scripts are compared. */
  consonants: readonly string[];
  /** All that was written, with its form: what was cut off may be a part of that. */
  whole: string;
  /** Whether it has a word that is not one of a trade or a place. */
  isDistinct: boolean;
}

/** Forms that may stand within a name, before an address; and those that are other words too, where a place follows. */
const FORM_WITHIN =
  /^(?:ltd|limited|gmbh|inc|incorporated|llc|llp|plc|corp|ag|bv|nv|spa|srl|sarl|sas|ltda|bhd|fze|fzco|kg|oy|oyj|aps|jsc|pjsc|kft|kk|sa|sadecv)$/;
const FORM_BEFORE_PLACE = /^(?:co|company|as|ab|sac|saa|zrt|lda)$/;

/** What belongs to a form before it. */
const BEFORE_FORM = /^(?:co|company|pvt|private|pte|pty|p|sdn|&co)$/;

const ONE_FORM: Readonly<Record<string, string>> = { limited: 'ltd', incorporated: 'inc', pjsc: 'jsc' };

/** Words that make another form of the one behind them. */
const OF_TWO_WORDS: Readonly<Record<string, string>> = { sdn: 'sdnbhd', pte: 'pte', pty: 'pty' };

const PLAIN_FORM = /\btnhh\b|(?:^|[^\p{L}])(?:ltd|limited|l\.t\.d|pvt|private|有限(?:责任|責任)?公司)[.)\s]*$/iu;

const NUMBER = /[0-9]|^(?:ii|iii|iv|vi|vii|viii|ix|xi|xii)$/;

/** Forms within a name whose letters stand apart. */
const SPACED_FORM = / [a-z] [a-z](?: |$)/;
const LETTERS_OF_FORM = /(?<= )(?:s a de c v|s p a|s r l|s a c|s a s|s a|b v|n v|l l c|a s|k k|l t d)(?= )/g;
const withFormsJoined = (text: string) =>
  (SPACED_FORM.test(text) ? text.replace(LETTERS_OF_FORM, (form) => form.replaceAll(' ', '')) : text).replace(
    ' sa de cv ',
    ' sadecv ',
  );

/** Where the form within some words stands; -1 where none does. */
function formWithin(words: readonly string[]): number {
  return words.findIndex((word, at) => {
    if (at === 0 || words.slice(0, at).join('').length < 2) return false;
    return (
      FORM_WITHIN.test(word) || (FORM_BEFORE_PLACE.test(word) && at < words.length - 1 && isPlaced(words.slice(at + 1)))
    );
  });
}

const isPlaced = (words: readonly string[]) => /^(?:address|city|country)$/.test(tailKind(words));

/**
 * Reads a name.
 *
 * @param said its words as the key of its party is made of them, where they are known
 */
export function readName(name: string, said?: string): ReadName {
  const isPlain = isLatin(name);
  const isForeign = !isPlain && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(name);
  const given =
    !isPlain && hasKana(name)
      ? partyNameWords(kanaInLatin(withWordsApart(name.normalize('NFKC'))))
      : (said ?? partyNameWords(name));
  const [body = '', endForm = ''] = given.split('|');
  const [rest, longForm] = withoutLongForm(body);
  const all = wordsOf(withFormsJoined(rest));
  const at = formWithin(all);
  let head = at < 0 ? all : all.slice(0, at);
  while (at >= 0 && head.length > 1 && BEFORE_FORM.test(head.at(-1) ?? '')) head = head.slice(0, -1);
  const within = at < 0 ? '' : (OF_TWO_WORDS[all[at - 1] ?? ''] ?? ONE_FORM[all[at] ?? ''] ?? all[at] ?? '');
  const behind = at < 0 ? [] : all.slice(at + 1).filter((word) => word !== '&co' && !FORM_WITHIN.test(word));
  const plain = PLAIN_FORM.test(name) ? 'ltd' : '';
  const written = head.map((word) => knownWord(word)?.word ?? inLatin(word)).filter(Boolean);
  const words = written.map((word) => knownWord(word)?.word ?? word);
  let bare: readonly string[] | undefined;
  let whole: string | undefined;
  return {
    said: body,
    key: `${body.replaceAll(' ', '')}|${endForm.replaceAll(' ', '')}`,
    words,
    written: isForeign ? written : head,
    tail: behind.map((word) => knownWord(word)?.word ?? inLatin(word)).filter(Boolean),
    form: endForm.replaceAll(' ', '') || longForm || within || plain,
    core: words.join(''),
    numbers: words.filter((word) => NUMBER.test(word)).join(' '),
    isForeign,
    get consonants() {
      bare ??= words.map((word) => (knownWord(word) ? word : consonants(word)));
      return bare;
    },
    isDistinct: words.some((word) => word.length > 1 && /^(?:address|none)$/.test(knownWord(word)?.kind ?? 'none')),
    get whole() {
      whole ??= name
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
      return whole;
    },
  };
}

/** What words behind a name say. */
export type TailKind = 'address' | 'city' | 'country' | 'part' | 'other';

export function tailKind(words: readonly string[]): TailKind {
  const kinds = words.map((word) => (NUMBER.test(word) ? 'number' : knownWord(word)?.kind));
  if (kinds.includes('part') || (words[0] === 'unit' && words.length <= 2)) return 'part';
  const isAddress = kinds.includes('address') && words.length > 1;
  if (isAddress || (kinds.includes('number') && words.length > 2)) return 'address';
  if (!kinds.every((kind) => kind === 'city' || kind === 'country')) return 'other';
  return kinds.includes('city') ? (kinds.includes('country') ? 'address' : 'city') : 'country';
}
