import {
  dayOf,
  type LineExpression,
  lineField,
  lineOrProblems,
  type MatchedText,
  productWords,
  RECORD_COLUMNS,
  type RecordRow,
  type SearchBy,
  type SearchCondition,
  wholeWords,
} from '@tidewaiter/contract';
import { PARTY_ROLES } from '../columns/parties.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { type InexactMatch, standsFor } from '../query/line.js';
import type { Snapshot } from '../query/snapshot.js';
import { type TextKind, TraceableText } from '../text/character-folding.js';
import { keysOfNames } from '../text/keys-of-names.js';
import { NOBODY } from '../text/party-name-keys.js';
import { placeAlone } from '../text/whole-words.js';
import { wordForms } from '../text/word-forms.js';
import { namedLeadKeyOf } from '../versions/joined-parties.js';

/** How far into a cell a match is looked for: no longer text is read in a table. */
const READ = 20_000;

/** What of a question says which texts a record has. */
type Conditions = Pick<
  NarrowedQuery,
  'tradeType' | 'searchBy' | 'matchType' | 'searchValue' | 'pickedValue' | 'queryBuilder' | 'line'
>;

/** A word of a line with signs for letters, or in another spelling. */
interface InexactCondition {
  searchBy: SearchBy;
  inexact: InexactMatch;
}

type Condition = SearchCondition | InexactCondition;

/** The conditions that say what a record has, not what it lacks. */
function positive(query: Conditions): Condition[] {
  const read = query.line === undefined ? [] : lineOrProblems(query.line, dayOf(new Date()));
  return [
    ...[query, ...query.queryBuilder.filter(({ relation }) => relation !== 'NOT')].filter(
      ({ matchType }) => matchType !== 'D',
    ),
    ...(Array.isArray(read) ? [] : positiveOfLine(read)),
  ];
}

/** What a line asks for by words, texts, names and codes. */
function positiveOfLine(expression: LineExpression): Condition[] {
  if (expression.is === 'not') return [];
  if (expression.is !== 'term') return expression.of.flatMap(positiveOfLine);
  const { field, match } = expression;
  const fields = field === null ? ANYWHERE : field === 'company' ? PARTIES : [lineField(field).searchBy ?? []].flat();
  return fields.flatMap((searchBy): Condition[] => {
    const isGoods = searchBy === 'PRODUCT';
    if (match.kind === 'pattern' || match.kind === 'spelling') return [{ searchBy, inexact: match }];
    if (match.kind === 'words' || match.kind === 'near')
      return [{ searchBy, matchType: isGoods ? 'W' : 'L', searchValue: [...match.words] }];
    if (match.kind === 'text') return [{ searchBy, matchType: isGoods ? 'C' : 'L', searchValue: [match.text] }];
    if (match.kind === 'is')
      return [{ searchBy, matchType: 'L', searchValue: [match.value], pickedValue: [match.value] }];
    const isCode = match.kind === 'range' && match.from !== undefined && match.from === match.to;
    return isCode ? [{ searchBy, matchType: 'L', searchValue: [match.from ?? ''] }] : [];
  });
}

const PARTIES = ['IMPORTER', 'EXPORTER'] as const;
const ANYWHERE = ['PRODUCT', ...PARTIES] as const;

const COLUMN: Record<SearchBy, string> = {
  ...PARTY_ROLES,
  HS_CODE: 'hs_code',
  HS_CODE_2: 'hs_code',
  PRODUCT: 'product_description',
};

type Reader = Pick<Snapshot, 'query' | 'folding' | 'version'>;

/** Finds a match in a cell, and returns the part of it that matched. */
type Finder = (cell: string) => string | undefined;

/**
 * Says of each row of a page why it matched: the columns, and the parts of their cells that the question's values matched; nothing
 * for what it must not contain. In the order of the rows.
 */
export async function whyMatched(
  query: Conditions,
  rows: readonly RecordRow[],
  snapshot: Reader,
): Promise<MatchedText[][]> {
  const explained: MatchedText[][] = rows.map(() => []);
  if (rows.length === 0) return explained;
  for (const condition of positive(query)) {
    const key = RECORD_COLUMNS[query.tradeType].find(({ name }) => name === COLUMN[condition.searchBy])?.key ?? '';
    const cells = rows.map((row) => cellOf(row, key));
    const finders = await findersOf(condition, cells, snapshot);
    for (const [index, cell] of cells.entries()) {
      const matched = explained[index] ?? [];
      for (const find of finders) {
        const text = find(cell);
        if (text === undefined || matched.some((other) => other.key === key && other.text === text)) continue;
        const isWord = 'inexact' in condition || condition.matchType === 'W';
        matched.push({ key, text, ...(isWord && { alone: true }) });
      }
    }
  }
  return explained;
}

