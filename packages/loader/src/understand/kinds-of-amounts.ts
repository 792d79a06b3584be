import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';

/** What a currency may be of; amounts of the same are the ones that it belongs to. */
const KINDS: Readonly<Record<'invoice' | 'customs', readonly Concept[]>> = {
  invoice: ['invoice', 'contract', 'transaction', 'foreigncurrency'],
  customs: ['assessed', 'customs', 'statistical', 'taxable', 'local'],
};
export type Kind = keyof typeof KINDS;

/** Whether the seller named an amount or the customs did; undefined where its name says neither. */
export function kindOf(words: HeaderWords | undefined): Kind | undefined {
  const has = (kind: Kind) => KINDS[kind].some((concept) => words?.concepts.has(concept));
  return has('invoice') ? 'invoice' : has('customs') ? 'customs' : undefined;
}
