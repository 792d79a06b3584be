import {
  COVERAGE_SHARES,
  type CoverageShare,
  columnsFor,
  daysBetween,
  LAST_DAY,
  lastOfMonth,
  type RecordColumn,
  type SearchQuery,
  STORED_COLUMNS,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import type { RequestedScope, Scope } from '../query/entitlement.js';
import { monthsOf } from '../query/roll-up-scope.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { SHARES_SQL } from '../schema/coverage-shares.js';
import { visibleLoads, visibleRecords, visibleSums } from '../versions/data-version.js';

/** What is loaded of one country and trade type: how much, how fresh, how complete. */
export interface SourceCoverage {
  country: string;
  tradeType: TradeType;
  records: number;
  /** Days of the first and the last record. */
  firstDay: string;
  lastDay: string;
  /** By how many days the last record lies behind today; 0 where it lies ahead. */
  lagDays: number;
  /** How many of the records say it. */
  saying: Readonly<Record<CoverageShare, number>>;
  /** Those that have any records, in their order. */
  months: readonly MonthCoverage[];
}

/** Months put together by country and trade type, in the order in which they come. */
export function bySource(months: readonly MonthCoverage[], today: string): SourceCoverage[] {
  const sources = new Map<string, MonthCoverage[]>();
  for (const month of months) {
    const name = `${month.country} ${month.tradeType}`;
    sources.set(name, [...(sources.get(name) ?? []), month]);
  }
  return [...sources.values()].flatMap((of) => {
    const [first] = of;
    return first ? [together(of, first, today)] : [];
  });
}

function together(months: readonly MonthCoverage[], first: MonthCoverage, today: string): SourceCoverage {
  const sum = (of: (month: MonthCoverage) => number) => months.reduce((total, month) => total + of(month), 0);
  const lastDay = months.reduce((last, month) => (month.lastDay > last ? month.lastDay : last), first.lastDay);
  return {
    country: first.country,
    tradeType: first.tradeType,
    records: sum(({ records }) => records),
    firstDay: months.reduce((earliest, { firstDay }) => (firstDay < earliest ? firstDay : earliest), first.firstDay),
    lastDay,
    lagDays: Math.max(0, daysBetween(lastDay, today)),
    saying: Object.fromEntries(COVERAGE_SHARES.map((share) => [share, sum(({ saying }) => saying[share])])) as Record<
      CoverageShare,
      number
    >,
    months,
  };
}

/** What is loaded of one country and trade type, as far as it may be seen. */
export interface CountryCoverage {
  country: string;
  tradeType: TradeType;
  /** First day of the first month and last day of the last month with records, or the first and last day that may be seen. */
  from: string;
  upto: string;
  records: number;
  namesImporters: boolean;
  namesExporters: boolean;
}

/** What is loaded of one country, trade type and month. */
export interface MonthCoverage {
  country: string;
  tradeType: TradeType;
  /** Its first day. */
  month: string;
  records: number;
  /** Days of the first and the last record. */
  firstDay: string;
  lastDay: string;
  /** How many of the records say it. */
  saying: Readonly<Record<CoverageShare, number>>;
}

/**
 * What is loaded, from the figures that each load kept: month by month, as far as a scope shows it, to the day. Only months that it
 * cuts are counted anew.
 */
export async function monthsCovered(scope: Scope | null, snapshot: Snapshot): Promise<readonly MonthCoverage[]> {
  return scope === null ? [] : monthsOfScope(scope, snapshot);
}

/** The same by country and trade type. */
export function countriesCovered(months: readonly MonthCoverage[], scope: Scope | null): CountryCoverage[] {
  return scope === null ? [] : bySource(months, LAST_DAY).map((source) => countryCovered(source, scope));
}

function countryCovered(
  { country, tradeType, records, saying, months }: SourceCoverage,
  scope: Scope,
): CountryCoverage {
  const [first, last] = [months[0]?.month ?? scope.fromDate, lastOfMonth(months.at(-1)?.month ?? scope.toDate)];
  return {
    country,
    tradeType,
    from: first > scope.fromDate ? first : scope.fromDate,
    upto: last < scope.toDate ? last : scope.toDate,
    records,
    namesImporters: saying.importer > 0,
    namesExporters: saying.exporter > 0,
  };
}

const monthsOfScope = cachedQuery<Scope, readonly MonthCoverage[]>(
  'coverage',
  async ({ countryCode, fromDate, toDate }, snapshot) => {
    const { from, upto, wholeFrom, wholeUpto } = monthsOf({ fromDate, toDate });
    const lastWhole = toDate === LAST_DAY ? upto : wholeUpto;
    const [sums, records] = [visibleSums(snapshot.version), visibleRecords(snapshot.version)];
    const allowed = 'country IN {countries:Array(String)}';
    const cut = `SELECT toString(country), toString(trade_type), toStartOfMonth(record_date) AS cut_month, count(),
        min(record_date), max(record_date), ${SHARES_SQL}
      FROM records
      WHERE ${records.sql} AND ${allowed} AND record_date BETWEEN {from_date:Date} AND {to_date:Date}
        AND toStartOfMonth(record_date) NOT BETWEEN {whole_from:Date} AND {whole_upto:Date}
      GROUP BY country, trade_type, cut_month`;
    const isCut = from !== wholeFrom || upto !== lastWhole;
    const number = z.coerce.number();
    const rows = await snapshot.query({
      name: 'coverage.months',
      sql: `SELECT country, trade_type, toString(month), found, toString(first), toString(last), says FROM (
          SELECT country, trade_type, month, sum(records) AS found, min(first_day) AS first, max(last_day) AS last,
            sumForEach(shares) AS says
          FROM coverage
          WHERE ${sums.sql} AND ${allowed} AND month BETWEEN {whole_from:Date} AND {whole_upto:Date}
          GROUP BY country, trade_type, month
          ${isCut ? `UNION ALL ${cut}` : ''}
        )
        ORDER BY country, trade_type, month`,
      parameters: {
        ...sums.parameters,
        whole_from: wholeFrom,
        whole_upto: lastWhole,
        countries: countryCode,
        ...(isCut && { ...records.parameters, from_date: fromDate, to_date: toDate }),
      },
      row: z.tuple([z.string(), z.enum(TRADE_TYPES), z.string(), number, z.string(), z.string(), z.array(number)]),
    });
    return rows.map(([country, tradeType, month, found, firstDay, lastDay, says]) => ({
      country,
      tradeType,
      month,
      records: found,
      firstDay,
      lastDay,
      saying: Object.fromEntries(COVERAGE_SHARES.map((share, index) => [share, says[index] ?? 0])) as Record<
        CoverageShare,
        number
      >,
    }));
  },
);

/** Which columns records of some countries have a value in, as far as it may be told. */
interface ColumnsAsked {
  tradeType: TradeType;
  /** Everything that may be seen of the countries, or what is asked of it. */
  visible: RequestedScope;
}

/**
 * The stored columns and the extras that have a value, from the figures that each load kept. Months that the scope cuts are left
 * out: their figures are also of days that may not be seen.
 */
export const filledColumns = cachedQuery<ColumnsAsked, readonly string[]>(
  'filled-columns',
  async ({ tradeType, visible: { countryCode, fromDate, toDate } }, snapshot) => {
    const { upto, wholeFrom, wholeUpto } = monthsOf({ fromDate, toDate });
    const sums = visibleSums(snapshot.version);
    const rows = await snapshot.query({
      name: 'coverage.filled-columns',
      sql: `SELECT DISTINCT arrayJoin(mapKeys(mapFilter((name, found) -> found > 0, filled)))
        FROM coverage
        WHERE ${sums.sql} AND trade_type = {trade_type:String} AND country IN {countries:Array(String)}
          AND month BETWEEN {whole_from:Date} AND {whole_upto:Date}`,
      parameters: {
        ...sums.parameters,
        trade_type: tradeType,
        countries: countryCode,
        whole_from: wholeFrom,
        whole_upto: toDate === LAST_DAY ? upto : wholeUpto,
      },
      row: z.tuple([z.string()]),
      lane: 'short',
    });
    return rows.map(([name]) => name);
  },
);

/** Present wherever there is a record: what is computed from its date, its country and its code, and what codes are called. */
const isAlwaysThere = ({ name, sql, extra }: RecordColumn) =>
  name === 'hs_description' || (!extra && !STORED_NAMES.has(sql));
const STORED_NAMES = new Set(STORED_COLUMNS.map(({ name }) => name));

/**
 * The wire keys of the columns to offer (DESIGN 5): of those that a search of the asked countries has, those with a value in their
 * records, whatever the search finds of them.
 */
export async function columnsOffered(
  { tradeType, countryCode }: Pick<SearchQuery, 'tradeType' | 'countryCode'>,
  visible: Scope | null,
  snapshot: Snapshot,
): Promise<string[]> {
  const filled = new Set(visible && (await filledColumns({ tradeType, visible }, snapshot)));
  if (filled.size === 0) return [];
  return columnsFor(tradeType, countryCode)
    .filter((column) => isAlwaysThere(column) || filled.has(column.extra ? column.name : column.sql))
    .map(({ key }) => key);
}

/** What the loads of each trade type were read as: the names of their sources. */
export const loadedSources = cachedQuery<object, readonly { tradeType: TradeType; source: string }[]>(
  'loaded-sources',
  async (_, snapshot) => {
    const visible = visibleLoads(snapshot.version);
    const rows = await snapshot.query({
      name: 'coverage.sources',
      sql: `SELECT DISTINCT trade_type, source FROM loads WHERE ${visible.sql} ORDER BY trade_type, source`,
      parameters: visible.parameters,
      row: z.tuple([z.enum(TRADE_TYPES), z.string()]),
      lane: 'short',
    });
    return rows.map(([tradeType, source]) => ({ tradeType, source }));
  },
);

/** The countries of which anything is loaded, whoever asks: of those beside a plan this is told, and no more. */
export const loadedCountries = cachedQuery<object, readonly string[]>('loaded-countries', async (_, snapshot) => {
  const visible = visibleSums(snapshot.version);
  const rows = await snapshot.query({
    name: 'coverage.countries',
    sql: `SELECT DISTINCT country FROM coverage WHERE ${visible.sql} ORDER BY country`,
    parameters: visible.parameters,
    row: z.tuple([z.string()]),
    lane: 'short',
  });
  return rows.map(([country]) => country);
});
