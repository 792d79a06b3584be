import { type BreakdownQuery, LIMITS, scaledDecimal } from '@tidewaiter/contract';
import { z } from 'zod';
import type { DataVersion, DataVersions } from '../data-version.js';
import { visibleLoads } from '../data-version.js';
import { quote, type RecordEngine } from '../engine/engine.js';
import { descriptionText, partyText } from '../normalise.js';
import { Bindings, contains } from '../search/bindings.js';
import { type Condition, compileSearch } from '../search/compile.js';
import type { Entitlement } from '../search/entitlement.js';
import { DIMENSIONS, type Dimension, dimensionSql, PARTY_DIMENSIONS } from './dimensions.js';
import { SharedAnswers } from './shared-answers.js';

/** Exact sums of a group of records. */
interface Sums {
  quantity: string;
  shipments: number;
  valueUsd: string;
  /** Null where a month of the group has no INR rate. */
  valueInr: string | null;
}

interface BreakdownItem extends Sums {
  name: string;
}

/** A page of one list, with what stands around it. */
export interface Breakdown {
  items: BreakdownItem[];
  /** Of everything that the question finds. */
  total: Sums;
  /** Of the ten largest of the list. */
  top10: Sums;
  distinctCount: number;
  dataVersion: number;
}

/** All lists of one question: their top items, and the total that they share. */
interface AllBreakdowns {
  total: Sums;
  lists: ReadonlyMap<Dimension, { items: BreakdownItem[]; distinctCount: number; top10: Sums }>;
}

/** Questions whose lists are kept: at most some 5,000 items each. */
const KEPT_QUESTIONS = 100;

const NOTHING: Sums = { quantity: '0', shipments: 0, valueUsd: '0', valueInr: '0' };

/** One group: dimension, name, its rank, how many there are, then its sums and the records that lack an INR rate. */
const groupRow = z.tuple([
  z.string(),
  z.string(),
  z.coerce.number(),
  z.coerce.number(),
  z.coerce.number(),
  z.string(),
  z.string(),
  z.string(),
  z.coerce.number(),
]);

