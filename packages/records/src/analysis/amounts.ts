/** What analyses sum: values, and quantities in one unit only, by the rule of `columns/quantities.ts`. */
import { addDecimals, firstOfMonth, LIMITS, lastOfMonth, withoutDecimals } from '@tidewaiter/contract';
import { z } from 'zod';
import { filledColumns } from '../answers/coverage.js';
import { aggregationContext } from '../answers/measured-records.js';
import { QUANTITY, QUANTITY_UNIT } from '../columns/quantities.js';
import { Bindings, TEXT_SETTINGS } from '../engine/bindings.js';
import type { Parameter } from '../engine/engine.js';
import { compileSearch, type Selection, selected } from '../query/compile.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';

/** Exact sums of some records; quantities are in one unit. */
export interface Amounts {
  shipments: number;
  /** Those that have a value in USD: the sum is of these. */
  valued: number;
  valueUsd: string;
  quantity: string;
  /** The shipments that have a quantity in the unit. */
  measured: number;
  /** Of the records that have both a value and a quantity above zero in the unit: by these, the average unit price is weighted. */
  priced: number;
  pricedValueUsd: string;
  pricedQuantity: string;
}

export const NO_AMOUNTS: Amounts = {
  shipments: 0,
  valued: 0,
  valueUsd: '0',
  quantity: '0',
  measured: 0,
  priced: 0,
  pricedValueUsd: '0',
  pricedQuantity: '0',
};

/** A unit that a question's quantities are in, and what there is in it. */
export interface UnitAmounts extends Amounts {
  unit: string;
}

/** What records without a value in USD state in a currency of their own. */
interface CurrencyAmount {
  currency: string;
  shipments: number;
  /** An exact decimal. */
  value: string;
}

/** The units of a question's records, the largest value first: as many as an answer names. */
export interface Units {
  units: readonly UnitAmounts[];
  /** The shipments that have no quantity in any unit. */
  without: number;
  /** What the sums in USD leave out, the currency of most shipments first. */
  otherCurrencies: readonly CurrencyAmount[];
  /** The shipments by their house bills; null where no record states one. */
  shipmentsByBill: number | null;
}

const NO_UNITS: Units = { units: [], without: 0, otherCurrencies: [], shipmentsByBill: null };

/** How much a question finds, by unit. */
export const unitsOf = cachedQuery<NarrowedQuery, Units>('units', async (query, snapshot) => {
  // Where the entitlement shows nothing of the question, the engine is not asked.
  if (query.scope === null) return NO_UNITS;
  const selection = compileSearch(query, snapshot);
  const { wide } = await aggregationContext(query.scope, snapshot);
  const amounts = [
    `${QUANTITY_UNIT} AS unit`,
    'ifNull(total_value_usd, 0) AS usd',
    'isNotNull(total_value_usd) AS stated',
    `${QUANTITY} AS amount`,
    "unit != '' AS measured",
    'isNotNull(total_value_usd) AND amount > 0 AS priced',
  ];
  const rows = await snapshot.query({
    name: 'analysis.units',
    sql: `SELECT unit, ${amountsSql({ wide })} FROM ${selected(amounts.join(', '), selection)}
        GROUP BY unit ORDER BY unit != '', ${sum('usd', wide)} DESC, count() DESC, unit LIMIT ${LIMITS.units + 1}`,
    parameters: selection.parameters,
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), amountCells]),
  });
  const found = rows.map(([unit, amounts]) => ({ unit, ...amounts }));
  // Of units that the answer has no room for, it is not known.
  const allValued = found.length <= LIMITS.units && found.every(({ valued, shipments }) => valued === shipments);
  return {
    otherCurrencies: allValued ? [] : await otherCurrencies(selection, snapshot),
    units: found.filter(({ unit }) => unit !== '').slice(0, LIMITS.units),
    without: found.find(({ unit }) => unit === '')?.shipments ?? 0,
    shipmentsByBill: await shipmentsByBill(query, selection, snapshot),
  };
});

/**
 * Records of one house bill are one shipment, and that of a master bill beside its house bills is none. Where no load of the months states
 * house bills, no record is read for it.
 */
async function shipmentsByBill({ tradeType, scope }: NarrowedQuery, selection: Selection, snapshot: Snapshot) {
  if (scope === null) return null;
  const visible = { ...scope, fromDate: firstOfMonth(scope.fromDate), toDate: lastOfMonth(scope.toDate) };
  if (!(await filledColumns({ tradeType, visible }, snapshot)).includes('house_bl_number')) return null;
  const bills = "country, extras['bl_number'] AS bill, extras['house_bl_number'] AS house";
  const [counted] = await snapshot.query({
    name: 'analysis.shipments-by-bill',
    sql: `SELECT sum(houses), sum(if(bill = '', houses + others, greatest(houses, 1)))
      FROM (
        SELECT uniqExactIf(house, house != '') AS houses, countIf(house = '') AS others, bill
        FROM ${selected(bills, selection)} GROUP BY country, bill
      )`,
    parameters: selection.parameters,
    settings: TEXT_SETTINGS,
    row: z.tuple([z.coerce.number(), z.coerce.number()]),
  });
  const [houses = 0, shipments = 0] = counted ?? [];
  return houses > 0 ? shipments : null;
}

