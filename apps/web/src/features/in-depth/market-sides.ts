import { type MarketSide, PARTIES_TOGETHER } from '@tidewaiter/contract';

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
