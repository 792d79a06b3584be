import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import type { Answers } from './answers.js';
import { type Assignment, type Suggestion, whatItStandsFor } from './assign.js';
import type { ColumnValues } from './column-values.js';
import { judgeValues } from './judge-values.js';
import { candidatesFor, type FileContext } from './meanings.js';
import { findNumberRoles } from './number-roles.js';
import { besideUnit } from './quantity-beside-unit.js';
import { CLEAR, MAIN_COLUMNS } from './unclear.js';

interface LookedAt {
  header: readonly string[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
  assignment: Assignment;
  parts: readonly number[] | undefined;
  suggestions: readonly Suggestion[];
  answers: Answers;
  context: FileContext;
  /** Columns that are no values of a row, nor its quantity, whatever they are called. */
  noValues: ReadonlySet<number>;
  rows: readonly (readonly string[])[];
  numberOf(cell: string): number | undefined;
}

/** What makes a column one of values or quantities, and what makes it something else. */
const SAYS: readonly { target: string; by(words: HeaderWords): boolean }[] = [
  { target: 'total_value_usd', by: says('usd') },
  { target: 'total_value', by: says('value', 'fob', 'cif', 'price', 'total') },
  { target: 'quantity', by: says('quantity') },
  { target: 'total_value', by: ({ currencies }) => currencies.length > 0 },
];

function says(...any: Concept[]) {
  return ({ concepts }: HeaderWords) => any.some((word) => concepts.has(word));
}

const SOMETHING_ELSE: readonly Concept[] = [
  ...([
    'tax',
    'duty',
    'vat',
    'excise',
    'fee',
    'freight',
    'insurance',
    'antidumping',
    'incometax',
    'luxurytax',
  ] as const),
  ...([
    'rate',
    'percent',
    'exchange',
    'unit',
    'weight',
    'package',
    'container',
    'id',
    'code',
    'date',
    'number',
  ] as const),
  ...([
    'currency',
    'payable',
    'drawback',
    'bcd',
    'cvd',
    'igst',
    'cesstax',
    'type',
    'status',
    'additional',
    'per',
  ] as const),
];

/** What a number beside the units is not, where its name says one of these: a package and a number may be a quantity's name. */
const NO_QUANTITY: readonly Concept[] = [
  ...SOMETHING_ELSE.filter((word) => word !== 'unit' && word !== 'package' && word !== 'number'),
  ...(['value', 'price', 'fob', 'cif', 'total', 'item', 'declaration', 'hs', 'regime'] as const),
];

/** Main columns that values alone show, whatever their name says: where nothing else fills one, somebody must look. */
function heldBy(
  { concepts }: HeaderWords,
  values: ColumnValues,
  { trade }: FileContext,
  isAnyParty: boolean,
): string[] {
  const { hsCode, letters, distinct, company, unit, country, wordy } = values;
  if (distinct < 2) return [];
  if (unit >= LEAST_FIT && !concepts.has('weight') && !concepts.has('package')) return ['unit'];
  if (hsCode >= LEAST_FIT && letters <= FEW && !isNumbered(concepts)) return ['hs_code'];
  // An address may stand behind the name that it belongs to.
  const isOther = OTHER_PARTIES.some(
    (party) =>
      concepts.has(party) &&
      !(party === 'address' && concepts.has('name')) &&
      !(party === 'manufacturer' && trade === 'EXPORT'),
  );
  const atHome = trade === 'IMPORT' ? 'importer_name' : 'exporter_name';
  const partner = trade === 'IMPORT' ? 'origin_country' : 'destination_country';
  if (country >= LEAST_FIT && concepts.has('country')) return [partner];
  if (isOther) return [];
  // What is called a name and nothing else is who declares.
  if (concepts.size === 1 && concepts.has('name') && wordy >= LEAST_FIT) return [atHome];
  const isHolder = concepts.has('holder');
  if (company >= (isHolder ? LEAST_OF_HOLDERS : isAnyParty ? LEAST_FIT : LEAST_COMPANIES)) {
    if (SELLERS.some((party) => concepts.has(party))) return ['exporter_name'];
    // The party that alone is named is the one at home.
    const parties = ['importer_name', 'exporter_name'];
    return trade === 'IMPORT' ? parties : parties.toReversed();
  }
  if (country >= LEAST_FIT) return [partner];
  return wordy >= LEAST_FIT && !isHolder ? ['product_description'] : [];
}

/** Numbers of persons, papers and procedures begin like HS codes by chance. */
export function isNumbered(concepts: ReadonlySet<Concept>): boolean {
  const isOfPaper = concepts.has('number') && !concepts.has('hs') && !concepts.has('product') && !concepts.has('item');
  return concepts.has('regime') || concepts.has('id') || concepts.has('declaration') || isOfPaper;
}

const OTHER_PARTIES: readonly Concept[] = [
  ...(['agent', 'declarant', 'carrier', 'bank', 'notify', 'manufacturer'] as const),
  ...(['vessel', 'office', 'warehouse', 'address', 'description'] as const),
];

const SELLERS: readonly Concept[] = ['exporter', 'supplier', 'shipper'];

/** Parties by their names; what else a name of one may say that makes it none. */
const PARTIES: readonly [string, readonly Concept[]][] = [
  ['importer_name', ['importer', 'consignee', 'buyer']],
  ['exporter_name', ['exporter', 'supplier', 'shipper']],
];
const OF_PARTY: readonly Concept[] = [
  ...(['id', 'address', 'city', 'state', 'country', 'phone', 'email', 'postal', 'code', 'number', 'type'] as const),
  ...(['status', 'bank', 'account', 'reference', 'port', 'date', 'remark', 'category', 'agent', 'declarant'] as const),
];

/** The party that a name says beside other words, where its cells are texts. */
function partyNamed({ concepts }: HeaderWords, { letters, distinct }: ColumnValues): string[] {
  if (letters < LEAST_FIT || distinct < 2 || OF_PARTY.some((word) => concepts.has(word))) return [];
  return PARTIES.flatMap(([target, words]) => (words.some((word) => concepts.has(word)) ? [target] : []));
}

/** Columns that are asked about for one place: of more, nobody reads the questions. */
const MOST_OFFERED = 2;

/** How well its values must fit; how many of a file's only parties must have a legal form, and how many codes may be words. */
const LEAST_FIT = 0.8;
const LEAST_COMPANIES = 0.4;
/** Who holds a licence is a person or a firm whatever the values are. */
const LEAST_OF_HOLDERS = 0.1;
const FEW = 0.05;

/** A column that is left out and may be a main one; proposed where it alone may be. */
export interface LeftOver {
  column: number;
  target: string;
  isProposed: boolean;
}

/** An amount that nothing names may be in thousands, or in another money. */
const TEXTS_AND_COUNTS: ReadonlySet<string> = new Set([
  ...[
    'importer_name',
    'exporter_name',
    'product_description',
    'origin_country',
    'destination_country',
    'quantity',
    'unit',
  ],
]);

/** An assignment with what is proposed of it. */
export const withProposed = ({ chosen, rivals }: Assignment, leftOver: readonly LeftOver[]): Assignment => {
  const proposed = leftOver.filter(({ isProposed }) => isProposed);
  const as = ({ column, target }: LeftOver): [string, Suggestion[]] => [
    target,
    [{ column, target, score: 0.5, named: 0.5, reason: 'its values look like it, and nothing else is' }],
  ];
  return { chosen: new Map([...chosen, ...proposed.map(as)]), rivals };
};

/**
 * Columns that are left out and may be a main one whose place is empty: a load without them would look as if the file had none.
 * Two for each place at most.
 */
export function findLeftOver(found: LookedAt): LeftOver[] {
  const { header, read, values, assignment, parts = [], answers, context } = found;
  const { chosen } = assignment;
  const taken = new Set([...[...chosen.values()].flat().map(({ column }) => column), ...parts]);
  const isSure = (target: string) => {
    const [first] = chosen.get(target) ?? [];
    return first !== undefined && !first.blank && (first.named > 0 || first.score >= CLEAR);
  };
  const isFilled = (target: string) =>
    isSure(target) ||
    (target === 'record_date' && parts.length > 0) ||
    // A value in dollars that is left out is missed even where another is converted.
    (/^total_value(_usd)?$/.test(target) &&
      [...chosen.keys()].some((each) => (target === 'total_value' ? /^total_/ : /^(total_|cif_).*_usd$/).test(each)));
  const places = new Map<string, number[]>();
  const placed = new Set<number>();
  const offer = (target: string, column: number) => {
    const looked = values[column];
    const fits =
      looked !== undefined && judgeValues(target, looked, undefined, read[column]?.concepts).factor >= LEAST_FIT;
    const others = places.get(target) ?? [];
    if (/^total_|^quantity$/.test(target) && found.noValues.has(column)) return;
    if (fits && MAIN_COLUMNS.has(target) && !isFilled(target) && others.length < MOST_OFFERED && !placed.has(column)) {
      places.set(target, [...others, column]);
      placed.add(column);
    }
  };
  const isAnyParty = chosen.has('importer_name') || chosen.has('exporter_name');
  if (!isFilled('total_value')) {
    for (const { product } of findNumberRoles(found).products) if (!taken.has(product)) offer('total_value', product);
  }
  header.forEach((name, column) => {
    const [words, looked] = [read[column], values[column]];
    if (!words || !looked || looked.blank || looked.filled === 0) return;
    if (taken.has(column) || answers.columns.has(name)) return;
    const isNumbers = looked.number > 0.8 && looked.distinct > 1;
    if (looked.heading >= LEAST_FIT && looked.distinct > 1 && !isNumbered(words.concepts)) offer('hs_code', column);
    for (const { target, by } of SAYS) {
      // Numbers are no units, whichever of the two a name begins with.
      const isOther = (word: Concept) => words.concepts.has(word) && !(word === 'unit' && target === 'quantity');
      if (isNumbers && by(words) && !SOMETHING_ELSE.some(isOther)) offer(target, column);
    }
    const mayCount = words.concepts.has('quantity') || !NO_QUANTITY.some((word) => words.concepts.has(word));
    if (isNumbers && mayCount && besideUnit(assignment).includes(column)) offer('quantity', column);
    for (const target of [...partyNamed(words, looked), ...heldBy(words, looked, context, isAnyParty)])
      offer(target, column);
    if (words.unknown.length === 0 && words.numbers.length === 0) return;
    const [best] = candidatesFor({ ...words, unknown: [], numbers: [] }, context);
    const target = best && whatItStandsFor(best.target);
    const spoken = found.suggestions.some((each) => each.column === column && each.named > 0);
    if (best && target && best.score >= CLEAR && !spoken && (target !== 'quantity' || isNumbers)) offer(target, column);
  });
  return [...places].flatMap(([target, columns]) => {
    const isNamed = target !== 'quantity' || columns.every((column) => read[column]?.concepts.has('quantity'));
    const isOpen = columns.length === 1 && isNamed && !chosen.has(target);
    const isProposed = isOpen && TEXTS_AND_COUNTS.has(target);
    return columns.map((column) => ({ target, column, isProposed }));
  });
}
