/** Where in a query line somebody is writing: what of it may stand there can be offered. */
import { fieldNamed, type LineField } from './fields.js';
import { FIELD, LIST, MINUS, QUOTED, SIGN, SPACE, unquoted, WORD } from './tokens.js';

export interface LinePlace {
  /** The field whose value it is; null where a condition begins, with a word or with the name of a field. */
  field: LineField | null;
  /** The part of the line that stands there, its sign and its quotes among it. */
  from: number;
  to: number;
  /** What of it lies before the place, without sign and quotes. */
  typed: string;
  sign: string;
  /** It is the name of a list. */
  isList: boolean;
}

/** Words near each other; the last parenthesis may not be there yet. */
const NEAR = /NEAR\([^()]*\)?/y;

/** The place at which a line is written, counted in UTF-16 units; undefined where nothing but words may follow. */
export function placeInLine(text: string, at: number): LinePlace | undefined {
  /** Of what field values are, group by group from the outermost one; undefined where there is no such field. */
  const groups: (LineField | null | undefined)[] = [null];
  let next = 0;
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = next;
    const found = pattern.exec(text);
    if (found) next = pattern.lastIndex;
    return found;
  }
  const place = (field: LineField | null | undefined, from: number, typed: string, sign = '', isList = false) =>
    field === undefined ? undefined : { field, from, to: Math.max(next, at), typed, sign, isList };

  for (;;) {
    take(SPACE);
    if (next >= at) {
      next = at;
      return place(groups.at(-1), at, '');
    }
    take(MINUS);
    let from = next;
    let field = groups.at(-1);
    const named = field === null ? take(FIELD)?.[1] : undefined;
    if (named !== undefined) {
      if (at < next) return place(null, from, text.slice(from, at));
      field = fieldNamed(named);
      from = next;
    }
    if (text[next] === '(') {
      groups.push(field);
      next += 1;
      continue;
    }
    if (take(NEAR)) {
      if (at < next || !text.slice(0, next).endsWith(')')) return undefined;
      continue;
    }
    const sign = take(SIGN)?.[0] ?? '';
    const isList = take(LIST) !== null;
    const opened = next;
    if (text[opened] === '"') {
      const isClosed = take(QUOTED) !== null;
      if (isClosed && at >= next) {
        if (at === next) return undefined;
        continue;
      }
      return field === null ? undefined : place(field, from, unquoted(text.slice(opened + 1, at)), sign, isList);
    }
    take(WORD);
    if (at <= next) return place(field, from, text.slice(opened, at), sign, isList);
    // A sign that means nothing here, or a parenthesis that closes.
    if (next > from || named !== undefined) continue;
    if (text[next] === ')' && groups.length > 1) groups.pop();
    next += 1;
  }
}
