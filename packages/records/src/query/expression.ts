/** What is asked of a record as SQL, whether a form, a filter or a query line says it: every kind of condition, in each field. */
import {
  type Condition,
  conditionOf,
  dayOf,
  isSaidOnce,
  lineField,
  lineOrProblems,
  lineTooBroad,
  listOfOthers,
  listTooLong,
  type Match,
  MESSAGES,
  noSuchList,
  OWN_LIST_LIMITS,
  type OwnListKind,
  PortalError,
  type SearchQuery,
  type Term,
  type TradeType,
  termsOf,
  wildcardMatcher,
} from '@tidewaiter/contract';
import { distance } from 'fastest-levenshtein';
import type { InexactWord as SoughtWord, TokenizedColumn } from '../cache/token-dictionary.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { type Bindings, containsText, not } from '../engine/bindings.js';
import { quote } from '../engine/engine.js';
import { descriptionText, partyText } from '../text/normalise.js';
import { plainWord } from '../text/plain-text.js';
import { wordForms } from '../text/word-forms.js';
import {
  type Compiling,
  describedAs,
  filterColumn,
  hasAny,
  hasProductWords,
  matchText,
  RANGE_COLUMNS,
} from './conditions.js';
import { MOST_LETTERS } from './contained-words.js';
import type { RequestedScope, Unconditional } from './entitlement.js';
import type { Snapshot } from './snapshot.js';

type MatchOf<Kind extends Match['kind']> = Extract<Match, { kind: Kind }>;
type Field = Term['field'];

const GOODS = 'product_description_text';
const IMPORTER = `${PARTY_ROLES.IMPORTER}_text` as const;
const EXPORTER = `${PARTY_ROLES.EXPORTER}_text` as const;

/** A column in which texts are looked for: with an index of its words, or as it is. */
interface TextColumn {
  sql: string;
  indexed?: TokenizedColumn;
}

const indexed = (column: TokenizedColumn): TextColumn => ({ sql: column, indexed: column });

/** The texts of a field; without a field, of goods and parties. */
function textsOf(field: Field, trade: TradeType | undefined): TextColumn[] {
  switch (field) {
    case null:
      return [GOODS, IMPORTER, EXPORTER].map((column) => indexed(column as TokenizedColumn));
    case 'product':
    case 'description':
      return [indexed(GOODS)];
    case 'importer':
      return [indexed(IMPORTER)];
    case 'exporter':
      return [indexed(EXPORTER)];
    case 'company':
      return [indexed(IMPORTER), indexed(EXPORTER)];
    case 'notify':
      return [{ sql: partyText(PARTY_ROLES.NOTIFY) }];
    default: {
      const { list } = lineField(field);
      const column = list && trade && filterColumn(list, trade);
      return column === undefined ? [] : [{ sql: partyText(`toString(${column})`) }];
    }
  }
}

const anyOf = (conditions: readonly string[]) => (conditions.length === 0 ? '0' : `(${conditions.join(' OR ')})`);

/** A letter, digit or mark, of which words consist: this process and the engine spell it alike. */
const LETTER = '[\\p{L}\\p{N}\\p{M}]';
const BESIDE = '[^\\p{L}\\p{N}\\p{M}]';

/** Letters as stored texts have them: told here where that can be said without the engine, whose edition of Unicode counts. */
const folded = (letters: string, bindings: Bindings) => {
  const plain = plainWord(letters);
  return plain === undefined ? descriptionText(bindings.string(letters)) : bindings.string(plain);
};

/** That a column has some letters anywhere: its index answers that. */
const hasLetters = (column: string, letters: string, bindings: Bindings) =>
  `${column} LIKE concat('%', ${folded(letters, bindings)}, '%')`;

const wordsIn = (column: string) => `extractAll(${column}, ${quote(`${LETTER}+`)})`;

/** An inexact word. */
interface InexactWord {
  said: string;
  /** How its tokens are known without the engine. Undefined where they are not. */
  sought: SoughtWord | undefined;
  /** That a text has such a word. */
  sql(column: string, bindings: Bindings): string;
}

export type InexactMatch = MatchOf<'pattern' | 'spelling'>;

