import { monthOf } from '@tidewaiter/contract';
import type { LoadFigures } from '@tidewaiter/records/loading';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { HEADINGS_SQL } from '../cleaning/hs-codes.js';
import { findGaps } from './load-gaps.js';

const number = z.coerce.number();

/**
 * Codes of an odd length that may have lost their zero. Where a country has such codes, those of its chapters 1 to 9 begin with a zero as
 * others do; and codes with their zeros that are far more than those say that nothing took zeros away.
 */
const SHORTENED_CODES = `if(countIf(length(hs_code) IN (5, 7) AND startsWith(hs_code, '0')) > 0
    OR 2 * countIf(length(hs_code) IN (5, 7)) < countIf(startsWith(hs_code, '0')), 0, countIf(length(hs_code) IN (5, 7)))`;

/** Codes of other lengths that are of no heading, and would be of one with a zero before them; misprints where most zeros are kept. */
const FOREIGN_CODES = (() => {
  const foreign = `countIf(length(hs_code) NOT IN (5, 7) AND length(hs_code) BETWEEN 4 AND 11 AND NOT startsWith(hs_code, '0')
    AND substring(hs_code, 1, 4) NOT IN ${HEADINGS_SQL} AND concat('0', substring(hs_code, 1, 3)) IN ${HEADINGS_SQL})`;
  return `if(2 * ${foreign} < countIf(startsWith(hs_code, '0')), 0, ${foreign})`;
})();

/**
 * What a person can hold against the source, and what later loads are held against: months, values by currency, and what a unit
 * costs by HS chapter. Few columns of the load alone are read, whatever else is loaded.
 *
 * @param filled the record columns that its mapping fills
 */
export async function sumLoad(
  engine: RecordEngine,
  loadId: number,
  ratesVersion: number,
  filled: ReadonlySet<string>,
): Promise<LoadFigures> {
  const ofLoad = `FROM records WHERE load_id = ${loadId}`;
  const exact = (column: string) => `toString(sum(toDecimal256(ifNull(${column}, 0), 18)))`;
  const prices = await engine.query({
    name: 'load.prices',
    sql: `SELECT substring(hs_code, 1, 2) AS chapter, toString(std_unit) AS unit, count() AS records,
        quantileExact(0.5)(toFloat64(assumeNotNull(total_value_usd)) / toFloat64(assumeNotNull(std_quantity)))
      ${ofLoad} AND total_value_usd > 0 AND std_quantity > 0 AND hs_code != '' AND std_unit != ''
      GROUP BY chapter, unit ORDER BY records DESC, chapter, unit LIMIT 200`,
    row: z.tuple([z.string(), z.string(), number, number]),
    lane: 'load',
  });
  const values = await engine.query({
    name: 'load.values',
    sql: `SELECT toString(currency) AS code, countIf(isNotNull(total_value)) AS records, ${exact('total_value')}, ${exact('total_value_usd')},
        if(code = '', NULL, quantileExactIfOrNull(0.5)(toFloat64(assumeNotNull(total_value)) / toFloat64(assumeNotNull(total_value_usd)),
          total_value > 0 AND total_value_usd > 0 AND NOT total_value_usd_derived))
      ${ofLoad} GROUP BY code ORDER BY records DESC, code LIMIT 200`,
    row: z.tuple([z.string(), number, z.string(), z.string(), number.nullable()]),
    lane: 'load',
  });
  const months = await engine.query({
    name: 'load.months',
    sql: `SELECT toString(toStartOfMonth(record_date)) AS month, count() ${ofLoad} GROUP BY month ORDER BY month LIMIT 1000`,
    row: z.tuple([z.string(), number]),
    lane: 'load',
  });
  const [whole] = await engine.query({
    name: 'load.whole',
    sql: `SELECT ${exact('total_value_usd')}, ${SHORTENED_CODES}, ${FOREIGN_CODES} ${ofLoad}`,
    row: z.tuple([z.string(), number, number]),
    lane: 'load',
  });
  const dollars = await sumDollars(engine, ofLoad, filled);
  const rates = values.some(([, , , , ratio]) => ratio !== null)
    ? await loadRatesInForce(engine, ratesVersion)
    : new Map();
  return {
    months: months.map(([month, records]) => ({ month: monthOf(month), records })),
    usd: whole?.[0] ?? '0',
    values: values.map(([currency, records, total, usd, perUsd]) => {
      const rate = currency === 'USD' ? 1 : rates.get(currency);
      return { currency, records, total, usd, perUsd, rate: rate ?? null };
    }),
    prices: prices.map(([chapter, unit, records, median]) => ({ chapter, unit, records, median })),
    oddHsCodes: whole?.[1] ?? 0,
    foreignHsCodes: whole?.[2] ?? 0,
    dollars,
    ...(await findGaps(engine, loadId, filled)),
  };
}

/** Values of the whole beside the one in USD, and the column that says their currency where they are not always in dollars. */
const OTHER_VALUES: readonly (readonly [string, string?])[] = [
  ['total_value', 'currency'],
  ['total_value_cif', 'cif_currency'],
  ['total_cif_value', 'cif_currency'],
  ['total_value_cif_usd'],
  ['cif_value_usd'],
];

/** How far two values of one record in the same money may be apart: freight is no more. */
const OFF_DOLLARS = 3;

/** Two values in dollars of one record say the same, whatever the rates are. */
async function sumDollars(
  engine: RecordEngine,
  ofLoad: string,
  filled: ReadonlySet<string>,
): Promise<LoadFigures['dollars']> {
  const there = OTHER_VALUES.filter(([column, currency = column]) => filled.has(column) && filled.has(currency));
  if (there.length === 0 || !(filled.has('total_value_usd') || there.some(([column]) => column === 'total_value')))
    return [];
  const counted = there.flatMap(([column, currency]) => {
    const sql = column === 'total_value' ? column : `toDecimal128OrNull(extras[${quote(column)}], 18)`;
    const code = currency === 'currency' ? currency : `extras[${quote(currency ?? '')}]`;
    const both = `total_value_usd > 0 AND ifNull(${sql} > 0, false)${currency === undefined ? '' : ` AND ${code} = 'USD'`}`;
    const times = `toFloat64(ifNull(${sql}, 0)) / toFloat64(total_value_usd)`;
    return [`countIf(${both})`, `countIf(${both} AND (${times} > ${OFF_DOLLARS} OR ${times} < ${1 / OFF_DOLLARS}))`];
  });
  const [row = []] = await engine.query({
    name: 'load.dollars',
    sql: `SELECT ${counted.join(', ')} ${ofLoad}`,
    row: z.array(number),
    lane: 'load',
  });
  return there.map(([column], at) => ({ column, records: row[2 * at] ?? 0, off: row[2 * at + 1] ?? 0 }));
}

/** A currency's rate of its months taken together: what is held against it is orders of magnitude away. */
export async function loadRatesInForce(engine: RecordEngine, ratesVersion: number): Promise<Map<string, number>> {
  const rows = await engine.query({
    name: 'load.rates',
    sql: `SELECT toString(currency) AS code, quantileExact(0.5)(toFloat64(per_usd)) FROM exchange_rates
      WHERE rates_version = if(${ratesVersion} = 0, (SELECT max(rates_version) FROM exchange_rates), ${ratesVersion}) GROUP BY code`,
    row: z.tuple([z.string(), number]),
    lane: 'load',
  });
  return new Map(rows);
}
