import { type ColumnDefinition, SOURCE_COUNTRIES, TARGET_COLUMNS, type TradeType } from '@tidewaiter/contract';
import { quote } from '../engine/engine.js';
import { descriptionText, partyKey, partyText } from '../normalise.js';
import { normalisedColumns } from '../schema/tables.js';
import { type CellSql, compileCell } from './cell.js';
import { LoadError } from './load-error.js';
import { type LoadMapping, usedHeaders } from './mapping.js';
import type { RawRows } from './reading/raw-rows.js';

/** What a load needs to know beside its mapping. */
export interface Target {
  loadId: number;
  /** Who publishes the file: part of every record's id. */
  source: string;
  trade: TradeType;
  /** Shortcode of the reporting country, unless the mapping reads it from each row. */
  country: string | undefined;
  ratesVersion: number;
}

/** A mapping compiled to SQL over the raw rows of one file. */
export interface Transform {
  /** Fills the table of rows that repeat an earlier row's identity, which {@link rows} reads. */
  fillRepeats: string;
  /** The raw rows with a `problems` array of (column, reason, cell) and the cleaned values. */
  rows: string;
  /** Columns of the INSERT and the SELECT list over {@link rows} that fills them. */
  insertColumns: string[];
  insertValues: string[];
  /** Decimal columns that the file fills; their sums must reconcile. */
  measures: string[];
}

/** A list of texts as one text, such that no two different lists give the same. */
function canonical(parts: string): string {
  return `arrayStringConcat(arrayMap(x -> concat(toString(length(x)), ':', x), ${parts}))`;
}

/** Ids and repeats are found by this hash: fixed by its definition, not by the engine's version. */
function hash128(text: string): string {
  return `sipHash128Reference(${text})`;
}

/**
 * The hash of what names a row for good (DESIGN 4 "Ids"): its natural key, or all of its raw cells; and whose it is, since two
 * countries number their declarations alike.
 */
function rowIdentity(mapping: LoadMapping, target: Target, cell: (header: string) => string): string {
  const key = mapping.naturalKey.length > 0 ? `[${mapping.naturalKey.map(cell).join(', ')}]` : 'cells';
  const owner = `[${[target.source, target.trade, target.country ?? ''].map(quote).join(', ')}]`;
  return hash128(canonical(`arrayConcat(${owner}, ${key})`));
}

/** Headers that the mapping reads and the file lacks. */
function checkHeader(mapping: LoadMapping, header: readonly string[]): void {
  const absent = usedHeaders(mapping).filter((name) => !header.includes(name));
  if (absent.length === 0) return;
  throw new LoadError(`The mapping ${mapping.name} does not fit this file.`, [
    ...absent.map((name) => `the file has no column "${name}"`),
    `its columns are: ${header.join(', ')}`,
  ]);
}

function countryCell(mapping: LoadMapping, target: Target, cell: (header: string) => string): CellSql {
  if (typeof mapping.country !== 'object') {
    if (target.country === undefined) {
      throw new LoadError('Say which country reports these records, for instance with --country KOR.');
    }
    return { value: quote(target.country), problem: "''", raw: "''" };
  }
  const raw = cell(mapping.country.from);
  const known = SOURCE_COUNTRIES.map((country) => quote(country.shortcode)).join(', ');
  return { value: raw, problem: `if(${raw} IN (${known}), '', 'unknown source country')`, raw };
}

/**
 * Compiles a mapping for a file.
 *
 * @throws LoadError when the mapping does not fit the file's header
 */
export function compileTransform(
  mapping: LoadMapping,
  target: Target,
  raw: Pick<RawRows, 'table' | 'repeats' | 'header'>,
): Transform {
  checkHeader(mapping, raw.header);
  const cell = (header: string) => `cells[${raw.header.indexOf(header) + 1}]`;
  const mapped = TARGET_COLUMNS.flatMap((column) => {
    const source = mapping.columns[column.name];
    return source ? [{ column, sql: compileCell(column.type, column.name, source, mapping, cell) }] : [];
  });
  const country = countryCell(mapping, target, cell);
  const identity = rowIdentity(mapping, target, cell);
  const width = raw.header.length;
  const problems = [
    `('', if(width = ${width}, '', concat('the row has ', toString(width), ' cells, the header has ${width}')), '')`,
    ...(mapping.naturalKey.length > 0
      ? [`('', if(occurrence = 0, '', concat('same key as line ', toString(first_line))), '')`]
      : []),
    ...[{ column: { name: 'country' }, sql: country }, ...mapped]
      .filter(({ sql }) => sql.problem !== "''")
      .map(({ column, sql }) => `(${quote(column.name)}, ${sql.problem}, ${sql.raw})`),
  ];
  const rows = `SELECT line, ${hash128(`concat(identity, toString(occurrence))`)} AS id, ${country.value} AS country,
      ${mapped.map(({ column, sql }) => `${sql.value} AS ${column.name}`).join(', ')},
      if(problem != '', [('', problem, cells[1])], arrayFilter(x -> x.2 != '', [${problems.join(', ')}])) AS problems
    FROM (
      SELECT raw.*, ${identity} AS identity, occurrence, first_line
      FROM ${raw.table} AS raw LEFT ANY JOIN ${raw.repeats} AS repeats USING (row)
    )`;
  return {
    fillRepeats: `INSERT INTO ${raw.repeats}
      SELECT row, row_number() OVER same - 1, first_value(line) OVER same
      FROM (SELECT row, line, ${identity} AS identity FROM ${raw.table})
      WHERE identity IN (SELECT ${identity} AS identity FROM ${raw.table} GROUP BY identity HAVING count() > 1)
      WINDOW same AS (PARTITION BY identity ORDER BY row ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`,
    rows,
    ...insertion(
      mapped.map(({ column }) => column),
      mapping,
      target,
    ),
    measures: mapped.filter(({ column }) => column.type === 'decimal').map(({ column }) => column.name),
  };
}

