/**
 * The one definition of how text is brought to a form in which it can be compared, as SQL over an expression. The loader
 * writes stored columns with it and the search compiler applies it to the bound value, so the two cannot drift apart.
 */

import { quote } from './engine/engine.js';

/**
 * Ignores case and accents. Letters that no decomposition reaches (ł, ø, đ …) are spelt out.
 *
 * @param then what is done with the folded text, given the letters that it may have
 */
function fold(text: string, then: (folded: string, letters: string) => string): string {
  // A file says the same many times, and each text that a block of rows holds is decomposed once.
  const decomposed = `removeDiacriticsUTF8(normalizeUTF8NFKCCasefold(toLowCardinality(${text})))`;
  const letters = `translateUTF8(${decomposed}, 'łøđðħŧı', 'loddhti')`;
  const ligatures = `replaceAll(replaceAll(replaceAll(${letters}, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;
  // Most customs text is plain ASCII, where lower-casing is all there is to do.
  return `if(isValidASCII(${text}), ${then(`lower(${text})`, 'a-z0-9')}, CAST(${then(ligatures, '\\\\pL\\\\pN')}, 'String'))`;
}

/** One space for every run of white space; few texts have any but single spaces. */
function squeeze(text: string): string {
  const runs = `multiSearchAny(${text}, ['  ', '\\t', '\\n', '\\f', '\\r'])`;
  return `trim(if(${runs}, replaceRegexpAll(${text}, '\\\\s+', ' '), ${text}))`;
}

/** Normalised text of a description: case, accents and runs of white space ignored; punctuation stays. */
export function descriptionText(text: string): string {
  return fold(text, squeeze);
}

/** Normalised text of a party's name: as a description's, and punctuation ignored (`Ha-Meem` is `hameem`). */
export function partyText(text: string): string {
  return fold(text, (folded, letters) => {
    const joined = ['-', '.', "'", '’', '`'].reduce((rest, sign) => `replaceAll(${rest}, ${quote(sign)}, '')`, folded);
    return `trim(replaceRegexpAll(${joined}, '[^${letters}]+', ' '))`;
  });
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
  // A file says a name many times: the forms are sought once for each that a block of rows holds.
  const opening = `replaceRegexpOne(toLowCardinality(${text}), '^((${OPENING_FORMS.join('|')}) )+', '')`;
  const bare = `replaceRegexpOne(${opening}, '( (${CLOSING_FORMS.join('|')}))+$', '')`;
  return `CAST(replaceAll(${bare}, ' ', ''), 'String')`;
}

/**
 * The key as it is stored: 64 bits of its hash, 0 for no party. A third of the size of its text and several times as fast to
 * group by; two of a million parties meet by chance once in forty million portals (decision 0012).
 *
 * @param text the party's normalised text ({@link partyText})
 */
export function partyKey(text: string): string {
  const key = partyKeyText(text);
  return `if(empty(${key}), toUInt64(0), sipHash64(${key}))`;
}
