/**
 * Reads a query line: `product:"ceramic tile" -product:sanitary (importer:ikea OR importer:"h&m") hs:6907..6908 value:>10000`.
 * What it does not know is said at its place, and nothing of the line is left out in silence.
 */
import { FIRST_DAY } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { alternativesAre, MESSAGES, noSuchNumber, signBetweenQuotes } from '../rules/messages.js';
import { NUMBER_WORDS, numbersCalled } from '../rules/number-schemes.js';
import { all, any, type Condition, none, term, termsOf } from './expression.js';
import { fieldNamed, LINE_FIELD_NAMES, type LineField, lineField } from './fields.js';
import {
  quoted as betweenQuotes,
  FIELD,
  hasIdleBackslash,
  hasOpenSign,
  LIST,
  MINUS,
  QUOTED,
  SIGN,
  SPACE,
  unquoted,
  WORD,
} from './tokens.js';
import { type LineValue, matchOf } from './values.js';

/** What is wrong with a part of a line: from one place in the text to another, counted in UTF-16 units. */
interface LineProblem {
  from: number;
  to: number;
  message: string;
}

export interface ReadLine {
  /** Undefined where nothing, or nothing that can be asked, is said. */
  expression: Condition | undefined;
  problems: LineProblem[];
}

/** Conditions of a line, and parentheses in each other, at most: reading them takes of the stack. */
const MOST_TERMS = 200;
const DEEPEST = 20;

