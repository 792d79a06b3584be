/**
 * Words of customs headers by language (`vocabulary/terms/*.tsv`, a file a language): what each means there, of which one word may
 * say several things at once, as `Ursprungsland` says country and origin. `-` stands before words that say nothing.
 */
import { type Concept, mustBeConcept } from './concepts.js';
import { bareLetters } from './letters.js';
import { namesOfTables, readTable } from './tables.js';

/** What a word or a phrase means in one language. */
export interface Sense {
  language: string;
  concepts: readonly Concept[];
}

interface Terms {
  senses: ReadonlyMap<string, readonly Sense[]>;
  /** Each language's words, as they stand in its table. */
  wordsOf: ReadonlyMap<string, readonly string[]>;
  /** Words of the longest phrase, and letters of the longest word of a script without gaps. */
  longest: number;
  longestUnspaced: number;
}

/** Scripts that may have no gaps between words are from Thai on. */
const FIRST_UNSPACED = '\u0e00';

function readTerms(): Terms {
  const senses = new Map<string, Sense[]>();
  const wordsOf = new Map<string, string[]>();
  let [longest, longestUnspaced] = [1, 1];
  for (const file of namesOfTables('terms')) {
    const language = file.replace(/^.*\/|\.tsv$/g, '');
    const own: string[] = [];
    wordsOf.set(language, own);
    for (const { means, words } of readTable(file, ['means', 'words'], bareLetters)) {
      const sense: Sense = { language, concepts: means === '-' ? [] : means.split(' ').map(mustBeConcept) };
      for (const word of words.split(', ')) {
        own.push(word);
        const others = senses.get(word);
        if (others === undefined) senses.set(word, [sense]);
        // A word means one thing in a language: the first that is written down.
        else if (others.at(-1)?.language !== language) others.push(sense);
        if (word.includes(' ')) longest = Math.max(longest, word.split(' ').length);
        if (word >= FIRST_UNSPACED) longestUnspaced = Math.max(longestUnspaced, word.length);
      }
    }
  }
  return { senses, wordsOf, longest, longestUnspaced };
}

let read: Terms | undefined;

/** Read when the first header is, so that nothing that starts waits for it. */
export function terms(): Terms {
  read ??= readTerms();
  return read;
}

export const findSenses = (word: string): readonly Sense[] => terms().senses.get(word) ?? [];

const senseIn = (language: string, word: string): Sense | undefined =>
  terms()
    .senses.get(word)
    ?.find((sense) => sense.language === language);

/** A beginning of so many letters is compared at least. */
const BEGINNING = 4;

/** Share of the longer of two forms of a word that they have alike. */
const LEAST_SHARED = 0.65;

/** The words of a language by how they begin, made when a file of that language is first read. */
const BEGINNINGS = new Map<string, Map<string, string[]>>();

function indexBeginnings(language: string): Map<string, string[]> {
  const made = BEGINNINGS.get(language);
  if (made) return made;
  const beginnings = new Map<string, string[]>();
  for (const word of terms().wordsOf.get(language) ?? []) {
    if (word.length < BEGINNING || word.includes(' ')) continue;
    const beginning = word.slice(0, BEGINNING);
    beginnings.set(beginning, [...(beginnings.get(beginning) ?? []), word]);
  }
  BEGINNINGS.set(language, beginnings);
  return beginnings;
}

/**
 * What a word in another form of its ending means: `towarowego` as `towarowy`, which differ in so many letters behind what they share
 * at most. Nothing where two words are as near.
 */
function otherForm(language: string, word: string, ending: number): Sense | undefined {
  let best = { endings: Number.POSITIVE_INFINITY, senses: new Set<Sense>() };
  for (const known of indexBeginnings(language).get(word.slice(0, BEGINNING)) ?? []) {
    let same = BEGINNING;
    while (same < word.length && word[same] === known[same]) same += 1;
    if (word.length - same > ending || known.length - same > ending) continue;
    if (same < LEAST_SHARED * Math.max(word.length, known.length)) continue;
    const endings = word.length + known.length - 2 * same;
    const sense = senseIn(language, known);
    if (sense === undefined || endings > best.endings) continue;
    if (endings < best.endings) best = { endings, senses: new Set() };
    best.senses.add(sense);
  }
  const [sense, ...more] = best.senses;
  return more.length === 0 ? sense : undefined;
}

/** Least that speaks for a language, and the share of the likeliest one's evidence from which another is one of the file's, too. */
const LEAST_EVIDENCE = 1.5;
const ALSO = 0.6;

/** The languages that a file's headers are in, by their words, the likeliest first; none where little tells. */
export function detectLanguages(headers: readonly (readonly string[])[]): string[] {
  const evidence = new Map<string, number>();
  const seen = new Set<string>();
  const { longest } = terms();
  const count = (term: string) => {
    if (seen.has(term)) return;
    seen.add(term);
    const senses = findSenses(term);
    // A word of many languages tells little of which one it is.
    for (const { language } of senses) evidence.set(language, (evidence.get(language) ?? 0) + 1 / senses.length);
  };
  for (const words of headers) {
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + longest); to += 1) {
        const term = words.slice(from, to).join(' ');
        if (term.length > 1) count(term);
      }
    }
  }
  const ranked = [...evidence].sort(([, a], [, b]) => b - a);
  const [, most = 0] = ranked[0] ?? [];
  if (most < LEAST_EVIDENCE) return [];
  return ranked.filter(([, each]) => each >= ALSO * most).map(([language]) => language);
}

/** Known wherever a file is from; its words have few other forms, so what looks like one is a misspelt word. */
const ENGLISH = 'en';

/** Letters behind a common beginning in which two forms of a word differ at most. */
const ENDING = 3;

/** A shorter word is no form of another. */
const SHORTEST_DERIVED = 5;

/** What one or more words mean, and whether that leaves a doubt. */
export interface Meaning {
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

/** What a term means in the file's languages, else in the words that are common to all files. */
export function meaningHere(
  term: string,
  base: Concept | undefined,
  languages: readonly string[],
): Meaning | undefined {
  if (languages[0] !== undefined && senseIn(languages[0], term)?.concepts.length === 0) return sure([]);
  const own = languages.flatMap((language) => senseIn(language, term) ?? []).filter(saysSomething);
  if (own[0] !== undefined) return { concepts: own[0].concepts, doubtful: !sayTheSame(own) };
  return base && sure([base]);
}

/** What a word means that is another form of one of the file's languages. */
export function meaningOfForm(word: string, languages: readonly string[]): Meaning | undefined {
  if (word.length < SHORTEST_DERIVED) return undefined;
  for (const language of languages) {
    const form = language === ENGLISH ? undefined : otherForm(language, word, ENDING);
    if (form) return sure(form.concepts);
  }
  return undefined;
}

/** What a term means in any language: doubtful where they differ, or where the file is in others. */
export function meaningAnywhere(term: string, languages: readonly string[]): Meaning | undefined {
  const all = findSenses(term);
  const senses = all.filter(saysSomething);
  if (senses[0] === undefined) return all.length > 0 ? sure([]) : undefined;
  const isForeign = languages.length > 0 && senses.every(({ language }) => language !== ENGLISH);
  return { concepts: senses[0].concepts, doubtful: isForeign || !sayTheSame(senses) };
}
