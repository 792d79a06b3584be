import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { type AmountWriting, bareNumber } from '../../layout/amount.js';
import { findHeader, type HeaderRef } from '../../layout/headers.js';
import { cellAt } from '../../reading/form/raw-table.js';
import type { RawRows } from '../../reading/raw-rows.js';
import { type Answers, answerValue, type OpenQuestion } from '../proposal/answers.js';
import type { ProposedMapping } from '../proposal/proposed-mapping.js';
import { AMOUNTS } from './fill-down.js';
import { type AmountsByValue, MUCH, totalsAmong } from './group-sums.js';
import { findSubtotals, MOST_LINES, MOST_ROWS } from './subtotals.js';

/** What rows that are totals come to, and what the rows without them do. */
interface Sums {
  sum: number;
  others: number;
}

/** Rows that are totals by the values of a column that mark them. */
interface MarkedTotals extends Sums {
  column: string;
  values: string[];
}

/** All rows that are the sum of others: by a value of theirs, and by their places. */
export interface TotalRows {
  marked: MarkedTotals[];
  /** The lines of those that close or open their block; cut where there may be others that were not looked for. */
  subtotals: (Sums & { lines: number[]; isCut: boolean }) | undefined;
}

export const hasTotals = ({ marked, subtotals }: TotalRows): boolean => marked.length > 0 || subtotals !== undefined;

/** What is summed up: the first of these that the file has. */
const SUMMED = ['total_value_usd', 'total_value', 'net_weight', 'quantity', 'gross_weight'];
/** What rows are alike in otherwise: those of a total stand beside those that it is of. */
const WITHIN = ['record_date', 'hs_code', 'origin_country', 'destination_country'];
/** What nearly every record says where its source says it at all, and a row of totals does not. */
const SAID_BY_RECORDS = ['hs_code', 'importer_name', 'exporter_name', 'origin_country', 'unit'];

/** What a partner is called that is all of them, whose rows are a sum though not all of its parts are in the file. */
const WORLD =
  /^(the )?(world|all countries|all partners|mundo|o mundo|monde|todos los pa[ií]ses|todos os pa[ií]ses|tous pays|tous les pays|welt|mondo|dünya|мир|весь мир|世界|全世界|전세계|thế giới|dunia|seluruh dunia|العالم)( total)?$/iu;
/** A column of more values has no total of its own, but for codes of goods, and where one value has much of everything. */
const MOST_VALUES = 400;
/** Groups that are looked at: the rows of each together. */
const GROUPS = 400;
const MOST_AMOUNTS = 200_000;
/** Columns that are looked at in one pass: an answer of the engine has two million rows at most, and all of them are held. */
const KEYS_AT_ONCE = 5;
/** The group of rows that are in none that is looked at. */
const NO_GROUP = '1';
/** Fewer rows are no total and its parts. */
const LEAST_ROWS = 4;

type Mapped = Pick<ProposedMapping, 'decimalPoint'> & {
  subtotals?: ProposedMapping['subtotals'] | undefined;
  columns: Partial<Record<string, object>>;
  leaveOut?: readonly { from: HeaderRef; is: readonly string[] }[];
};

/**
 * Rows that are the sum of others, among those that the mapping does not leave out: a partner that is the world, a chapter beside its headings, a
 * year beside its months, the total beneath a block of rows. Loaded, they would count twice.
 *
 * @param rows a sample
 */
