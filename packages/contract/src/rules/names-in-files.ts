/**
 * Names of parties as files write them: their letters spelt out, and their signs brought to single spaces, before anything is made of their
 * words. Said as data, since the engine applies the same to columns of records as SQL.
 */
import { FORMS_IN_FRONT, FORMS_OF_OTHER_SCRIPTS, NUMBERED_LETTERS } from './party-tails.js';

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

export const anyOf = (words: string) => `(?:${words})`;

export const inFront = (isWord: boolean) =>
  FORMS_IN_FRONT.flatMap(([, forms, word]) => (word === isWord ? forms.split('|') : []));

/** What may stand behind a legal form and says where the company is. */
const WHERE = anyOf(
  'plot|house|flat|room|rm|unit|units|floor|building|bldg|road|street|p o box|po box|p[.]o[.] box|survey|sector|phase|block|shed|village|gat|no[.]',
);

/** Forms behind which an address can be told from a name. */
const CERTAIN_FORMS = anyOf('ltd|limited|inc|llc|gmbh|l[.]l[.]c|ltda|s[.]a[.] de c[.]v|bhd');

/** What HTML writes for signs and for letters with accents. */
const ENTITIES: readonly Rewriting[] = [
  ['&(?:amp;)+', '&'],
  ['&amp ', '& '],
  ['&#0*38;', '&'],
  ['&([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|slash);', '$1'],
  ...NUMBERED_LETTERS.map(([numbers, letter]): Rewriting => [`&#0*${anyOf(numbers)};`, letter]),
  ['&(?:apos|rsquo|lsquo|quot|nbsp|ldquo|rdquo|ndash|#0*(?:3[2-79]|4[0-7]|160|821[67])|#x(?:2[0-57-9a-f]|a0));', ' '],
];

/** Applied in turn to a name in small letters without accents: what is left are its words, with single spaces between them. */
export const SIGNS_OF_NAMES: readonly Rewriting[] = [
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
];

/** Rewritings as this process applies them. */
export type Expressions = readonly { expression: RegExp; replacement: string }[];

export const expressionsOf = (rewritings: readonly Rewriting[]): Expressions =>
  rewritings.map(([expression, replacement]) => ({ expression: new RegExp(expression, 'gu'), replacement }));

/** A name in small letters without accents, to which rewritings were applied in turn. */
export function rewritten(name: string, expressions: Expressions): string {
  const small = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC');
  const folded = [...small].map((letter) => (letter === 'ς' ? 'σ' : (SPELT_OUT.get(letter) ?? letter))).join('');
  return expressions.reduce((text, { expression, replacement }) => text.replace(expression, replacement), folded);
}