const JOIN = /(AND|OR)(?=[\s()"-]|$)/y;
const DENIAL = /NOT(?=[\s("-])/y;
const NEAR = /NEAR\(([^()]*)\)/y;
/** Days or months that need no field; a year alone may be a code. */
const DAYS = /(?:\d{4}(?:-\d{2}){0,2}\.\.\d{4}(?:-\d{2}){0,2}|\d{4}-\d{2}(?:-\d{2})?)(?=[\s)]|$)/y;

const ONE_OF: ReadonlySet<string> = new Set(['code', 'country', 'source', 'trade']);
const isTerm = (one: Condition) => one.is === 'term';

/** Behind an amount: three digits, or a word that multiplies. */
const MORE_OF_AMOUNT = /\s+(?:\d{3}|[kmb]|bn|mn|thousand|million|billion|lakh|crore|usd)(?=[\s).,]|$)/iy;
/** Behind a code: digits alone. */
const ANOTHER_CODE = /\s+(\d{2,12})(?=[\s),]|$)/y;

/** What is wrong with what stands between quotes: a sign may be meant there as it is meant elsewhere, or as a letter. */
function quotedProblem(field: LineField | null, inside: string, today: string): string | undefined {
  if (hasIdleBackslash(inside)) return MESSAGES.lineBackslash;
  const kind = field === null ? 'goods' : lineField(field).kind;
  const isOfGoods = kind === 'goods';
  if (!(isOfGoods || kind === 'party' || kind === 'listed' || kind === 'country')) return undefined;
  if (!hasOpenSign(inside, isOfGoods)) return undefined;
  const text = unquoted(inside);
  const prefix = field === null ? '' : `${field}:`;
  const ways = [/\s/.test(text) ? `${prefix}(${text})` : `${prefix}${text}`, prefix + betweenQuotes(text, isOfGoods)];
  return signBetweenQuotes(ways.filter((way) => readLine(way, today).problems.length === 0));
}

class Reader {
  readonly problems: LineProblem[] = [];
  #at = 0;
  #depth = 0;
  #terms = 0;
  #isStopped = false;

  constructor(
    private readonly text: string,
    private readonly today: string,
  ) {}

  read(): Condition | undefined {
    const { length } = this.text;
    if (length > LIMITS.lineLength) return this.#stop(0, MESSAGES.lineTooLong);
    let whole = this.#alternatives();
    while (this.#at < length) {
      // Only a parenthesis that closes nothing ends an alternative early.
      this.#problem(this.#at, this.#at + 1, MESSAGES.lineNothingOpened);
      this.#at += 1;
      const more = this.#alternatives();
      whole = whole && more ? all(whole, more) : (whole ?? more);
    }
    return whole;
  }

  #problem(from: number, to: number, message: string): undefined {
    if (!this.#isStopped) this.problems.push({ from, to, message });
    return undefined;
  }

  /** Reads no further: of what follows, nothing can be said. */
  #stop(from: number, message: string): undefined {
    this.#problem(from, this.text.length, message);
    this.#isStopped = true;
    this.#at = this.text.length;
    return undefined;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #isAtEnd(): boolean {
    this.#take(SPACE);
    return this.#at >= this.text.length || this.text[this.#at] === ')';
  }

  #alternatives(): Condition | undefined {
    const found: Condition[] = [];
    for (;;) {
      const one = this.#together();
      if (one) found.push(one);
      const from = this.#at;
      if (this.#isAtEnd()) break;
      const join = this.#take(JOIN);
      if (!join) break;
      if (!one || this.#isAtEnd()) this.#problem(from, this.#at, MESSAGES.lineJoinsNothing);
    }
    return found.length > 0 ? any(...found) : undefined;
  }

  #together(): Condition | undefined {
    const found: Condition[] = [];
    for (;;) {
      if (this.#isAtEnd()) break;
      const from = this.#at;
      const join = this.#take(JOIN)?.[1];
      if (join === 'OR') {
        this.#at = from;
        break;
      }
      if (join === 'AND' && (found.length === 0 || this.#isAtEnd()))
        this.#problem(from, this.#at, MESSAGES.lineJoinsNothing);
      if (join === undefined) {
        const one = this.#denied();
        if (one) found.push(one);
      }
    }
    return found.length > 0 ? all(...found) : undefined;
  }

  #denied(): Condition | undefined {
    const from = this.#at;
    if (!this.#take(DENIAL) && !this.#take(MINUS)) return this.#part();
    if (this.#isAtEnd()) return this.#problem(from, this.#at, MESSAGES.lineJoinsNothing);
    const of = this.#deeper(() => this.#denied());
    return of && none(of);
  }

  #deeper(read: () => Condition | undefined): Condition | undefined {
    if (this.#depth === DEEPEST) return this.#stop(this.#at, MESSAGES.lineTooDeep);
    this.#depth += 1;
    const of = read();
    this.#depth -= 1;
    return of;
  }

  /** What stands between parentheses, the first of which has been read. */
  #grouped(from: number, read: () => Condition | undefined): Condition | undefined {
    const said = this.problems.length;
    const inner = this.#deeper(read);
    this.#take(SPACE);
    if (this.text[this.#at] === ')') this.#at += 1;
    else if (this.#at >= this.text.length) this.#problem(from, from + 1, MESSAGES.lineNotClosed);
    // Of what stands there and cannot be read, something has been said.
    if (inner !== undefined || this.problems.length > said) return inner;
    return this.#problem(from, this.#at, MESSAGES.lineEmptyGroup);
  }

  #opens(): boolean {
    if (this.text[this.#at] !== '(') return false;
    this.#at += 1;
    return true;
  }

  #part(): Condition | undefined {
    const from = this.#at;
    if (this.#opens()) return this.#grouped(from, () => this.#alternatives());
    const days = this.#take(DAYS)?.[0];
    if (days !== undefined) return this.#term('date', from, { text: days });
    const named = this.#take(FIELD)?.[1];
    if (named === undefined) return this.#value(null, from);
    const field = fieldNamed(named);
    if (field !== undefined) return this.#ofField(field, from);
    const scheme = NUMBER_WORDS.find((word) => word === named.toUpperCase());
    if (scheme !== undefined) return this.#ofScheme(scheme, from);
    const message = `There is no field “${named}”. The fields are ${LINE_FIELD_NAMES.join(', ')}.`;
    this.#problem(from, this.#at, message);
    this.#value(null, this.#at, true);
    return undefined;
  }

  /** An official number, of whoever has it: `ruc:20100047218`. */
  #ofScheme(scheme: string, from: number): Condition | undefined {
    this.#take(SIGN);
    const typed = unquoted(this.#take(QUOTED)?.[1] ?? this.#take(WORD)?.[0] ?? '');
    const numbers = numbersCalled(scheme, typed);
    if (numbers.length === 0) return this.#problem(from, this.#at, noSuchNumber(scheme, typed));
    const sides = ['importer-number', 'exporter-number'] as const;
    return any(...numbers.flatMap((value) => sides.flatMap((side) => this.#term(side, from, { quoted: value }) ?? [])));
  }

  #ofField(field: LineField, from: number): Condition | undefined {
    const opened = this.#at;
    return this.#opens() ? this.#grouped(opened, () => this.#valuesJoined(field)) : this.#value(field, from);
  }

  /** Values of one field between parentheses. */
  #valuesJoined(field: LineField): Condition | undefined {
    const opened = this.#at;
    const alternatives: Condition[][] = [[]];
    while (!this.#isAtEnd()) {
      const from = this.#at;
      const join = this.#take(JOIN)?.[1];
      if (join === 'OR') alternatives.push([]);
      if (join !== undefined) continue;
      const denies = this.#take(DENIAL) ?? this.#take(MINUS);
      if (denies) this.#take(SPACE);
      const one = this.#opens() ? this.#grouped(from, () => this.#valuesJoined(field)) : this.#value(field, from);
      if (one) alternatives.at(-1)?.push(denies ? none(one) : one);
    }
    // No record has two codes, or two countries.
    if (ONE_OF.has(lineField(field).kind) && alternatives.some((together) => together.filter(isTerm).length > 1)) {
      const values = this.text
        .slice(opened, this.#at)
        .split(/\s+/)
        .filter((part) => part !== '' && !/^(?:AND|OR|NOT)$/.test(part));
      this.#problem(opened, this.#at, alternativesAre(field, values));
    }
    const found = alternatives.filter((together) => together.length > 0);
    if (found.length < alternatives.length && alternatives.length > 1)
      this.#problem(this.#at - 1, this.#at, MESSAGES.lineJoinsNothing);
    return found.length > 0 ? any(...found.map((together) => all(...together))) : undefined;
  }

  #value(field: LineField | null, from: number, isIgnored = false): Condition | undefined {
    const near = this.#take(NEAR)?.[1];
    if (near !== undefined) return this.#term(field, from, { near });
    const sign = this.#take(SIGN)?.[0] as LineValue['sign'];
    const isList = this.#take(LIST) !== null;
    const quoted = this.#take(QUOTED)?.[1];
    if (quoted !== undefined) {
      if (isIgnored) return undefined;
      const problem = isList ? undefined : quotedProblem(field, quoted, this.today);
      if (problem !== undefined) return this.#problem(from, this.#at, problem);
      return this.#term(field, from, { sign, [isList ? 'list' : 'quoted']: unquoted(quoted) });
    }
    const word = this.#take(WORD)?.[0];
    if (word !== undefined)
      return isIgnored ? undefined : this.#term(field, from, { sign, [isList ? 'list' : 'text']: word });
    if (isIgnored) return undefined;
    if (this.text[this.#at] === '"') return this.#stop(from, MESSAGES.lineQuoteNotClosed);
    // A sign that means nothing here is stepped over, so that the rest is read.
    if (this.#at === from) this.#at += 1;
    return this.#problem(from, this.#at, field === null ? MESSAGES.lineMeansNothing : MESSAGES.lineNoValue);
  }

  #term(field: LineField | null, from: number, value: LineValue): Condition | undefined {
    this.#terms += 1;
    if (this.#terms > MOST_TERMS) return this.#stop(from, MESSAGES.lineTooManyTerms);
    const match = matchOf(field, value, this.today);
    if (typeof match === 'string') return this.#problem(from, this.#at, match);
    // What follows a number may be more of it, or another one.
    const kind = field === null || value.text === undefined ? undefined : lineField(field).kind;
    if (kind === 'amount' && this.#take(MORE_OF_AMOUNT))
      return this.#problem(from, this.#at, MESSAGES.lineAmountInParts);
    const code = kind === 'code' ? this.#take(ANOTHER_CODE)?.[1] : undefined;
    if (code !== undefined) return this.#problem(from, this.#at, alternativesAre(field, [value.text ?? '', code]));
    return term(field, match);
  }
}

/**
 * @param today what relative days are counted from, `YYYY-MM-DD`
 */
export function readLine(text: string, today: string): ReadLine {
  const reader = new Reader(text, today);
  const expression = reader.read();
  return { expression, problems: reader.problems };
}

/** A problem where the line is not seen beside it. */
const saidAt = ({ from, to, message }: LineProblem, line: string) =>
  `${message} (at ${from + 1}: ${line.slice(from, to)})`;

/**
 * A line as an expression, or what is wrong with it in messages.
 *
 * @param today as for {@link readLine}
 */
export function lineOrProblems(line: string, today: string): Condition | string[] {
  const { expression, problems } = readLine(line, today);
  if (problems.length > 0) return problems.map((problem) => saidAt(problem, line));
  return expression ?? [MESSAGES.lineNeedsCondition];
}

/** The lists that a line names, each once; of one that cannot be read, none. */
export function listsNamedIn(line: string): string[] {
  const read = lineOrProblems(line, FIRST_DAY);
  if (Array.isArray(read)) return [];
  return [...new Set([...termsOf(read)].flatMap(({ match }) => (match.kind === 'list' ? [match.name] : [])))];
}
