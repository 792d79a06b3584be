/**
 * Normalised text that knows where it came from: a match in it is told as a part of the original. Linear in the text, whatever
 * it holds.
 */

const ASCII = /^[\0-\x7f]*$/;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The pieces of a text that normalise by themselves: what a reader takes for one character, with its accents. Only whole ones
 * can be pointed at.
 */
export function characters(text: string): Iterable<string> {
  if (ASCII.test(text)) return text;
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** What a character of a text becomes when it is normalised: `''` is dropped, runs of spaces become one. */
export type Folding = (character: string) => string;

export class TraceableText {
  /** Normalised: squeezed, and without white space at either end. */
  readonly text: string;
  readonly #original: string;
  /** For each code unit of the normalised text, where its character begins and ends in the original. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  constructor(original: string, fold: Folding) {
    this.#original = original;
    let text = '';
    let at = 0;
    let space = false;
    for (const character of characters(original)) {
      for (const unit of fold(character).split('')) {
        if (unit === ' ') {
          space = text !== '';
          continue;
        }
        if (space) {
          // Between two words the space stands for all that lies there.
          this.#from.push(this.#to.at(-1) ?? 0);
          this.#to.push(at);
          text += ' ';
          space = false;
        }
        this.#from.push(at);
        this.#to.push(at + character.length);
        text += unit;
      }
      at += character.length;
    }
    this.text = text;
  }

  /** The part of the original in which a normalised text first occurs, or undefined. */
  find(normalised: string): string | undefined {
    const at = normalised === '' ? -1 : this.text.indexOf(normalised);
    if (at < 0) return undefined;
    return this.#original.slice(this.#from[at], this.#to[at + normalised.length - 1]);
  }
}
