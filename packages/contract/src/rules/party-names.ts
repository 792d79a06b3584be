/**
 * When two names are one party's: they come to the same after these rewritings. Said as data, since the engine applies them to
 * columns of records as SQL, and contacts are compared in the portal; the expressions mean the same in RE2 and in JavaScript.
 */

/** Letters that no decomposition reaches, as they are spelt without their stroke. */
export const STROKED_LETTERS = { from: 'łøđðħŧı', to: 'loddhti' } as const;

/** Letters that are written as two. */
export const DOUBLE_LETTERS = { æ: 'ae', œ: 'oe', þ: 'th' } as const;

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
  'ab asa as aps oy oyj oo spzoo sro kft zrt doo dd ood eood kk inc corp plc pcl llc llp lp jsc ltdsti pt tbk cv too ao pte pty bhd ' +
  'sdnbhd fze fzc fzco fzllc wll epp'
)
  .split(' ')
  .map((form) => [...form].join(' ?'))
  .join('|');

/** What may stand behind a legal form and says where the company is. */
const WHERE = anyOf(
  'plot|house|flat|room|rm|unit|units|floor|building|bldg|road|street|p o box|po box|p[.]o[.] box|survey|sector|phase|block|shed|village|gat|no[.]',
);

/** Forms behind which an address can be told from a name. */
const CERTAIN_FORMS = anyOf('ltd|limited|inc|llc|gmbh|l[.]l[.]c|ltda|s[.]a[.] de c[.]v|bhd');

/** Applied in turn to a name in small letters without accents. */
export const PARTY_REWRITINGS: readonly Rewriting[] = [
  ['^ *(?:m[/\\\\]s[. ]+|messrs[. ]+)', ''],
  // An address: behind a form and a comma where it has a number, else where it begins as one.
  [`([ .)]${CERTAIN_FORMS})[. ]*(?:[,;\\n][^0-9]*[0-9]|[,;\\n (-]+${WHERE} )[\\s\\S]*$`, '$1'],
  ['-co([^\\p{L}]|$)', 'co$1'],
  ['&amp;', '&'],
  ['&', ' & '],
  ['[^\\p{L}\\p{M}\\p{N}&]+', ' '],
  ['^ | $', ''],
  [' (?:san|sanayi)(?: ve| &)? (?:tic|ticaret)( |$)', '$1'],
  ['(^| )(?:and|und|et)( |$)', '$1&$2'],
  // Between words only: a single letter among initials is one of them.
  ['([^ ]{3}) y ([^ ]{2})', '$1 & $2'],
  [' & (?:co|company|cie|cia|compania)( |$)', ' &co$1'],
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
  ['^(?:ooo|o o o|tov) (.+)$', '$1 llc'],
  ['^(?:oao|zao|pao|jsc|cong ty cp|cong ty co phan) (.+)$', '$1 jsc'],
  ['^(pt|p t|cv|c v|too|ao) (.+)$', '$2 $1'],
  [' (?:ooo|tov)$', ' llc'],
  // Apart from the name: `Roma SA` is not `Romasa`.
  [` (${OTHER_FORMS})$`, '|$1'],
  [' ', ''],
  ['^&+$', ''],
];

const EXPRESSIONS = PARTY_REWRITINGS.map(([expression, replacement]) => ({
  expression: new RegExp(expression, 'gu'),
  replacement,
}));

const STROKED = new Map<string, string>([
  ...[...STROKED_LETTERS.from].map((letter, at): [string, string] => [letter, STROKED_LETTERS.to.charAt(at)]),
  ...Object.entries(DOUBLE_LETTERS),
  ['ß', 'ss'],
  ['ς', 'σ'],
]);

/** What two names of parties are compared by; `''` where a name holds neither letters nor digits. */
export function partyNameKey(name: string): string {
  const small = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC');
  const folded = [...small].map((letter) => STROKED.get(letter) ?? letter).join('');
  return EXPRESSIONS.reduce((text, { expression, replacement }) => text.replace(expression, replacement), folded);
}
