/** An expression as a query line: reading it gives the same expression again. */
import { COUNTRY_NAMES } from '../rules/countries.js';
import type { Condition, Match, Term } from './expression.js';
import { type LineField, lineField } from './fields.js';
import { isPlainWord } from './plain-word.js';
import { quoted } from './tokens.js';

const plainOrQuoted = (text: string) => (isPlainWord(text) ? text : quoted(text, false));

/** An amount whose point could be taken for one between thousands gets a digit more. */
const amount = (bound: string) => (/^\d{1,3}\.\d{3}$/.test(bound) ? `${bound}0` : bound);

function writtenRange({ beyond, ...bounds }: Extract<Match, { kind: 'range' }>): string {
  const [from, to] = [bounds.from && amount(bounds.from), bounds.to && amount(bounds.to)];
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}..${to}`;
  const more = beyond ? '' : '=';
  return from === undefined ? `<${more}${to}` : `>${more}${from}`;
}

const NAMES = new Set(COUNTRY_NAMES.values());

/** A whole value. Of a list it stands between quotes, where a plain word would be a part of it. */
function writtenValue(field: LineField | null, value: string): string {
  switch (field && lineField(field).kind) {
    case 'listed':
      return quoted(value, false);
    case 'country':
      return NAMES.has(value) ? plainOrQuoted(value) : quoted(value, false);
    case 'source':
      return value;
    case 'trade':
    case 'state':
      return value.toLowerCase();
    default:
      return `=${plainOrQuoted(value)}`;
  }
}

function writtenMatch(field: LineField | null, match: Match): string {
  switch (match.kind) {
    case 'words':
      return match.words.length > 1 && field !== null ? `(${match.words.join(' ')})` : match.words.join(' ');
    case 'text': {
      const isOfGoods = field === null || lineField(field).kind === 'goods';
      return isOfGoods ? quoted(match.text, true) : plainOrQuoted(match.text);
    }
    case 'is':
      return writtenValue(field, match.value);
    case 'list':
      return `@${plainOrQuoted(match.name)}`;
    case 'pattern':
      return match.pattern;
    case 'spelling':
      return `${match.word}~${match.edits}`;
    case 'near':
      return `NEAR(${match.words.join(' ')}, ${match.within})`;
    case 'range':
      return writtenRange(match);
  }
}

const writtenTerm = ({ field, match }: Term) =>
  field === null ? writtenMatch(field, match) : `${field}:${writtenMatch(field, match)}`;

/** How tightly a part is held together: looser parts stand in parentheses. */
const TIGHTNESS = { or: 0, and: 1, not: 2, term: 3 } as const;

/** Words without a field that stand beside each other would be read as one condition with others. */
const isLoose = (one: Condition) =>
  one.is === 'term' && one.field === null && one.match.kind === 'words' && one.match.words.length > 1;

function within(part: Condition, least: number): string {
  const text = writeLine(part);
  return TIGHTNESS[part.is] < least || (least > 1 && isLoose(part)) ? `(${text})` : text;
}

/** Digits or a letter behind a number would be taken for more of it. */
function besideNumber(text: string, before: Condition | undefined): string {
  const last = before?.is === 'not' ? before.of : before;
  const kind = last?.is === 'term' && last.field !== null ? lineField(last.field).kind : undefined;
  return (kind === 'amount' || kind === 'code') && /^[\p{L}\p{N}]+(?=\s|$)/u.test(text) ? `(${text})` : text;
}

export function writeLine(expression: Condition): string {
  switch (expression.is) {
    case 'term':
      return writtenTerm(expression);
    case 'not':
      return `-${within(expression.of, 3)}`;
    case 'and':
      return expression.of.map((part, index) => besideNumber(within(part, 1), expression.of[index - 1])).join(' ');
    case 'or':
      return expression.of.map((part) => within(part, 1)).join(' OR ');
  }
}
