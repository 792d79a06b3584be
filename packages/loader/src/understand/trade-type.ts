import type { TradeType } from '@tidewaiter/contract';
import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import type { ColumnValues } from './column-values.js';
import type { TradeColumn } from './trade-column.js';

export interface TradeFinding {
  trade: TradeType | undefined;
  confidence: number;
  reason: string;
}

const ATTRIBUTES = ['id', 'address', 'phone', 'email', 'postal', 'city', 'state', 'code'] as const;

/** What a header says for imports (above 0) or exports (below); where both parties are named by what they do, the one at home is the one whose number is known. */
function leaning({ concepts }: HeaderWords, areBoth: boolean): number {
  const has = (...words: Parameters<typeof concepts.has>[0][]) => words.some((word) => concepts.has(word));
  if (has('shippingbill')) return -4;
  if (has('date', 'type', 'purpose', 'declaration', 'duty')) {
    if (has('import') && !has('export')) return 4;
    if (has('export') && !has('import')) return -4;
  }
  // The party at home is known to its customs: by number and address.
  const details = has(...ATTRIBUTES);
  if (has('importer') && !has('exporter')) return details ? 0.8 : 0.6;
  if (has('exporter') && !has('importer')) return details ? -0.8 : -0.6;
  // The foreign party is named by what it does: it sells to importers and buys from exporters.
  if (has('supplier')) return areBoth ? (has('id') ? -1.5 : 0) : 1.5;
  if (has('buyer')) return areBoth ? (has('id') ? 1.5 : 0) : -1.5;
  if (has('foreign') && has('loading')) return 1;
  if (has('arrival') && has('date')) return 0.7;
  if (has('discharge') && has('port')) return 0.2;
  if (has('country') && has('destination')) return -0.3;
  if (has('country') && (has('origin') || has('departure'))) return 0.3;
  return has('duty', 'cif', 'excise', 'vat', 'antidumping', 'purchase') ? 0.2 : 0;
}

/** A file that names one party only names the one at home. */
function onlyParty(headers: readonly HeaderWords[]): number {
  const named = (...words: Concept[]) => headers.some(({ concepts }) => words.some((word) => concepts.has(word)));
  const [importer, exporter] = [named('importer', 'consignee', 'buyer'), named('exporter', 'supplier', 'shipper')];
  return importer === exporter ? 0 : importer ? 1 : -1;
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

/** Countries that a column names at least which is of partners: those of its other end are one, the file's own. */
const LEAST_PARTNERS = 5;

/** Goods that come from many countries are imports, and exports those that go to many; where both are many, neither is told. */
function byPartners(headers: readonly HeaderWords[], values: readonly ColumnValues[]): number {
  const isOfMany = (end: Concept, other: Concept) =>
    headers.some(({ concepts }, at) => {
      const { country = 0, distinct = 0 } = values[at] ?? {};
      return concepts.has(end) && !concepts.has(other) && country >= 0.8 && distinct >= LEAST_PARTNERS;
    });
  const [comes, goes] = [isOfMany('origin', 'destination'), isOfMany('destination', 'origin')];
  return comes === goes ? 0 : comes ? MANY_PARTNERS : -MANY_PARTNERS;
}

const MANY_PARTNERS = 1.2;

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
  const { column } = beside;
  const [said, other] = [...(column?.says.keys() ?? [])];
  if (said !== undefined && other !== undefined) {
    return {
      trade: undefined,
      confidence: 0,
      reason: 'its rows are of both, and each part is loaded by a command of its own',
    };
  }
  const found = byNames(headers, beside);
  if (said === undefined) return found;
  const reason = `every row says ${said.toLowerCase()}`;
  const isAgainst = found.trade !== undefined && found.trade !== said && found.confidence >= 0.9;
  return isAgainst
    ? { trade: said, confidence: 0.6, reason: `${reason}, but ${found.reason}` }
    : { trade: said, confidence: 0.97, reason };
}

/** The trade types that a text names. */
export function namedIn(text: string): TradeType[] {
  const bare = text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  const name = bare.normalize('NFC').replace(/[_\d-]+/g, ' ');
  return IN_NAME.flatMap(({ trade, pattern }) => (pattern.test(name) ? [trade] : []));
}

const wordsIn = (name: string): readonly string[] => name.toLowerCase().match(/\p{L}+/gu) ?? [];

/** A program calls what it writes an export, and nobody a list of several: `COLS export`. */
const mayBeOfProgram = (name: string) => wordsIn(name).includes('export');

/** A file that a program has exported is called so, too, whatever it holds: `export 2024-05-01`, `query_export`. */
function isOfProgram(name: string): boolean {
  const words = wordsIn(name);
  const others = words.filter((word) => word !== 'export' && word !== 'exp');
  return others.length < words.length && (others.length === 0 || others.some((word) => OF_FILES.has(word)));
}

const OF_FILES = new Set(
  'data database db query dump report list file table sheet extract result results csv xls xlsx final full copy lines rows'.split(
    ' ',
  ),
);

/** What headers must say against a name for it to be asked about. */
const AGAINST = 0.45;

/** What headers say at least that agree with a title. */
const LEAST_AGREED = 0.2;

function byNames(headers: readonly HeaderWords[], { fileName, values = [], titles = [] }: Beside): TradeFinding {
  const bareName = fileName.replace(/\.[^/]*$/, '');
  const named = namedIn(bareName);
  const names = (party: Concept, other: Concept) =>
    headers.some(({ concepts }) => concepts.has(party) && !concepts.has(other));
  const areBoth = names('supplier', 'buyer') && names('buyer', 'supplier');
  const byWords = headers.reduce((total, header) => total + leaning(header, areBoth), 0) + onlyParty(headers);
  const sum = byWords + byPartners(headers, values);
  const byHeaders = sum > 0 ? 'IMPORT' : 'EXPORT';
  const [only, second] = named;
  if (only !== undefined && second === undefined) {
    const isAgreed = Math.abs(sum) >= LEAST_AGREED && byHeaders === only;
    const least = mayBeOfProgram(bareName) ? LEAST_AGREED : AGAINST;
    const against = Math.abs(sum) >= least && byHeaders !== only;
    // What a program writes it calls an export, also where its columns are those of imports.
    const isWritten = against && Math.abs(sum) >= AGAINST && mayBeOfProgram(bareName);
    return {
      trade: isWritten ? byHeaders : only,
      confidence: against || (isOfProgram(bareName) && !isAgreed) ? 0.6 : 0.97,
      reason: `the file's name says ${only.toLowerCase()}${isWritten ? ', but its headers do not' : ''}`,
    };
  }
  const [titled, both] = [...new Set(titles.flatMap(namedIn))];
  if (titled !== undefined && both === undefined) {
    // A title may speak of the day of the export, or of what was exported from a program: the headers must say so too.
    const isAgreed = Math.abs(sum) >= LEAST_AGREED && byHeaders === titled;
    const reason = `what is written above the header says ${titled.toLowerCase()}`;
    return { trade: titled, confidence: isAgreed ? 0.9 : 0.6, reason };
  }
  if (Math.abs(sum) < AGAINST)
    return { trade: undefined, confidence: 0, reason: 'neither the name nor the headers tell' };
  const confidence = Math.min(0.97, 0.65 + Math.abs(sum) * 0.1);
  return { trade: byHeaders, confidence, reason: `the headers are those of ${byHeaders.toLowerCase()}s` };
}
