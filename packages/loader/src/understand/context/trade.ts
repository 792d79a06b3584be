/** Whether a file holds imports or exports, and a column that says it of every row. */
import type { TradeType } from '@tidewaiter/contract';
import { type HeaderWords, readHeaderWords } from '../../recognise/header-words.js';
import type { Concept } from '../../recognise/vocabulary.js';
import type { ColumnValues } from '../columns/column-values.js';
import { concepts, saysAny } from '../columns/header-candidates.js';
import { FLOW_TEXTS, MANY_PARTNERS, SHARE, TRADE_HEADERS, TRADE_SURE } from '../columns/weights.js';
import type { Answers } from '../proposal/answers.js';

export interface TradeFinding {
  trade: TradeType | undefined;
  confidence: number;
  reason: string;
}

/** A column that says of every row whether it is an import or an export. */
export interface TradeColumn {
  column: number;
  /** What it writes for each. */
  says: ReadonlyMap<TradeType, readonly string[]>;
  /** What it writes of goods that pass through or are stored, and of those that leave as they came. */
  stored: readonly string[];
  reexports: readonly string[];
  /** What it writes beside these, of which nothing is known. */
  unknown: readonly string[];
}

type Flow = TradeType | 'STORED';

/** What box 1 of a declaration says, with the model's number or without it. */
const OF_BOX: readonly (readonly [RegExp, Flow])[] = [
  [/^(IM ?8|EX ?8|TR|T[12]|TT|ТТ)$/, 'STORED'],
  [/^(IM|ИМ|ІМ)[ -]?\d{0,2}$/, 'IMPORT'],
  [/^(EX|ЭК|ЕК)[ -]?\d{0,2}$/, 'EXPORT'],
];
/** The customs procedures of the common declaration by their first digit: those of the European Union, of ASYCUDA and of many others. */
const OF_PROCEDURE: readonly (readonly [RegExp, Flow])[] = [
  [/^[123]\d{3}$/, 'EXPORT'],
  [/^[4-6]\d{3}$/, 'IMPORT'],
  [/^[78]\d{3}$/, 'STORED'],
];
const REEXPORT = /^re-?\s?exp|^EX ?3$/i;
const REEXPORT_PROCEDURE = /^3\d{3}$/;
const OF_STORES = concepts('transit warehouse zone');
const OF_PAPERS = concepts('invoice licence certificate document lading houselading contract');

function readFlow(text: string, isProcedure: boolean, unknown: number = FLOW_TEXTS.unknown): Flow | undefined {
  const ofBox = [...OF_BOX, ...(isProcedure ? OF_PROCEDURE : [])].find(([box]) => box.test(text));
  if (ofBox !== undefined) return ofBox[1];
  if (REEXPORT.test(text)) return 'EXPORT';
  const words = readHeaderWords(text);
  // What an import is declared with may be the invoice of an export.
  if (words.unknown.length > unknown || words.numbers.length > 0 || saysAny(words, OF_PAPERS)) return undefined;
  if (saysAny(words, OF_STORES)) return 'STORED';
  const [isIn, isOut] = [words.concepts.has('import'), words.concepts.has('export')];
  return isIn === isOut ? undefined : isIn ? 'IMPORT' : 'EXPORT';
}

/** The column whose texts are all known, else one that names the trade of most rows: what else it writes is asked about. */
export function findTradeColumn(
  rows: readonly (readonly string[])[],
  read: readonly HeaderWords[],
): TradeColumn | undefined {
  const columns = read.flatMap(({ concepts: words }, column) => tradesIn(column, rows, words) ?? []);
  return columns.find(({ unknown }) => unknown.length === 0) ?? columns[0];
}

function tradesIn(
  column: number,
  rows: readonly (readonly string[])[],
  words: ReadonlySet<Concept>,
): TradeColumn | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = row[column]?.trim() ?? '';
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
    if (counts.size > FLOW_TEXTS.texts || text.length > FLOW_TEXTS.letters) return undefined;
  }
  const isProcedure = words.has('regime');
  const flowsOf = (unknown?: number) =>
    [...counts.keys()].map((text) => [text, readFlow(text, isProcedure, unknown)] as const);
  const all = flowsOf();
  // Beside texts of which nothing is known, what says the trade says nothing else.
  const flows = all.some(([, flow]) => flow === undefined) ? flowsOf(0) : all;
  const of = (flowType: Flow | undefined) => flows.flatMap(([text, flow]) => (flow === flowType ? [text] : []));
  const rowsOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + (counts.get(text) ?? 0), 0);
  const says = (['IMPORT', 'EXPORT'] as const).flatMap((trade) => {
    const some = of(trade);
    return some.length === 0 ? [] : [[trade, some] as const];
  });
  const unknown = of(undefined);
  if (says.length === 0 || rowsOf(unknown) > rowsOf(says.flatMap(([, texts]) => texts))) return undefined;
  const reexports = of('EXPORT').filter(
    (text) => REEXPORT.test(text) || (isProcedure && REEXPORT_PROCEDURE.test(text)),
  );
  return { column, says: new Map(says), stored: of('STORED'), reexports, unknown };
}

