import { RECORD_COLUMNS, TARGET_COLUMNS, type TradeType } from '@tidewaiter/contract';
import type { Times } from '../../layout/amount.js';
import { isAnyDollar } from '../../recognise/currency-words.js';
import type { HeaderWords } from '../../recognise/header-words.js';
import { readTable } from '../../recognise/tables.js';
import { type Concept, mustBeConcept } from '../../recognise/vocabulary.js';
import { CURRENCY_ALONE, NUDGE, UNKNOWN_WORD, UNKNOWN_WORDS_MAX } from './weights.js';

/** Columns that searches, sums and lists rest on: a doubt about one of them is a question, not a column left out. */
export const MAIN_COLUMNS: ReadonlySet<string> = new Set(
  'record_date hs_code product_description importer_name exporter_name origin_country destination_country quantity unit total_value_usd total_value currency'.split(
    ' ',
  ),
);

/**
 * One way in which a header says a record column (`vocabulary/header-patterns.tsv`): all of its words must be there, `|` between words
 * of which one is enough, `?` after a word that may be there. Any other word that is known changes what a header says, so it says
 * something else: `IMPORTER_TIN` is no importer's name.
 */
interface HeaderPattern {
  target: string;
  /** How sure a header that says exactly this is of the column, 0..1. */
  score: number;
  /** Each must be said: one of its words. */
  needs: readonly (readonly Concept[])[];
  /** What may stand beside it without changing it. */
  mayHave: ReadonlySet<Concept>;
  trade: TradeType | undefined;
  /** Whether it holds in files of India only. */
  indian: boolean;
}

/** Words of headers in one text. */
export const concepts = (text: string): ReadonlySet<Concept> => new Set(text.split(' ').map(mustBeConcept));

/** Whether a header says any of these. */
export const saysAny = (words: HeaderWords | undefined, any: ReadonlySet<Concept>): boolean =>
  words !== undefined && [...words.concepts].some((concept) => any.has(concept));

/** What may stand beside anything: the language of a column that stands there twice. */
const BESIDE_ANYTHING: readonly Concept[] = ['english', 'otherlanguage'];

/** In what a total may be written. */
export const SCALES: ReadonlyMap<Concept, Times> = new Map([
  ['thousand', 1000],
  ['lakh', 100_000],
  ['million', 1_000_000],
  ['crore', 10_000_000],
]);

/** Totals, which may be in thousands; a price for a thousand is none in thousands. */
const COUNTED = new Set(
  TARGET_COLUMNS.flatMap(({ name, type }) =>
    type === 'decimal' && /value|quantity|weight/.test(name) && !/price|unit_/.test(name) ? [name] : [],
  ),
);

const IN: Readonly<Record<string, Pick<HeaderPattern, 'trade' | 'indian'>>> = {
  '': { trade: undefined, indian: false },
  imports: { trade: 'IMPORT', indian: false },
  exports: { trade: 'EXPORT', indian: false },
  'India imports': { trade: 'IMPORT', indian: true },
  'India exports': { trade: 'EXPORT', indian: true },
};

type Row = Record<'column' | 'in' | 'score' | 'words', string>;

function parsePattern(target: string, row: Row, more: readonly Concept[] = []): HeaderPattern {
  const where = IN[row.in];
  if (!where) throw new Error(`header-patterns.tsv: "${row.in}" is no kind of records`);
  const mayHave = new Set<Concept>([...BESIDE_ANYTHING, ...(COUNTED.has(target) ? SCALES.keys() : []), ...more]);
  const needs: Concept[][] = [];
  for (const word of row.words.split(' ')) {
    const concepts = word.replace('?', '').split('|').map(mustBeConcept);
    if (word.endsWith('?')) for (const concept of concepts) mayHave.add(concept);
    else needs.push(concepts);
  }
  return { target, score: Number(row.score), needs, mayHave, ...where };
}

/** An amount is said once for dollars and for the file's own currency: `usd | other`. */
const splitColumns = ({ column }: Row) => column.split(' | ');

function parsePatterns(row: Row): HeaderPattern[] {
  const [target = '', other] = splitColumns(row);
  if (other === undefined) return [parsePattern(target, row)];
  return [
    parsePattern(target, { ...row, words: `${row.words} usd` }),
    parsePattern(other, row, ['local', 'foreigncurrency', 'currency']),
  ];
}

const ROWS: readonly Row[] = readTable('header-patterns.tsv', ['column', 'in', 'score', 'words']);

const PATTERNS: readonly HeaderPattern[] = ROWS.flatMap(parsePatterns);

