import {
  type ColumnDefinition,
  OperatorError,
  type SourceCountry,
  STORED_COLUMNS,
  TARGET_COLUMNS,
  type TradeType,
} from '@tidewaiter/contract';
import { descriptionTexts, normalisedColumns, partyKeys, partyTexts, quote } from '@tidewaiter/records/loading';
import { type Computation, computation, NOTHING } from '../cleaning/computed.js';
import { forwarderSql } from '../cleaning/forwarders.js';
import { findSchemes, officialNumberSql } from '../cleaning/official-numbers.js';
import { describeRef, findHeader, type HeaderRef, missingHeaders } from '../layout/headers.js';
import type { LoadMapping } from '../layout/mapping.js';
import { cellAt, cellColumns } from '../reading/form/raw-table.js';
import type { RawRows } from '../reading/raw-rows.js';
import { type CellSql, compileCell, type FileCells } from './cell.js';

/** A column whose value may differ from what the source wrote: SQL of the source's text, and of whether it does. */
interface Rewritten {
  name: string;
  text: string;
  when: string;
}

/**
 * The map from a column's name to the text that the source wrote, of the columns where the record says something else; `''` where
 * the source said nothing and the value was computed.
 */
function asWrittenSql(columns: readonly Rewritten[]): string {
  if (columns.length === 0) return 'map()';
  const list = (of: (column: Rewritten) => string) => `[${columns.map(of).join(', ')}]`;
  const where = list(({ when }) => when);
  const changedOnly = (values: string) => `arrayFilter((value, differs) -> differs, ${values}, ${where})`;
  const map = `mapFromArrays(${changedOnly(list(({ name }) => quote(name)))}, ${changedOnly(list(({ text }) => `toString(${text})`))})`;
  // Of most rows nothing was changed, and no array is made for them.
  return `if(${columns.map(({ when }) => when).join(' OR ')}, ${map}, CAST(map(), 'Map(String, String)'))`;
}

/** What a load needs to know beside its mapping. */
export interface Target {
  loadId: number;
  /** Who publishes the file: part of every record's id. */
  source: string;
  trade: TradeType;
  /** Shortcode of the reporting country, unless the mapping reads it from each row. */
  country: string | undefined;
  /** The countries that rows may name. */
  sources: readonly SourceCountry[];
  ratesVersion: number;
}

/** A mapping compiled to SQL over the raw rows of one file. */
export interface Transform {
  /** Fills the table of rows that repeat an earlier row's identity, which {@link rows} reads. */
  fillRepeats: string;
  /** Fills the table of keys of parties' names, which {@link inserted} looks up; undefined where the file names no party. */
  fillNames: string | undefined;
  /**
   * The raw rows with their cells and the cleaned values, whether they are `rejected`, and the `problems` of those that are: an
   * array of (column, reason, cell).
   */
  rows: string;
  /** The same with the {@link measures} alone: without the dictionaries, it is read in a fraction of the time. */
  checkedRows: string;
  /** Columns of `records`, each with the expression over {@link acceptedRows} that fills it. */
  inserted: { column: string; value: string }[];
  /** What {@link acceptedRows} adds to the rows for that list. */
  computation: Computation;
  /** Whether local values are converted by the month's rate. */
  converts: boolean;
  /** Decimal columns that the file fills; their sums must reconcile. */
  measures: string[];
  /** Record columns that the file fills, each of which {@link acceptedRows} has under its name. */
  filled: string[];
}

/** A list of texts as one text, such that no two different lists give the same. */
function canonical(parts: readonly string[]): string {
  return `concat(${parts.map((part) => `toString(length(${part})), ':', ${part}`).join(', ')})`;
}

/** Ids and repeats are found by this hash: fixed by its definition, not by the engine's version. */
function hash128(text: string): string {
  return `sipHash128Reference(${text})`;
}

/**
 * The hash of what names a row for good (DESIGN 4 "Ids"): its natural key, or all of its raw cells with the dates that the file's name
 * says of them, since rows of two months may be alike; and whose it is, since two countries number their declarations alike.
 */
