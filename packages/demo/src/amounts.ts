import type { Company } from './companies.js';
import type { Good, Unit } from './goods.js';
import type { Reporter } from './places.js';
import type { Mode } from './ports.js';
import type { Random } from './random.js';

/** The number columns of an item, as written; '' is missing. */
export interface Amounts {
  quantity: string;
  unit: string;
  stdQuantity: string;
  stdUnit: string;
  unitPriceUsd: string;
  stdUnitRateUsd: string;
  totalValueUsd: string;
  currency: string;
  totalValue: string;
  grossWeight: string;
  grossWeightUnit: string;
  netWeight: string;
  netWeightUnit: string;
}

/** The median value of an item in US dollars, and how far values spread around it. */
const TYPICAL_VALUE = 6200;
const VALUE_SPREAD = 1.05;
const PRICE_SPREAD = 0.13;
const BULK_FACTOR = 32;
const BY_MODE: Readonly<Record<Mode, number>> = { SEA: 1, RAIL: 1.3, ROAD: 0.8, AIR: 0.55, POST: 0.02 };
/** Prices rise about three per cent a year. */
const INFLATION_PER_DAY = 0.00008;
/** How far the local currency loses over the whole period. */
const DRIFT = 0.08;

const COUNTED: ReadonlySet<Unit> = new Set<Unit>(['PC', 'PAIR', 'SET']);
const STD_UNITS: Readonly<Record<Unit, string>> = {
  KG: 'KGS',
  TON: 'KGS',
  PC: 'NOS',
  PAIR: 'PRS',
  SET: 'NOS',
  SQM: 'SQM',
  CBM: 'CBM',
  LTR: 'LTR',
  CT: 'CTM',
};

/** Units of a reporter's currency for one US dollar, which it loses value against over the period. */
export function localPerDollar(reporter: Reporter, elapsed: number): number {
  return reporter.perDollar * (1 + DRIFT * (elapsed - 0.5));
}

function unitName(unit: Unit, reporter: Reporter): string {
  if (unit === 'KG' || unit === 'TON' || unit === 'PC' || unit === 'PAIR') return reporter.units[unit];
  return STD_UNITS[unit] === 'NOS' ? 'SET' : STD_UNITS[unit];
}

/** At most three decimals, and no zeros at the end. */
function decimal(value: number): string {
  return String(Number(value.toFixed(3)));
}

function drawQuantity(wanted: number, unit: Unit, random: Random): number {
  if (COUNTED.has(unit)) {
    const pieces = Math.max(1, Math.round(wanted));
    // Cartons and dozens: large lots are seldom an odd number.
    return pieces > 500 && random.chance(0.7) ? Math.round(pieces / 50) * 50 : pieces;
  }
  if (wanted >= 20 && random.chance(0.5)) return Math.round(wanted);
  return Math.max(0.001, Number(wanted.toFixed(random.chance(0.5) ? 2 : 3)));
}

export interface Item {
  good: Good;
  seller: Company;
  buyer: Company;
  reporter: Reporter;
  mode: Mode;
  /** Days since the demo's first day, and that as a share of the whole period. */
  day: number;
  elapsed: number;
}

export function drawAmounts(item: Item, random: Random): Amounts {
  const { good, reporter } = item;
  const lot = TYPICAL_VALUE * BY_MODE[item.mode] * (good.travel === 'B' ? BULK_FACTOR : 1) * item.buyer.size;
  const dearness = item.seller.dearness * (1 + INFLATION_PER_DAY * item.day);
  const price = Math.max(0.0001, Number(random.logNormal(good.price * dearness, PRICE_SPREAD).toFixed(4)));
  const quantity = drawQuantity(random.logNormal(lot, VALUE_SPREAD) / price, good.unit, random);
  const total = Math.max(0.01, quantity * price);

  const hasQuantity = !random.chance(0.1);
  const hasStd = hasQuantity && !random.chance(0.06);
  const stdQuantity = good.unit === 'TON' ? quantity * 1000 : quantity;
  const hasLocal = random.chance(0.52);
  const inDollars = reporter.currency === 'USD' || random.chance(0.35);
  const rate = inDollars ? 1 : localPerDollar(reporter, item.elapsed);
  const net = quantity * good.kgPerUnit * random.between(0.94, 1.06);
  const hasNet = random.chance(0.62);
  const hasGross = random.chance(0.74);
  // Light pieces weigh less than a gram together: such a weight says nothing and is left out.
  const isWeighable = net >= 0.001;

  return {
    quantity: hasQuantity ? decimal(quantity) : '',
    unit: hasQuantity ? unitName(good.unit, reporter) : '',
    stdQuantity: hasStd ? decimal(stdQuantity) : '',
    stdUnit: hasStd ? STD_UNITS[good.unit] : '',
    unitPriceUsd: hasQuantity ? price.toFixed(4) : '',
    stdUnitRateUsd: hasStd ? (total / stdQuantity).toFixed(4) : '',
    totalValueUsd: random.chance(0.01) ? '' : total.toFixed(2),
    currency: hasLocal ? (inDollars ? 'USD' : reporter.currency) : '',
    totalValue: hasLocal ? (total * rate).toFixed(2) : '',
    grossWeight: hasGross && isWeighable ? decimal(net * random.between(1.02, 1.13)) : '',
    grossWeightUnit: hasGross && isWeighable ? STD_UNITS.KG : '',
    netWeight: hasNet && isWeighable ? decimal(net) : '',
    netWeightUnit: hasNet && isWeighable ? STD_UNITS.KG : '',
  };
}
