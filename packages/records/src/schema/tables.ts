import { type ColumnDefinition, type ColumnType, STORED_COLUMNS, TRADE_TYPES } from '@tidewaiter/contract';
import type { TableDefinition } from './layout.js';

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

/** How texts are cut into words for their index. */
const WORDS = "text(tokenizer = 'splitByNonAlpha')";

/** The indexes of the normalised columns: words of texts, and where the records of a party lie. A column added later gets its own. */
function indexes(): { column: string; sql: string }[] {
  return STORED_COLUMNS.flatMap(normalisedColumns).map(({ name, kind }) => ({
    column: name,
    sql: kind === 'text' ? `${name}_words ${name} TYPE ${WORDS}` : `${name}_places ${name} TYPE bloom_filter(0.01)`,
  }));
}

/** What the source wrote, of the columns where a record says something else; `''` where it says nothing and a value was computed. */
const AS_WRITTEN = 'as_written Map(LowCardinality(String), String)';

const TRADES = TRADE_TYPES.map((trade, index) => `'${trade}' = ${index + 1}`).join(', ');

/**
 * The `records` table as it is created: what every record has whatever its file says, and the catalogue's columns. Later
 * catalogue columns are added by the catalogue step of the migrations.
 *
 * Partitioned by trade type and year: no search spans the former, few span many of the latter. Sorted by HS code first,
 * then country and date, since those narrow most searches; `docs/decisions/0003` has the figures. In a cluster records
 * are spread by their id, so that two loads of one record meet on one shard.
 */
export const RECORDS: TableDefinition = {
  name: 'records',
  columns: [
    'load_id UInt32',
    'line UInt64',
    'id FixedString(16)',
    `trade_type Enum8(${TRADES})`,
    'country LowCardinality(String)',
    'total_value_usd_derived Bool',
    ...catalogueColumns().map(({ name, type }) => `${name} ${type}`),
    'extras Map(LowCardinality(String), String)',
    AS_WRITTEN,
    ...indexes().map(({ sql }) => `INDEX ${sql}`),
  ],
  order: 'PARTITION BY (trade_type, toYear(record_date)) ORDER BY (hs_code, country, record_date, id)',
  shardBy: 'sipHash64(id)',
  // A quarter of the usual: what a rare word finds is scattered, and each of its records costs the reading of a granule.
  granularity: 2048,
};

/** What adds catalogue columns, with their text indexes, to the records. */
export function catalogueAdditions(missing: readonly { name: string; type: string }[]): string[] {
  const names = new Set(missing.map(({ name }) => name));
  return [
    ...missing.map(({ name, type }) => `ADD COLUMN IF NOT EXISTS ${name} ${type}`),
    ...indexes()
      .filter(({ column }) => names.has(column))
      .map(({ sql }) => `ADD INDEX IF NOT EXISTS ${sql}`),
  ];
}

// Tables about loads; those that sum their records up are in `roll-ups.ts`. A row in them means nothing until a data version names its load.

export const LOADS: TableDefinition = {
  name: 'loads',
  columns: [
    'load_id UInt32, file_name String, file_hash FixedString(64), file_bytes UInt64, source String, trade_type String',
    "mapping_name String, mapping_hash FixedString(64), rates_version UInt64, demo Bool, loaded_at DateTime('UTC')",
    'report String',
    // The country that the load was told: the same file under another one is another load.
    'country String',
    // What it was made of, so that it can be made again (decision 0017): the whole mapping, the header, whether its files are archived.
    'mapping String, header Array(String), archived Bool',
    // Of each of its files: its name, its hash, and which of its tables. Empty: the one file.
    'files Array(Tuple(String, String, String))',
  ],
  order: 'ORDER BY load_id',
};

export const REJECTIONS: TableDefinition = {
  name: 'rejections',
  columns: [
    'load_id UInt32, file_name String, line UInt64, column_name String, reason String, cell String',
    // The whole row, as it was.
    'cells Array(String)',
  ],
  order: 'ORDER BY (load_id, line)',
};

export const COVERAGE: TableDefinition = {
  name: 'coverage',
  columns: [
    'load_id UInt32, trade_type String, country String, month Date, records UInt64, filled Map(String, UInt64)',
    // The sum of all absolute quantities, or of values in USD, whichever is larger: how large sums can become.
    'magnitude Float64',
    // How fresh records are, and how many say who, how much, for how much and where (`coverage-shares.ts`).
    'first_day Date, last_day Date, shares Array(UInt64)',
  ],
  order: 'ORDER BY (load_id, trade_type, country, month)',
};

/** With which load the records of a load came first, where that is an earlier one, which it took the place of (`arrivals.ts`). */
export const LOAD_ORIGINS: TableDefinition = {
  name: 'load_origins',
  columns: ['load_id UInt32, origin UInt32'],
  order: 'ORDER BY load_id',
};

/** Records that came later than the first ones of their load, and with which load. */
export const ARRIVALS: TableDefinition = {
  name: 'arrivals',
  columns: ['load_id UInt32, came_with UInt32, id FixedString(16)'],
  order: 'ORDER BY (load_id, came_with, id)',
  shardBy: 'sipHash64(id)',
};

