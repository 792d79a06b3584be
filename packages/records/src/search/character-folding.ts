import { z } from 'zod';
import { descriptionText, partyText } from '../normalise.js';
import type { Snapshot } from './snapshot.js';
import { characters, type Folding } from './traceable-text.js';

/** How a text is normalised: as a description, or as a party's name. */
export type TextKind = 'description' | 'party';

/** More characters than any script's texts use at once; a text made to hold more starts the collection anew. */
const KEPT = 20_000;

/**
 * What single characters become when they are normalised. The engine is asked, once for each character: the normalisation is
 * defined as its SQL (`normalise.ts`), and a second definition here would drift from it.
 */
export class CharacterFolding {
  #known = new Map<string, Record<TextKind, string>>();

  /** The folding of all characters that some texts hold. */
  async of(kind: TextKind, texts: Iterable<string>, reader: Pick<Snapshot, 'query'>): Promise<Folding> {
    const known = await this.#learn(texts, reader);
    return (character) => known.get(character)?.[kind] ?? '';
  }

  async #learn(
    texts: Iterable<string>,
    reader: Pick<Snapshot, 'query'>,
  ): Promise<ReadonlyMap<string, Record<TextKind, string>>> {
    const held = new Set<string>();
    for (const text of texts) for (const character of characters(text)) held.add(character);
    if (this.#known.size + held.size > KEPT) this.#known = new Map();
    const known = this.#known;
    const unknown = [...held].filter((character) => !known.has(character));
    if (unknown.length === 0) return known;
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
