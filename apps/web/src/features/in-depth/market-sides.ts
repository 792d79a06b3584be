import { type AnalysisSums, type MarketSide, PARTIES_TOGETHER, withoutDecimals } from '@tidewaiter/contract';
import type { Answer } from './in-depth-calls.js';

/** As many can be put side by side. */
export const SIDE_BY_SIDE = { least: 2, most: PARTIES_TOGETHER };

/** A side of a market as its view tells it. */
export interface Side {
  by: Extract<MarketSide, 'importers' | 'exporters'>;
  one: string;
  many: string;
  /** Who is at the other end. */
  partners: string;
}

export const BUYERS: Side = { by: 'importers', one: 'Buyer', many: 'buyers', partners: 'Suppliers' };
export const SUPPLIERS: Side = { by: 'exporters', one: 'Supplier', many: 'suppliers', partners: 'Buyers' };

const NO_SUMS: AnalysisSums = {
  ...{
    shipments: 0,
    valued: 0,
    value_usd: '0',
    quantity: '0',
    measured: 0,
    priced: 0,
    priced_value_usd: '0',
    priced_quantity: '0',
  },
};

/** What is left of a market without the parties that are told: all others together, and what records do not state. */
export function restOfMarket({
  parties,
  shipments,
  valued,
  value_usd,
  unit,
  units,
}: Pick<Answer<'marketParties'>, 'parties' | 'shipments' | 'valued' | 'value_usd' | 'unit' | 'units'>): AnalysisSums {
  const whole = { ...(units.find((one) => one.unit === unit) ?? NO_SUMS), shipments, valued, value_usd };
  const left = (of: 'shipments' | 'valued' | 'measured' | 'priced') =>
    parties.reduce((rest, { total }) => rest - total[of], whole[of]);
  const rest = (of: 'value_usd' | 'quantity' | 'priced_value_usd' | 'priced_quantity') =>
    withoutDecimals(whole[of], ...parties.map(({ total }) => total[of]));
  return {
    ...{ shipments: left('shipments'), valued: left('valued'), measured: left('measured'), priced: left('priced') },
    ...{ value_usd: rest('value_usd'), quantity: rest('quantity') },
    ...{ priced_value_usd: rest('priced_value_usd'), priced_quantity: rest('priced_quantity') },
  };
}

/** What such a row is called. */
export const REST = 'All others, and not stated';
