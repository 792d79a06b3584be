/**
 * When two names are one party's: they come to the same after these rewritings. Said as data, since the engine applies them to
 * columns of records as SQL, and contacts are compared in the portal; the expressions mean the same in RE2 and in JavaScript.
 */

import { anyOf, expressionsOf, inFront, type Rewriting, rewritten, SIGNS_OF_NAMES } from './names-in-files.js';
import {
  ADDRESS_STARTS,
  ADDRESS_WORDS,
  COUNTRIES_AT_THE_END,
  CUT_FORMS,
  FORMS_OF_WORDS,
  PARTS_OF_COMPANIES,
  PLACES_BY_FORM,
} from './party-tails.js';
import { AN_ORDER, NO_NAME } from './placeholders.js';

/**
 * Limited companies in English. They are left out as often as they are written, and in many ways, so a name without a form is one
 * of them. All other forms stay a part of the name: `Acme GmbH` is not `Acme Ltd` (decision 0034).
 */
const PLAIN_FORMS = 'p ltd|p limited|ltd|limited|l t d|pvt|p v t|private|pvtltd|coltd|co|company|tnhh';

/** Other forms, with or without spaces between their letters. */
const OTHER_FORMS = (
  'sadecv sderldecv sderl sas sarl sasu sa srl spa snc sl slu sapi saa sac eirl eireli ltda cialtda lda gmbh mbh ag kg kgaa ohg bv bvba nv ' +
  'ab asa as aps oy oyj oo spzoo sro kft zrt doo dd ood eood kk inc corp plc pcl llc llp lp jsc ltdsti pt tbk cv too ao uab sia mb ou eurl mchj pte pty bhd ' +
  'sdnbhd fze fzc fzco fzllc wll epp'
)
  .split(' ')
  .map((form) => [...form].join(' ?'))
  .join('|');

/** Forms in front that are words elsewhere: of two names, one that begins so may be the other where that has the form. */
export const WORDS_AS_FORMS: ReadonlySet<string> = new Set(inFront(true));

/** Forms that are no part of a name, spaced as the rewritings before have left them: what follows one is an address or another part. */
const FORMS_BEFORE_A_TAIL = anyOf(
  'gmbh &co (?:kg|ohg|kgaa)|gmbh|g m b h|kgaa|(?:co|company|pvt|private|pte|pty|p) ?(?:ltd|limited)|ltd sti|limited|ltd|l t d|incorporated|inc|' +
    'l ?l ?c|llp|corp|corporation|ltda|limitada|s a de c v|sa de cv|s ?a ?r ?l|s ?r ?l|s ?p ?a|s ?a ?c|s ?a ?s|e ?i ?r ?l|s ?l ?u|s ?l|s a|sa|sdn bhd|fzco|fze|' +
    'sp z ?o ?o|b v|bv|aps|kft|tbk pt|jsc|a s',
);

/** Of these, the ones that are a word of nothing else. */
const CLEAR_FORMS = anyOf(
  'gmbh &co (?:kg|ohg|kgaa)|gmbh|(?:co|company|pvt|private|pte|pty) ?(?:ltd|limited)|ltd sti|limited|ltd|incorporated|inc|llc|ltda|limitada|s a de c v|sa de cv|' +
    'sdn bhd|fzco|fze|sp z ?o ?o|kft|sarl|jsc|corp',
);

/** Addresses behind a form, once punctuation is spaces; what names a part of the company is left where it is, behind a bar. */
const ADDRESSES: readonly Rewriting[] = [
  [`( ${FORMS_BEFORE_A_TAIL}) ((?:[^ ]+ )*${anyOf(PARTS_OF_COMPANIES)}(?: .*)?)$`, '$1/$2'],
  [`([^ ]{2} ${FORMS_BEFORE_A_TAIL}) ${anyOf(ADDRESS_STARTS)} [^/]+$`, '$1'],
  [`([^ ]{2} ${FORMS_BEFORE_A_TAIL}) c (?:[^ /]+ )+[0-9][^/]*$`, '$1'],
  [`([^ ]{2} ${CLEAR_FORMS}) (?:[^ /]+ )+${anyOf(ADDRESS_WORDS)}(?: [^/]*)?$`, '$1'],
  [`([^ ]{2} ${CLEAR_FORMS}) [0-9]+[^ /]* (?:[^ /]+ )*[^ /]{3}[^/]*$`, '$1'],
  [`([^ ]{2} ${CLEAR_FORMS}) [^0-9 /]{3}[^/]* [0-9]{4,6}(?: [^/]*)?$`, '$1'],
  ...PLACES_BY_FORM.map(
    ([forms, places]): Rewriting => [`([^ ]{2} ${anyOf(forms)})(?: ${anyOf(`${places}|city`)})+$`, '$1'],
  ),
  [`([^ ]{2} ${FORMS_BEFORE_A_TAIL}) [^ /]{3}[^/]* ${anyOf(COUNTRIES_AT_THE_END)}$`, '$1'],
  ['/', ' '],
];