export async function findTotalRows(
  engine: RecordEngine,
  { header, table, rows: count }: Pick<RawRows, 'header' | 'table' | 'rows'>,
  mapping: Mapped,
  rows: readonly (readonly string[])[],
): Promise<TotalRows> {
  const placeOf = (ref: HeaderRef) => {
    const at = header.indexOf(findHeader(ref, header) ?? '');
    return at < 0 ? [] : [at];
  };
  const places = (target: string) => listRefs(mapping.columns[target]).flatMap(placeOf);
  const [summed] = SUMMED.flatMap((target) =>
    places(target).map((at) => ({ at, writing: (mapping.columns[target] ?? {}) as AmountWriting })),
  );
  if (summed === undefined || count < LEAST_ROWS) return { marked: [], subtotals: undefined };
  const { at: amount, writing } = summed;
  const within = [...new Set(WITHIN.flatMap(places))];
  const partners = ['origin_country', 'destination_country'].flatMap(places);
  const amounts = new Set(
    Object.keys(mapping.columns)
      .filter((target) => AMOUNTS.has(target))
      .flatMap(places),
  );
  const cell = (row: readonly string[], at: number) => row[at]?.trim() ?? '';
  const valuesOf = (at: number) => new Set(rows.map((row) => cell(row, at)));
  const { decimalPoint = mapping.decimalPoint } = writing;
  const noDigits = `[^0-9${decimalPoint}-]`;
  const numberOf = (row: readonly string[]) =>
    Number(
      cell(row, amount)
        .replace(decimalPoint === '.' ? /[^\d.-]/g : /[^\d,-]/g, '')
        .replace(',', '.'),
    ) || 0;
  const keys = header.flatMap((_, at) => {
    const { size } = valuesOf(at);
    if (size < 2 || amounts.has(at)) return [];
    // A chapter beside its headings may have one row as each of these has.
    if (within.includes(at)) return [at];
    if (size >= rows.length) return [];
    return size <= MOST_VALUES || hasMuch(rows.map((row) => [cell(row, at), numberOf(row)])) ? [at] : [];
  });
  const text = (at: number) => `trim(${cellAt(at + 1)})`;
  const digits = `replaceAll(replaceRegexpAll(${bareNumber(text(amount), writing)}, ${quote(noDigits)}, ''), ${quote(decimalPoint)}, '.')`;
  const number = `toFloat64OrZero(${digits})`;
  const isOneOf = (at: number, values: readonly string[]) => `${text(at)} IN (${values.map(quote).join(', ')})`;
  const dropped = (mapping.leaveOut ?? []).flatMap(({ from, is }) => placeOf(from).map((at) => isOneOf(at, is)));
  const remaining = () => (dropped.length === 0 ? 'true' : `NOT (${dropped.join(' OR ')})`);
  const sumsOf = async (is: string) => {
    const [row] = await engine.query({
      name: 'raw.totals.sums',
      sql: `SELECT sumIf(${number}, ${is}), sumIf(${number}, NOT ${is}) FROM ${table} WHERE ${remaining()}`,
      row: z.tuple([z.number(), z.number()]),
      lane: 'load',
    });
    const [sum = 0, others = 0] = row ?? [];
    return { sum, others };
  };
  /** The columns that tell apart what a key's total is of; what says what the key is has it apart already. */
  const apartFrom = (key: number) => {
    const saysKey = (at: number) =>
      new Set(rows.map((row) => `${cell(row, at)}\0${cell(row, key)}`)).size === valuesOf(at).size;
    return within.filter((at) => at !== key && !saysKey(at));
  };
  const grouped = keys.map((key) => {
    const apart = apartFrom(key);
    return { key, apart: apart.length === 0 ? '' : `cityHash64(${apart.map(text).join(', ')})` };
  });
  /** Of each of these keys, in groups of rows and all together: one pass, as reading an amount costs more than a sum. */
  const amountsOf = async (some: typeof grouped) => {
    const apart = [...new Set(some.flatMap(({ apart }) => (apart === '' ? [] : [apart])))];
    const [counted] = await engine.query({
      name: 'raw.totals.groups',
      // One row, also where no key has groups.
      sql: `SELECT [${apart.map((group) => `uniqCombined(${group})`).join(', ')}]::Array(UInt64), count() FROM ${table} WHERE ${remaining()}`,
      row: z.tuple([z.array(z.coerce.number()), z.coerce.number()]),
      lane: 'load',
    });
    const groups = apart.map((group, at) => {
      const every = Math.max(1, Math.floor((counted?.[0][at] ?? 0) / GROUPS));
      return `if(${group} % ${every} = 0, ${group}, ${NO_GROUP}) AS group_${at}`;
    });
    const sets = some.map(({ key, apart: own }) =>
      own === '' ? `(key_${key})` : `(key_${key}, group_${apart.indexOf(own)})`,
    );
    const columns = [...some.map(({ key }) => `${text(key)} AS key_${key}`), ...groups];
    const sums = await engine.query({
      name: 'raw.totals',
      // Of what a row is not grouped by, it has nothing: texts are empty, and groups are 0.
      sql: `SELECT multiIf(${some.map(({ key }) => `grouping(key_${key}) = 0, ${key}`).join(', ')}, -1) AS key,
          concat('', ${some.map(({ key }) => `key_${key}`).join(', ')}), toString(${['0', ...groups.map((_, at) => `group_${at}`)].join(' + ')}) AS place, sum(amount)
        FROM (SELECT ${number} AS amount, ${columns.join(', ')} FROM ${table} WHERE ${remaining()})
        GROUP BY GROUPING SETS (${sets.join(', ')}) LIMIT ${MOST_AMOUNTS} BY key`,
      row: z.tuple([z.number(), z.string(), z.string(), z.number()]),
      lane: 'load',
    });
    return (key: number, together: boolean) =>
      byValue(
        sums.flatMap(([of, value, place, amount]) => {
          if (of !== key || (!together && (place === '0' || place === NO_GROUP))) return [];
          return [[value, together ? '' : place, amount]];
        }),
      );
  };
  const marked: MarkedTotals[] = [];
  let amountsBy: Awaited<ReturnType<typeof amountsOf>> | undefined;
  let upto = 0;
  for (const [at, { key }] of grouped.entries()) {
    if (at >= upto) {
      amountsBy = await amountsOf(grouped.slice(at, at + KEYS_AT_ONCE));
      upto = at + KEYS_AT_ONCE;
    }
    const inGroups = totalsAmong(amountsBy?.(key, false) ?? new Map());
    // A total may stand in no group with what it is of: then all rows together are one.
    const byArithmetic = inGroups.length > 0 ? inGroups : totalsAmong(amountsBy?.(key, true) ?? new Map());
    const values = byArithmetic.length > 0 || !partners.includes(key) ? byArithmetic : findWorlds(valuesOf(key));
    if (values.length === 0) continue;
    const is = isOneOf(key, values);
    marked.push({ column: header[key] ?? '', values, ...(await sumsOf(is)) });
    dropped.push(is);
    // What further keys have is without these rows.
    upto = at + 1;
  }
  if (mapping.subtotals === 'as-written') return { marked, subtotals: undefined };
  const dates = places('record_date').map((at) => cellAt(at + 1));
  const lines = await findSubtotals(engine, {
    table,
    amount: `toDecimal128OrZero(${digits}, 4)`,
    // What has no day is no record anyway.
    included: [
      remaining(),
      "problem = ''",
      ...(dates.length > 0 ? [`match(concat('', ${dates.join(", ' ', ")}), '[0-9]')`] : []),
    ].join(' AND '),
    emptyCells: SAID_BY_RECORDS.flatMap((target) => {
      const cells = places(target).map((at) => `${text(at)} = ''`);
      return cells.length === 0 ? [] : [`(${cells.join(' AND ')})`];
    }),
  });
  const isCut = lines.length >= MOST_LINES || count > MOST_ROWS;
  const subtotals =
    lines.length === 0 ? undefined : { lines, isCut, ...(await sumsOf(`line IN (${lines.join(', ')})`)) };
  return { marked, subtotals };
}

