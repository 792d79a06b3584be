import type { TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { QUANTITY, QUANTITY_UNIT } from '../columns/quantities.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { cachedQuery } from '../query/snapshot.js';

/** Goods that have a price: an HS code in one unit. */
export interface Goods {
  code: string;
  unit: string;
}

interface PricesQuery {
  tradeType: TradeType;
  goods: readonly Goods[];
  scope: Scope;
}

/** What goods cost the whole market, in USD a unit. */
export interface MarketPrice {
  /** That state both a value and a quantity. */
  shipments: number;
  quartile1: number;
  median: number;
  quartile3: number;
}

/** What some goods cost all who ship them, by {@link goodsName}: those of which no record has a price are left out. */
export const marketPricesOf = cachedQuery<PricesQuery, ReadonlyMap<string, MarketPrice>>(
  'market-prices',
  async (query, snapshot) => {
    const { tradeType, goods, scope } = query;
    if (goods.length === 0) return new Map();
    const within = compileScope(tradeType, scope, snapshot.version);
    const rows = await snapshot.query({
      name: 'company.market-prices',
      // The codes by themselves lead the engine to their places; which of their units are meant is looked at there.
      sql: `SELECT toString(hs_code), ${QUANTITY_UNIT} AS goods_unit, count(),
          quantilesExactInclusive(0.25, 0.5, 0.75)(toFloat64(assumeNotNull(total_value_usd)) / toFloat64(${QUANTITY}))
        FROM records
        WHERE ${within.sql} AND hs_code IN {codes:Array(String)}
          AND (hs_code, goods_unit) IN (SELECT arrayJoin(arrayZip({codes:Array(String)}, {units:Array(String)})))
          AND isNotNull(total_value_usd) AND ${QUANTITY} > 0
        GROUP BY hs_code, goods_unit`,
      parameters: {
        ...within.parameters,
        codes: goods.map(({ code }) => code),
        units: goods.map(({ unit }) => unit),
      },
      row: z.tuple([z.string(), z.string(), z.coerce.number(), z.tuple([z.number(), z.number(), z.number()])]),
    });
    return new Map(
      rows.map(([code, unit, shipments, [quartile1, median, quartile3]]) => [
        goodsName({ code, unit }),
        { shipments, quartile1, median, quartile3 },
      ]),
    );
  },
);

export const goodsName = ({ code, unit }: Goods) => JSON.stringify([code, unit]);
