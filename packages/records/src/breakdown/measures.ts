import type { BreakdownQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import { type DataVersion, visibleSums } from '../data-version.js';
import type { Parameter, RecordEngine } from '../engine/engine.js';
import { MONTH_GROUPS } from '../schema/roll-ups.js';
import { type Selection, selected } from '../search/compile.js';
import type { SharedAnswers } from '../shared-answers.js';
import { NARROW_LIMIT } from './sums.js';

/** How the records of a question are measured. */
export interface Measured {
  /** Whether sums need 256 bits. */
  wide: boolean;
  /** Whether any month of the question has an INR rate. */
  inr: boolean;
  parameters: Record<string, Parameter>;
}

/** What a kept month's rate, or the magnitude of a version, weighs in bytes. */
const WEIGHT = 200;

/** Rows of the roll-up per record below which it is worth reading. */
const FEW = 0.7;

/** What sums need to know beside the records. */
export class Measures {
  constructor(
    private readonly engine: RecordEngine,
    private readonly answers: SharedAnswers,
  ) {}

  async of(query: BreakdownQuery, version: DataVersion): Promise<Measured> {
    const [{ wide }, rates] = await Promise.all([this.#wide(version), this.#inrRates(query, version)]);
    const inr = rates.length > 0;
    return {
      wide,
      inr,
      parameters: inr ? { months: rates.map(([month]) => month), inr: rates.map(([, rate]) => rate) } : {},
    };
  }

  /** By the sum of all absolute quantities and values that a version shows: no sum of any of its records is larger. */
  #wide(version: DataVersion): Promise<{ wide: boolean }> {
    return this.answers.get({
      key: ['wide', version.version],
      ask: async () => {
        const visible = visibleSums(version);
        const [row] = await this.engine.query({
          name: 'breakdown.magnitude',
          sql: `SELECT NOT (sum(magnitude) < ${NARROW_LIMIT}) FROM coverage WHERE ${visible.sql}`,
          parameters: visible.parameters,
          row: z.tuple([z.coerce.boolean()]),
          lane: 'short',
        });
        return { wide: row?.[0] ?? true };
      },
      weigh: () => WEIGHT,
    });
  }

  /**
   * Whether the roll-up by month, all lists together, has clearly fewer rows than there are records. Where loads are not of a month
   * or two, as customs files are, the same groups lie in many of them, and reading the records is less work.
   */
  async areGroupsFewer(version: DataVersion): Promise<boolean> {
    const { fewer } = await this.answers.get({
      key: ['groups', version.version],
      ask: async () => {
        const visible = visibleSums(version);
        const [row] = await this.engine.query({
          name: 'breakdown.groups',
          sql: `SELECT (SELECT count() FROM ${MONTH_GROUPS.name}) < ${FEW} * (SELECT sum(records) FROM coverage WHERE ${visible.sql})`,
          parameters: visible.parameters,
          row: z.tuple([z.coerce.boolean()]),
          lane: 'short',
        });
        return { fewer: row?.[0] ?? false };
      },
      weigh: () => WEIGHT,
    });
    return fewer;
  }

  /** The INR rates of the question's months. */
  #inrRates({ fromDate, toDate }: BreakdownQuery, version: DataVersion): Promise<readonly [string, string][]> {
    return this.answers.get({
      key: ['inr', version.ratesVersion, fromDate, toDate],
      ask: () =>
        this.engine.query({
          name: 'breakdown.inr',
          sql: `SELECT toString(month), toString(per_usd) FROM exchange_rates
            WHERE rates_version = {rates:UInt64} AND currency = 'INR'
              AND month BETWEEN toStartOfMonth({from:Date}) AND {to:Date}`,
          parameters: { rates: version.ratesVersion, from: fromDate, to: toDate },
          row: z.tuple([z.string(), z.string()]),
          lane: 'short',
        }),
      weigh: (rates) => (rates.length + 1) * WEIGHT,
    });
  }
}

/** A selection's records with what they are grouped by and what is summed, as a table expression. */
export function measuredRows(
  groups: readonly string[],
  { inr }: Measured,
  selection: Selection,
  narrowing?: string,
): string {
  const rate = `toDecimal64OrNull(transform(toString(toStartOfMonth(record_date)), {months:Array(String)}, {inr:Array(String)}, ''), 6) AS inr_rate`;
  const measures = ['ifNull(quantity, 0) AS amount', 'ifNull(total_value_usd, 0) AS usd'];
  return selected([...groups, ...measures, ...(inr ? [rate] : [])].join(', '), selection, narrowing);
}
