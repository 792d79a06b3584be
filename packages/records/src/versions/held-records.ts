import { ERRORS, OperatorError, PortalError, TRADE_TYPES, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import type { RecordEngine, Statement } from '../engine/engine.js';
import { type DataVersion, visibleLoads } from './data-version.js';
import type { LoadRegister, LoadSummary } from './load-register.js';

/** Records of a load that the engine has lost: of one country and month, or of all of the load where nothing says of which. */
export interface MissingRecords {
  loadId: number;
  tradeType: TradeType;
  /** Null: any. */
  country: string | null;
  /** The first day of each end's month. */
  from: string;
  to: string;
  /** How many there should be, and how many there are. */
  told: number;
  held: number;
}

/** What each table says of how many records there are. Every load was held against all of them when it was written. */
const REGISTERS = [
  ['coverage', 'month'],
  ['day_counts', 'toStartOfMonth(day)'],
  ['hs_months', 'month'],
] as const;

const count = z.coerce.number();
const counts = z.array(count);
const loadRow = z.tuple([count, counts]);
const monthRow = z.tuple([count, z.string(), z.string(), z.string(), counts]);

/** What the records and each register have of a load of which they have nothing. */
const NOTHING_HELD = [0, ...REGISTERS.map(() => 0)];

/**
 * A table of what the records and each register count, each in its place of `counts`.
 *
 * @param keys what they are counted by, where `month` is the first day of a row's
 */
function eachCount(where: string, keys: (month: string) => string): string {
  const tables = [['records', 'toStartOfMonth(record_date)'], ...REGISTERS] as const;
  const each = tables.map(([table, month], place) => {
    const rowCount = table === 'records' ? 'count()' : 'sum(records)';
    const columns = tables.map((_, index) => (index === place ? `toUInt64(${rowCount})` : '0::UInt64'));
    return `SELECT ${keys(month)}, [${columns.join(', ')}] AS counts FROM ${table} WHERE ${where} GROUP BY ALL`;
  });
  return `(${each.join(' UNION ALL ')})`;
}

/** States of the records whose findings are kept: questions may still read the one before. */
const KEPT = 4;

/**
 * Whether the engine still holds what was loaded. It leaves out in silence what it does not find on the disk, and answers with the rest
 * as if that were all; so the records of each load are held against what was written down of them, once for each set of loads that can
 * be seen: what is lost only ever makes a load's number smaller, and months are counted of a load that has lost some alone. Decision 0087.
 */
export class HeldRecords {
  readonly #found = new Map<string, Promise<readonly MissingRecords[]>>();
  readonly #closing = new AbortController();

  constructor(
    private readonly engine: RecordEngine,
    private readonly register: LoadRegister,
  ) {}

  /**
   * What is missing at a data version.
   *
   * @throws OperatorError when the register itself has lost loads
   */
  at(version: DataVersion): Promise<readonly MissingRecords[]> {
    const replacementRollUps = version.replacementRollUps.map(({ replacement }) => replacement);
    const key = JSON.stringify([version.highestLoad, version.hiddenLoads, replacementRollUps]);
    const known = this.#found.get(key);
    if (known) return known;
    const counts = this.#count(version, replacementRollUps);
    this.#found.set(key, counts);
    // One that failed is counted again by whoever asks next.
    counts.catch(() => this.#found.delete(key));
    for (const old of [...this.#found.keys()].slice(0, -KEPT)) this.#found.delete(old);
    return counts;
  }

  /** Stops counting. */
  close(): void {
    this.#closing.abort(new Error('the records are being closed'));
  }

  async #count(version: DataVersion, replacementRollUps: readonly number[]): Promise<readonly MissingRecords[]> {
    const visible = visibleLoads(version);
    const where = `${visible.sql} AND NOT has({stand_ins:Array(UInt32)}, load_id)`;
    const rows = await this.#ask({
      name: 'records.held',
      sql: `SELECT load_id, sumForEach(counts) FROM ${eachCount(where, () => 'load_id')} GROUP BY load_id`,
      parameters: { ...visible.parameters, stand_ins: replacementRollUps },
      row: loadRow,
    });
    const loads = (await this.register.list(version)).filter(({ loadId }) => !replacementRollUps.includes(loadId));
    const counted = new Map(rows);
    const listed = new Set(loads.map(({ loadId }) => loadId));
    const unlisted = [...counted.keys()].filter((loadId) => !listed.has(loadId));
    if (unlisted.length > 0) {
      throw new OperatorError(
        `The register of loads is damaged: load ${unlisted.join(', ')} is not in it, whose records are there.`,
        ['Bring the records back from a backup.'],
      );
    }
    const countsOf = (loadId: number) => counted.get(loadId) ?? NOTHING_HELD;
    const short = loads.filter(({ loadId, report }) => countsOf(loadId).some((held) => held !== report.rowsLoaded));
    if (short.length === 0) return [];
    const each = eachCount(
      'has({loads:Array(UInt32)}, load_id)',
      (month) => `load_id, toString(trade_type) AS trade, toString(country) AS place, ${month} AS first`,
    );
    const months = await this.#ask({
      name: 'records.held.months',
      sql: `SELECT load_id, trade, place, toString(first), sumForEach(counts) AS all_counts FROM ${each}
        GROUP BY load_id, trade, place, first HAVING arrayUniq(all_counts) > 1`,
      parameters: { loads: short.map(({ loadId }) => loadId) },
      row: monthRow,
    });
    return short.flatMap((load) =>
      missingOf(
        load,
        countsOf(load.loadId),
        months.filter(([loadId]) => loadId === load.loadId),
      ),
    );
  }

  #ask<Row>(statement: Pick<Statement<Row>, 'name' | 'sql' | 'parameters' | 'row'>): Promise<Row[]> {
    return this.engine.query({ ...statement, lane: 'load', signal: this.#closing.signal });
  }
}