const isSign = (run: string) => run === '*' || run === '?';
const runsOf = (pattern: string) => pattern.split(/([*?])/).filter((run) => run !== '');
const meaning = (run: string) => (run === '*' ? `${LETTER}*` : LETTER);

/**
 * Tells of a word, as stored texts have it, whether an inexact one stands for it.
 *
 * @param fold makes of letters what stored texts have in their place
 */
export function standsFor(match: InexactMatch, fold: (letters: string) => string): (word: string) => boolean {
  if (match.kind === 'spelling') {
    const [word, { edits }] = [fold(match.word), match];
    return (other) => Math.abs(other.length - word.length) <= edits && distance(other, word) <= edits;
  }
  const whole = runsOf(match.pattern).map((run) => (isSign(run) ? run : fold(run).replace(/[^\p{L}\p{N}\p{M}]/gu, '')));
  return wildcardMatcher(whole.join(''));
}

const plainly = (letters: string) => plainWord(letters) ?? letters;

function patternWord(match: MatchOf<'pattern'>): InexactWord {
  const runs = runsOf(match.pattern);
  const longest = runs.reduce((most, run) => (isSign(run) || run.length <= most.length ? most : run), '');
  const isPlain = runs.every((run) => plainWord(run) !== undefined);
  const said = match.pattern;
  return {
    said,
    sought: isPlain ? { said, parts: [plainly(longest)], accepts: standsFor(match, plainly) } : undefined,
    sql(column, bindings) {
      const each = runs.map((run) => (isSign(run) ? bindings.string(meaning(run)) : folded(run, bindings)));
      const alone = `concat(${[quote(`(?:^|${BESIDE})`), ...each, quote(`(?:$|${BESIDE})`)].join(', ')})`;
      return `(${hasLetters(column, longest, bindings)} AND match(${column}, ${alone}))`;
    },
  };
}

function spelledWord(match: MatchOf<'spelling'>): InexactWord {
  const { word, edits } = match;
  const whole = plainWord(word);
  // Of so many parts and one more, a word that differs in so many letters has one unchanged.
  const letters = [...(whole ?? word)];
  const length = Math.floor(letters.length / (edits + 1));
  const parts = Array.from({ length: edits + 1 }, (_, no) =>
    letters.slice(no * length, no === edits ? undefined : (no + 1) * length).join(''),
  );
  const said = `${word}~${edits}`;
  return {
    said,
    sought: whole === undefined ? undefined : { said, parts, accepts: standsFor(match, plainly) },
    sql(column, bindings) {
      const some = parts.map((part) => hasLetters(column, part, bindings));
      const near = `arrayExists(word -> editDistanceUTF8(word, ${folded(word, bindings)}) <= ${edits}, ${wordsIn(column)})`;
      return `(${anyOf(some)} AND ${near})`;
    },
  };
}

/** Its first problem is what a screen says of it. */
const notRead = (problems: readonly string[]) =>
  new PortalError(
    'VALIDATION',
    problems.map((message) => ({ field: 'line', message })),
    problems[0],
  );

const inexactWord = (match: InexactMatch) => (match.kind === 'pattern' ? patternWord(match) : spelledWord(match));

/** By the words of the index where they have been looked for: no text is read then. */
function hasInexact({ sql, indexed }: TextColumn, word: InexactWord, { bindings, tokenDictionary }: Compiling): string {
  const accepted = indexed && tokenDictionary(indexed)?.accepted(word.said);
  if (accepted === undefined) return word.sql(sql, bindings);
  const { tokens } = accepted;
  if (tokens === undefined) throw notRead([lineTooBroad(word.said)]);
  if (tokens.length === 0) return '0';
  if (bindings.letters + tokens.join('').length > MOST_LETTERS) return word.sql(sql, bindings);
  return `hasAnyTokens(${indexed}, ${bindings.strings(tokens)})`;
}

/**
 * Looks for the inexact words of a question's line among the words of the records. Those take long to look through, so that is done before
 * the question is compiled, in turns with others: a line that is compiled without is asked of the texts.
 */
