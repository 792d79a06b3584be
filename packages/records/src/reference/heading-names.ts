import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wordForms } from '../text/word-forms.js';

/** What traders call the goods of a heading, beside its label: names with commas, below the code. */
const NAMES = fileURLToPath(new URL('../../nomenclature/heading-names.tsv', import.meta.url));

const HEADER = 'code\tnames';

/** Reads the names of headings from the text of their file. */
export function parseHeadingNames(text: string): ReadonlyMap<string, readonly string[]> {
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== HEADER) throw new Error('the names of HS headings are not a file of codes and names');
  return new Map(
    lines.map((line) => {
      const [code = '', names = ''] = line.split('\t');
      return [code, names.split(', ')];
    }),
  );
}

export const HEADING_NAMES = parseHeadingNames(readFileSync(NAMES, 'utf8'));

/** Words as they are compared: without case and accents. */
export function comparedWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Words that join others, and name no goods. */
const JOINING = new Set('a an and as for from in of on or the to with de la y e para'.split(' '));

/** What a label says of several goods, one by one. */
const SEPARATOR = /[,;:()]| and | or | as /;

/** One name of a heading's goods: what they are stands at its end, as `filter` in `water filter`. */
type Name = readonly string[];

interface Heading {
  code: string;
  names: readonly Name[];
}

/** A word that ends what was typed says what is sought; those before it say which. */
const SOUGHT = 1.5;

/** What a name is worth of which only the words that say which kind are meant: `water` asks for no water filter. */
const OTHER_GOODS = 0.45;

/** What counts of a name is how much of it was typed: so much counts in any case. */
const ANY_PART = 0.4;

/** Headings that come next to the best are told, too: so much of its worth. */
const NEAR = 0.6;

/** Finds the headings of goods by what they are called. */
export class NamedHeadings {
  readonly #headings: readonly Heading[];
  /** The headings that have a word in one of their names. */
  readonly #of = new Map<string, Set<Heading>>();

  /** @param texts the nomenclature's, by code */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#headings = [...texts].flatMap(([code, text]) => {
      if (code.length !== 4) return [];
      const names = [...text.split(SEPARATOR), ...(HEADING_NAMES.get(code) ?? [])].map(goodsWords);
      return [{ code, names: names.filter((name) => name.length > 0) }];
    });
    for (const heading of this.#headings) for (const word of heading.names.flat()) this.#add(word, heading);
  }

  #add(word: string, heading: Heading): void {
    const headings = this.#of.get(word) ?? new Set();
    this.#of.set(word, headings.add(heading));
  }

  /** The headings that some words name, the best first; none where they name none. */
  find(typed: string): string[] {
    const sought = goodsWords(typed).map((word, at, all) => {
      const forms = wordForms(word);
      const headings = new Set(forms.flatMap((form) => [...(this.#of.get(form) ?? [])]));
      // A word that few headings have says more; one that none has says nothing.
      const rare = headings.size === 0 ? 0 : Math.log(1 + this.#headings.length / headings.size);
      return { forms, headings, weight: rare * (at === all.length - 1 ? SOUGHT : 1) };
    });
    const all = sought.reduce((sum, { weight }) => sum + weight, 0);
    const among = new Set(sought.flatMap(({ headings }) => [...headings]));
    const worth = [...among].map(({ code, names }) => {
      const best = Math.max(
        ...names.map((name) => {
          const has = (forms: readonly string[]) => forms.some((form) => name.includes(form));
          const meant = sought.filter(({ forms }) => has(forms));
          const said = meant.reduce((sum, { weight }) => sum + weight, 0) / all;
          const part = name.filter((word) => meant.some(({ forms }) => forms.includes(word))).length / name.length;
          const isGoods = meant.some(({ forms }) => forms.includes(name.at(-1) ?? ''));
          return said * (ANY_PART + (1 - ANY_PART) * part) * (isGoods ? 1 : OTHER_GOODS);
        }),
      );
      return { code, best };
    });
    const most = Math.max(0, ...worth.map(({ best }) => best));
    return worth
      .filter(({ best }) => best >= NEAR * most)
      .sort((a, b) => b.best - a.best || (a.code < b.code ? -1 : 1))
      .map(({ code }) => code);
  }
}

const goodsWords = (text: string): Name => [...new Set(comparedWords(text).filter((word) => !JOINING.has(word)))];
