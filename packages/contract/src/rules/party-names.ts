/**
 * When two names are one party's: they come to the same after these rewritings. Said as data, since the engine applies them to
 * columns of records as SQL, and contacts are compared in the portal; the expressions mean the same in RE2 and in JavaScript.
 */

import {
  ADDRESS_STARTS,
  ADDRESS_WORDS,
  COUNTRIES_AT_THE_END,
  CUT_FORMS,
  FORMS_IN_FRONT,
  FORMS_OF_OTHER_SCRIPTS,
  FORMS_OF_WORDS,
  NUMBERED_LETTERS,
  PARTS_OF_COMPANIES,
  PLACES_BY_FORM,
} from './party-tails.js';
import { AN_ORDER, NO_NAME } from './placeholders.js';

/** Letters that no decomposition reaches, as they are spelt without their stroke. */
export const STROKED_LETTERS = { from: 'łøđðħŧı', to: 'loddhti' } as const;

/** Letters that are written as two. */
export const DOUBLE_LETTERS = { æ: 'ae', œ: 'oe', þ: 'th' } as const;

/** Small letters that no decomposition reaches, each with what it is spelt out as. */
export const SPELT_OUT: ReadonlyMap<string, string> = new Map([
  ...[...STROKED_LETTERS.from].map((letter, at): [string, string] => [letter, STROKED_LETTERS.to.charAt(at)]),
  ...Object.entries(DOUBLE_LETTERS),
  ['ß', 'ss'],
]);

/** An expression, and what takes the place of whatever it matches; `$1` is its first group. */
export type Rewriting = readonly [expression: string, replacement: string];

const anyOf = (words: string) => `(?:${words})`;

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

const inFront = (isWord: boolean) =>
  FORMS_IN_FRONT.flatMap(([, forms, word]) => (word === isWord ? forms.split('|') : []));

/** Forms in front that are words elsewhere: of two names, one that begins so may be the other where that has the form. */
export const WORDS_AS_FORMS: ReadonlySet<string> = new Set(inFront(true));

/** What may stand behind a legal form and says where the company is. */
const WHERE = anyOf(
  'plot|house|flat|room|rm|unit|units|floor|building|bldg|road|street|p o box|po box|p[.]o[.] box|survey|sector|phase|block|shed|village|gat|no[.]',
);

/** Forms behind which an address can be told from a name. */
const CERTAIN_FORMS = anyOf('ltd|limited|inc|llc|gmbh|l[.]l[.]c|ltda|s[.]a[.] de c[.]v|bhd');

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

/** What HTML writes for signs and for letters with accents. */
const ENTITIES: readonly Rewriting[] = [
  ['&(?:amp;)+', '&'],
  ['&amp ', '& '],
  ['&#0*38;', '&'],
  ['&([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|slash);', '$1'],
  ...NUMBERED_LETTERS.map(([numbers, letter]): Rewriting => [`&#0*${anyOf(numbers)};`, letter]),
  ['&(?:apos|rsquo|lsquo|quot|nbsp|ldquo|rdquo|ndash|#0*(?:3[2-79]|4[0-7]|160|821[67])|#x(?:2[0-57-9a-f]|a0));', ' '],
];

/** Applied in turn to a name in small letters without accents. */
export const PARTY_REWRITINGS: readonly Rewriting[] = [
  ...ENTITIES,
  ['^ *(?:m[/\\\\]s[. ]+|messrs[. ]+)', ''],
  // An address: behind a form and a comma where it has a number, else where it begins as one.
  [`([ .)]${CERTAIN_FORMS})[. ]*(?:[,;\\n][^0-9]*[0-9]|[,;\\n (-]+${WHERE} )[\\s\\S]*$`, '$1'],
  ['-co([^\\p{L}]|$)', 'co$1'],
  ...FORMS_OF_OTHER_SCRIPTS.flatMap(([form, writing, isSpaced]): Rewriting[] => {
    const [before, apart] = isSpaced ? [' ', '[ "«]+'] : ['', ''];
    return [
      [`^ *${anyOf(form)}${apart}([\\s\\S]+)$`, `$1 ${writing}`],
      [`${before}${anyOf(form)} *$`, ` ${writing}`],
    ];
  }),
  [`^ *(${inFront(true).join('|')}) *["«“„][ "«“„]*([\\s\\S]+)$`, '$2 $1'],
  ['^บรษท([\\s\\S]+)จากด *$', '$1 ltd'],
  ['&', ' & '],
  ['[^\\p{L}\\p{M}\\p{N}&]+', ' '],
  ['^ | $', ''],
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

const EXPRESSIONS = PARTY_REWRITINGS.map(([expression, replacement]) => ({
  expression: new RegExp(expression, 'gu'),
  replacement,
}));

function rewrittenBy(expressions: typeof EXPRESSIONS, name: string): string {
  const small = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC');
  const folded = [...small].map((letter) => (letter === 'ς' ? 'σ' : (SPELT_OUT.get(letter) ?? letter))).join('');
  return expressions.reduce((text, { expression, replacement }) => text.replace(expression, replacement), folded);
}

/** What two names of parties are compared by; `''` where a name holds neither letters nor digits. */
export const partyNameKey = (name: string): string => rewrittenBy(EXPRESSIONS, name);

const [ORDER, UNKNOWN] = [AN_ORDER, NO_NAME].map((expression) => new RegExp(expression, 'u'));
const [BEFORE_PLACEHOLDERS] = [PARTY_REWRITINGS.findIndex(([expression]) => expression === AN_ORDER)];

/** Whose order it is, in the languages of orders. */
const ORDER_OF =
  /^.*?\b(?:orders?|orden|ordem|ordre|ordine)\b[\s.:,-]*(?:(?:of|del|der|des|de|do|da|du|di|von)\b|d['’])?[\s:,-]*/iu;

/**
 * How a name is shown that names nobody: `to order (NORTHERN TRADE BANK)`, `not stated (UNKNOWN)`; undefined where it names a party.
 */
export function placeholderShown(name: string): string | undefined {
  const words = rewrittenBy(EXPRESSIONS.slice(0, BEFORE_PLACEHOLDERS), name);
  if (UNKNOWN?.test(words)) return `not stated (${name.trim()})`;
  if (!ORDER?.test(words)) return undefined;
  const whose = name.replace(ORDER_OF, '').trim();
  return whose === '' ? 'to order' : `to order (${whose})`;
}

/** The words of a name as its key is made of them, with spaces between them, and behind a bar its form. */
export const partyNameWords = (name: string): string =>
  rewrittenBy(EXPRESSIONS.slice(0, PARTY_WORD_REWRITINGS.length), name);