/** The map of the extras that a row fills, each as text. */
function extrasMap(columns: readonly ColumnDefinition[]): string {
  if (columns.length === 0) return 'map()';
  const text = ({ name, type }: ColumnDefinition) =>
    type === 'decimal'
      ? `ifNull(toString(${name}), '')`
      : type === 'date'
        ? `if(${name} = toDate(0), '', toString(${name}))`
        : name;
  return `mapFilter((name, value) -> value != '', map(${columns.map((column) => `${quote(column.name)}, ${text(column)}`).join(', ')}))`;
}

/** The stored columns that follow from the mapped ones: normalised texts, keys and a derived USD value. */
function insertion(
  mapped: readonly ColumnDefinition[],
  mapping: LoadMapping,
  target: Target,
): Pick<Transform, 'insertColumns' | 'insertValues'> {
  const values: [string, string][] = [
    ['load_id', `toUInt32(${target.loadId})`],
    ['line', 'line'],
    ['id', 'id'],
    ['trade_type', quote(target.trade)],
    ['country', 'country'],
    ...mapped.filter(({ extra }) => !extra).map(({ name }): [string, string] => [name, name]),
    ['extras', extrasMap(mapped.filter(({ extra }) => extra))],
  ];
  for (const column of mapped) {
    const text = column.normalised === 'party' ? partyText(column.name) : descriptionText(column.name);
    for (const { name, kind } of normalisedColumns(column)) {
      values.push([name, kind === 'text' ? text : partyKey(text)]);
    }
  }
  if (mapping.columns.total_value && mapping.columns.currency) {
    const given = mapping.columns.total_value_usd ? 'total_value_usd' : "CAST(NULL, 'Nullable(Decimal(38, 18))')";
    const value = `coalesce(${given}, if(currency = 'USD', total_value, NULL), usd_from_rate)`;
    // A file that has no column of USD values says what a value in USD is; one that has, and left this one out, does not.
    const said = mapping.columns.total_value_usd ? `isNotNull(${given})` : "currency = 'USD'";
    const rest = values.filter(([name]) => name !== 'total_value_usd');
    values.length = 0;
    values.push(
      ...rest,
      ['total_value_usd', value],
      ['total_value_usd_derived', `isNotNull(${value}) AND NOT (${said})`],
    );
  }
  return { insertColumns: values.map(([name]) => name), insertValues: values.map(([, sql]) => sql) };
}

/** Six decimals of a dollar: far below what a monthly rate is good for. */
const USD_DECIMALS = 6;

/** The accepted rows of a transform, joined to the month's rate of their currency where there is one to convert. */
export function acceptedRows(transform: Transform, mapping: LoadMapping, target: Target): string {
  const accepted = `(SELECT * FROM (${transform.rows}) WHERE empty(problems))`;
  if (!mapping.columns.total_value || !mapping.columns.currency) return accepted;
  // Two guard digits, then rounding: divideDecimal truncates.
  const converted = `toDecimal128(round(divideDecimal(assumeNotNull(total_value), assumeNotNull(per_usd), ${USD_DECIMALS + 2}), ${USD_DECIMALS}), 18)`;
  return `(SELECT accepted.*, if(isNull(total_value) OR isNull(per_usd), NULL, ${converted}) AS usd_from_rate
    FROM ${accepted} AS accepted
    LEFT ANY JOIN (
      SELECT currency, month, toNullable(per_usd) AS per_usd FROM exchange_rates WHERE rates_version = ${target.ratesVersion}
    ) AS rates ON rates.currency = accepted.currency AND rates.month = toStartOfMonth(accepted.record_date))`;
}