function rowIdentity(
  mapping: LoadMapping,
  target: Target,
  cell: (ref: HeaderRef) => string,
  width: number,
  mapped: readonly Mapped[],
): string {
  const fromName = ({ column }: Mapped) => 'fileName' in (mapping.columns[column.name] ?? {});
  const key =
    mapping.naturalKey.length > 0
      ? mapping.naturalKey.map(cell)
      : [...cellColumns(width), ...mapped.filter(fromName).map(({ sql }) => sql.raw)];
  const owner = [target.source, target.trade, target.country ?? ''].map(quote);
  return hash128(canonical([...owner, ...key]));
}

/** So many names are looked up: those of nearly any file, and no more memory than a block takes. Others are keyed where they stand. */
const NAMES_KEPT = 65_536;

/** The key of a party's name: rewriting one takes as long as all else of its row. */
const keyOf = (names: string, name: string) => {
  const known = `joinGetOrNull(${quote(names)}, 'key', ${name})`;
  return `if(isNull(${known}), ${partyKeys(name)}, assumeNotNull(${known}))`;
};

function checkHeader(mapping: LoadMapping, header: readonly string[]): void {
  const absent = missingHeaders(mapping, header);
  if (absent.length === 0) return;
  throw new OperatorError(`The mapping ${mapping.name} does not fit this file.`, [
    ...new Set(absent.map((ref) => `the file has no column ${describeRef(ref)}`)),
    `its columns are: ${header.join(', ')}`,
  ]);
}

type CountrySql = Pick<CellSql, 'steps' | 'value' | 'problem' | 'raw'>;

function countryCell(mapping: LoadMapping, target: Target, cell: (ref: HeaderRef) => string): CountrySql {
  if (typeof mapping.country !== 'object') {
    if (target.country === undefined) {
      throw new OperatorError('Say which country reports these records, for instance with --country KOR.');
    }
    return { steps: [], value: quote(target.country), problem: "''", raw: "''" };
  }
  const raw = cell(mapping.country.from);
  const known = target.sources.map(({ shortcode }) => quote(shortcode)).join(', ');
  const problem = { name: 'problem_country', sql: `if(${raw} IN (${known}), '', 'unknown source country')` };
  return { steps: [problem], value: raw, problem: problem.name, raw };
}

/** What the reason of a row begins with that the mapping drops. */
export const LEFT_OUT = 'left out: ';

/** Why the mapping drops a row, `''` where it does not. */
function droppedBecause(
  mapping: LoadMapping,
  subtotals: readonly number[],
  cell: (ref: HeaderRef) => string,
): string | undefined {
  if (mapping.leaveOut.length + subtotals.length === 0) return undefined;
  const reasons = mapping.leaveOut.map(({ from, is }) => {
    const text = `trim(${cell(from)})`;
    return `${text} IN (${is.map(quote).join(', ')}), concat(${quote(`${LEFT_OUT}${describeRef(from)} is `)}, ${text})`;
  });
  const ofBlocks =
    subtotals.length === 0
      ? []
      : [`line IN (${subtotals.join(', ')}), ${quote(`${LEFT_OUT}it is the sum of its block of rows`)}`];
  return `multiIf(${[...reasons, ...ofBlocks].join(', ')}, '')`;
}

/** What a row is refused for: the condition, and the problem as (column, reason, cell). */
interface Check {
  fails: string;
  problem: string;
}

const NO_PROBLEMS = "CAST([], 'Array(Tuple(String, String, String))')";

/**
 * Whether a row is refused, and its problems. Nearly all rows have none, so that texts are put together where there are any
 * and nowhere else.
 */
