import type { TradeType } from '@tidewaiter/contract';
import { readHeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';

/** A column that says of every row whether it is an import or an export. */
export interface TradeColumn {
  column: number;
  /** What it writes for each. */
  says: ReadonlyMap<TradeType, readonly string[]>;
  /** What it writes of goods that pass through or are stored, and of those that leave as they came. */
  stored: readonly string[];
  reexports: readonly string[];
}

/** A column of more different texts is one of goods or of procedures. */
const MOST_TEXTS = 12;

export function findTradeColumn(rows: readonly (readonly string[])[], width: number): TradeColumn | undefined {
  for (let column = 0; column < width; column += 1) {
    const texts = textsOf(rows, column);
    const told = texts?.map((text) => [text, tradeOf(text)] as const);
    if (!told || told.length === 0 || told.some(([, trade]) => trade === undefined)) continue;
    const of = (flow: Flow) => told.flatMap(([text, said]) => (said === flow ? [text] : []));
    const says = (['IMPORT', 'EXPORT'] as const).map((trade) => [trade, of(trade)] as const);
    if (says.every(([, some]) => some.length === 0)) continue;
    return {
      ...{ column, says: new Map(says.filter(([, some]) => some.length > 0)) },
      ...{ stored: of('STORED'), reexports: of('EXPORT').filter((text) => REEXPORT.test(text)) },
    };
  }
  return undefined;
}

/** Words of a procedure that are not known: `IMPORTACION DEFINITIVA`. */
const MOST_UNKNOWN = 2;

/** A column's different texts; undefined where they are too many to be of a kind. */
function textsOf(rows: readonly (readonly string[])[], column: number): string[] | undefined {
  const texts = new Set<string>();
  for (const row of rows) {
    const text = row[column]?.trim() ?? '';
    if (text !== '') texts.add(text);
    if (texts.size > MOST_TEXTS || text.length > 40) return undefined;
  }
  return [...texts];
}

type Flow = TradeType | 'STORED';

/** What box 1 of a declaration says, with the model's number or without it. */
const OF_BOX: readonly (readonly [RegExp, Flow])[] = [
  [/^(IM ?8|EX ?8|TR|T[12])$/, 'STORED'],
  [/^(IM|ИМ|ІМ)[ -]?\d{0,2}$/, 'IMPORT'],
  [/^(EX|ЭК|ЕК)[ -]?\d{0,2}$/, 'EXPORT'],
];
const REEXPORT = /^re-?\s?exp|^EX ?3$/i;
const OF_STORES: readonly Concept[] = ['transit', 'warehouse', 'zone'];

const OF_PAPERS: readonly Concept[] = ['invoice', 'licence', 'certificate', 'document', 'lading', 'contract'];

function tradeOf(text: string): Flow | undefined {
  const ofBox = OF_BOX.find(([box]) => box.test(text));
  if (ofBox !== undefined) return ofBox[1];
  if (REEXPORT.test(text)) return 'EXPORT';
  const { concepts, unknown, numbers } = readHeaderWords(text);
  if (unknown.length > MOST_UNKNOWN || numbers.length > 0) return undefined;
  // What an import is declared with may be the invoice of an export.
  if (OF_PAPERS.some((concept) => concepts.has(concept))) return undefined;
  if (OF_STORES.some((concept) => concepts.has(concept))) return 'STORED';
  const [is, isNot] = [concepts.has('import'), concepts.has('export')];
  return is === isNot ? undefined : is ? 'IMPORT' : 'EXPORT';
}
