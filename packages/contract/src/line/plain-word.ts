/** What the query line reads as one word. Every sign in it means something, or the word is refused: none is dropped in silence. */
import { alternativesAre, MESSAGES, meansNothing, numberHasNoCommas } from '../rules/messages.js';

const LETTER = '\\p{L}\\p{N}\\p{M}';

/** Letters, what shows nothing, and signs by which words are spelt; of goods and of names, searches take these for blanks or for nothing. */
const SPELT = new RegExp(
  `^[${LETTER}#]([${LETTER}\\p{Default_Ignorable_Code_Point}]|[-'’./+%#_°·™®״׳־]|&(?!&))*$`,
  'u',
);
const FOREIGN_SIGN = new RegExp(`[^${LETTER}\\p{Default_Ignorable_Code_Point}\\-'’./+%#_°·™®״׳־]`, 'u');

const OPERATOR = new RegExp(`^(?:AND|OR|NOT|NEAR)(?![${LETTER}])`, 'u');
const NUMBER = /^\d{1,3}(?:,\d{2,3})+$/;
/** Between what may be alternatives. */
const PARTING = /[,;|，、；｜]+/;
/** A day, a month or two of them, written another way than the line reads them. */
const DAYS = /^(?:(?:19|20)\d\d[-/.]\d{1,2}(?:[-/.].*)?|\d{1,2}([-/.])\d{1,2}\1(?:19|20)\d\d)$/;
const TYPOGRAPHIC_QUOTE = /[“”„‟«»‘]|^['’]/;

/** What is wrong with an unquoted value that may be several; undefined where it is one. */
export function partingProblem(text: string, field: string | null): string | undefined {
  if (!PARTING.test(text)) return undefined;
  if (NUMBER.test(text)) return numberHasNoCommas(text.replaceAll(',', ''));
  const parts = text.split(PARTING).filter((part) => part !== '');
  return parts.length < 2 ? meansNothing(PARTING.exec(text)?.[0] ?? '') : alternativesAre(field, parts);
}

/** What is wrong with a word; undefined where it is read as it stands. */
export function wordProblem(text: string, field: string | null = null): string | undefined {
  const parted = partingProblem(text, field);
  if (parted !== undefined) return parted;
  if (OPERATOR.test(text)) return text.startsWith('NEAR') ? MESSAGES.lineNear : MESSAGES.lineJoinsNothing;
  if (TYPOGRAPHIC_QUOTE.test(text)) return MESSAGES.lineStraightQuotes;
  if (text.includes('..')) return MESSAGES.lineRangeField;
  if (DAYS.test(text)) return MESSAGES.lineDays;
  return SPELT.test(text) ? undefined : meansNothing(FOREIGN_SIGN.exec(text)?.[0] ?? text.slice(0, 1));
}

export const isPlainWord = (text: string) => !/^-|[*?~@()":=<>\s]/.test(text) && wordProblem(text) === undefined;
