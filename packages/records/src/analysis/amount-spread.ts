import { type RangeName, SPREAD_BARS_PER_DECADE } from '@tidewaiter/contract';
import { z } from 'zod';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import { compileSearch, selected } from '../query/compile.js';
import { RANGE_COLUMNS } from '../query/conditions.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { cachedQuery } from '../query/snapshot.js';

/** How an amount lies among some records: those with one above zero, counted by its size. */
export interface AmountSpread {
  /** The least amount above zero and the most, exact decimals; null where no record has one. */
  least: string | null;
  most: string | null;
  /** Sizes with a record, the smallest first. */
  bars: readonly { decade: number; records: number }[];
}

interface SpreadQuery {
  query: NarrowedQuery;
  amount: RangeName;
}

/** How an amount lies among a question's records. */
export const amountSpreadOf = cachedQuery<SpreadQuery, AmountSpread>(
  'amount-spread',
  async ({ query, amount }, snapshot) => {
    // Where the entitlement shows nothing of the question, the engine is not asked.
    if (query.scope === null) return { least: null, most: null, bars: [] };
    const selection = compileSearch(query, snapshot);
    const rows = await snapshot.query({
      name: 'analysis.amount-spread',
      sql: `SELECT floor(log10(toFloat64(v)) * ${SPREAD_BARS_PER_DECADE}) / ${SPREAD_BARS_PER_DECADE} AS decade,
          count(), min(v), max(v)
        FROM ${selected(`${RANGE_COLUMNS[amount]} AS v`, selection)}
        WHERE v > 0 GROUP BY decade ORDER BY decade`,
      parameters: selection.parameters,
      settings: TEXT_SETTINGS,
      row: z.tuple([z.coerce.number(), z.coerce.number(), z.string(), z.string()]),
    });
    return {
      least: rows[0]?.[2] ?? null,
      most: rows.at(-1)?.[3] ?? null,
      bars: rows.map(([decade, records]) => ({ decade, records })),
    };
  },
);
