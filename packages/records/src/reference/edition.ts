import { comparedWords, NamedHeadings } from './heading-names.js';

/** Digits of the codes that have a text, the longest first. */
const LENGTHS = [6, 4, 2];

/** What says nothing without the line above it: a pattern of the engine, too. */
export const OTHERS = '^[^\\p{L}]*(?:others?|n\\.?e\\.?s\\.?o?\\.?i?\\.?)[^\\p{L}]*$';
const SAYS_NOTHING = new RegExp(OTHERS, 'iu');

/** What the HS nomenclature calls its codes, at one data version. */
export class Edition {
  /** Each code with its words, every one of them after a space. */
  #words: readonly (readonly [code: string, words: string])[] | undefined;
  #named: NamedHeadings | undefined;

  /** @param texts by code of two, four or six digits */
  constructor(readonly texts: ReadonlyMap<string, string>) {}

  /**
   * What tells an HS code from its neighbours: the text of its subheading, else what its source calls it, else the text of the longest
   * code of the nomenclature that it begins with; where it knows none, what the source says.
   *
   * @param own what a source calls exactly this code; empty where none does
   */
  describe(hsCode: string, own = ''): string | undefined {
    if (own !== '' && this.needsWords(hsCode) && !SAYS_NOTHING.test(own)) return own;
    for (const length of LENGTHS) {
      const text = hsCode.length < length ? undefined : this.texts.get(hsCode.slice(0, length));
      if (text !== undefined) return text;
    }
    return own === '' ? undefined : own;
  }

  /** Whether the nomenclature calls a code as it calls others of its heading. */
  needsWords(hsCode: string): boolean {
    return hsCode.length > 4 && !this.texts.has(hsCode.slice(0, 6));
  }

  /** The codes in whose text each of some words begins a word. */
  codesOf(typed: string): string[] {
    const sought = [...new Set(comparedWords(typed))];
    if (sought.length === 0) return [];
    this.#words ??= [...this.texts].map(([code, text]) => [code, ` ${comparedWords(text).join(' ')}`]);
    return this.#words.filter(([, words]) => sought.every((word) => words.includes(` ${word}`))).map(([code]) => code);
  }

  /** The headings of the goods that some words name, the likeliest first: also by what traders call them. */
  headingsOf(typed: string): string[] {
    this.#named ??= new NamedHeadings(this.texts);
    return this.#named.find(typed);
  }
}