async function findersOf(condition: Condition, cells: readonly string[], snapshot: Reader): Promise<Finder[]> {
  if ('inexact' in condition) return wordsMeant(condition, cells, snapshot);
  const { searchBy, matchType, searchValue, pickedValue = [] } = condition;
  const typed = searchValue.filter((value) => !pickedValue.includes(value));
  if (searchBy === 'HS_CODE' || searchBy === 'HS_CODE_2') return typed.map(startsWith);
  if (matchType === 'W') return standingAlone(typed.flatMap(wholeWords), cells, snapshot);
  if (searchBy === 'PRODUCT') {
    const texts = matchType === 'L' ? typed.flatMap(productWords) : typed;
    return containing('description', texts, cells, snapshot);
  }
  return [...(await containing('party', typed, cells, snapshot)), ...(await named(pickedValue, cells, snapshot))];
}

/** Finds texts as the search does: case, accents and white space ignored, in names punctuation too. */
async function containing(
  kind: TextKind,
  values: readonly string[],
  cells: readonly string[],
  snapshot: Reader,
): Promise<Finder[]> {
  const fold = await snapshot.folding.of(kind, [...values, ...cells], snapshot);
  const traced = new Map(cells.map((cell) => [cell, new TraceableText(cell, fold)]));
  return values.map((value) => {
    const needle = new TraceableText(value, fold).text;
    return (cell) => traced.get(cell)?.find(needle);
  });
}

/** Finds words as the search does, each in every number in which it stands there by itself. */
async function standingAlone(words: readonly string[], cells: readonly string[], snapshot: Reader): Promise<Finder[]> {
  const fold = await snapshot.folding.of('description', [...words, ...cells], snapshot);
  const traced = new Map(cells.map((cell) => [cell, new TraceableText(cell, fold)]));
  const forms = words.flatMap((word) => wordForms(new TraceableText(word, fold).text)).filter((form) => form !== '');
  return [...new Set(forms)].map((form) => (cell) => traced.get(cell)?.find(form, placeAlone));
}

/** Finds the words of the cells that an inexact one stands for, each by itself. */
async function wordsMeant(
  { searchBy, inexact }: InexactCondition,
  cells: readonly string[],
  snapshot: Reader,
): Promise<Finder[]> {
  const said = inexact.kind === 'pattern' ? inexact.pattern : inexact.word;
  const kind = searchBy === 'PRODUCT' ? 'description' : 'party';
  const fold = await snapshot.folding.of(kind, [said, ...cells], snapshot);
  const traced = new Map(cells.map((cell) => [cell, new TraceableText(cell, fold)]));
  const isMeant = standsFor(inexact, (letters) => new TraceableText(letters, fold).text);
  const words = new Set([...traced.values()].flatMap(({ text }) => wholeWords(text)).filter(isMeant));
  return [...words].map((word) => (cell) => traced.get(cell)?.find(word, placeAlone));
}

/** A picked party is the whole name, in whatever spelling, and any name that is one with it. */
async function named(values: readonly string[], cells: readonly string[], snapshot: Reader): Promise<Finder[]> {
  if (values.length === 0) return [];
  const keyOf = await keysOfNames([...values, ...cells], snapshot);
  const partyOf = (name: string) => namedLeadKeyOf(keyOf(name), snapshot.version);
  return values.map((value) => {
    const party = partyOf(value);
    return (cell) => (party !== NOBODY && partyOf(cell) === party ? cell : undefined);
  });
}

const startsWith =
  (digits: string): Finder =>
  (cell) =>
    cell.startsWith(digits) ? digits : undefined;

function cellOf(row: RecordRow, key: string): string {
  const cell = row[key];
  if (typeof cell !== 'string') return '';
  // Cut between characters, not within one.
  return cell.length <= READ ? cell : cell.slice(0, READ).replace(/[\ud800-\udbff]$/, '');
}