/** The columns that records of a trade type have; India's only where the records are of India. */
const OFFERED: Readonly<Record<TradeType, ReadonlySet<string>>> = {
  IMPORT: new Set(RECORD_COLUMNS.IMPORT.map(({ name }) => name)),
  EXPORT: new Set(RECORD_COLUMNS.EXPORT.map(({ name }) => name)),
};

/** Columns that hold totals in one country's currency, by that currency. */
const TOTAL_IN: Readonly<Record<TradeType, ReadonlyMap<string, string>>> = {
  IMPORT: totalsByCurrency('IMPORT'),
  EXPORT: totalsByCurrency('EXPORT'),
};

function totalsByCurrency(trade: TradeType): Map<string, string> {
  const totals = TARGET_COLUMNS.filter(({ name }) => /^total_(fob_)?value_/.test(name) && OFFERED[trade].has(name));
  return new Map(totals.flatMap(({ name, unit }) => (unit && unit !== 'USD' ? [[unit, name] as const] : [])));
}

const MONEY_TARGETS = new Set(
  ROWS.map(splitColumns)
    .filter(({ length }) => length === 2)
    .flat(),
);
/** Amounts of duties and taxes. */
export const TAXES = new Set(
  TARGET_COLUMNS.filter(({ group, type }) => group === 'Duties and taxes' && type === 'decimal').map(
    ({ name }) => name,
  ),
);
const TOTALS = new Set(['total_value', 'total_value_cif', 'total_cif_value']);

/** Where more than one column may hold the parts of one text. */
const IN_PARTS = new Set([
  'product_description',
  'importer_address',
  'exporter_address',
  'notify_party_address',
  'foreign_address',
]);

export interface Candidate {
  target: string;
  score: number;
  /** The currency that the header says. */
  currency?: string;
  /** What one of its numbers is, where its name says thousands or millions. */
  times?: Times;
  /** Which part of the text it holds, where it says one: 2 and more. */
  part?: number;
}

export interface FileContext {
  trade: TradeType;
  /** Shortcode of the source country, where it is known. */
  country: string | undefined;
  currency: string | undefined;
}

/** The record columns that a header may mean, the likeliest first. */
export function candidatesFor(read: HeaderWords, context: FileContext): Candidate[] {
  const words = withWhoseDollars(ofOneParty(read, context), context);
  if (words.unknown.length > UNKNOWN_WORDS_MAX) return [];
  const abroad = words.countries.some((country) => country !== context.country);
  if (abroad && context.country !== undefined) return [];
  const concepts = new Set(words.concepts);
  if (words.countries.length > 0) concepts.add('local');
  const indian = context.country === 'IND' || context.country === 'SEZ';
  const byTarget = new Map<string, Candidate>();
  for (const pattern of PATTERNS) {
    if (pattern.trade !== undefined && pattern.trade !== context.trade) continue;
    if (pattern.indian && !indian) continue;
    if (!OFFERED[context.trade].has(pattern.target) || !says(concepts, pattern)) continue;
    const candidate = weigh(pattern, words, concepts, context);
    if (candidate && candidate.score > (byTarget.get(candidate.target)?.score ?? 0))
      byTarget.set(candidate.target, candidate);
  }
  const candidates = [...byTarget.values()].sort((a, b) => b.score - a.score);
  return candidates.length > 0 ? candidates : ofCurrencyAlone(words, context);
}

/** Of the same for several years, the last is the records' own. */
const LAST_YEAR = 2099;
const isYear = (number: number) => number >= 1990 && number <= LAST_YEAR;

/** Whoever heads a column with a currency and nothing else means what the goods are worth, and is asked. */
function ofCurrencyAlone({ concepts, currencies, numbers, unknown }: HeaderWords, context: FileContext): Candidate[] {
  const [codes, another] = currencies;
  // Thousands or millions of it, and a year, say nothing else.
  const others = [...concepts].filter((word) => !SCALES.has(word));
  const [year = 0, more] = numbers;
  if (unknown.length > 0 || another !== undefined || more !== undefined || (year !== 0 && !isYear(year))) return [];
  const score = CURRENCY_ALONE + NUDGE * (year / LAST_YEAR - 1);
  if (others.length === 1 && others[0] === 'usd' && codes === undefined)
    return [{ target: 'total_value_usd', score, ...readScale(concepts) }];
  const currency = codes === undefined ? undefined : ofCountry(codes, context.currency);
  if (others.length > 0 || currency === undefined) return [];
  return [{ target: 'total_value', score, ...(!currency.includes('|') && { currency }), ...readScale(concepts) }];
}

