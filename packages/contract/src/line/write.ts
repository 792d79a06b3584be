/** An expression as a query line: reading it gives the same expression again. */
import { COUNTRY_NAMES } from '../rules/countries.js';
import type { LineExpression, LineMatch, LineTerm } from './expression.js';
import { type LineField, lineField } from './fields.js';
import { isPlainWord } from './plain-word.js';

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
const plainOrQuoted = (text: string) => (isPlainWord(text) ? text : quoted(text));

function writtenRange({ from, to, beyond }: Extract<LineMatch, { kind: 'range' }>): string {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}..${to}`;
  const more = beyond ? '' : '=';
  return from === undefined ? `<${more}${to}` : `>${more}${from}`;
}

const NAMES = new Set(COUNTRY_NAMES.values());

/** A whole value. Of a list it stands between quotes, where a plain word would be a part of it. */
function writtenValue(field: LineField | null, value: string): string {
  switch (field && lineField(field).kind) {
    case 'listed':
      return quoted(value);
    case 'country':
      return NAMES.has(value) ? plainOrQuoted(value) : quoted(value);
    case 'source':
      return value;
    case 'trade':
    case 'state':
      return value.toLowerCase();
    default:
      return `=${plainOrQuoted(value)}`;
  }
}

function writtenMatch(field: LineField | null, match: LineMatch): string {
  switch (match.kind) {
    case 'words':
      return match.words.length > 1 && field !== null ? `(${match.words.join(' ')})` : match.words.join(' ');
    case 'text': {
      const isOfGoods = field === null || lineField(field).kind === 'goods';
      return isOfGoods ? quoted(match.text) : plainOrQuoted(match.text);
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

const writtenTerm = ({ field, match }: LineTerm) =>
  field === null ? writtenMatch(field, match) : `${field}:${writtenMatch(field, match)}`;

/** How tightly a part is held together: looser parts stand in parentheses. */
const TIGHTNESS = { or: 0, and: 1, not: 2, term: 3 } as const;

/** Words without a field that stand beside each other would be read as one condition with others. */
const isLoose = (one: LineExpression) =>
  one.is === 'term' && one.field === null && one.match.kind === 'words' && one.match.words.length > 1;

function within(part: LineExpression, least: number): string {
  const text = writeLine(part);
  return TIGHTNESS[part.is] < least || (least > 1 && isLoose(part)) ? `(${text})` : text;
}

export function writeLine(expression: LineExpression): string {
  switch (expression.is) {
    case 'term':
      return writtenTerm(expression);
    case 'not':
      return `-${within(expression.of, 3)}`;
    case 'and':
      return expression.of.map((part) => within(part, 1)).join(' ');
    case 'or':
      return expression.of.map((part) => within(part, 1)).join(' OR ');
  }
}