/** Goods that pass through are proposed to be left out, and those that leave as they came, or of which nothing is known, to be records. */
export function otherFlows(column: TradeColumn | undefined, { trade }: TradeFinding, { notation }: Answers) {
  if (column === undefined) return undefined;
  const { stored, reexports, says, unknown } = column;
  const areAmongExports = trade === 'EXPORT' && reexports.length < (says.get('EXPORT')?.length ?? 0);
  const flows = [...stored, ...(areAmongExports ? reexports : []), ...unknown];
  const isLeftOut = (notation.otherFlows ?? (stored.length > 0 ? 'leave-out' : 'as-written')) === 'leave-out';
  return flows.length > 0 ? { column: column.column, flows, areUnknown: unknown.length > 0, isLeftOut } : undefined;
}

/** The rows that a file holds beside those that are loaded: of the other trade type, and what neither is. */
export function otherTrade(column: TradeColumn | undefined, finding: TradeFinding, answers: Answers) {
  if (column === undefined) return undefined;
  const [, others = []] = [...column.says].find(([of]) => finding.trade !== undefined && of !== finding.trade) ?? [];
  const { flows = [], isLeftOut = false } = otherFlows(column, finding, answers) ?? {};
  const values = [...(column.says.size > 1 ? others : []), ...(isLeftOut ? flows : [])];
  return values.length > 0 ? { column: column.column, values } : undefined;
}

const ATTRIBUTES = concepts('id address phone email postal city state code');
const OF_DIRECTION = concepts('date type purpose declaration duty');
const OF_IMPORTS = concepts('duty cif excise vat antidumping purchase');

/** What a header says for imports (above 0) or exports (below); where both parties are named by what they do, the one at home is the one whose number is known. */
function leaning(words: HeaderWords, areBoth: boolean): number {
  const { concepts: spoken } = words;
  if (spoken.has('shippingbill')) return -4;
  const [isIn, isOut] = [spoken.has('import'), spoken.has('export')];
  if (saysAny(words, OF_DIRECTION) && isIn !== isOut) return isIn ? 4 : -4;
  // The party at home is known to its customs: by number and address.
  const home = saysAny(words, ATTRIBUTES) ? 0.8 : 0.6;
  if (spoken.has('importer') !== spoken.has('exporter')) return spoken.has('importer') ? home : -home;
  // The foreign party is named by what it does: it sells to importers and buys from exporters.
  for (const [party, sign] of [['supplier', 1] as const, ['buyer', -1] as const])
    if (spoken.has(party)) return areBoth ? (spoken.has('id') ? -1.5 * sign : 0) : 1.5 * sign;
  if (spoken.has('country') && spoken.has('destination')) return -0.3;
  if (spoken.has('country') && (spoken.has('origin') || spoken.has('departure'))) return 0.3;
  return saysAny(words, OF_IMPORTS) ? 0.2 : 0;
}

/** A file that names one party only names the one at home. */
function onlyParty(headers: readonly HeaderWords[]): number {
  const names = (text: string) => headers.some((words) => saysAny(words, concepts(text)));
  const [importer, exporter] = [names('importer consignee buyer'), names('exporter supplier shipper')];
  return importer === exporter ? 0 : importer ? 1 : -1;
}

function byPartners(headers: readonly HeaderWords[], values: readonly ColumnValues[]): number {
  const isOfMany = (end: Concept, other: Concept) =>
    headers.some(({ concepts: words }, at) => {
      const { country = 0, distinct = 0 } = values[at] ?? {};
      return words.has(end) && !words.has(other) && country >= SHARE.kind && distinct >= MANY_PARTNERS.least;
    });
  const [comes, goes] = [isOfMany('origin', 'destination'), isOfMany('destination', 'origin')];
  return comes === goes ? 0 : comes ? MANY_PARTNERS.weight : -MANY_PARTNERS.weight;
}