function rejectionSql(checks: readonly Check[], mayDrop: boolean): { rejected: string; problems: string } {
  const failing = checks.map(({ fails, problem }) => `if(${fails}, ${problem}, ('', '', ''))`);
  const unreadable = [`problem != ''`, `[('', problem, ${cellAt(1)})]`];
  const dropped = mayDrop ? [`dropped != ''`, `[('', dropped, '')]`] : [];
  return {
    rejected: [...(mayDrop ? [`dropped != ''`] : []), `problem != ''`, ...checks.map(({ fails }) => fails)].join(
      ' OR ',
    ),
    problems: `multiIf(${[...dropped, ...unreadable, `arrayFilter(x -> x.2 != '', [${failing.join(', ')}])`].join(', ')})`,
  };
}

interface Mapped {
  column: ColumnDefinition;
  sql: CellSql;
}

/** The column that says what a record's date is known to, where the file says no more than months or years and has no such column. */
function dateKnownTo(mapped: readonly Mapped[]): Mapped[] {
  const column = TARGET_COLUMNS.find(({ name }) => name === 'date_known_to');
  const value = mapped.find((one) => one.column.name === 'record_date')?.sql.knownTo ?? "''";
  if (column === undefined || value === "''" || mapped.some((one) => one.column === column)) return [];
  return [{ column, sql: { written: "''", steps: [], value, problem: "''", changed: 'false', raw: "''" } }];
}

/** The column of the middle layer that holds what the source wrote. */
const writtenName = ({ name }: { name: string }) => `written_${name}`;
const changedName = ({ name }: { name: string }) => `changed_${name}`;

/**
 * Compiles a mapping for a file.
 *
 * @param subtotals lines that are left out
 * @throws OperatorError when the mapping does not fit the file's header
 */
