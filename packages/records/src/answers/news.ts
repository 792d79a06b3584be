import {
  addMonths,
  daysBetween,
  LAST_DAY,
  lastOfMonth,
  monthOf,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import type { Scope } from '../query/entitlement.js';
import { monthsOf } from '../query/roll-up-scope.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { visibleLoads, visibleSums } from '../versions/data-version.js';

/** What has been loaded of one country and trade type since a moment. */
export interface SourceNews {
  country: string;
  tradeType: TradeType;
  /** Those that may be seen of the loads since then; a file that was loaded anew counts as a whole. */
  records: number;
  /** Months, as YYYY-MM, that no earlier load has records of. */
  newMonths: string[];
  /** The last one with records. */
  lastMonth: string;
  /** The latest month whose records reach its end, and how many there were in it a year before; null where none does. */
  latest: { month: string; records: number; yearBefore: number | null } | null;
  /** Whether nothing was loaded of it before. */
  isNewSource: boolean;
}

/** A month of which the last records are so many days from its end is taken as whole: there are days on which nothing is declared. */
const LAST_DAYS = 3;

/** Whether records that end on a day are taken to reach the end of a month. */
export const reachesEnd = (lastDay: string, month: string) => daysBetween(lastDay, lastOfMonth(month)) < LAST_DAYS;

/**
 * What has been loaded since a moment, most records first, from the register of loads and the figures that each load kept. Of months that
 * the scope cuts nothing is told: their figures are also of days that may not be seen.
 */
export async function newsSince(
  since: NewsSince,
  scope: Scope | null,
  snapshot: Snapshot,
): Promise<readonly SourceNews[]> {
  const begins =
    since instanceof Date ? { seconds: Math.floor(since.getTime() / 1000), load: 0 } : { seconds: 0, load: since };
  return scope === null ? [] : newsOfScope({ ...begins, scope }, snapshot);
}

/** What is new came after a moment, or after the highest load that could be seen. */
export type NewsSince = Date | number;

interface NewsQuery {
  /** Since 1970. */
  seconds: number;
  load: number;
  scope: Scope;
}

const newsOfScope = cachedQuery<NewsQuery, readonly SourceNews[]>(
  'news',
  async ({ seconds, load, scope }, snapshot) => {
    const [loads, sums] = [visibleLoads(snapshot.version), visibleSums(snapshot.version)];
    const { upto, wholeFrom, wholeUpto } = monthsOf(scope);
    const { replacementRollUps } = snapshot.version;
    const rows = await snapshot.query({
      name: 'coverage.news',
      // What stands in for a load of which something is hidden has its sums, and is as new as the load itself.
      sql: `WITH (
          SELECT groupArray(load_id) FROM loads WHERE ${loads.sql} AND loaded_at > fromUnixTimestamp({seconds:Int64}) AND load_id > {load:UInt32}
        ) AS new_loads
      SELECT country, trade_type, sum(added), arraySort(groupArray((toString(month), found, added, toString(last))))
      FROM (
        SELECT country, trade_type, month, sum(records) AS found, max(last_day) AS last,
          sumIf(records, has(new_loads, transform(load_id, {stand_ins:Array(UInt32)}, {stood_in:Array(UInt32)}, load_id))) AS added
        FROM coverage
        WHERE ${sums.sql} AND country IN {countries:Array(String)} AND month BETWEEN {whole_from:Date} AND {whole_upto:Date}
        GROUP BY country, trade_type, month
        HAVING found > 0
      )
      GROUP BY country, trade_type
      HAVING sum(added) > 0
      ORDER BY sum(added) DESC, country, trade_type`,
      parameters: {
        ...loads.parameters,
        ...sums.parameters,
        ...{ seconds, load },
        stand_ins: replacementRollUps.map(({ replacement }) => replacement),
        stood_in: replacementRollUps.map(({ load }) => load),
        countries: scope.countryCode,
        whole_from: wholeFrom,
        whole_upto: scope.toDate === LAST_DAY ? upto : wholeUpto,
      },
      row: z.tuple([z.string(), z.enum(TRADE_TYPES), z.coerce.number(), z.array(monthOfSource)]),
      lane: 'short',
    });
    return rows.map(([country, tradeType, records, months]) => ({
      country,
      tradeType,
      records,
      newMonths: months.filter(({ found, added }) => added === found).map(({ month }) => monthOf(month)),
      lastMonth: monthOf(months.at(-1)?.month ?? ''),
      latest: latestWhole(months),
      isNewSource: months.every(({ found, added }) => added === found),
    }));
  },
);

const monthOfSource = z
  .tuple([z.string(), z.coerce.number(), z.coerce.number(), z.string()])
  .transform(([month, found, added, lastDay]) => ({ month, found, added, lastDay }));

function latestWhole(months: readonly z.output<typeof monthOfSource>[]): SourceNews['latest'] {
  const latest = months.findLast(({ month, lastDay }) => reachesEnd(lastDay, month));
  if (!latest) return null;
  const before = months.find(({ month }) => month === addMonths(latest.month, -12));
  return { month: monthOf(latest.month), records: latest.found, yearBefore: before?.found ?? null };
}
