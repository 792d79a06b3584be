import {
  type Condition,
  type Match,
  type MatchedText,
  RECORD_COLUMNS,
  type RecordRow,
  type Term,
  wholeWords,
} from '@tidewaiter/contract';
import { PARTY_ROLES } from '../columns/parties.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { type InexactMatch, standsFor } from '../query/expression.js';
import type { Snapshot } from '../query/snapshot.js';
import { type TextKind, TraceableText } from '../text/character-folding.js';
import { keysOfNames } from '../text/keys-of-names.js';
import { NOBODY } from '../text/party-name-keys.js';
import { placeAlone } from '../text/whole-words.js';
import { wordForms } from '../text/word-forms.js';
import { namedLeadKeyOf } from '../versions/joined-parties.js';

/** How far into a cell a match is looked for: no longer text is read in a table. */
const READ = 20_000;

/** The columns in which what is asked is shown. */
const COLUMNS = {
  product: 'product_description',
  hs: 'hs_code',
  importer: PARTY_ROLES.IMPORTER,
  exporter: PARTY_ROLES.EXPORTER,
} as const;
type ShownField = keyof typeof COLUMNS;

const PARTIES = ['importer', 'exporter'] as const;

/** Something that a record has in a field. */
interface Sought {
  field: ShownField;
  match: Match;
}

const isShown = (field: Term['field']): field is ShownField => field !== null && field in COLUMNS;

function fieldsOf(field: Term['field']): readonly ShownField[] {
  if (field === null) return ['product', ...PARTIES];
  if (field === 'description') return ['product'];
  if (field === 'company') return PARTIES;
  return isShown(field) ? [field] : [];
}

/** What a condition says that a record has, not what it lacks. */
function soughtBy(condition: Condition): Sought[] {
  if (condition.is === 'not') return [];
  if (condition.is !== 'term') return condition.of.flatMap(soughtBy);
  const { match } = condition;
  return fieldsOf(condition.field).map((field) => ({ field, match }));
}

type Reader = Pick<Snapshot, 'query' | 'folding' | 'version'>;

/** Finds a match in a cell, and returns the part of it that matched. */
type Finder = (cell: string) => string | undefined;

/**
 * Says of each row of a page why it matched: the columns, and the parts of their cells that the question's values matched; nothing
 * for what it must not contain. In the order of the rows.
 */
export async function whyMatched(
  query: Pick<NarrowedQuery, 'tradeType' | 'condition'>,
  rows: readonly RecordRow[],
  snapshot: Reader,
): Promise<MatchedText[][]> {
  const explained: MatchedText[][] = rows.map(() => []);
  if (rows.length === 0) return explained;
  for (const sought of soughtBy(query.condition)) {
    const key = RECORD_COLUMNS[query.tradeType].find(({ name }) => name === COLUMNS[sought.field])?.key ?? '';
    const cells = rows.map((row) => cellOf(row, key));
    const finders = await findersOf(sought, cells, snapshot);
    const isWord = isOfWords(sought);
    for (const [index, cell] of cells.entries()) {
      const matched = explained[index] ?? [];
      for (const find of finders) {
        const text = find(cell);
        if (text === undefined || matched.some((other) => other.key === key && other.text === text)) continue;
        matched.push({ key, text, ...(isWord && { alone: true }) });
      }
    }
  }
  return explained;
}

/** Whether words are looked for that stand by themselves: a party's are part of its name. */
const isOfWords = ({ field, match: { kind } }: Sought) =>
  kind === 'pattern' || kind === 'spelling' || (field === 'product' && (kind === 'words' || kind === 'near'));

async function findersOf({ field, match }: Sought, cells: readonly string[], snapshot: Reader): Promise<Finder[]> {
  const kind = field === 'product' ? 'description' : 'party';
  switch (match.kind) {
    case 'words':
    case 'near':
      return field === 'product'
        ? standingAlone(match.words, cells, snapshot)
        : containing(kind, match.words, cells, snapshot);
    case 'text':
      return containing(kind, [match.text], cells, snapshot);
    case 'is':
      return isParty(field) ? named([match.value], cells, snapshot) : [];
    case 'pattern':
    case 'spelling':
      return wordsMeant(match, kind, cells, snapshot);
    case 'range':
      return field === 'hs' && match.from !== undefined && match.from === match.to ? [startsWith(match.from)] : [];
    case 'list':
      return [];
  }
}

const isParty = (field: ShownField) => field === 'importer' || field === 'exporter';

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
  inexact: InexactMatch,
  kind: TextKind,
  cells: readonly string[],
  snapshot: Reader,
): Promise<Finder[]> {
  const said = inexact.kind === 'pattern' ? inexact.pattern : inexact.word;
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
