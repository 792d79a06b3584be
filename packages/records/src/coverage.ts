import {
  COVERAGE_SHARES,
  type CoverageShare,
  LAST_DAY,
  monthsBefore,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { SHARES_SQL } from './coverage-shares.js';
import { visibleRecords, visibleSums } from './data-version.js';
import type { Scope } from './search/entitlement.js';
import type { AnswerKind } from './search/kept-answers.js';
import { monthsOf } from './search/roll-up-scope.js';
import type { Snapshot } from './search/snapshot.js';
import { bySource, type SourceCoverage } from './source-coverage.js';

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
  return scope === null ? [] : snapshot.kept(MONTHS, scope);
}

/** The same by country and trade type. */
export function countriesCovered(months: readonly MonthCoverage[], scope: Scope | null): CountryCoverage[] {
  return scope === null ? [] : bySource(months, LAST_DAY).map((source) => countryCovered(source, scope));
}

function countryCovered(
  { country, tradeType, records, saying, months }: SourceCoverage,
  scope: Scope,
): CountryCoverage {
  const [first, last] = [months[0]?.month ?? scope.fromDate, lastDayOfMonth(months.at(-1)?.month ?? scope.toDate)];
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

/** Of a month that its first day names. */
function lastDayOfMonth(month: string): string {
  const next = monthsBefore(month, -1);
  return new Date(Date.parse(`${next}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

const MONTHS: AnswerKind<Scope, readonly MonthCoverage[]> = {
  name: 'coverage',
  async find({ countryCode, fromDate, toDate }, snapshot) {
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
};

/** The countries of which anything is loaded, whoever asks: of those beside a plan this is told, and no more. */
export const LOADED_COUNTRIES: AnswerKind<object, readonly string[]> = {
  name: 'loaded-countries',
  async find(_, snapshot) {
    const visible = visibleSums(snapshot.version);
    const rows = await snapshot.query({
      name: 'coverage.countries',
      sql: `SELECT DISTINCT country FROM coverage WHERE ${visible.sql} ORDER BY country`,
      parameters: visible.parameters,
      row: z.tuple([z.string()]),
      lane: 'short',
    });
    return rows.map(([country]) => country);
  },
};