/** Breaks the records that a question finds down by everything that the list calls ask for. */
export class Breakdowns {
  readonly #answers = new SharedAnswers<AllBreakdowns>(KEPT_QUESTIONS);

  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
  ) {}

  /**
   * One list of a question. The eleven lists of a question at one data version cost one scan: the first call makes it, the
   * others wait for it or find it. Only what lies beyond a list's top 500, or is narrowed by a text, is asked for by itself.
   */
  async list(
    dimension: Dimension,
    query: BreakdownQuery,
    entitlement: Entitlement,
    signal?: AbortSignal,
  ): Promise<Breakdown> {
    const version = await this.versions.current();
    const where = compileSearch(query, entitlement, version);
    const key = JSON.stringify([version.version, where]);
    const all = await this.#answers.get(key, (shared) => this.#all(query, where, version, shared), signal);
    const list = all.lists.get(dimension) ?? { items: [], distinctCount: 0, top10: NOTHING };
    const around = { total: all.total, top10: list.top10, dataVersion: version.version };
    const from = query.pageNumber * query.numberOfRecords;
    const upTo = from + query.numberOfRecords;
    if (query.nameContains === '' && (upTo <= list.items.length || list.items.length === list.distinctCount)) {
      return { ...around, items: list.items.slice(from, upTo), distinctCount: list.distinctCount };
    }
    const page = await this.#page(dimension, query, where, version, signal);
    return { ...around, ...page };
  }

  async #all(
    query: BreakdownQuery,
    where: Condition,
    version: DataVersion,
    signal: AbortSignal,
  ): Promise<AllBreakdowns> {
    const names = DIMENSIONS.map((dimension) => `${dimensionSql(dimension, query.tradeType)} AS ${dimension}`);
    const which = DIMENSIONS.map((dimension) => `grouping(${dimension}) = 0, ${quote(dimension)}`);
    const name = DIMENSIONS.map((dimension) => `grouping(${dimension}) = 0, toString(${dimension})`);
    const rates = await this.#inrRates(query, version, signal);
    const rows = await this.engine.query({
      name: 'breakdown.all',
      sql: `SELECT dimension, name, rank, distinct_count, ${SUM_NAMES.join(', ')} FROM (
          SELECT *, row_number() OVER (PARTITION BY dimension ORDER BY ${ORDER}) AS rank,
            count() OVER (PARTITION BY dimension) AS distinct_count
          FROM (
            SELECT multiIf(${which.join(', ')}, 'total') AS dimension, multiIf(${name.join(', ')}, '') AS name, ${SUMS}
            FROM (SELECT ${names.join(', ')}, ${rates.sql} FROM records WHERE ${where.sql})
            GROUP BY GROUPING SETS (${[...DIMENSIONS.map((dimension) => `(${dimension})`), '()'].join(', ')})
          )
          WHERE name != '' OR dimension = 'total'
        )
        WHERE rank <= ${LIMITS.breakdownItems} OR dimension = 'months'
        ORDER BY dimension, rank`,
      parameters: { ...where.parameters, ...rates.parameters },
      row: groupRow,
      signal,
    });
    const spelling = await this.#spellings(
      rows.filter(([dimension]) => PARTY_DIMENSIONS.has(dimension as Dimension)).map(([, key]) => key),
      version,
      signal,
    );
    let total = NOTHING;
    const lists = new Map<Dimension, { items: BreakdownItem[]; distinctCount: number; top10: Sums }>();
    for (const [dimension, key, , distinctCount, ...sums] of rows) {
      if (dimension === 'total') {
        total = sumsOf(sums);
        continue;
      }
      const list = lists.get(dimension as Dimension) ?? { items: [], distinctCount, top10: NOTHING };
      list.items.push({ name: shownName(dimension as Dimension, key, spelling), ...sumsOf(sums) });
      lists.set(dimension as Dimension, list);
    }
    for (const [dimension, list] of lists) {
      list.top10 = list.items.slice(0, LIMITS.topItems).reduce(addSums, NOTHING);
      // Months read in their own order; ten of them are the largest ten all the same.
      if (dimension === 'months') list.items.sort((a, b) => a.name.localeCompare(b.name));
    }
    return { total, lists };
  }

  /** A page of one list that the kept top does not reach. */
  async #page(
    dimension: Dimension,
    query: BreakdownQuery,
    where: Condition,
    version: DataVersion,
    signal: AbortSignal | undefined,
  ): Promise<Pick<Breakdown, 'items' | 'distinctCount'>> {
    const bindings = new Bindings('n');
    const party = PARTY_DIMENSIONS.has(dimension);
    const column = dimensionSql(dimension, query.tradeType);
    const text = dimension === 'importers' ? 'importer_name_text' : 'exporter_name_text';
    const needle = () => bindings.string(query.nameContains);
    const narrowed =
      query.nameContains === ''
        ? ''
        : ` AND ${party ? contains(text, partyText(needle())) : contains(descriptionText(`toString(${column})`), descriptionText(needle()))}`;
    const rates = await this.#inrRates(query, version, signal);
    const rows = await this.engine.query({
      name: 'breakdown.page',
      sql: `SELECT '', name, 0, count() OVER (), ${SUM_NAMES.join(', ')} FROM (
          SELECT name, ${SUMS}
          FROM (SELECT toString(${column}) AS name, ${rates.sql} FROM records WHERE ${where.sql}${narrowed})
          WHERE name != '' GROUP BY name
        )
        ORDER BY ${dimension === 'months' ? 'name' : ORDER} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: {
        ...where.parameters,
        ...rates.parameters,
        ...bindings.parameters,
        limit: query.numberOfRecords,
        offset: query.pageNumber * query.numberOfRecords,
      },
      row: groupRow,
      signal,
    });
    const spelling = party
      ? await this.#spellings(
          rows.map(([, key]) => key),
          version,
          signal,
        )
      : new Map<string, string>();
    return {
      items: rows.map(([, key, , , ...sums]) => ({ name: shownName(dimension, key, spelling), ...sumsOf(sums) })),
      distinctCount: rows[0]?.[3] ?? 0,
    };
  }

  /** The INR rates of the question's months, as an expression over a record's date; NULL for a month without one. */
  async #inrRates(
    query: BreakdownQuery,
    version: DataVersion,
    signal: AbortSignal | undefined,
  ): Promise<{ sql: string; parameters: Record<string, readonly string[]> }> {
    const rows = await this.engine.query({
      name: 'breakdown.inr',
      sql: `SELECT toString(month), toString(per_usd) FROM exchange_rates
        WHERE rates_version = {rates:UInt64} AND currency = 'INR'
          AND month BETWEEN toStartOfMonth({from:Date}) AND {to:Date}`,
      parameters: { rates: version.ratesVersion, from: query.fromDate, to: query.toDate },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
      signal,
    });
    const measured = 'quantity, total_value_usd';
    if (rows.length === 0)
      return { sql: `${measured}, CAST(NULL, 'Nullable(Decimal(18, 6))') AS inr_rate`, parameters: {} };
    return {
      sql: `${measured}, toDecimal64OrNull(transform(toString(toStartOfMonth(record_date)), {months:Array(String)}, {inr:Array(String)}, ''), 6) AS inr_rate`,
      parameters: { months: rows.map(([month]) => month), inr: rows.map(([, rate]) => rate) },
    };
  }

  /** The commonest spelling of each key over all visible loads. */
  async #spellings(
    keys: readonly string[],
    version: DataVersion,
    signal: AbortSignal | undefined,
  ): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const visible = visibleLoads(version);
    const rows = await this.engine.query({
      name: 'breakdown.spellings',
      sql: `SELECT name_key, argMax(name, (records, name)) FROM (
          SELECT name_key, name, sum(records) AS records FROM party_names
          WHERE name_key IN {keys:Array(String)} AND ${visible.sql} GROUP BY name_key, name
        ) GROUP BY name_key`,
      parameters: { ...visible.parameters, keys },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
      signal,
    });
    return new Map(rows);
  }
}

/** Largest first by value, then by shipments; the name decides what is left, so that pages neither repeat nor drop. */
const ORDER = 'value_usd DESC, shipments DESC, name';

const SUM_NAMES = ['shipments', 'toString(quantity)', 'toString(value_usd)', 'toString(value_inr)', 'without_rate'];

/** 256 bits: a sum of exact amounts must not overflow. */
const SUMS = `count() AS shipments,
  sum(toDecimal256(ifNull(quantity, 0), 18)) AS quantity,
  sum(toDecimal256(ifNull(total_value_usd, 0), 18)) AS value_usd,
  sum(toDecimal256(ifNull(total_value_usd, 0), 18) * toDecimal256(ifNull(inr_rate, 0), 6)) AS value_inr,
  countIf(isNull(inr_rate) AND total_value_usd != 0) AS without_rate`;

function sumsOf([shipments, quantity, valueUsd, valueInr, withoutRate]: [
  number,
  string,
  string,
  string,
  number,
]): Sums {
  return { shipments, quantity, valueUsd, valueInr: withoutRate > 0 ? null : valueInr };
}

/** Decimals of an INR value: 18 of a value and 6 of a rate. */
const SCALE = 24;

const scaled = (decimal: string) => scaledDecimal(decimal, SCALE);

function unscaled(number: bigint): string {
  const digits = (number < 0n ? -number : number).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${number < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction && `.${fraction}`}`;
}

const add = (a: string, b: string) => unscaled(scaled(a) + scaled(b));

function addSums(a: Sums, b: Sums): Sums {
  return {
    quantity: add(a.quantity, b.quantity),
    shipments: a.shipments + b.shipments,
    valueUsd: add(a.valueUsd, b.valueUsd),
    valueInr: a.valueInr === null || b.valueInr === null ? null : add(a.valueInr, b.valueInr),
  };
}

/** What part of a whole is, in percent with two decimals; `0.00` of nothing. */
export function percentOf(part: string, whole: string): string {
  const total = scaled(whole);
  if (total === 0n) return '0.00';
  const hundredths = (scaled(part) * 20_000n + total) / (2n * total);
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function shownName(dimension: Dimension, key: string, spelling: ReadonlyMap<string, string>): string {
  return PARTY_DIMENSIONS.has(dimension) ? (spelling.get(key) ?? key) : key;
}
