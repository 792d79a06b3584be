/** Columns that are left out and may be a main one whose place is empty: a load without them would look as if the file had none. */
import type { HeaderWords } from '../../recognise/header-words.js';
import type { Answers } from '../proposal/answers.js';
import type { Arithmetic } from './arithmetic.js';
import { type Assignment, type Evidence, whatItStandsFor } from './assignment.js';
import type { ColumnValues } from './column-values.js';
import { areCodes, homeParty, isNumbered, judgeValues, type LookedFile, partnerColumn } from './evidence.js';
import { candidatesFor, concepts, type FileContext, MAIN_COLUMNS, saysAny } from './header-candidates.js';
import { CLEAR, FIRMS_OFFERED, LIKELY, MOST_OFFERED, SHARE } from './weights.js';

/** A column that is left out and may be a main one; proposed where it alone may be. */
export interface Offer {
  column: number;
  target: string;
  isProposed: boolean;
}

const NO_AMOUNT = concepts(
  'tax duty vat excise fee freight insurance antidumping incometax luxurytax rate percent exchange weight package container id code date number currency payable drawback bcd cvd igst cesstax type status additional per',
);
/** What a number beside the units is not; a package, a number and a unit may be a quantity's name. */
const NO_QUANTITY = new Set([
  ...[...NO_AMOUNT].filter((word) => word !== 'package' && word !== 'number'),
  ...concepts('value price fob cif total item declaration hs regime'),
]);
const OTHER_PARTIES = concepts(
  'agent declarant carrier bank notify manufacturer vessel office warehouse address description',
);
const IMPORTERS = concepts('importer consignee buyer');
const EXPORTERS = concepts('exporter supplier shipper');
/** What a name of a party may say beside it that makes it none. */
const OF_PARTY = concepts(
  'id address city state country phone email postal code number type status bank account reference port date remark category agent declarant',
);
const NO_GOODS = concepts('regime purpose type status category mode transport port remark');
const WEIGHED_OR_PACKED = concepts('weight package');

/** An amount that nothing names may be in thousands, or in another money: it is offered, and not proposed. */
const PROPOSED = /^(importer_name|exporter_name|product_description|origin_country|destination_country|quantity|unit)$/;

/** The main columns that a number may be by its name. */
function amountsSaid(words: HeaderWords): string[] {
  const { concepts: spoken, currencies } = words;
  const isOther = (target: string) =>
    [...spoken].some((word) => NO_AMOUNT.has(word) || (word === 'unit' && target !== 'quantity'));
  const targets = [
    ...(spoken.has('usd') ? ['total_value_usd'] : []),
    ...(saysAny(words, concepts('value fob cif price total')) || currencies.length > 0 ? ['total_value'] : []),
    ...(spoken.has('quantity') ? ['quantity'] : []),
  ];
  return targets.filter((target) => !isOther(target));
}

/** Main columns that values show, whatever their name says. */
function heldBy(words: HeaderWords, values: ColumnValues, context: FileContext, isAnyParty: boolean): string[] {
  const { concepts: spoken } = words;
  const { letters, distinct, company, wordy } = values;
  if (distinct < 2) return [];
  const isOfParty = letters >= SHARE.kind && !saysAny(words, OF_PARTY);
  if (isOfParty && saysAny(words, IMPORTERS)) return ['importer_name'];
  if (isOfParty && saysAny(words, EXPORTERS)) return ['exporter_name'];
  if (values.unit >= SHARE.kind && !saysAny(words, WEIGHED_OR_PACKED)) return ['unit'];
  const isCode = values.heading >= SHARE.kind || areCodes(values);
  if (isCode && !isNumbered(spoken)) return ['hs_code'];
  if (values.country >= SHARE.kind && spoken.has('country')) return [partnerColumn(context)];
  // An address may stand behind the name that it belongs to.
  if ([...spoken].some((word) => OTHER_PARTIES.has(word) && !(word === 'address' && spoken.has('name')))) return [];
  if (spoken.size === 1 && spoken.has('name') && wordy >= SHARE.kind) return [homeParty(context)];
  const isHolder = spoken.has('holder');
  if (company >= (isHolder ? FIRMS_OFFERED.holders : isAnyParty ? SHARE.kind : FIRMS_OFFERED.only)) {
    if (saysAny(words, EXPORTERS)) return ['exporter_name'];
    // The party that alone is named is the one at home.
    const home = homeParty(context);
    return [home, home === 'importer_name' ? 'exporter_name' : 'importer_name'];
  }
  if (values.country >= SHARE.kind) return [partnerColumn(context)];
  return wordy >= SHARE.kind && !isHolder && !saysAny(words, NO_GOODS) ? ['product_description'] : [];
}

