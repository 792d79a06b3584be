import { z } from 'zod';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { type SummedRecords, summedRecords, summedRows, type UnitAmounts } from './amounts.js';

/** Unit prices in USD per unit: ratios, and so plain numbers. */
interface PriceFigures {
  shipments: number;
  lowest: number;
  quartile1: number;
  median: number;
  quartile3: number;
  highest: number;
  /** Weighted by quantity. */
  average: number;
}

interface PriceOutlier {
  id: string;
  date: string;
  hsCode: string;
  importer: string;
  exporter: string;
  quantity: string;
  valueUsd: string;
  price: number;
}

interface InUnit {
  query: NarrowedQuery;
  unit: string;
}

export interface UnitPrices {
  unit: string;
  units: readonly UnitAmounts[];
  total: PriceFigures | null;
  months: readonly (PriceFigures & { month: string })[];
  /** Records in other units, or without a value or a quantity. */
  dropped: number;
  fences: { low: number; high: number } | null;
  /** Those of the largest value. */
  outliers: readonly PriceOutlier[];
  outlierCount: number;
}

/** How far beyond the quartiles a price is an outlier, in their distance, as box plots have it. */
const WHISKERS = 1.5;

/** Outliers that are listed. */
const OUTLIERS_LISTED = 20;

/** What a unit costs in a question's records: quartiles as a whole and by month, and the prices that stand apart. */
export const unitPricesOf = cachedQuery<InUnit, UnitPrices>('unit-prices', async ({ query, unit }, snapshot) => {
  const records = await summedRecords(query, unit, snapshot);
  const { total, months, dropped } = await figuresOf(records, snapshot);
  const fences = total && fencesOf(total);
  const apart = fences ? await outliersOf(records, fences, snapshot) : { outliers: [], outlierCount: 0 };
  return { unit: records.unit, units: records.units, total, months, dropped, fences, ...apart };
});

/**
 * Prices spread by factors and not by differences, so the distance of the quartiles is taken on a logarithmic scale: half the
 * price and twice the price are equally far. Where a quarter of the records or more state no price above zero there is no such scale,
 * and the plain distance is taken.
 */
export function fencesOf(
  { quartile1, quartile3 }: Pick<PriceFigures, 'quartile1' | 'quartile3'>,
  whiskers = WHISKERS,
): { low: number; high: number } {
  if (quartile1 <= 0) {
    const whisker = (quartile3 - quartile1) * whiskers;
    return { low: quartile1 - whisker, high: quartile3 + whisker };
  }
  const factor = (quartile3 / quartile1) ** whiskers;
  return { low: quartile1 / factor, high: quartile3 * factor };
}

/** Fewer records with a price are nothing to hold another price against. */
export const LEAST_COMPARED = 20;

export const PRICE = 'toFloat64(usd) / toFloat64(amount)';

async function figuresOf(records: SummedRecords, snapshot: Snapshot) {
  const number = z.coerce.number();
  const rows = await snapshot.query({
    name: 'analysis.unit-prices',
    sql: `SELECT if(grouping(month) = 0, toString(month), ''), countIf(priced), count(),
        minIf(${PRICE}, priced), quantilesExactInclusiveIf(0.25, 0.5, 0.75)(${PRICE}, priced), maxIf(${PRICE}, priced),
        toFloat64(sumIf(usd, priced)) / toFloat64(sumIf(amount, priced))
      FROM ${summedRows(['toYYYYMM(record_date) AS month'], records)}
      GROUP BY GROUPING SETS ((month), ()) ORDER BY 1`,
    parameters: records.parameters,
    settings: TEXT_SETTINGS,
    row: z.tuple([
      z.string(),
      number,
      number,
      number.nullable(),
      z.array(number.nullable()),
      number.nullable(),
      number.nullable(),
    ]),
  });
  const figures = rows.map(([month, shipments, all, lowest, [quartile1, median, quartile3], highest, average]) => ({
    month: month && `${month.slice(0, 4)}-${month.slice(4)}`,
    all,
    shipments,
    lowest: lowest ?? 0,
    quartile1: quartile1 ?? 0,
    median: median ?? 0,
    quartile3: quartile3 ?? 0,
    highest: highest ?? 0,
    average: average ?? 0,
  }));
  const whole = figures.find(({ month }) => month === '');
  const strip = ({ all: _, month: __, ...rest }: (typeof figures)[number]): PriceFigures => rest;
  return {
    total: whole && whole.shipments > 0 ? strip(whole) : null,
    months: figures
      .filter(({ month, shipments }) => month !== '' && shipments > 0)
      .map((one) => ({ month: one.month, ...strip(one) })),
    dropped: whole ? whole.all - whole.shipments : 0,
  };
}

async function outliersOf(records: SummedRecords, { low, high }: { low: number; high: number }, snapshot: Snapshot) {
  const columns = ['id', 'record_date', 'hs_code', 'importer_name', 'exporter_name'];
  const rows = await snapshot.query({
    name: 'analysis.price-outliers',
    sql: `SELECT lower(hex(id)), toString(record_date), hs_code, importer_name, exporter_name, toString(amount), toString(usd),
        ${PRICE} AS price, count() OVER ()
      FROM ${summedRows(columns, records)}
      WHERE priced AND (${PRICE} < {low:Float64} OR ${PRICE} > {high:Float64})
      ORDER BY usd DESC, id LIMIT ${OUTLIERS_LISTED}`,
    parameters: { ...records.parameters, low, high },
    settings: TEXT_SETTINGS,
    row: z.tuple([
      z.string(),
      z.string(),
      z.string(),
      z.string(),
      z.string(),
      z.string(),
      z.string(),
      z.coerce.number(),
      z.coerce.number(),
    ]),
  });
  return {
    outlierCount: rows[0]?.[8] ?? 0,
    outliers: rows.map(([id, date, hsCode, importer, exporter, quantity, valueUsd, price]) => ({
      ...{ id, date, hsCode, importer, exporter, quantity, valueUsd, price },
    })),
  };
}