/**
 * What of one load is missing: of each month that differs, or of all of it.
 *
 * @param counts of all of it, as each table has them
 * @param months of which the tables differ
 */
function missingOf(
  { loadId, tradeType, report }: LoadSummary,
  counts: readonly number[],
  months: readonly z.output<typeof monthRow>[],
): MissingRecords[] {
  const written = Math.max(...counts);
  if (written === report.rowsLoaded || (months.length > 0 && written > report.rowsLoaded)) {
    return months.map(([, trade, country, month, [held = 0, ...told]]) => ({
      loadId,
      tradeType: z.enum(TRADE_TYPES).parse(trade),
      country,
      from: month,
      to: month,
      told: Math.max(held, ...told),
      held,
    }));
  }
  // Every table has lost it: nothing is left that says of which months.
  const [from, to] = [report.firstDate ?? '0000-00-00', report.lastDate ?? '9999-12-31'];
  return [{ loadId, tradeType, country: null, from, to, told: report.rowsLoaded, held: counts[0] ?? 0 }];
}

/** Those of what is missing that some countries, days and a direction of trade ask for; without one, either. */
export function missingWithin(
  missing: readonly MissingRecords[],
  scope: { countryCode: readonly string[]; fromDate: string; toDate: string } | null,
  tradeType?: TradeType,
): readonly MissingRecords[] {
  if (scope === null) return [];
  const month = (day: string) => day.slice(0, 'yyyy-mm'.length);
  return missing.filter(
    (one) =>
      (tradeType === undefined || one.tradeType === tradeType) &&
      (one.country === null || scope.countryCode.includes(one.country)) &&
      month(one.from) <= month(scope.toDate) &&
      month(scope.fromDate) <= month(one.to),
  );
}

/** Months that a refusal names. */
const MISSING_NAMED = 3;

/** @throws PortalError RECORDS_MISSING where the engine has lost some of what lies in a scope */
export function mustHold(
  missing: readonly MissingRecords[],
  scope: Parameters<typeof missingWithin>[1],
  tradeType?: TradeType,
): void {
  const lost = missingWithin(missing, scope, tradeType);
  if (lost.length === 0) return;
  const named = lost.slice(0, MISSING_NAMED).map(({ country, from, to }) => {
    const months = [...new Set([from, to].map((day) => day.slice(0, 'yyyy-mm'.length)))].join(' to ');
    return [country, months].filter(Boolean).join(' ');
  });
  const more = lost.length > named.length ? ' and others' : '';
  throw new PortalError(
    'RECORDS_MISSING',
    [],
    `${ERRORS.RECORDS_MISSING.message} They are of ${named.join(', ')}${more}.`,
  );
}
