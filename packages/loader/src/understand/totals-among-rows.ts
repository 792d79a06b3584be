import { TARGET_COLUMNS } from '@tidewaiter/contract';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { type HeaderRef, headerOf } from '../layout/headers.js';
import type { RawRows } from '../reading/raw-rows.js';
import { cellAt } from '../reading/raw-table.js';
import { type Answers, answerValue, type OpenQuestion } from './answers.js';
import type { ProposedMapping } from './propose-mapping.js';
import { type AmountsByValue, totalsAmong } from './sums-of-others.js';

/** Rows that are totals: the values of a column that mark them, what they come to, and what the rows without them do. */
export interface TotalRows {
  column: string;
  values: string[];
  sum: number;
  others: number;
}

/** What is summed up: the first of these that the file has. */
const SUMMED = ['total_value_usd', 'total_value', 'net_weight', 'quantity', 'gross_weight'];
/** What rows are alike in otherwise: those of a total stand beside those that it is of. */
const WITHIN = ['record_date', 'hs_code', 'origin_country', 'destination_country'];
const AMOUNTS = new Set(TARGET_COLUMNS.flatMap(({ name, type }) => (/decimal|integer/.test(type) ? [name] : [])));

/** A column of more values has no total of its own, but for codes of goods. */
const MOST_VALUES = 400;
/** Groups that are looked at: the rows of each together. */
const GROUPS = 400;
const MOST_AMOUNTS = 200_000;
/** Fewer rows are no total and its parts. */
const LEAST_ROWS = 4;

type Mapped = Pick<ProposedMapping, 'decimalPoint'> & {
  columns: Partial<Record<string, object>>;
  leaveOut?: readonly { from: HeaderRef; is: readonly string[] }[];
};

/**
 * Rows that are the sum of others, among those that the mapping does not leave out: a partner that is the world, a chapter beside its headings, a
 * year beside its months. Loaded, they would count twice.
 *
 * @param rows a sample
 */
export async function findTotalRows(
  engine: RecordEngine,
  { header, table, rows: count }: Pick<RawRows, 'header' | 'table' | 'rows'>,
  mapping: Mapped,
  rows: readonly (readonly string[])[],
): Promise<TotalRows[]> {
  const placeOf = (ref: HeaderRef) => {
    const at = header.indexOf(headerOf(ref, header) ?? '');
    return at < 0 ? [] : [at];
  };
  const places = (target: string) => refsOf(mapping.columns[target]).flatMap(placeOf);
  const [amount] = SUMMED.flatMap(places);
  if (amount === undefined || count < LEAST_ROWS) return [];
  const within = [...new Set(WITHIN.flatMap(places))];
  const amounts = new Set(
    Object.keys(mapping.columns)
      .filter((target) => AMOUNTS.has(target))
      .flatMap(places),
  );
  const cell = (row: readonly string[], at: number) => row[at]?.trim() ?? '';
  const valuesOf = (at: number) => new Set(rows.map((row) => cell(row, at)));
  const keys = header.flatMap((_, at) => {
    const { size } = valuesOf(at);
    const isKey = within.includes(at) || (size <= MOST_VALUES && size < rows.length);
    return isKey && size > 1 && !amounts.has(at) ? [at] : [];
  });
  const text = (at: number) => `trim(${cellAt(at + 1)})`;
  const { decimalPoint } = mapping;
  const number = `toFloat64OrZero(replaceAll(replaceRegexpAll(${cellAt(amount + 1)}, ${quote(`[^0-9${decimalPoint}-]`)}, ''), ${quote(decimalPoint)}, '.'))`;
  const isOneOf = (at: number, values: readonly string[]) => `${text(at)} IN (${values.map(quote).join(', ')})`;
  const dropped = (mapping.leaveOut ?? []).flatMap(({ from, is }) => placeOf(from).map((at) => isOneOf(at, is)));
  const kept = () => (dropped.length === 0 ? 'true' : `NOT (${dropped.join(' OR ')})`);
  const found: TotalRows[] = [];
  for (const key of keys) {
    // What says what the key is has it apart already.
    const saysKey = (at: number) =>
      new Set(rows.map((row) => `${cell(row, at)}\0${cell(row, key)}`)).size === valuesOf(at).size;
    const apart = within.filter((at) => at !== key && !saysKey(at));
    const amountsWithin = async (group: string) =>
      byValue(
        await engine.query({
          name: 'raw.totals',
          sql: `WITH (SELECT uniqCombined(${group}) FROM ${table} WHERE ${kept()}) AS groups
            SELECT ${text(key)} AS value, toString(${group}) AS place, sum(${number}) FROM ${table}
            WHERE ${kept()} AND ${group} % greatest(1, intDiv(groups, ${GROUPS})) = 0
            GROUP BY value, place LIMIT ${MOST_AMOUNTS}`,
          row: z.tuple([z.string(), z.string(), z.number()]),
          lane: 'load',
        }),
      );
    const inGroups =
      apart.length === 0 ? [] : totalsAmong(await amountsWithin(`cityHash64(${apart.map(text).join(', ')})`));
    // A total may stand in no group with what it is of: then all rows together are one.
    const values = inGroups.length > 0 ? inGroups : totalsAmong(await amountsWithin('toUInt64(0)'));
    if (values.length === 0) continue;
    const is = isOneOf(key, values);
    const [sums] = await engine.query({
      name: 'raw.totals.sums',
      sql: `SELECT sumIf(${number}, ${is}), sumIf(${number}, NOT ${is}) FROM ${table} WHERE ${kept()}`,
      row: z.tuple([z.number(), z.number()]),
      lane: 'load',
    });
    const [own = 0, others = 0] = sums ?? [];
    found.push({ column: header[key] ?? '', values, sum: own, others });
    dropped.push(is);
  }
  return found;
}