/** Applied in turn to a name in small letters without accents. */
export const PARTY_REWRITINGS: readonly Rewriting[] = [
  ...SIGNS_OF_NAMES,
  // What stands in the place of a name is nobody's.
  [AN_ORDER, ''],
  [NO_NAME, ''],
  [' (?:san|sanayi)(?: ve| &)? (?:tic|ticaret)( |$)', '$1'],
  ['(^| )(?:and|und|et)( |$)', '$1&$2'],
  // Between words only: a single letter among initials is one of them.
  ['([^ ]{3}) y ([^ ]{2})', '$1 & $2'],
  [' & (?:co|company|cie|cia|compania)( |$)', ' &co$1'],
  ...ADDRESSES,
  ...CUT_FORMS.map(([cut, form]): Rewriting => [` ${anyOf(cut)}$`, ` ${form}`]),
  // Forms that are kept, in one writing; spaces and dots make no difference.
  [' (?:(inc)orporated|(corp)oration|(p)ublic (l)imited (c)ompany|(p)ublic (c)ompany (l)imited)$', ' $1$2$3$4$5$6$7$8'],
  [
    ' (?:(l)imited (l)iability (c)ompany|(l)imited (l)iability (p)artnership|(l)imited (p)artnership)$',
    ' $1$2$3$4$5$6$7$8',
  ],
  [' (?:(a)nonim (s)irketi|(s)ocied?ade? (a)nonima|(s)ociete (a)nonyme)$', ' $1$2$3$4$5$6'],
  [' (?:(?:[ocp]|pr) ?(j) ?(s) ?(c)|(j)oint (s)tock (c)ompany)$', ' $1$2$3$4$5$6'],
  [' limitada$', ' ltda'],
  [' (?:cia|compania) ltda$', ' cialtda'],
  [' (?:ltd|limited) (?:sti|sirketi)$', ' ltdsti'],
  [`(?: (?:${PLAIN_FORMS}))+$`, ''],
  ['^cong ty (?:tnhh|trach nhiem huu han) (?:mtv |mot thanh vien )?(.)', '$1'],
  // What some languages write in front stands behind, in its English form.
  ['^(?:ooo|o o o|tov|llc) (.+)$', '$1 llc'],
  ['^(?:oao|zao|pao|jsc|cong ty cp|cong ty co phan) (.+)$', '$1 jsc'],
  ...FORMS_OF_WORDS,
  [`^(${inFront(false).join('|')}) (.+)$`, '$2 $1'],
  [' (?:ooo|tov)$', ' llc'],
  // Apart from the name: `Roma SA` is not `Romasa`.
  [` (${OTHER_FORMS})$`, '|$1'],
  [' ', ''],
  ['^&+$', ''],
];

/** The same up to where the words of a name are joined: they leave its words, and behind a bar its form. */
export const PARTY_WORD_REWRITINGS = PARTY_REWRITINGS.slice(0, -2);

const KEY = expressionsOf(PARTY_REWRITINGS);
const WORDS = expressionsOf(PARTY_WORD_REWRITINGS);

/** What two names of parties are compared by; `''` where a name holds neither letters nor digits. */
export const partyNameKey = (name: string): string => rewritten(name, KEY);

/** The words of a name as its key is made of them, with spaces between them, and behind a bar its form. */
export const partyNameWords = (name: string): string => rewritten(name, WORDS);