/** Values of records that have none in USD, by their currencies: a sum of 128 bits may overflow in a small one. */
const otherCurrencies = (selection: Selection, snapshot: Snapshot) =>
  snapshot.query({
    name: 'analysis.other-currencies',
    sql: `SELECT currency, count() AS shipments, toString(sum(toDecimal256(total_value, 18))) AS value
      FROM ${selected('toString(currency) AS currency, total_value', selection, "isNull(total_value_usd) AND isNotNull(total_value) AND currency NOT IN ('', 'USD')")}
      GROUP BY currency ORDER BY shipments DESC, currency LIMIT ${LIMITS.units}`,
    parameters: selection.parameters,
    settings: TEXT_SETTINGS,
    row: z
      .tuple([z.string(), z.coerce.number(), z.string()])
      .transform(([currency, shipments, value]) => ({ currency, shipments, value })),
  });

/** A question's records, ready to be summed in one unit. */
export interface SummedRecords {
  selection: Selection;
  unit: string;
  units: readonly UnitAmounts[];
  /** Whether 128 bits might overflow. */
  wide: boolean;
  parameters: Record<string, Parameter>;
}

/**
 * @param unit the unit that quantities are summed in; empty for the one with the largest value
 */
export async function summedRecords(query: NarrowedQuery, unit: string, snapshot: Snapshot): Promise<SummedRecords> {
  const [{ units }, { wide }] = await Promise.all([
    unitsOf(query, snapshot),
    aggregationContext(query.scope, snapshot),
  ]);
  const selection = compileSearch(query, snapshot);
  const chosen = unit || (units[0]?.unit ?? '');
  return { selection, unit: chosen, units, wide, parameters: { ...selection.parameters, unit: chosen } };
}

const IN_UNIT = `(${QUANTITY_UNIT} = {unit:String} AND {unit:String} != '')`;

/**
 * Records with some columns, their value in USD (`usd`), whether they have a quantity in the unit (`measured`), that quantity (`amount`),
 * and whether they have both (`priced`), as a table expression.
 *
 * @param narrowing a condition that they must meet as well, with values bound by the caller
 */
export function summedRows(columns: readonly string[], { selection }: SummedRecords, narrowing?: string): string {
  const amounts = [
    'ifNull(total_value_usd, 0) AS usd',
    'isNotNull(total_value_usd) AS stated',
    `${IN_UNIT} AS measured`,
    `if(measured, ${QUANTITY}, toDecimal128(0, 18)) AS amount`,
    'measured AND isNotNull(total_value_usd) AND amount > 0 AS priced',
  ];
  return selected([...columns, ...amounts].join(', '), selection, narrowing);
}

/** An exact sum of a decimal column. */
export const sum = (column: string, wide: boolean) => `sum(${wide ? `toDecimal256(${column}, 18)` : column})`;

/**
 * The sums of a group of {@link summedRows}, as one array of texts.
 *
 * @param condition of the records that are summed; all of them without it
 */
export function amountsSql({ wide }: Pick<SummedRecords, 'wide'>, condition = '1'): string {
  const exact = (column: string, when: string) => `sumIf(${wide ? `toDecimal256(${column}, 18)` : column}, ${when})`;
  const priced = `(${condition}) AND priced`;
  const cells = [
    `countIf(${condition})`,
    exact('usd', condition),
    exact('amount', condition),
    exact('usd', priced),
    exact('amount', priced),
    `countIf((${condition}) AND measured)`,
    `countIf(${priced})`,
    `countIf((${condition}) AND stated)`,
  ];
  return `[${cells.map((cell) => `toString(${cell})`).join(', ')}]`;
}

const CELLS = 8;

/** Reads what {@link amountsSql} selects. */
export const amountCells = z
  .array(z.string())
  .length(CELLS)
  .transform(
    ([
      shipments,
      valueUsd = '0',
      quantity = '0',
      pricedValueUsd = '0',
      pricedQuantity = '0',
      measured,
      priced,
      valued,
    ]): Amounts => ({
      shipments: Number(shipments),
      valued: Number(valued),
      valueUsd,
      quantity,
      measured: Number(measured),
      priced: Number(priced),
      pricedValueUsd,
      pricedQuantity,
    }),
  );

function combine(a: Amounts, b: Amounts, decimals: (a: string, b: string) => string, sign: 1 | -1): Amounts {
  return {
    shipments: a.shipments + sign * b.shipments,
    valued: a.valued + sign * b.valued,
    measured: a.measured + sign * b.measured,
    priced: a.priced + sign * b.priced,
    valueUsd: decimals(a.valueUsd, b.valueUsd),
    quantity: decimals(a.quantity, b.quantity),
    pricedValueUsd: decimals(a.pricedValueUsd, b.pricedValueUsd),
    pricedQuantity: decimals(a.pricedQuantity, b.pricedQuantity),
  };
}

export const addAmounts = (a: Amounts, b: Amounts): Amounts => combine(a, b, addDecimals, 1);

/** What is left of some records without a part of them: exact, since sums subtract. */
export const withoutAmounts = (all: Amounts, part: Amounts): Amounts => combine(all, part, withoutDecimals, -1);

/** Values that are bound beside a question's own. */
export const analysisBindings = () => new Bindings('a');