/** The world, where it stands beside others. */
function findWorlds(values: ReadonlySet<string>): string[] {
  const worlds = [...values].filter((value) => WORLD.test(value));
  return worlds.length < values.size ? worlds : [];
}

/** Whether a value has so much of everything that it may be the total. */
function hasMuch(amounts: readonly (readonly [value: string, amount: number])[]): boolean {
  const sums = new Map<string, number>();
  for (const [value, amount] of amounts) sums.set(value, (sums.get(value) ?? 0) + amount);
  const all = [...sums.values()].reduce((sum, each) => sum + each, 0);
  return Math.max(...sums.values()) >= MUCH * all;
}

function byValue(rows: readonly (readonly [value: string, group: string, amount: number])[]): AmountsByValue {
  const amounts = new Map<string, Map<string, number>>();
  for (const [value, group, amount] of rows) {
    const of = amounts.get(value) ?? new Map<string, number>();
    amounts.set(value, of.set(group, (of.get(group) ?? 0) + amount));
  }
  return amounts;
}

/** The columns of the file that a record column is made of. */
const listRefs = (source: object | undefined): HeaderRef[] =>
  Object.entries(source ?? {}).flatMap(([part, ref]: [string, HeaderRef | HeaderRef[]]) =>
    /^(from|year|month|day)$/.test(part) ? ref : [],
  );