export const DATA_VERSIONS: TableDefinition = {
  name: 'data_versions',
  columns: [
    'version UInt64, highest_load UInt32, hidden_loads Array(UInt32), rates_version UInt64',
    "published_at DateTime('UTC'), cause String",
    // Which change published it, where several portals may (decision 0010).
    'change_id String',
    // What is hidden of the loads that can be seen, and what is summed up in their place (decision 0017).
    'suppressed Array(Tuple(UInt32, String, String)), stand_ins Array(Tuple(UInt32, UInt32))',
    // The edition of the HS nomenclature in force; 0 are the labels that ship (decision 0018).
    'nomenclature_version UInt64',
    // By which rule the keys of parties are made (decision 0034).
    'party_rule UInt64',
    // By which rule loads are summed up.
    'roll_up_rule UInt64',
    // Source countries beside those of the catalogue (decision 0036).
    'added_countries Array(String)',
    // Parties that are one with another, by their keys, and the leads of these (decision 0035).
    'joined_parties Array(Tuple(String, String))',
  ],
  order: 'ORDER BY version',
};

/** What was suppressed and lifted, when and why: nothing is ever altered. What is in force, a data version says. */
export const SUPPRESSIONS: TableDefinition = {
  name: 'suppressions',
  columns: [
    'number UInt32, event LowCardinality(String), kind LowCardinality(String), subject String, name String',
    "records UInt64, reason String, at DateTime('UTC')",
  ],
  order: 'ORDER BY (number, at)',
};

/** Which parties were joined and parted, when and why, one row for each: nothing is ever altered. What is in force, a data version says. */
export const PARTY_JOINS: TableDefinition = {
  name: 'party_joins',
  columns: [
    'number UInt32, event LowCardinality(String), party String, name String, lead String, lead_name String',
    "reason String, at DateTime('UTC')",
  ],
  order: 'ORDER BY (number, party)',
};

export const EXCHANGE_RATES: TableDefinition = {
  name: 'exchange_rates',
  columns: ['rates_version UInt64, currency LowCardinality(String), month Date, per_usd Decimal(38, 18)'],
  order: 'ORDER BY (rates_version, currency, month)',
};

/** What HS codes are called, by edition: the official file's texts, and the labels that ship for the codes that it lacks. */
export const HS_TEXTS: TableDefinition = {
  name: 'hs_texts',
  columns: ['nomenclature_version UInt64, hs_code String, description String'],
  order: 'ORDER BY (nomenclature_version, hs_code)',
};

/** Who changes the records, where several portals may (`change-claims.ts`). */
export const CHANGE_CLAIMS: TableDefinition = {
  name: 'change_claims',
  columns: ["change_id String, what String, at DateTime64(3, 'UTC'), highest_load UInt32, released Bool"],
  order: 'ORDER BY (change_id, at)',
  // Long after a portal that died could still be writing.
  ttl: 'toDateTime(at) + INTERVAL 30 DAY',
};

/**
 * What accounts have exported, by the number of the export; a row means nothing until the accounts' database says that its export
 * counts. By account and id, since that is how it is asked: which of these records are owned.
 */
export const EXPORTED_RECORDS: TableDefinition = {
  name: 'exported_records',
  columns: [
    'account UInt32, export UInt64, position UInt32, country LowCardinality(String), id FixedString(16)',
    // The key of the account, which is never used twice, where another database may use its serial number again.
    'owner UUID',
  ],
  order: 'ORDER BY (account, id, export)',
  shardBy: 'sipHash64(id)',
  granularity: 2048,
};

/** Sums of each month, which no question reads any more: older stores and their backups have it (decision 0103). */
export const FORMER_MONTH_SUMS: TableDefinition = {
  name: 'month_sums',
  columns: [
    'load_id UInt32, trade_type LowCardinality(String), dimension LowCardinality(String), country LowCardinality(String)',
    'month Date, party UInt64, name LowCardinality(String), unit LowCardinality(String)',
    'records UInt64, valued UInt64, quantity Decimal(38, 18), value_usd Decimal(38, 18), stated UInt64',
  ],
  order: 'ORDER BY (trade_type, dimension, month, country, party, name, unit, load_id)',
};

/**
 * What accounts' lists say of records, while a file of them is written: a row means nothing but to the statement that writes the file.
 * Parties are said by their keys, codes by how they begin, records by their ids.
 */
export const JOINED_CELLS: TableDefinition = {
  name: 'joined_cells',
  columns: ["file UUID, list UInt8, member String, place UInt32, cells Array(String), at DateTime('UTC')"],
  order: 'ORDER BY (file, list, member, place)',
  // Long after a portal that died could still be writing.
  ttl: 'at + INTERVAL 2 DAY',
};

/** Who these records are among stores, and with which accounts they belong (`store-identity.ts`): the last row says it. */
export const STORE_IDENTITY: TableDefinition = {
  name: 'store_identity',
  columns: ["id UUID, partner UUID, at DateTime64(6, 'UTC')"],
  order: 'ORDER BY at',
};

export const SCHEMA_MIGRATIONS: TableDefinition = {
  name: 'schema_migrations',
  columns: ["number UInt32, name String, applied_at DateTime('UTC')"],
  order: 'ORDER BY number',
};
