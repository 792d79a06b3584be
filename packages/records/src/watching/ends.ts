/** Up to which day there are records, now and at a former data version. */
import {
  addMonths,
  daysBetween,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  monthsBetween,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { reachesEnd } from '../answers/news.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { IN_CUT_MONTHS, monthsOf } from '../query/roll-up-scope.js';
import { cachedQuery } from '../query/snapshot.js';
import { visibleSums } from '../versions/data-version.js';

/** What is loaded of one country that may be seen. */
interface SourceEnd {
  country: string;
  last: string;
  /** The last day at the former version; null where there was nothing of it. */
  before: string | null;
  /** Those that came since. */
  records: number;
}

export interface EndsAsked {
  tradeType: TradeType;
  scope: Scope;
  since: number;
}

/** By country. Of months that the scope cuts, the records themselves say it: the sums are also of days that may not be seen. */
export const sourceEnds = cachedQuery<EndsAsked, readonly SourceEnd[]>(
  'source-ends',
  async ({ tradeType, scope, since }, snapshot) => {
    const { replacementRollUps } = snapshot.version;
    const sums = visibleSums(snapshot.version);
    const records = compileScope(tradeType, scope, snapshot.version);
    const { wholeFrom, wholeUpto } = monthsOf(scope);
    const rows = await snapshot.query({
      name: 'watch.ends',
      // What stands in for a load of which something is hidden has its sums, and is as new as the load itself.
      sql: `WITH ifNull((SELECT highest_load FROM data_versions WHERE version = {since:UInt64} LIMIT 1), 0) AS seen
        SELECT country, toString(max(last)), toString(maxIf(last, was)), countIf(was), sumIf(held, NOT was) FROM (
          SELECT country, held, last, transform(load_id, {stand_ins:Array(UInt32)}, {stood_in:Array(UInt32)}, load_id) AS written,
            written <= seen OR written IN (SELECT load_id FROM load_origins WHERE origin <= seen) AS was
          FROM (
            SELECT country, load_id, records AS held, last_day AS last FROM coverage
            WHERE ${sums.sql} AND trade_type = {trade_type:String} AND country IN {countries:Array(String)}
              AND month BETWEEN {whole_from:Date} AND {whole_upto:Date} AND records > 0
            UNION ALL
            SELECT country, load_id, count() AS held, max(record_date) AS last FROM records
            WHERE ${records.sql} AND ${IN_CUT_MONTHS}
            GROUP BY country, load_id
          )
        )
        GROUP BY country ORDER BY country`,
      parameters: {
        ...{ ...sums.parameters, ...records.parameters },
        ...{ since, trade_type: tradeType, whole_from: wholeFrom, whole_upto: wholeUpto },
        stand_ins: replacementRollUps.map(({ replacement }) => replacement),
        stood_in: replacementRollUps.map(({ load }) => load),
      },
      row: z.tuple([z.string(), z.string(), z.string(), z.coerce.number(), z.coerce.number()]),
      lane: 'short',
    });
    return rows.map(([country, last, before, was, records]) => ({
      ...{ country, last, records },
      before: was === 0 ? null : before,
    }));
  },
);

/** What of a question's sources came to an end where, and what is new. */
export interface WatchedEnds {
  /** The last day of its records, and that at the former version; null where there were none. */
  last: string;
  before: string | null;
  /** Countries of which nothing was loaded before. */
  newSources: readonly SourceEnd[];
  /** Months that are whole now and were not, as YYYY-MM in order. */
  becameWhole: readonly string[];
  /** The last day of the latest month that is whole, and of the one that was; null where none became so. */
  wholeUpto: { last: string; before: string } | null;
}

/** A country of which nothing has come for so many days more than of the others holds up nobody. */
const BEHIND_DAYS = 120;
/** No more months are looked at as if they were new: what was loaded of longer ago is no news. */
const MOST_MONTHS = 3;

/** The last month that is whole where records end on a day. */
function lastWholeMonth(last: string): string {
  return monthOf(reachesEnd(last, last) ? last : addMonths(firstOfMonth(last), -1));
}

/** The latest month, as YYYY-MM, of which all countries of some that are loaded are whole; null where nothing is. */
export function latestWholeMonth(months: readonly { country: string; lastDay: string }[]): string | null {
  const last = new Map<string, string>();
  for (const { country, lastDay } of months) if (lastDay > (last.get(country) ?? '')) last.set(country, lastDay);
  const end = commonEnd([...last.values()]);
  return end === null ? null : lastWholeMonth(end);
}

/** The earliest of some days, without those that lie far behind the latest. */
function commonEnd(days: readonly string[]): string | null {
  const latest = days.reduce((a, b) => (a > b ? a : b), '');
  const near = days.filter((day) => daysBetween(day, latest) <= BEHIND_DAYS);
  return near.length === 0 ? null : near.reduce((a, b) => (a < b ? a : b));
}

/** Where the records of several countries end together. */
export function endsTogether(ends: readonly SourceEnd[]): WatchedEnds | null {
  const known = ends.filter(({ before }) => before !== null);
  const counted = known.length > 0 ? known : ends;
  const last = commonEnd(counted.map((end) => end.last));
  if (last === null) return null;
  const before = commonEnd(known.flatMap((end) => end.before ?? []));
  const newSources = ends.filter((end) => end.before === null);
  if (before === null) return { last, before, newSources, becameWhole: [], wholeUpto: null };
  const [wholeLast, wholeBefore] = [lastWholeMonth(last), lastWholeMonth(before)];
  if (wholeLast <= wholeBefore) return { last, before, newSources, becameWhole: [], wholeUpto: null };
  return {
    ...{ last, before, newSources },
    becameWhole: monthsBetween(monthOf(addMonths(`${wholeBefore}-01`, 1)), wholeLast).slice(-MOST_MONTHS),
    wholeUpto: { last: lastOfMonth(`${wholeLast}-01`), before: lastOfMonth(`${wholeBefore}-01`) },
  };
}
