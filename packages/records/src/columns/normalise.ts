/**
 * What `normalise.ts` says of a text, said for whole columns: several times the SQL, and a fraction of the time for each row. A test
 * holds the two against each other.
 */
import { quote } from '../engine/engine.js';

/**
 * The definition of how text is brought to a form in which it can be compared, as SQL over an expression. The search compiler
 * applies it to bound values; stored columns are written by the same thing, said for whole columns (the columns below).
 */

/** Ignores case and accents. Letters that no decomposition reaches (ł, ø, đ …) are spelt out. */
function foldLetters(text: string): string {
  const decomposed = `removeDiacriticsUTF8(normalizeUTF8NFKCCasefold(${text}))`;
  const letters = `translateUTF8(${decomposed}, 'łøđðħŧı', 'loddhti')`;
  return `replaceAll(replaceAll(replaceAll(${letters}, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;
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

/** Legal forms that close a name, after punctuation is gone (`S.A. de C.V.` reads `sa de cv`). */
const CLOSING_FORMS = (
  'ltd limited ltda limitada lda pvt private pte pty plc llc llp lp inc incorporated corp corporation co company cia ' +
  'compania gmbh mbh ag kg kgaa ohg ug sa sas sasu sarl sarlu srl spa snc sl slu sac saa sab cv de eirl eireli me epp nv bv bvba ' +
  'ab as asa oy oyj aps sdn bhd berhad jsc ojsc cjsc pjsc ooo oao zao too tbk kk doo dd ood eood kft zrt sro zoo sp z o ' +
  'sti sirketi sanayi ticaret ve san tic anonim fze fzc fzco fzllc wll est establishment'
).split(' ');

/** Legal forms that open a name. */
const OPENING_FORMS = ['pt', 'cv', 'ooo', 'oao', 'zao', 'too', 'jsc', 'ms', 'm s', 'cong ty', 'tnhh', 'co phan', 'cp'];

/**
 * Key under which the spellings of one party meet: its normalised text without legal forms and without spaces, so that
 * `Ha-Meem Denim Ltd.`, `HAMEEM DENIM LIMITED` and `HA MEEM DENIM` are one. A name that is nothing but legal forms keeps
 * its text.
 *
 * @param text the party's normalised text ({@link partyText})
 */
function partyKeyText(text: string): string {
  const opening = `replaceRegexpOne(${text}, '^((${OPENING_FORMS.join('|')}) )+', '')`;
  const bare = `replaceRegexpOne(${opening}, '( (${CLOSING_FORMS.join('|')}))+$', '')`;
  return `replaceAll(${bare}, ' ', '')`;
}

/** A party's key, given its normalised text ({@link partyText}). */
export const partyKey = (text: string) => hashedKey(partyKeyText(text));

/**
 * A key as it is stored: 64 bits of its hash, 0 for no party. A third of the size of its text and several times as fast to
 * group by; two of a million parties meet by chance once in forty million portals (decision 0012).
 */
function hashedKey(key: string): string {
  return `if(empty(${key}), toUInt64(0), sipHash64(${key}))`;
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

/** Keys of parties, given their normalised texts: the forms are sought once for each text that a block of rows holds. */
export function partyKeys(texts: string): string {
  return hashedKey(`CAST(${partyKeyText(`toLowCardinality(${texts})`)}, 'String')`);
}