export async function lookForWords(
  { line, tradeType }: RequestedScope & { line?: string | undefined; tradeType?: TradeType },
  { tokenDictionary, call }: Pick<Snapshot, 'tokenDictionary' | 'call'>,
): Promise<void> {
  const read = line === undefined ? [] : lineOrProblems(line, dayOf(new Date()));
  if (Array.isArray(read)) return;
  for (const { field, match } of termsOf(read)) {
    const isInexact = match.kind === 'pattern' || match.kind === 'spelling';
    const word = isInexact ? inexactWord(match).sought : undefined;
    if (word === undefined) continue;
    for (const { indexed } of textsOf(field, tradeType))
      if (indexed) await tokenDictionary(indexed)?.lookFor(word, call);
  }
}

/** Some run of so many words has them all. */
function areNear({ sql }: TextColumn, { words, within }: MatchOf<'near'>, { bindings }: Compiling): string {
  const run = `arraySlice(${wordsIn(sql)}, at, ${within + 1})`;
  const formsOf = (word: string) => {
    const plain = plainWord(word);
    return plain !== undefined && sql === GOODS ? wordForms(plain) : [word];
  };
  const forms = words.map(formsOf);
  const somewhere = forms.map((some) => anyOf(some.map((form) => hasLetters(sql, form, bindings))));
  const together = forms.map((some) => `hasAny(${run}, [${some.map((form) => folded(form, bindings)).join(', ')}])`);
  return `(${somewhere.join(' AND ')} AND arrayExists(at -> ${together.join(' AND ')}, arrayEnumerate(${wordsIn(sql)})))`;
}

/** A text as it stands in a column. */
function hasText({ sql, indexed }: TextColumn, text: string, compiling: Compiling): string {
  if (sql === GOODS) return describedAs(text, compiling);
  if (indexed) return matchText(indexed, text, partyText, compiling);
  return containsText(sql, text, partyText, compiling.bindings);
}

/** Words without a field: all of them in the goods, or in a party's name; digits alone begin a code, too. */
function hasWordsAnywhere({ words }: MatchOf<'words'>, compiling: Compiling): string {
  const [digits = ''] = words;
  const codes = words.length === 1 && /^\d{2,12}$/.test(digits) ? [beginsWith(digits, compiling)] : [];
  const inNames = [IMPORTER, EXPORTER].map((name) =>
    words.map((word) => matchText(name, word, partyText, compiling)).join(' AND '),
  );
  return anyOf([...codes, hasProductWords(words, compiling), ...inNames]);
}

const beginsWith = (digits: string, { bindings }: Compiling) => `startsWith(hs_code, ${bindings.string(digits)})`;

/** Where companies of a list are looked for. */
export const ROLES_OF: Partial<Record<NonNullable<Field>, readonly string[]>> = {
  importer: [PARTY_ROLES.IMPORTER],
  exporter: [PARTY_ROLES.EXPORTER],
  company: [PARTY_ROLES.IMPORTER, PARTY_ROLES.EXPORTER],
  notify: [PARTY_ROLES.NOTIFY],
};

const KIND_OF: Partial<Record<NonNullable<Field>, OwnListKind>> = { hs: 'HS_CODE', record: 'RECORD' };

/** One of what stands on a list. */
function isListed(field: Field, name: string, { lists }: Unconditional, { bindings, joins }: Compiling): string {
  const kind = (field && KIND_OF[field]) ?? 'COMPANY';
  const list = lists.find((one) => one.name === name);
  if (list === undefined) throw notRead([noSuchList(name)]);
  if (list.kind !== kind) throw notRead([listOfOthers(name, list.kind)]);
  const { members } = list;
  if (members.length === 0) return '0';
  if (members.length > OWN_LIST_LIMITS.members) throw notRead([listTooLong(name)]);
  if (kind === 'HS_CODE')
    return `arrayExists(length -> left(hs_code, length) IN ${bindings.strings(members)}, ${JSON.stringify(lengthsOf(members))})`;
  if (kind === 'RECORD') return `id IN (SELECT toFixedString(unhex(arrayJoin(${bindings.strings(members)})), 16))`;
  const columns = (field && ROLES_OF[field]) ?? [];
  return anyOf(columns.map((column) => `(${list.has(`${column}_key`, bindings, joins)} AND ${column}_key != 0)`));
}

const lengthsOf = (codes: readonly string[]) => [...new Set(codes.map(({ length }) => length))].sort((a, b) => a - b);

