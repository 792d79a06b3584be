import { z } from 'zod';
import { PARTY_ROLES } from '../columns/parties.js';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { cachedQuery } from '../query/snapshot.js';
import { groupedBy } from '../versions/joined-parties.js';
import { analysisBindings, summedRecords, summedRows } from './amounts.js';
import { fencesOf, LEAST_COMPARED, PRICE } from './unit-prices.js';

/** A record, and what the prices of its HS code, partner country and month are in its unit. */
export interface UnusualPrice {
  id: string;
  date: string;
  hsCode: string;
  country: string;
  importer: string;
  exporter: string;
  valueUsd: string;
  price: number;
  /** Records of the same that have a price, itself among them; and with those that have none. */
  priced: number;
  records: number;
  quartile1: number;
  median: number;
  quartile3: number;
}

interface Asked {
  query: NarrowedQuery;
  unit: string;
  top: number;
}

/** So many groups are looked at: those of the largest value. */
const MOST_GROUPS = 2000;

const GROUP = ['hs_code', 'country_beside', 'month'];

/**
 * The records of the largest value whose price lies far from those of the same HS code, partner country, month and unit. A group
 * says something from twenty others on.
 */
export const unusualPricesOf = cachedQuery<Asked, { unit: string; prices: readonly UnusualPrice[] }>(
  'unusual-prices',
  async ({ query, unit, top }, snapshot) => {
    const records = await summedRecords(query, unit, snapshot);
    const country = groupedBy('foreignCountries', query.tradeType, snapshot.version);
    const parties = [PARTY_ROLES.IMPORTER, PARTY_ROLES.EXPORTER];
    const columns = ['hs_code', `toString(${country}) AS country_beside`, 'toYYYYMM(record_date) AS month'];
    const number = z.coerce.number();
    const groups = await snapshot.query({
      name: 'analysis.compared-prices',
      sql: `SELECT ${GROUP.map((key) => `toString(${key})`).join(', ')}, countIf(priced), count(),
          quantilesExactInclusiveIf(0.25, 0.5, 0.75)(${PRICE}, priced)
        FROM ${summedRows(columns, records)} WHERE hs_code != '' AND country_beside != ''
        GROUP BY ${GROUP.join(', ')} HAVING countIf(priced) > ${LEAST_COMPARED}
        ORDER BY sumIf(toFloat64(usd), priced) DESC, 1, 2, 3 LIMIT ${MOST_GROUPS}`,
      parameters: records.parameters,
      settings: TEXT_SETTINGS,
      row: z.tuple([z.string(), z.string(), z.string(), number, number, z.tuple([number, number, number])]),
    });
    if (groups.length === 0) return { unit: records.unit, prices: [] };
    const beside = groups.map(([, , , priced, all, [quartile1, median, quartile3]]) => ({
      ...{ priced, records: all, quartile1, median, quartile3 },
    }));
    const fences = beside.map((one) => fencesOf(one));
    const bindings = analysisBindings();
    const keys = bindings.strings(groups.map((group) => group.slice(0, 3).join(' ')));
    const numbers = (values: readonly number[]) => `CAST(${bindings.strings(values.map(String))}, 'Array(Float64)')`;
    const place = `indexOf(${keys}, concat(hs_code, ' ', country_beside, ' ', toString(month)))`;
    const rows = await snapshot.query({
      name: 'analysis.unusual-prices',
      sql: `SELECT ${place} AS place, lower(hex(id)), toString(record_date), ${parties.join(', ')}, toString(usd), ${PRICE} AS price
        FROM ${summedRows(['id', 'record_date', ...parties, ...columns], records)}
        WHERE priced AND place > 0
          AND (price < ${numbers(fences.map(({ low }) => low))}[place] OR price > ${numbers(fences.map(({ high }) => high))}[place])
        ORDER BY usd DESC, id LIMIT {top:UInt32}`,
      parameters: { ...records.parameters, ...bindings.parameters, top },
      settings: TEXT_SETTINGS,
      row: z.tuple([number, z.string(), z.string(), z.string(), z.string(), z.string(), number]),
    });
    const prices = rows.flatMap(([at, id, date, importer, exporter, valueUsd, price]) => {
      const [group, compared] = [groups[at - 1], beside[at - 1]];
      if (!group || !compared) return [];
      return [
        { ...{ id, date, importer, exporter, valueUsd, price, hsCode: group[0], country: group[1] }, ...compared },
      ];
    });
    return { unit: records.unit, prices };
  },
);
