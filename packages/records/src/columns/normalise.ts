/**
 * What `normalise.ts` says of a text, said for whole columns: several times the SQL, and a fraction of the time for each row. A test
 * holds the two against each other.
 */
import { createHash } from 'node:crypto';
import { DOUBLE_LETTERS, PARTY_REWRITINGS, partyNameKey, STROKED_LETTERS } from '@tidewaiter/contract';
import type { Bindings } from '../engine/bindings.js';
import { quote } from '../engine/engine.js';
import { sipHash64 } from './sip-hash.js';

/**
 * The definition of how text is brought to a form in which it can be compared, as SQL over an expression. The search compiler
 * applies it to bound values; stored columns are written by the same thing, said for whole columns (the columns below).
 */

/** Ignores case and accents. Letters that no decomposition reaches (ł, ø, đ …) are spelt out. */
function foldLetters(text: string): string {
  const decomposed = `removeDiacriticsUTF8(normalizeUTF8NFKCCasefold(${text}))`;
  const letters = `translateUTF8(${decomposed}, ${quote(STROKED_LETTERS.from)}, ${quote(STROKED_LETTERS.to)})`;
  return Object.entries(DOUBLE_LETTERS).reduce(
    (text, [letter, two]) => `replaceAll(${text}, ${quote(letter)}, ${quote(two)})`,
    letters,
  );
}

function fold(text: string): string {
  // Most customs text is plain ASCII, where lower-casing is all there is to do.
  return `if(isValidASCII(${text}), lower(${text}), ${foldLetters(text)})`;
}

function squeeze(text: string): string {
  return `trim(replaceRegexpAll(${text}, '\\\\s+', ' '))`;
}

/** Normalised text of a description: case, accents and runs of white space ignored; punctuation stays. */
export function descriptionText(text: string): string {
  return squeeze(fold(text));
}

/** Normalised text of a party's name: as a description's, and punctuation ignored (`Ha-Meem` is `hameem`). */
export function partyText(text: string): string {
  const joined = `replaceRegexpAll(${fold(text)}, '[-.\\'’\`]+', '')`;
  return squeeze(`replaceRegexpAll(${joined}, '[^\\\\pL\\\\pN]+', ' ')`);
}

/** One rewriting after another; what none of them changes is most of the work, so a plain text is replaced as such. */
const rewritten = (text: string) =>
  PARTY_REWRITINGS.reduce((rest, [expression, replacement]) => {
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
function hashedKey(key: string): string {
  // The key is long to say: once.
  return `transform(sipHash64(${key}), [sipHash64('')], [toUInt64(0)])`;
}

/** What a name of which nothing is left is keyed by. */
export const NOBODY = '0';

/** A name that has the same letters to the engine as here, whatever version of Unicode either knows. */
const isPlain = (name: string) => /^[ -~]*$/.test(name);

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

/** What is read as white space, but for a single space. */
const RUNS = ['  ', '\\t', '\\n', '\\f', '\\r'];

/** Signs in a party's name that join what they stand between. */
const JOINING = ['-', '.', "'", '’', '`'];

/**
 * Folds a column's texts. Those that are not plain ASCII are decomposed once for each that a block of rows holds: files say the
 * same many times.
 *
 * @param then what is done with a folded text, given the letters that it may have
 */
function folded(column: string, then: (text: string, letters: string) => string): string {
  const decomposed = then(foldLetters(`toLowCardinality(${column})`), '\\\\pL\\\\pN');
  return `if(isValidASCII(${column}), ${then(`lower(${column})`, 'a-z0-9')}, CAST(${decomposed}, 'String'))`;
}

/** Normalised texts of descriptions. Few have any white space but single spaces. */
export function descriptionTexts(column: string): string {
  return folded(column, (text) => {
    const runs = `multiSearchAny(${text}, [${RUNS.map((run) => `'${run}'`).join(', ')}])`;
    return `trim(if(${runs}, replaceRegexpAll(${text}, '\\\\s+', ' '), ${text}))`;
  });
}

/** Normalised texts of parties' names. */
export function partyTexts(column: string): string {
  return folded(column, (text, letters) => {
    const joined = JOINING.reduce((rest, sign) => `replaceAll(${rest}, ${quote(sign)}, '')`, text);
    return `trim(replaceRegexpAll(${joined}, '[^${letters}]+', ' '))`;
  });
}

/** Keys of parties' names: each is rewritten once for each block of rows that holds it. */
export function partyKeys(column: string): string {
  const small = `if(isValidASCII(${column}), lower(${column}), CAST(${foldLetters(`toLowCardinality(${column})`)}, 'String'))`;
  return hashedKey(`CAST(${rewritten(`toLowCardinality(${small})`)}, 'String')`);
}
