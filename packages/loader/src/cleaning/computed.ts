import { extractBank, isOrder } from './parties.js';
import { standardUnitSql } from './units.js';

/** Six decimals of a dollar: a price is a quotient, and no sum is made of it. */
const PRICE_DECIMALS = 6;

/** Amounts beyond it are mistakes of the source: nothing is computed of them, and nothing overflows. */
const MOST = 1e12;

const NO_NUMBER = "CAST(NULL, 'Nullable(Decimal(38, 18))')";

/** A column that follows from others in the rows where the source says nothing of it. */
interface ComputedColumn {
  name: string;
  /** Its value, the source's own or the computed one. */
  value: string;
  /** Holds for the rows in which it was computed. */
  computed: string;
}

export interface Computation {
  columns: ComputedColumn[];
  /** SELECT lists over the accepted rows, each over the one before: what the columns' SQL refers to. */
  layers: string[][];
}

/** Measures that may be computed: a sum over them is the source's only without those rows. */
export const COMPUTED_MEASURES: readonly string[] = ['std_quantity', 'unit_price_usd', 'std_unit_rate_usd'];

export const NOTHING: Computation = { columns: [], layers: [] };

/**
 * Everything that is computed of a row.
 *
 * @param written the column of each mapped one that may differ from what the source wrote, with the source's text
 * @param usd SQL of a row's whole value in USD, undefined where the file has none
 */
export function computation(
  mapped: ReadonlySet<string>,
  written: ReadonlyMap<string, string>,
  usd: string | undefined,
): Computation {
  const parts = [notified(mapped, written.get('importer_name')), amounts(mapped, usd)];
  return { columns: parts.flatMap(({ columns }) => columns), layers: parts.flatMap(({ layers }) => layers) };
}

/** A bank to whose order goods go, and which is no importer, is to be told of their arrival where the file names nobody for that. */
function notified(mapped: ReadonlySet<string>, importer: string | undefined): Computation {
  if (importer === undefined) return NOTHING;
  const given = mapped.has('notify_party_name') ? 'notify_party_name' : "''";
  return {
    columns: [{ name: 'notify_party_name', value: 'whole_notify_party', computed: 'bank_notified' }],
    layers: [
      [
        `if((importer_name = '' OR ${isOrder('importer_name')}) AND ${importer} != '' AND ${given} = '', ${extractBank(importer)}, '') AS notified_bank`,
      ],
      ["notified_bank != '' AS bank_notified", `if(bank_notified, notified_bank, ${given}) AS whole_notify_party`],
    ],
  };
}

/**
 * Standard quantity and unit, unit price and rate by standard unit, where the source leaves them out.
 *
 * @param mapped the columns that the file fills
 * @param usd SQL of a row's whole value in USD, undefined where the file has none
 */
function amounts(mapped: ReadonlySet<string>, usd: string | undefined): Computation {
  if (!mapped.has('quantity')) return NOTHING;
  const standard = mapped.has('unit') ? standardQuantity(mapped) : NOTHING;
  if (usd === undefined) return standard;
  const priced = [price('unit_price_usd', 'quantity', mapped)];
  if (mapped.has('unit')) priced.push(price('std_unit_rate_usd', 'whole_std_quantity', mapped));
  const [first = [], ...later] = standard.layers;
  return {
    columns: [...standard.columns, ...priced.map(({ column }) => column)],
    layers: [[...first, `${usd} AS whole_usd`], ...later, priced.map(({ condition }) => condition)],
  };
}

function standardQuantity(mapped: ReadonlySet<string>): Computation {
  const standardUnit = standardUnitSql('unit');
  const givenQuantity = mapped.has('std_quantity') ? 'std_quantity' : NO_NUMBER;
  const givenUnit = mapped.has('std_unit') ? 'std_unit' : "''";
  const converted =
    'toDecimal128(toDecimal256(assumeNotNull(quantity), 18) * toDecimal256OrZero(found_factor, 12), 18)';
  return {
    columns: [
      { name: 'std_quantity', value: 'whole_std_quantity', computed: 'std_computed' },
      { name: 'std_unit', value: `if(std_computed, found_unit, ${givenUnit})`, computed: 'std_computed' },
    ],
    layers: [
      [`${standardUnit.unit} AS found_unit`, `toString(${standardUnit.factor}) AS found_factor`],
      [
        `isNull(${givenQuantity}) AND ${givenUnit} = '' AND found_unit != '' AND ifNull(abs(quantity) < ${MOST}, false) AS std_computed`,
        `multiIf(NOT std_computed, ${givenQuantity}, found_factor = '1', quantity, ${converted}) AS whole_std_quantity`,
      ],
    ],
  };
}

function price(
  name: string,
  amount: string,
  mapped: ReadonlySet<string>,
): { column: ComputedColumn; condition: string } {
  const given = mapped.has(name) ? name : NO_NUMBER;
  const computed = `${name}_computed`;
  const wide = (sql: string) => `toDecimal256(assumeNotNull(${sql}), 18)`;
  // A divisor that is never zero, whichever rows the engine evaluates.
  const quotient = `round(${wide('whole_usd')} / greatest(${wide(amount)}, toDecimal256('0.000000000000000001', 18)), ${PRICE_DECIMALS})`;
  return {
    column: { name, value: `if(${computed}, toDecimal128(${quotient}, 18), ${given})`, computed },
    condition: `isNull(${given}) AND ifNull(${amount} > 0 AND abs(toFloat64(whole_usd)) < ${MOST} * toFloat64(${amount}), false) AS ${computed}`,
  };
}
