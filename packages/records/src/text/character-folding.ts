import { z } from 'zod';
import type { StatementReader } from '../engine/engine.js';
import { descriptionText, partyText } from './normalise.js';

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

  /**
   * The part of the original in which a normalised text first occurs, or undefined.
   *
   * @param place where it does, below zero where nowhere; anywhere unless said otherwise
   */
  find(normalised: string, place = (text: string, part: string) => text.indexOf(part)): string | undefined {
    const at = normalised === '' ? -1 : place(this.text, normalised);
    if (at < 0) return undefined;
    return this.#original.slice(this.#from[at], this.#to[at + normalised.length - 1]);
  }
}

/** How a text is normalised: as a description, or as a party's name. */
export type TextKind = 'description' | 'party';

/** More characters than any script's texts use at once; a text made to hold more starts the collection anew. */
const KEPT = 20_000;

const from = (first: number, last: number) =>
  Array.from({ length: last + 1 - first }, (_, index) => String.fromCodePoint(first + index));

/** Characters of texts in Latin letters, those of Vietnamese too, in Greek and in Cyrillic. */
const USUAL = [...from(0x20, 0x24f), ...from(0x386, 0x45f), ...from(0x1e00, 0x1eff)];

/**
 * What single characters become when they are normalised. The engine is asked, once for each character: the normalisation is
 * defined as its SQL (`normalise.ts`), and a second definition here would drift from it.
 */
export class CharacterFolding {
  #known = new Map<string, Record<TextKind, string>>();

  /** The folding of all characters that some texts hold. */
  async of(kind: TextKind, texts: Iterable<string>, reader: StatementReader): Promise<Folding> {
    const known = await this.#learn(texts, reader);
    return (character) => known.get(character)?.[kind] ?? '';
  }

  async #learn(
    texts: Iterable<string>,
    reader: StatementReader,
  ): Promise<ReadonlyMap<string, Record<TextKind, string>>> {
    const held = new Set<string>();
    for (const text of texts) for (const character of characters(text)) held.add(character);
    if (this.#known.size + held.size > KEPT) this.#known = new Map();
    const known = this.#known;
    const unknown = [...held].filter((character) => !known.has(character));
    if (unknown.length === 0) return known;
    // What most texts are of is learned at once, so that not every other text has a letter to ask for.
    if (known.size === 0) unknown.push(...USUAL.filter((character) => !held.has(character)));
    // Between two letters, where nothing is trimmed: white space keeps to itself.
    const rows = await reader.query({
      name: 'character-folding',
      sql: `SELECT character, ${descriptionText('held')}, ${partyText('held')}
        FROM (SELECT arrayJoin({characters:Array(String)}) AS character, concat('x', character, 'x') AS held)`,
      parameters: { characters: unknown },
      row: z.tuple([z.string(), z.string(), z.string()]),
      lane: 'short',
    });
    for (const [character, description, party] of rows) {
      known.set(character, { description: description.slice(1, -1), party: party.slice(1, -1) });
    }
    return known;
  }
}