const IN_NAME: readonly { trade: TradeType; pattern: RegExp }[] = [
  {
    trade: 'IMPORT',
    pattern:
      /\b(imp|impo|import|imports|inbound|importa\w*|importation\w*|importazion\w*|din|ithalat|impor|einfuhr|invoer|przywoz|dovoz|uvoz|nhap khau|yunyu|suip)\b|импорт|імпорт|увоз|внос|εισαγωγ|进口|進口|輸入|수입|นำเข้า|आयात|יבוא|واردات|هاورد/i,
  },
  {
    trade: 'EXPORT',
    pattern:
      /\b(exp|expo|export|exports|reexport\w*|reexpedic\w*|outbound|exporta\w*|exportation\w*|esportazion\w*|dus|ihracat|ekspor|eksport|ausfuhr|uitvoer|wywoz|vyvoz|izvoz|xuat khau|yushutsu|suchul)\b|экспорт|експорт|извоз|износ|εξαγωγ|出口|輸出|수출|ส่งออก|निर्यात|יצוא|صادرات|هەنارد/i,
  },
];

/** The trade types that a text names. */
export function namedIn(text: string): TradeType[] {
  const bare = text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  const name = bare.normalize('NFC').replace(/[_\d-]+/g, ' ');
  return IN_NAME.flatMap(({ trade, pattern }) => (pattern.test(name) ? [trade] : []));
}

/** What is known of a file beside its headers. */
interface Beside {
  fileName: string;
  column?: TradeColumn | undefined;
  values?: readonly ColumnValues[];
  /** What is written above its header. */
  titles?: readonly string[];
}

/** Whether a file holds imports or exports, from a column that says so, its name, its titles, its headers and whom it is traded with. */
export function findTrade(headers: readonly HeaderWords[], beside: Beside): TradeFinding {
  const [stated, other] = [...(beside.column?.says.keys() ?? [])];
  if (other !== undefined) {
    const reason = 'its rows are of both, and each part is loaded by a command of its own';
    return { trade: undefined, confidence: 0, reason };
  }
  const finding = byNames(headers, beside);
  if (stated === undefined) return finding;
  const reason = `every row says ${stated.toLowerCase()}`;
  const isAgainst = finding.trade !== undefined && finding.trade !== stated && finding.confidence >= TRADE_SURE.titles;
  return isAgainst
    ? { trade: stated, confidence: TRADE_SURE.doubted, reason: `${reason}, but ${finding.reason}` }
    : { trade: stated, confidence: TRADE_SURE.rows, reason };
}

function byNames(headers: readonly HeaderWords[], { fileName, values = [], titles = [] }: Beside): TradeFinding {
  const bareName = fileName.replace(/\.[^/]*$/, '');
  const names = (party: Concept, other: Concept) =>
    headers.some(({ concepts: words }) => words.has(party) && !words.has(other));
  const areBoth = names('supplier', 'buyer') && names('buyer', 'supplier');
  const sum =
    headers.reduce((total, header) => total + leaning(header, areBoth), 0) +
    onlyParty(headers) +
    byPartners(headers, values);
  const byHeaders = sum > 0 ? 'IMPORT' : 'EXPORT';
  const says = (least: number) => Math.abs(sum) >= least;
  const [byFileName, second] = namedIn(bareName);
  if (byFileName !== undefined && second === undefined) {
    // A program calls what it writes an export, whatever it holds.
    const isOfProgram = /(?<!\p{L})exp(ort)?(?!\p{L})/iu.test(bareName);
    const isAgreed = says(TRADE_HEADERS.least) && byHeaders === byFileName;
    const isAgainst = says(isOfProgram ? TRADE_HEADERS.least : TRADE_HEADERS.tell) && byHeaders !== byFileName;
    return {
      trade: isAgainst && isOfProgram ? byHeaders : byFileName,
      confidence: isAgainst || (isOfProgram && !isAgreed) ? TRADE_SURE.doubted : TRADE_SURE.rows,
      reason: `the file's name says ${byFileName.toLowerCase()}${isAgainst ? ', but its headers do not' : ''}`,
    };
  }
  const [titled, both] = [...new Set(titles.flatMap(namedIn))];
  if (titled !== undefined && both === undefined) {
    // A title may speak of the day of the export, or of what was exported from a program: the headers must say so too.
    const confidence = says(TRADE_HEADERS.least) && byHeaders === titled ? TRADE_SURE.titles : TRADE_SURE.doubted;
    return { trade: titled, confidence, reason: `what is written above the header says ${titled.toLowerCase()}` };
  }
  if (!says(TRADE_HEADERS.tell))
    return { trade: undefined, confidence: 0, reason: 'neither the name nor the headers tell' };
  const confidence = Math.min(TRADE_SURE.rows, TRADE_HEADERS.base + Math.abs(sum) * TRADE_HEADERS.each);
  return { trade: byHeaders, confidence, reason: `the headers are those of ${byHeaders.toLowerCase()}s` };
}