/** The columns on both sides of that of the units, where nothing is the quantity by its name. */
function besideUnit({ chosen }: Assignment): number[] {
  const [unit] = chosen.get('unit') ?? [];
  if (!unit || unit.nameScore === 0 || chosen.has('quantity') || chosen.has('std_quantity')) return [];
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
  return [unit.column - 1, unit.column + 1].filter((column) => !taken.has(column));
}

interface LeftOut extends LookedFile {
  assignment: Assignment;
  /** The columns of the date. */
  parts: readonly number[];
  evidence: readonly Evidence[];
  arithmetic: Arithmetic;
  answers: Answers;
  /** Columns that are no values of a row, nor its quantity, whatever they are called. */
  noValues: ReadonlySet<number>;
}

/** Two for each empty place at most. */
export function findOffers(file: LeftOut): Offer[] {
  const { header, read, values, assignment, parts, answers, context, evidence, arithmetic } = file;
  const { chosen } = assignment;
  const taken = new Set([...[...chosen.values()].flat().map(({ column }) => column), ...parts]);
  const isSure = (target: string) => {
    const [first] = chosen.get(target) ?? [];
    return first !== undefined && !first.blank && (first.nameScore > 0 || first.score >= CLEAR);
  };
  const isFilled = (target: string) => {
    if (isSure(target)) return true;
    if (target === 'record_date') return parts.length > 0;
    // A value in dollars that is left out is missed even where another is converted.
    const others = target === 'total_value' ? /^total_/ : target === 'total_value_usd' ? /^(total_|cif_).*_usd$/ : /^$/;
    return [...chosen.keys()].some((each) => others.test(each) && each !== target && isSure(each));
  };
  const places = new Map<string, number[]>();
  const placed = new Set<number>();
  const offer = (target: string, column: number) => {
    const [columnValues, others] = [values[column], places.get(target) ?? []];
    if (columnValues === undefined || placed.has(column) || !MAIN_COLUMNS.has(target) || isFilled(target)) return;
    if (others.length >= MOST_OFFERED || (/^total_|^quantity$/.test(target) && file.noValues.has(column))) return;
    if (judgeValues(target, columnValues, undefined, read[column]?.concepts).factor < SHARE.kind) return;
    places.set(target, [...others, column]);
    placed.add(column);
  };
  const isAnyParty = chosen.has('importer_name') || chosen.has('exporter_name');
  for (const { product } of arithmetic.products)
    if (!taken.has(product) && !chosen.has('total_value')) offer('total_value', product);
  const beside = besideUnit(assignment);
  for (const [column, name] of header.entries()) {
    const [words, looked] = [read[column], values[column]];
    if (!words || !looked || looked.blank || looked.filled === 0) continue;
    if (taken.has(column) || answers.columns.has(name)) continue;
    const areNumbers = looked.number > SHARE.kind && looked.distinct > 1;
    for (const target of areNumbers ? amountsSaid(words) : []) offer(target, column);
    const mayCount = words.concepts.has('quantity') || !saysAny(words, NO_QUANTITY);
    if (areNumbers && mayCount && beside.includes(column)) offer('quantity', column);
    for (const target of heldBy(words, looked, context, isAnyParty)) offer(target, column);
    if (words.unknown.length === 0 && words.numbers.length === 0) continue;
    const [best] = candidatesFor({ ...words, unknown: [], numbers: [] }, context);
    const target = best && whatItStandsFor(best.target);
    const isSpoken = evidence.some((each) => each.column === column && each.nameScore > 0);
    if (target && best.score >= CLEAR && !isSpoken && (target !== 'quantity' || areNumbers)) offer(target, column);
  }
  return [...places].flatMap(([target, columns]) => {
    const isNamed = target !== 'quantity' || columns.every((column) => read[column]?.concepts.has('quantity'));
    const isProposed = columns.length === 1 && isNamed && !chosen.has(target) && PROPOSED.test(target);
    return columns.map((column) => ({ target, column, isProposed }));
  });
}

/** An assignment with what is proposed of it. */
export function withProposed({ chosen, rivals }: Assignment, offers: readonly Offer[]): Assignment {
  const reason = 'its values look like it, and nothing else is';
  const proposed = offers.flatMap(({ column, target, isProposed }): [string, Evidence[]][] =>
    isProposed ? [[target, [{ column, target, score: LIKELY, nameScore: LIKELY, reason }]]] : [],
  );
  return { chosen: new Map([...chosen, ...proposed]), rivals };
}
