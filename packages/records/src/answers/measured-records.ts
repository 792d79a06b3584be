import { z } from 'zod';
import { QUANTITY, QUANTITY_UNIT } from '../columns/quantities.js';
import { NARROW_LIMIT } from '../columns/sums.js';
import type { Parameter } from '../engine/engine.js';
import { type Selection, selected } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { visibleSums } from '../versions/data-version.js';

/** How the records of a question are measured. */
export interface AggregationContext {
  /** Whether sums need 256 bits. */
  wide: boolean;
  /** Whether any month of the question has an INR rate. */
  inr: boolean;
  parameters: Record<string, Parameter>;
}

/** How the records of a scope are measured. */
export async function aggregationContext(scope: Scope | null, snapshot: Snapshot): Promise<AggregationContext> {
  const [{ wide }, rates] = await Promise.all([
    magnitude({}, snapshot),
    scope ? ratesOfMonths({ fromDate: scope.fromDate, toDate: scope.toDate }, snapshot) : [],
  ]);
  const inr = rates.length > 0;
  return {
    wide,
    inr,
    parameters: inr ? { months: rates.map(([month]) => month), inr: rates.map(([, rate]) => rate) } : {},
  };
}

/**
 * By the sum of all absolute quantities and values that a version shows: no sum of any of its records is larger.
 */
const magnitude = cachedQuery<object, { wide: boolean }>('magnitude', async (_, snapshot) => {
  const visible = visibleSums(snapshot.version);
  const [row] = await snapshot.query({
    name: 'breakdown.magnitude',
    sql: `SELECT NOT (sum(magnitude) < ${NARROW_LIMIT}) FROM coverage WHERE ${visible.sql}`,
    parameters: visible.parameters,
    row: z.tuple([z.coerce.boolean()]),
    lane: 'short',
  });
  return { wide: row?.[0] ?? true };
});

type Rates = readonly [month: string, perUsd: string][];

/** The INR rates of a scope's months. */
const ratesOfMonths = cachedQuery(
  'inr-rates',
  ({ fromDate, toDate }: Pick<Scope, 'fromDate' | 'toDate'>, snapshot): Promise<Rates> =>
    snapshot.query({
      name: 'breakdown.inr',
      sql: `SELECT toString(month), toString(per_usd) FROM exchange_rates
        WHERE rates_version = {rates:UInt64} AND currency = 'INR'
          AND month BETWEEN toStartOfMonth({from:Date}) AND {to:Date}`,
      parameters: { rates: snapshot.version.ratesVersion, from: fromDate, to: toDate },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
    }),
);

/** A selection's records with what they are grouped by, their unit and what is summed, as a table expression. */
export function measuredRows(
  groups: readonly string[],
  { inr }: AggregationContext,
  selection: Selection,
  narrowing?: string,
): string {
  const rate = `toDecimal64OrNull(transform(toString(toStartOfMonth(record_date)), {months:Array(String)}, {inr:Array(String)}, ''), 6) AS inr_rate`;
  const measures = [
    ...[`${QUANTITY_UNIT} AS unit`, `${QUANTITY} AS amount`],
    ...['ifNull(total_value_usd, 0) AS usd', 'isNotNull(total_value_usd) AS stated'],
  ];
  return selected([...groups, ...measures, ...(inr ? [rate] : [])].join(', '), selection, narrowing);
}
