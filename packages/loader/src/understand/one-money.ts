/** Whether amounts beside a column of currencies are all in one money, which is then not that of each row. */
import { hsCodeOf } from '../cleaning/hs-codes.js';
import { standardUnitOf } from '../cleaning/units.js';
import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import { aboutDollars } from './about-dollars.js';
import type { AmountRelations } from './amount-relations.js';
import type { KnownFile, RowEvidence } from './currency-evidence.js';
import { unitOfWeight } from './quantity-by-weight.js';

interface Priced extends KnownFile {
  relations: AmountRelations;
  total: number;
  currency: number;
}

/** Currencies whose prices are far from a dollar's. */
const FAR = 6;

function aboutOf(money: string): number | undefined {
  const about = aboutDollars().get(money) ?? 0;
  return about >= FAR ? about : undefined;
}

/** Their prices are as a dollar's. */
const LIKE_DOLLARS = new Set(['USD', 'EUR', 'GBP', 'CHF']);

/** Rows that must show it, and the share of them. */
const ENOUGH = 8;
const MOST = 0.8;

/** A kilogram of mixed goods costs less than this in dollars, in the median; rows and chapters that show it. */
const DEAREST_KILOGRAM = 100;
const LEAST_CHAPTERS = 3;

/** Of money that so many units of make a dollar, no kilogram of mixed goods costs so little. */
const FAR_FROM_DOLLARS = 30;

const TAXES: readonly Concept[] = ['duty', 'tax', 'vat', 'excise'];

const isTax = (words: HeaderWords | undefined) =>
  TAXES.some((concept) => words?.concepts.has(concept)) &&
  !words?.concepts.has('usd') &&
  words?.currencies.length === 0;

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** What shows that amounts are in one money: taxes that are reckoned from them, prices that do not follow the rows' currencies, or that no goods have in dollars. */
export function inOneMoney(file: Priced): RowEvidence | undefined {
  const { rows, currency } = file;
  const codes = new Set(rows.map((row) => row[currency]?.trim().toUpperCase() ?? ''));
  if (codes.size < 2) return undefined;
  const why = byTaxes(file);
  const said = why === undefined ? byPrices(file) : { why };
  return said && { in: 'one money', sure: false, ...said };
}

/** What says that a tax is a share of a value. */
export function byTaxes({ header, read, relations, total }: Omit<Priced, 'currency'>): string | undefined {
  const of = relations.alike.flatMap(([a, b]) => (a === total ? [b] : b === total ? [a] : []));
  const tax = of.find((column) => isTax(read[column]));
  return tax === undefined ? undefined : `"${header[tax]}" is a share of it`;
}

function byPrices(file: Priced): Pick<RowEvidence, 'why' | 'likelier'> | undefined {
  const { rows, home, assignment, total, currency, numberOf } = file;
  const chosen = (...targets: string[]) => targets.flatMap((target) => assignment.chosen.get(target) ?? [])[0];
  const place = (...targets: string[]) => chosen(...targets)?.column;
  const [code, unit] = [place('hs_code'), place('unit', 'std_unit')];
  const [many, weight] = [place('quantity', 'std_quantity'), chosen('net_weight', 'gross_weight')];
  const times = chosen('total_value')?.times ?? 1;
  const isInTonnes = weight !== undefined && unitOfWeight(weight.column, file) === 'TNE';
  const kilogramsOf = (weight?.times ?? 1) * (isInTonnes ? 1000 : 1);
  const priced = rows.flatMap((row) => {
    const at = (column: number | undefined) => row[column ?? -1]?.trim() ?? '';
    const value = (numberOf(at(total)) ?? 0) * times;
    const [quantity, mass] = [numberOf(at(many)) ?? 0, (numberOf(at(weight?.column)) ?? 0) * kilogramsOf];
    const hs = hsCodeOf(at(code)).slice(0, 6);
    const isWeight = standardUnitOf(at(unit))?.unit === 'KGS';
    const kilograms = mass > 0 ? mass : isWeight ? quantity * (standardUnitOf(at(unit))?.factor ?? 1) : 0;
    const divisor = quantity > 0 ? quantity : mass;
    if (value <= 0 || divisor <= 0 || hs === '') return [];
    return [
      { key: `${hs} ${at(unit)}`, hs, money: at(currency).toUpperCase(), price: value / divisor, value, kilograms },
    ];
  });
  const inDollars = priced.filter(({ money }) => LIKE_DOLLARS.has(money));
  const told = priced.flatMap(({ key, money, price }) => {
    const about = aboutOf(money);
    const others = inDollars.flatMap((other) => (other.key === key ? [other.price] : []));
    if (about === undefined || others.length === 0) return [];
    const times = Math.log(price / median(others));
    return [Math.abs(times) < Math.abs(times - Math.log(about))];
  });
  const isOne = told.length >= ENOUGH && told.filter(Boolean).length >= MOST * told.length;
  const weighed = inDollars.filter(({ kilograms }) => kilograms > 0);
  const isMixed = new Set(weighed.map(({ hs }) => hs.slice(0, 2))).size >= LEAST_CHAPTERS;
  const level = median(weighed.map(({ value, kilograms }) => value / kilograms));
  const isShown = weighed.length >= ENOUGH && isMixed;
  if (isOne) {
    const isCheap = isShown && level < DEAREST_KILOGRAM && (aboutOf(home ?? '') ?? 0) >= FAR_FROM_DOLLARS;
    return { why: 'goods cost the same number whatever their currency', ...(isCheap && { likelier: 'USD' }) };
  }
  return isShown && level > DEAREST_KILOGRAM
    ? {
        why: `a kilogram costs ${Math.round(level).toLocaleString('en-US')} in the median, which is no price in dollars`,
      }
    : undefined;
}
