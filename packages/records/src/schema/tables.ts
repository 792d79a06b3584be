import { type ColumnDefinition, type ColumnType, STORED_COLUMNS, TRADE_TYPES } from '@tidewaiter/contract';

/** Every power cut finds acknowledged rows on the disk, not in its cache. */
export const DURABLE = 'fsync_after_insert = 1, fsync_part_directory = 1';

const SQL_TYPE: Record<ColumnType, string> = {
  text: 'String',
  label: 'LowCardinality(String)',
  code: 'LowCardinality(String)',
  date: 'Date',
  decimal: 'Nullable(Decimal(38, 18))',
  integer: 'Nullable(Int64)',
};

/** The stored columns that finding and grouping need beside a column's own. */
export function normalisedColumns(column: ColumnDefinition): { name: string; kind: 'text' | 'key' }[] {
  if (column.normalised === undefined) return [];
  const text = { name: `${column.name}_text`, kind: 'text' } as const;
  return column.normalised === 'party' ? [text, { name: `${column.name}_key`, kind: 'key' }] : [text];
}

/** Columns of the `records` table that come from the catalogue: name and SQL type. */
export function catalogueColumns(): { name: string; type: string }[] {
  return STORED_COLUMNS.flatMap((column) => [
    { name: column.name, type: SQL_TYPE[column.type] },
    ...normalisedColumns(column).map(({ name, kind }) => ({ name, type: kind === 'key' ? 'UInt64' : 'String' })),
  ]);
}

/** Text indexes over the normalised texts; a column added later gets its own in the same way. */
export function textIndexes(): { name: string; column: string }[] {
  return STORED_COLUMNS.flatMap(normalisedColumns)
    .filter((column) => column.kind === 'text')
    .map((column) => ({ name: `${column.name}_words`, column: column.name }));
}

/**
 * The `records` table as it is created: what every record has whatever its file says, and the catalogue's columns. Later
 * catalogue columns are added by the catalogue step of the migrations.
 *
 * Partitioned by trade type and year: no search spans the former, few span many of the latter. Sorted by HS code first,
 * then country and date, since those narrow most searches; `docs/decisions/0003` has the figures.
 */
export function createRecordsTable(name = 'records'): string {
  const trades = TRADE_TYPES.map((trade, index) => `'${trade}' = ${index + 1}`).join(', ');
  const columns = [
    'load_id UInt32',
    'line UInt64',
    'id FixedString(16)',
    `trade_type Enum8(${trades})`,
    'country LowCardinality(String)',
    'total_value_usd_derived Bool',
    ...catalogueColumns().map((column) => `${column.name} ${column.type}`),
    'extras Map(LowCardinality(String), String)',
    ...textIndexes().map((index) => `INDEX ${index.name} ${index.column} TYPE text(tokenizer = 'splitByNonAlpha')`),
  ];
  return `CREATE TABLE ${name} (${columns.join(', ')}) ENGINE = MergeTree
    PARTITION BY (trade_type, toYear(record_date))
    ORDER BY (hs_code, country, record_date, id)
    SETTINGS ${DURABLE}`;
}

/** Tables about loads. A row in them means nothing until a data version names its load. */
export const LOAD_TABLES = {
  loads: `CREATE TABLE loads (
      load_id UInt32, file_name String, file_hash FixedString(64), file_bytes UInt64, source String, trade_type String,
      mapping_name String, mapping_hash FixedString(64), rates_version UInt64, demo Bool, loaded_at DateTime('UTC'),
      report String
    ) ENGINE = MergeTree ORDER BY load_id SETTINGS ${DURABLE}`,
  rejections: `CREATE TABLE rejections (
      load_id UInt32, file_name String, line UInt64, column_name String, reason String, cell String
    ) ENGINE = MergeTree ORDER BY (load_id, line) SETTINGS ${DURABLE}`,
  coverage: `CREATE TABLE coverage (
      load_id UInt32, trade_type String, country String, month Date, records UInt64, filled Map(String, UInt64)
    ) ENGINE = MergeTree ORDER BY (load_id, trade_type, country, month) SETTINGS ${DURABLE}`,
} as const;

/** As migration 4 made it; what stands now is in `roll-ups.ts`. */
export const FIRST_PARTY_NAMES_TABLE = `CREATE TABLE party_names (
    load_id UInt32, name_key String, name String, records UInt64
  ) ENGINE = MergeTree ORDER BY (name_key, name, load_id) SETTINGS ${DURABLE}`;

export const DATA_VERSIONS_TABLE = `CREATE TABLE data_versions (
    version UInt64, highest_load UInt32, hidden_loads Array(UInt32), rates_version UInt64, published_at DateTime('UTC'),
    cause String
  ) ENGINE = MergeTree ORDER BY version SETTINGS ${DURABLE}`;

export const EXCHANGE_RATES_TABLE = `CREATE TABLE exchange_rates (
    rates_version UInt64, currency LowCardinality(String), month Date, per_usd Decimal(38, 18)
  ) ENGINE = MergeTree ORDER BY (rates_version, currency, month) SETTINGS ${DURABLE}`;

export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
    number UInt32, name String, applied_at DateTime('UTC')
  ) ENGINE = MergeTree ORDER BY number SETTINGS ${DURABLE}`;