/** What one column is called for both kinds of trade: the party at home, who declares, and the one abroad. */
const OF_BOTH_TRADES: readonly Readonly<Record<TradeType, readonly Concept[]>>[] = [
  { IMPORT: ['importer', 'consignee'], EXPORT: ['exporter'] },
  { IMPORT: ['supplier', 'shipper'], EXPORT: ['buyer'] },
];

/** `Consignee/Exporter` is the consignee of an import and the exporter of an export. */
function ofOneParty(words: HeaderWords, { trade }: FileContext): HeaderWords {
  const says = (some: readonly Concept[]) => some.some((word) => words.concepts.has(word));
  const both = OF_BOTH_TRADES.filter(({ IMPORT, EXPORT }) => says(IMPORT) && says(EXPORT));
  const [party, another] = both;
  if (party === undefined || another !== undefined) return words;
  const others = party[trade === 'IMPORT' ? 'EXPORT' : 'IMPORT'];
  return { ...words, concepts: new Set([...words.concepts].filter((word) => !others.includes(word))) };
}

/** A dollar is the United States' unless the reporting country has one too, or another currency is named beside its sign. */
function withWhoseDollars(words: HeaderWords, { currency }: FileContext): HeaderWords {
  const dollars = words.currencies.find(isAnyDollar);
  if (dollars === undefined) return words;
  const others = words.currencies.filter((codes) => !isAnyDollar(codes));
  if (others.length > 0 || words.concepts.has('usd')) return { ...words, currencies: others };
  if (currency !== undefined && currency !== 'USD' && dollars.split('|').includes(currency)) return words;
  return { ...words, currencies: [], concepts: new Set([...words.concepts, 'usd']) };
}

function says(concepts: ReadonlySet<Concept>, { needs, mayHave }: HeaderPattern): boolean {
  const all = needs.every((words) => words.some((word) => concepts.has(word)));
  return all && [...concepts].every((word) => mayHave.has(word) || needs.some((words) => words.includes(word)));
}

/** Of currencies that share a name, the reporting country's; any of them where it has another, which is no answer. */
function ofCountry(codes: string, home: string | undefined): string {
  if (isAnyDollar(codes)) return codes;
  const shared = codes.split('|');
  return shared.includes(home ?? '') ? (home ?? codes) : codes;
}

function readScale(concepts: ReadonlySet<Concept>): Pick<Candidate, 'times'> {
  const [times] = [...SCALES].flatMap(([word, number]) => (concepts.has(word) ? [number] : []));
  return times === undefined ? {} : { times };
}

function weigh(
  pattern: HeaderPattern,
  words: HeaderWords,
  concepts: ReadonlySet<Concept>,
  context: FileContext,
): Candidate | undefined {
  const part = words.numbers[0];
  const isPart = part !== undefined && part > 1 && part < 10;
  if (pattern.target === 'hs_code' ? isPart && part < 6 : isPart && !IN_PARTS.has(pattern.target)) return undefined;
  let score = pattern.score - UNKNOWN_WORD * words.unknown.length;
  // Beside a column of whole ones, another of thousands says the same in round numbers.
  if (readScale(concepts).times !== undefined) score -= 2 * NUDGE;
  if (concepts.has('english')) score += NUDGE;
  if (concepts.has('otherlanguage')) score -= NUDGE;
  if (part === 1) score -= NUDGE;
  const candidate: Candidate = {
    target: pattern.target,
    score,
    ...(isPart && pattern.target !== 'hs_code' && { part }),
    ...readScale(concepts),
  };
  const [currency, ...more] = words.currencies.map((codes) => ofCountry(codes, context.currency));
  if (TAXES.has(pattern.target)) return currency === undefined || currency === context.currency ? candidate : undefined;
  if (!MONEY_TARGETS.has(pattern.target)) return currency === undefined ? candidate : undefined;
  if (concepts.has('usd')) return currency === undefined ? candidate : undefined;
  if (more.length > 0) return undefined;
  if (concepts.has('foreigncurrency')) return { ...candidate, score: score + NUDGE };
  // A name that is several countries' money says nothing but that it is not in dollars.
  if (currency?.includes('|')) return { ...candidate, score: score - NUDGE };
  const ownCurrency = currency ?? (concepts.has('local') ? context.currency : undefined);
  if (ownCurrency === undefined) return concepts.has('local') ? { ...candidate, score: score - NUDGE } : candidate;
  const ofCurrency = TOTALS.has(pattern.target) ? TOTAL_IN[context.trade].get(ownCurrency) : undefined;
  return { ...candidate, target: ofCurrency ?? pattern.target, score: score - 2 * NUDGE, currency: ownCurrency };
}