export function compileTransform(
  mapping: LoadMapping,
  target: Target,
  raw: Pick<RawRows, 'table' | 'repeats' | 'names' | 'header'>,
  fileName: string,
  subtotals: readonly number[] = [],
): Transform {
  checkHeader(mapping, raw.header);
  const file: FileCells = {
    name: fileName,
    trade: target.trade,
    country: typeof mapping.country === 'object' ? undefined : target.country,
    cell(ref) {
      const header = findHeader(ref, raw.header);
      return header === undefined ? undefined : cellAt(raw.header.indexOf(header) + 1);
    },
  };
  const cell = (ref: HeaderRef) => file.cell(ref) ?? "''";
  const mapped = TARGET_COLUMNS.flatMap((column): Mapped[] => {
    const source = mapping.columns[column.name];
    const sql = source && compileCell(column, source, mapping, file, writtenName(column));
    return sql ? [{ column, sql }] : [];
  });
  mapped.push(...dateKnownTo(mapped));
  const rewritten = mapped.filter(({ sql }) => sql.changed !== 'false');
  const country = countryCell(mapping, target, cell);
  const width = raw.header.length;
  const identity = rowIdentity(mapping, target, cell, width, mapped);
  const dropReason = droppedBecause(mapping, subtotals, cell);
  const checks: Check[] = [
    {
      fails: `width != ${width}`,
      problem: `('', concat('the row has ', toString(width), ' cells, the header has ${width}'), '')`,
    },
    ...(mapping.naturalKey.length > 0
      ? [{ fails: 'occurrence != 0', problem: `('', concat('same key as line ', toString(first_line)), '')` }]
      : []),
    ...[{ column: { name: 'country' }, sql: country }, ...mapped]
      .filter(({ sql }) => sql.problem !== "''")
      .map(({ column, sql }) => ({
        fails: `${sql.problem} != ''`,
        problem: `(${quote(column.name)}, ${sql.problem}, ${sql.raw})`,
      })),
  ];
  const rejection = rejectionSql(checks, dropReason !== undefined);
  const select = (columns: typeof mapped, more: readonly string[]) => {
    const values = columns.map(({ column, sql }) => `${sql.value} AS ${column.name}`);
    // Of all of them: what is wrong with a row is wrong whichever columns are asked for.
    const steps = [country, ...mapped.map(({ sql }) => sql)].map((sql) => sql.steps);
    const written = mapped.map(({ column, sql }) => `${sql.written} AS ${writtenName(column)}`);
    const layers = [
      // Each over those before. A name that stands beside its definition is read as a copy of it, so that few
      // names would make a statement that takes the engine longer to understand than a file to load.
      ...Array.from({ length: Math.max(0, ...steps.map(({ length }) => length)) }, (_, depth) =>
        steps.flatMap(({ [depth]: step }) => (step ? [`${step.sql} AS ${step.name}`] : [])),
      ),
      [...values, `${rejection.rejected} AS rejected`],
    ];
    const rows = layers.reduce(
      (under, layer) => `(SELECT *, ${layer.join(', ')} FROM ${under})`,
      `(
        SELECT ${['raw.*', 'raw.cells AS cells', `${identity} AS identity`, 'occurrence', 'first_line', ...written].join(', ')}
          ${dropReason === undefined ? '' : `, ${dropReason} AS dropped`}
        FROM ${raw.table} AS raw LEFT ANY JOIN ${raw.repeats} AS repeats USING (row)
      )`,
    );
    const problems = `if(rejected, ${rejection.problems}, ${NO_PROBLEMS}) AS problems`;
    const names = columns.map(({ column }) => column.name);
    return `SELECT ${[...more, 'line', 'cells', ...names, 'rejected', problems].join(', ')} FROM ${rows}`;
  };
  const decimals = mapped.filter(({ column }) => column.type === 'decimal');
  const parties = mapped.filter(({ column }) => column.normalised === 'party').map(({ sql }) => sql.written);
  // A row that is dropped repeats nothing, and nothing repeats it.
  const counted = dropReason === undefined ? '' : `WHERE ${dropReason} = ''`;
  const revision = mapping.revision && file.cell(mapping.revision);
  const latest = revision === undefined ? '' : `${revision} AS revision,`;
  return {
    fillRepeats: `INSERT INTO ${raw.repeats}
      SELECT row, row_number() OVER same - 1, first_value(line) OVER same
      FROM (SELECT row, line, ${latest} ${identity} AS identity FROM ${raw.table} ${counted})
      WHERE identity IN (SELECT ${identity} AS identity FROM ${raw.table} ${counted} GROUP BY identity HAVING count() > 1)
      WINDOW same AS (PARTITION BY identity ORDER BY ${latest && 'revision DESC,'} row ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`,
    fillNames:
      parties.length === 0
        ? undefined
        : `INSERT INTO ${raw.names} SELECT name, ${partyKeys('name')} FROM (
            SELECT DISTINCT arrayJoin([${parties.join(', ')}]) AS name FROM ${raw.table} LIMIT ${NAMES_KEPT})`,
    rows: select(mapped, [
      `${hash128(`concat(identity, toString(occurrence))`)} AS id`,
      `${country.value} AS country`,
      ...rewritten.flatMap(({ column, sql }) => [`${sql.changed} AS ${changedName(column)}`, writtenName(column)]),
    ]),
    checkedRows: select(decimals, []),
    ...insertion(
      mapped.map(({ column }) => column),
      rewritten.map(({ column }) => ({ name: column.name, text: writtenName(column), when: changedName(column) })),
      mapping,
      target,
      raw.names,
    ),
    measures: decimals.map(({ column }) => column.name),
    filled: mapped.map(({ column }) => column.name),
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

const converts = (mapped: ReadonlySet<string>) => mapped.has('total_value') && mapped.has('currency');

/** SQL of a value in USD and of whether it was converted; undefined where the file has none and none can be had. */
function valueInUsd(mapped: ReadonlySet<string>): { value: string; derived: string } | undefined {
  const given = mapped.has('total_value_usd') ? 'total_value_usd' : "CAST(NULL, 'Nullable(Decimal(38, 18))')";
  if (!converts(mapped)) return mapped.has('total_value_usd') ? { value: given, derived: 'false' } : undefined;
  const value = `coalesce(${given}, if(currency = 'USD', total_value, NULL), usd_from_rate)`;
  // A file that has no column of USD values says what a value in USD is; one that has, and left this one out, does not.
  const isInDollars = mapped.has('total_value_usd') ? `isNotNull(${given})` : "currency = 'USD'";
  return { value, derived: `isNotNull(${value}) AND NOT (${isInDollars})` };
}

/** The stored columns that follow from the mapped ones: normalised texts, keys, a derived USD value and what is computed. */
function insertion(
  mapped: readonly ColumnDefinition[],
  rewritten: readonly Rewritten[],
  mapping: LoadMapping,
  target: Target,
  parties: string,
): Pick<Transform, 'inserted' | 'computation' | 'converts'> {
  const names = new Set(mapped.map(({ name }) => name));
  const usd = valueInUsd(names);
  const computed = mapping.clean
    ? computation(names, new Map(rewritten.map(({ name, text }) => [name, text])), usd?.value)
    : NOTHING;
  const values = new Map([
    ['load_id', `toUInt32(${target.loadId})`],
    ['line', 'line'],
    ['id', 'id'],
    ['trade_type', quote(target.trade)],
    ['country', 'country'],
    ...mapped.filter(({ extra }) => !extra).map(({ name }): [string, string] => [name, name]),
    ['extras', extrasMap(mapped.filter(({ extra }) => extra))],
  ]);
  // The party that declares in India is known by its code, which has a column of its own there.
  const declarant = target.trade === 'IMPORT' ? 'importer_tax_id' : 'exporter_tax_id';
  if (names.has('iec') && !names.has(declarant))
    values.set(declarant, officialNumberSql('iec', findSchemes('IEC', undefined, true)));
  if (!names.has('forwarder')) values.set('forwarder', forwarderSql(names));
  if (usd) values.set('total_value_usd', usd.value).set('total_value_usd_derived', usd.derived);
  for (const { name, value } of computed.columns) values.set(name, value);
  for (const column of STORED_COLUMNS) {
    const value = values.get(column.name);
    if (value === undefined) continue;
    const texts = column.normalised === 'party' ? partyTexts(value) : descriptionTexts(value);
    for (const { name, kind } of normalisedColumns(column))
      values.set(name, kind === 'text' ? texts : keyOf(parties, value));
  }
  values.set(
    'as_written',
    asWrittenSql([...rewritten, ...computed.columns.map(({ name, computed: when }) => ({ name, text: "''", when }))]),
  );
  return {
    inserted: [...values].map(([column, value]) => ({ column, value })),
    computation: computed,
    converts: converts(names),
  };
}

/** Six decimals of a dollar: far below what a monthly rate is good for. */
const USD_DECIMALS = 6;

/** The accepted rows of a transform, with what the values of an INSERT are made of. */
export function acceptedRows(transform: Transform, target: Target): string {
  const accepted = `(SELECT * FROM (${transform.rows}) WHERE NOT rejected)`;
  return transform.computation.layers.reduce(
    (rows, layer) => `(SELECT *, ${layer.join(', ')} FROM ${rows})`,
    transform.converts ? withRates(accepted, target) : accepted,
  );
}

/** Rows with what their value is by the month's rate of their currency, where there is one. */
function withRates(accepted: string, target: Target): string {
  // Two guard digits, then rounding: divideDecimal truncates.
  const converted = `toDecimal128(round(divideDecimal(assumeNotNull(total_value), assumeNotNull(per_usd), ${USD_DECIMALS + 2}), ${USD_DECIMALS}), 18)`;
  return `(SELECT accepted.*, if(isNull(total_value) OR isNull(per_usd), NULL, ${converted}) AS usd_from_rate
    FROM ${accepted} AS accepted
    LEFT ANY JOIN (
      SELECT currency, month, toNullable(per_usd) AS per_usd FROM exchange_rates WHERE rates_version = ${target.ratesVersion}
    ) AS rates ON rates.currency = accepted.currency AND rates.month = toStartOfMonth(accepted.record_date))`;
}