/** Values of a column, and lines, that are told. */
const TOLD = 5;
const figure = (sum: number) => sum.toLocaleString('en-US', { maximumFractionDigits: 2 });
const listed = (all: readonly string[]) =>
  [...all.slice(0, TOLD), ...(all.length > TOLD ? [`${all.length - TOLD} more`] : [])].join(', ');

const TOO_MANY = 'there may be more than can be left out: take them out of the file';

/** What is said of each kind, and what a mapping that somebody made would say to leave them out. */
export function totalsInWords({ marked, subtotals }: TotalRows): { text: string; mapping: string }[] {
  const twice = ({ sum, others }: Sums) =>
    `they come to ${figure(sum)}, the rows without them to ${figure(others)}, and both would be counted`;
  return [
    ...marked.map(({ column, values, ...sums }) => ({
      text: `the rows whose "${column}" ${values.length === 1 ? 'is' : 'are'} ${listed(values.map((value) => `"${value}"`))} are the sum of others: ${twice(sums)}`,
      mapping: '"leaveOut" in the mapping drops rows by a cell of theirs',
    })),
    ...(subtotals === undefined
      ? []
      : [
          {
            text: `the rows of ${subtotals.lines.length === 1 ? 'line' : 'lines'} ${listed(subtotals.lines.map(String))} are the sum of their block of rows: ${twice(subtotals)}`,
            mapping: subtotals.isCut ? TOO_MANY : '"subtotals": "leave-out" in the mapping drops them',
          },
        ]),
  ];
}

/** Rows of a sample but those. */
export function withoutTotalRows(
  { header, rows }: { header: readonly string[]; rows: readonly (readonly string[])[] },
  { marked }: TotalRows,
): (readonly string[])[] {
  const marks = marked.map(({ column, values }) => ({ at: header.indexOf(column), values: new Set(values) }));
  return rows.filter((row) => !marks.some(({ at, values }) => values.has(row[at]?.trim() ?? '')));
}

/** What a mapping says of the totals: they are dropped, unless the operator says that they are none. */
export function withoutTotals(
  { marked, subtotals }: TotalRows,
  leaveOut: NonNullable<ProposedMapping['leaveOut']>,
  { notation: { totals = 'leave-out' } }: Answers,
): Pick<ProposedMapping, 'leaveOut' | 'subtotals'> {
  const marks = totals === 'as-written' ? [] : marked.map(({ column, values }) => ({ from: column, is: values }));
  const all = [...leaveOut, ...marks];
  return { ...(all.length > 0 && { leaveOut: all }), ...(subtotals && { subtotals: totals }) };
}

/** Whether something is to be asked about totals: what was answered is not, unless it leaves out what cannot all be left out. */
export const areTotalsOpen = (rows: TotalRows, { notation: { totals } }: Answers): boolean =>
  hasTotals(rows) && (totals === undefined || (totals === 'leave-out' && rows.subtotals?.isCut === true));

export function askAboutTotals(totals: TotalRows): OpenQuestion {
  const text = totalsInWords(totals)
    .map((each) => each.text)
    .join('; ');
  const asWritten = answerValue('totals', 'as-written');
  if (totals.subtotals?.isCut)
    return {
      text: `${text}; ${TOO_MANY}`,
      answers: [asWritten],
      mustBeAnswered: true,
    };
  return { text, answers: [answerValue('totals', 'leave-out'), asWritten] };
}