function byValue(rows: readonly (readonly [value: string, group: string, amount: number])[]): AmountsByValue {
  const amounts = new Map<string, Map<string, number>>();
  for (const [value, group, amount] of rows) {
    const of = amounts.get(value) ?? new Map<string, number>();
    amounts.set(value, of.set(group, amount));
  }
  return amounts;
}

/** The columns of the file that a record column is made of. */
const refsOf = (source: object | undefined): HeaderRef[] =>
  Object.entries(source ?? {}).flatMap(([part, ref]: [string, HeaderRef | HeaderRef[]]) =>
    /^(from|year|month|day)$/.test(part) ? ref : [],
  );

/** Values of a column that are told. */
const VALUES_TOLD = 5;
const figure = (sum: number) => sum.toLocaleString('en-US', { maximumFractionDigits: 2 });

export function totalsInWords({ column, values, sum, others }: TotalRows): string {
  const more = values.length - VALUES_TOLD;
  const told = [...values.slice(0, VALUES_TOLD).map((value) => `"${value}"`), ...(more > 0 ? [`${more} more`] : [])];
  const are = values.length === 1 ? 'is' : 'are';
  return `the rows whose "${column}" ${are} ${told.join(', ')} are the sum of others: they come to ${figure(sum)}, the rows without them to ${figure(others)}, and both would be counted`;
}

/** Rows of a sample but those. */
export function withoutTotalRows(
  { header, rows }: { header: readonly string[]; rows: readonly (readonly string[])[] },
  totals: readonly TotalRows[],
): (readonly string[])[] {
  const marks = totals.map(({ column, values }) => ({ at: header.indexOf(column), values: new Set(values) }));
  return rows.filter((row) => !marks.some(({ at, values }) => values.has(row[at]?.trim() ?? '')));
}

/** What a mapping drops: the totals, unless the operator says that they are none. */
export const withoutTotals = (
  totals: readonly TotalRows[],
  { notation }: Answers,
): NonNullable<ProposedMapping['leaveOut']> =>
  notation.totals === 'as-written' ? [] : totals.map(({ column, values }) => ({ from: column, is: values }));

export const askAboutTotals = (totals: readonly TotalRows[]): OpenQuestion => ({
  text: totals.map(totalsInWords).join('; '),
  answers: [answerValue('totals', 'leave-out'), answerValue('totals', 'as-written')],
});
