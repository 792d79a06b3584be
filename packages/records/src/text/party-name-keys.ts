/** By what the names of one party meet: the contract's rewritings (`party-names.ts` there) as SQL, and its hash. Decision 0034. */
import { createHash } from 'node:crypto';
import { PARTY_REWRITINGS, partyNameKey, type Rewriting } from '@tidewaiter/contract';
import type { Bindings } from '../engine/bindings.js';
import { quote } from '../engine/engine.js';
import { fold } from './normalise.js';
import { isPlain } from './plain-text.js';
import { sipHash64 } from './sip-hash.js';

/** One rewriting after another; what none of them changes is most of the work, so a plain text is replaced as such. */
export const rewritten = (text: string, rewritings: readonly Rewriting[] = PARTY_REWRITINGS) =>
  rewritings.reduce((rest, [expression, replacement]) => {
    if (/^[ &]$/.test(expression)) return `replaceAll(${rest}, ${quote(expression)}, ${quote(replacement)})`;
    return `replaceRegexpAll(${rest}, ${quote(expression)}, ${quote(replacement.replace(/\$(\d)/g, '\\$1'))})`;
  }, text);

/** Which rule keys are made by: another number for each that there ever was. */
export const PARTY_RULE = Number.parseInt(
  createHash('sha256')
    .update(rewritten(fold('name')))
    .digest('hex')
    .slice(0, 12),
  16,
);

/** Key under which the spellings of one party meet (`party-names.ts` of the contract); a name of signs alone is nobody's. */
export const partyKey = (name: string) => hashedKey(rewritten(fold(name)));

/**
 * A key as it is stored: 64 bits of its hash, 0 for no party. A third of the size of its text and several times as fast to
 * group by; two of a million parties meet by chance once in forty million portals (decision 0012).
 */
export function hashedKey(key: string): string {
  // The key is long to say: once.
  return `transform(sipHash64(${key}), [sipHash64('')], [toUInt64(0)])`;
}

/** What a name of which nothing is left is keyed by. */
export const NOBODY = '0';

/** The key of a plain name, in decimal digits; undefined where only the engine can tell it. */
export function plainPartyKey(name: string): string | undefined {
  if (!isPlain(name)) return undefined;
  const key = partyNameKey(name);
  return key === '' ? NOBODY : sipHash64(key);
}

/**
 * The key of a name that is bound. The rule is dozens of expressions, which the engine would read anew in each statement that asks for a
 * party: a plain name's key is made here, by the same rule. The hash too: around a bound text it took the engine 13 ms of 27.
 */
export function boundPartyKey(name: string, bindings: Bindings): string {
  const key = plainPartyKey(name);
  return key === undefined ? partyKey(bindings.string(name)) : bindings.key(key);
}

/** The keys of names that are bound, as a subquery of `key`: said once, however many there are, since the engine limits a statement's size. */
export function boundPartyKeys(names: readonly string[], bind: (texts: readonly string[]) => string): string {
  const [texts, key] = names.every(isPlain) ? [names.map(partyNameKey), hashedKey] : [names, partyKey];
  return `(SELECT ${key('value')} AS key FROM (SELECT arrayJoin(${bind(texts)}) AS value))`;
}