/** From one value to another, of a field that has an order. */
function isWithin(field: Field, { from, to, beyond }: MatchOf<'range'>, compiling: Compiling): string {
  const { bindings } = compiling;
  const { kind, range } = field === null ? { kind: undefined, range: undefined } : lineField(field);
  if (kind === 'code') {
    if (from === to) return beginsWith(from ?? '', compiling);
    // Behind all digits stands the colon.
    return `(hs_code >= ${bindings.string(from ?? '')} AND hs_code < ${bindings.string(`${to}:`)})`;
  }
  const [column, value] =
    range === undefined
      ? ['record_date', (bound: string) => `toDate(${bindings.string(bound)})`]
      : [RANGE_COLUMNS[range], (bound: string) => `toDecimal128(${bindings.string(bound)}, 18)`];
  const more = beyond ? '' : '=';
  const bounds = [
    ...(from === undefined ? [] : [`${column} >${more} ${value(from)}`]),
    ...(to === undefined ? [] : [`${column} <${more} ${value(to)}`]),
  ];
  return `(${bounds.join(' AND ')})`;
}

function areValues(field: Field, values: readonly string[], query: Unconditional, compiling: Compiling): string {
  if (field === 'country') return `country IN ${compiling.bindings.strings(values)}`;
  if (field === 'company')
    return anyOf([hasAny('importerList', values, query, compiling), hasAny('exporterList', values, query, compiling)]);
  const list = field === null ? undefined : lineField(field).list;
  return list === undefined ? '0' : `(${hasAny(list, values, query, compiling)})`;
}

function compileTerm({ field, match }: Term, query: Unconditional, compiling: Compiling): string {
  const columns = () => textsOf(field, query.tradeType);
  switch (match.kind) {
    case 'words':
      return field === null ? hasWordsAnywhere(match, compiling) : hasProductWords(match.words, compiling);
    case 'text':
      return anyOf(columns().map((column) => hasText(column, match.text, compiling)));
    case 'is':
      return areValues(field, [match.value], query, compiling);
    case 'pattern':
    case 'spelling': {
      const word = inexactWord(match);
      return anyOf(columns().map((column) => hasInexact(column, word, compiling)));
    }
    case 'near':
      return anyOf(columns().map((column) => areNear(column, match, compiling)));
    case 'list':
      return isListed(field, match.name, query, compiling);
    case 'range':
      return isWithin(field, match, compiling);
  }
}

/** Values of one field beside each other are looked for as one set. */
function compileAny(of: readonly Condition[], query: Unconditional, compiling: Compiling): string[] {
  const values = new Map<Field, string[]>();
  const others: string[] = [];
  for (const one of of) {
    if (one.is === 'term' && one.match.kind === 'is')
      values.set(one.field, [...(values.get(one.field) ?? []), one.match.value]);
    else others.push(compileExpression(one, query, compiling));
  }
  return [...[...values].map(([field, some]) => areValues(field, some, query, compiling)), ...others];
}

export function compileExpression(expression: Condition, query: Unconditional, compiling: Compiling): string {
  switch (expression.is) {
    case 'term':
      return compileTerm(expression, query, compiling);
    case 'not':
      return not(compileExpression(expression.of, query, compiling));
    case 'or':
      return anyOf(compileAny(expression.of, query, compiling));
    case 'and':
      return `(${expression.of.map((part) => compileExpression(part, query, compiling)).join(' AND ')})`;
  }
}

/**
 * What a question asks of its records, by its form and by its line. Days that a line counts from today have been counted when it was brought
 * to a question.
 *
 * @throws PortalError saying what of the line cannot be read, at its place
 */
export function conditionAsked(query: SearchQuery): Condition {
  return conditionOf(query, query.line === undefined ? undefined : lineAsked(query.line)) ?? NOTHING;
}

/** Any of no conditions. */
const NOTHING: Condition = { is: 'or', of: [] };

function lineAsked(line: string): Condition {
  const read = lineOrProblems(line, dayOf(new Date()));
  const problems = Array.isArray(read)
    ? read
    : [...termsOf(read)].flatMap(({ field }) => (isSaidOnce(field) ? [MESSAGES.lineOnce] : []));
  if (Array.isArray(read) || problems.length > 0) throw notRead(problems);
  return read;
}
