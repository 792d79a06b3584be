import {
  COVERAGE_SHARES,
  type CoverageShare,
  FIRST_DAY,
  LAST_DAY,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { SHARES_SQL } from './coverage-shares.js';
import { type DataVersion, type DataVersions, visibleRecords, visibleSums } from './data-version.js';
import type { RecordEngine } from './engine/engine.js';
import type { Entitlement } from './search/entitlement.js';
import { monthsOf } from './search/roll-up-scope.js';
import type { SharedAnswers } from './shared-answers.js';

/** What is loaded of one country and trade type. */
export interface CountryCoverage {
  country: string;
  tradeType: TradeType;
  /** First day of the first month and last day of the last month with records. */
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

/** What a kept month weighs, in bytes. */
const MONTH_WEIGHT = 250;

/** What is loaded, from the figures that each load kept: never by a scan of the records. */
export class Coverage {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly answers: SharedAnswers,
  ) {}

  /** Month by month, as far as an entitlement shows it, to the day. Only months that its window cuts are counted anew. */
  async months(
    entitlement: Entitlement,
    signal?: AbortSignal,
  ): Promise<{ months: readonly MonthCoverage[]; dataVersion: number }> {
    const version = await this.versions.current();
    const months = await this.answers.get(
      {
        key: ['coverage', version.version, entitlement],
        ask: (work) => this.#months(entitlement, version, work),
        weigh: (found) => (found.length + 1) * MONTH_WEIGHT,
      },
      signal,
    );
    return { months, dataVersion: version.version };
  }

  async #months(entitlement: Entitlement, version: DataVersion, signal: AbortSignal): Promise<MonthCoverage[]> {
    const { countries } = entitlement;
    const window = { fromDate: entitlement.fromDate ?? FIRST_DAY, toDate: entitlement.toDate ?? LAST_DAY };
    const { from, upto, wholeFrom, wholeUpto } = monthsOf(window);
    const lastWhole = entitlement.toDate === null ? upto : wholeUpto;
    const [sums, records] = [visibleSums(version), visibleRecords(version)];
    const allowed = countries === 'ALL' ? 'true' : 'country IN {countries:Array(String)}';
    const cut = `SELECT toString(country), toString(trade_type), toStartOfMonth(record_date) AS cut_month, count(),
        min(record_date), max(record_date), ${SHARES_SQL}
      FROM records
      WHERE ${records.sql} AND ${allowed} AND record_date BETWEEN {from_date:Date} AND {to_date:Date}
        AND toStartOfMonth(record_date) NOT BETWEEN {whole_from:Date} AND {whole_upto:Date}
      GROUP BY country, trade_type, cut_month`;
    const isCut = from !== wholeFrom || upto !== lastWhole;
    const number = z.coerce.number();
    const rows = await this.engine.query({
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
        ...(countries !== 'ALL' && { countries }),
        ...(isCut && { ...records.parameters, from_date: window.fromDate, to_date: window.toDate }),
      },
      row: z.tuple([z.string(), z.enum(TRADE_TYPES), z.string(), number, z.string(), z.string(), z.array(number)]),
      signal,
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
  }

  async countries(signal?: AbortSignal): Promise<CountryCoverage[]> {
    const visible = visibleSums(await this.versions.current());
    const rows = await this.engine.query({
      name: 'coverage.countries',
      sql: `SELECT country, trade_type, toString(min(month)), toString(toLastDayOfMonth(max(month))), sum(records),
          sum(filled['importer_name']) > 0, sum(filled['exporter_name']) > 0
        FROM coverage WHERE ${visible.sql} GROUP BY country, trade_type ORDER BY country, trade_type`,
      parameters: visible.parameters,
      row: z.tuple([
        z.string(),
        z.enum(['IMPORT', 'EXPORT']),
        z.string(),
        z.string(),
        z.coerce.number(),
        z.coerce.boolean(),
        z.coerce.boolean(),
      ]),
      lane: 'short',
      signal,
    });
    return rows.map(([country, tradeType, from, upto, records, namesImporters, namesExporters]) => ({
      country,
      tradeType,
      from,
      upto,
      records,
      namesImporters,
      namesExporters,
    }));
  }
}
