/** What words of the terms mean in a file, whose languages say which of their meanings it is. */
import type { Concept } from './concepts.js';
import { otherForm, type Sense, senseIn, sensesOf } from './terms.js';

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
  const all = sensesOf(term);
  const senses = all.filter(saysSomething);
  if (senses[0] === undefined) return all.length > 0 ? sure([]) : undefined;
  const isForeign = languages.length > 0 && senses.every(({ language }) => language !== ENGLISH);
  return { concepts: senses[0].concepts, doubtful: isForeign || !sayTheSame(senses) };
}
