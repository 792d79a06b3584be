import { createHash } from 'node:crypto';
/**
 * What each load keeps beside its records, so that suggestions, spellings and counts by HS code never scan them: a table,
 * and the statement that fills it from `records`. A row means nothing until a data version shows its load.
 */
import { type ColumnType, OperatorError, STORED_COLUMNS } from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES } from '../columns/parties.js';
import { detailKeys, detailsOfRecord, numberOfCompany } from '../columns/party-details.js';
import { QUANTITY } from '../columns/quantities.js';
import { type Parameter, quote, type RecordEngine } from '../engine/engine.js';
import { SHARES_SQL } from './coverage-shares.js';
import type { TableDefinition } from './layout.js';
import { ARRIVALS, COVERAGE, LOAD_ORIGINS, LOADS, RECORDS, REJECTIONS } from './tables.js';

interface RollUp {
  table: TableDefinition;
  /**
   * @param where a condition of our own over `records`: which of them to roll up
   * @param records what stands for that table, where it is not all of its rows under their own load
   */
  fill(where: string, records?: string): string;
}

/** Groups of many months and names may outgrow memory: from here on they are put aside on the disk. */
export const FILL_SETTINGS = {
  max_bytes_before_external_group_by: 1_000_000_000,
  max_partitions_per_insert_block: 0,
} as const;

const MONTH = 'toStartOfMonth(record_date)';

/** A group's months and the records in each, two arrays side by side: a scope's share of it needs no row per month. */
const PER_MONTH = 'sum(found), groupArray(month), groupArray(toUInt32(found))';

/**
 * How parties are spelt, how often and when. `name_key` stands early in the sort key for the lists that ask for the
 * spellings of some keys; text goes by the index.
 */
const PARTY_NAMES: RollUp = {
  table: {
    name: 'party_names',
    columns: [
      'load_id UInt32, trade_type LowCardinality(String), role LowCardinality(String), country LowCardinality(String)',
      'name_key UInt64, name String, name_text String, records UInt64, months Array(Date), month_records Array(UInt32)',
      "INDEX name_text_words name_text TYPE text(tokenizer = 'splitByNonAlpha')",
    ],
    order: 'ORDER BY (trade_type, role, name_key, name, country, load_id)',
    // Spellings are looked up for a thousand keys at once, scattered.
    granularity: 512,
  },
  fill(where, records = RECORDS.name) {
    const parties = Object.entries(PARTY_ROLES).map(
      ([role, column]) => `(${quote(role)}, ${column}_key, ${column}, ${column}_text)`,
    );
    return `INSERT INTO party_names
      SELECT load_id, trade, role, country, name_key, name, any(name_text), ${PER_MONTH}
      FROM (
        SELECT load_id, toString(trade_type) AS trade, party.1 AS role, country, party.2 AS name_key, party.3 AS name,
          any(party.4) AS name_text, ${MONTH} AS month, count() AS found
        FROM ${records} ARRAY JOIN [${parties.join(', ')}] AS party
        WHERE ${where} AND party.2 != 0
        GROUP BY load_id, trade, role, country, name_key, name, month
      )
      GROUP BY load_id, trade, role, country, name_key, name`;
  },
};

/**
 * Which parties an address or a number is of, how often and when: records are found by a party's key, never by these. Said the same way
 * month after month, each text is keyed once.
 */
export const DETAIL_PARTIES: RollUp = {
  table: {
    name: 'detail_parties',
    columns: [
      'load_id UInt32, trade_type LowCardinality(String), detail LowCardinality(String), country LowCardinality(String)',
      'detail_key UInt64, name_key UInt64, records UInt64, months Array(Date), month_records Array(UInt32)',
      // An official number as such: parties that state the same are proposed as one.
      'number String',
    ],
    order: 'ORDER BY (trade_type, detail, detail_key, name_key, country, load_id)',
    granularity: 512,
  },
  fill: (where, records = RECORDS.name) => `INSERT INTO detail_parties
    SELECT load_id, trade, detail, country, detail_key, name_key, ${PER_MONTH}, any(number)
    FROM (
      SELECT load_id, trade, detail, country, ${detailKeys('said')} AS detail_key, name_key, month, found,
        if(detail = 'NUMBER', ${numberOfCompany('said')}, '') AS number
      FROM (
        SELECT load_id, toString(trade_type) AS trade, stated.1 AS detail, country, stated.2 AS said, stated.3 AS name_key,
          ${MONTH} AS month, count() AS found
        FROM ${records} ARRAY JOIN [${detailsOfRecord.join(', ')}] AS stated
        WHERE ${where} AND said != '' AND name_key != 0
        GROUP BY load_id, trade, detail, country, said, name_key, month
      )
    )
    WHERE detail_key != 0
    GROUP BY load_id, trade, detail, country, detail_key, name_key`,
};

/** Records of each HS code and month, with what the code is called. */
const HS_MONTHS: RollUp = {
  table: {
    name: 'hs_months',
    columns: [
      'load_id UInt32, trade_type LowCardinality(String), country LowCardinality(String), month Date, hs_code LowCardinality(String)',
      'hs_description LowCardinality(String), records UInt64',
    ],
    order: 'ORDER BY (trade_type, hs_code, country, month, load_id)',
  },
  fill: (where, records = RECORDS.name) => `INSERT INTO hs_months
    SELECT load_id, toString(trade_type), country, ${MONTH} AS month, hs_code, max(hs_description), count()
    FROM ${records} WHERE ${where}
    GROUP BY load_id, trade_type, country, month, hs_code`,
};

/** Longest word that is kept, in bytes: nobody types a longer one to its end. */
const WORD_MAX = 40;

/** Whether a `word` is kept. */
export const IS_KEPT_WORD = `(lengthUTF8(word) >= 2 AND length(word) <= ${WORD_MAX})`;

/**
 * The words of descriptions, each once per record. Equal descriptions are counted first and split once: declarations repeat
 * them month after month.
 */
const PRODUCT_WORDS: RollUp = {
  table: {
    name: 'product_words',
    columns: [
      'load_id UInt32, trade_type LowCardinality(String), country LowCardinality(String), word String',
      'records UInt64, months Array(Date), month_records Array(UInt32)',
    ],
    order: 'ORDER BY (trade_type, word, country, load_id)',
  },
  fill: (where, records = RECORDS.name) => `INSERT INTO product_words
    SELECT load_id, trade, country, word, ${PER_MONTH}
    FROM (
      SELECT load_id, trade, country, word, month, sum(records) AS found
      FROM (
        SELECT load_id, toString(trade_type) AS trade, country, ${MONTH} AS month, product_description_text AS text,
          count() AS records
        FROM ${records} WHERE ${where} AND product_description_text != ''
        GROUP BY load_id, trade, country, month, text
      )
      ARRAY JOIN arrayDistinct(tokens(text)) AS word
      WHERE ${IS_KEPT_WORD}
      GROUP BY load_id, trade, country, word, month
    )
    GROUP BY load_id, trade, country, word`,
};

const isKnown = (name: string) => `isNotNull(${name})`;
const isSaid = (name: string) => `notEmpty(${name})`;

/** Whether a record has a value in a column. */
const PRESENT: Readonly<Record<ColumnType, (name: string) => string>> = {
  text: isSaid,
  label: isSaid,
  code: isSaid,
  date: (name) => `${name} != toDate(0)`,
  decimal: isKnown,
  integer: isKnown,
};

/** Figures per country, trade type and month, so that what is loaded, and how completely, is known without a scan. */
const MONTHS: RollUp = {
  table: COVERAGE,
  fill(where, records = RECORDS.name) {
    const filled = STORED_COLUMNS.map(({ name, type }) => `${quote(name)}, countIf(${PRESENT[type](name)})`);
    const magnitude = [QUANTITY, 'ifNull(total_value_usd, 0)'].map((amount) => `sum(abs(toFloat64(${amount})))`);
    return `INSERT INTO coverage (load_id, trade_type, country, month, records, filled, magnitude, first_day, last_day, shares)
      SELECT load_id, toString(trade_type), toString(country), ${MONTH}, count(),
        mapUpdate(map(${filled.join(', ')}), CAST(sumMap(mapApply((name, value) -> (toString(name), toUInt64(1)), extras)), 'Map(String, UInt64)')),
        greatest(${magnitude.join(', ')}), min(record_date), max(record_date), ${SHARES_SQL}
      FROM ${records} WHERE ${where}
      GROUP BY load_id, trade_type, country, ${MONTH}`;
  },
};

/** Records of each day, for questions that leave nearly nothing out. */
const DAY_COUNTS: RollUp = {
  table: {
    name: 'day_counts',
    columns: [
      'load_id UInt32, trade_type LowCardinality(String), country LowCardinality(String), day Date, records UInt64',
    ],
    order: 'ORDER BY (trade_type, country, day, load_id)',
  },
  fill: (where, records = RECORDS.name) => `INSERT INTO day_counts
    SELECT load_id, toString(trade_type), country, record_date, count()
    FROM ${records} WHERE ${where}
    GROUP BY load_id, trade_type, country, record_date`,
};

export const ROLL_UPS: readonly RollUp[] = [MONTHS, PARTY_NAMES, HS_MONTHS, PRODUCT_WORDS, DAY_COUNTS, DETAIL_PARTIES];

/** A number of the rule by which loads are summed up, made of what it says: another release with another rule makes them anew. */
export const ROLL_UP_RULE = Number.parseInt(
  createHash('sha256')
    .update(JSON.stringify(ROLL_UPS.map(({ table, fill }) => [table.columns, fill('true')])))
    .digest('hex')
    .slice(0, 12),
  16,
);

/** What is cleared of a load that nothing shows any more. */
export const TABLES_OF_A_LOAD: readonly TableDefinition[] = [
  RECORDS,
  REJECTIONS,
  ...ROLL_UPS.map(({ table }) => table),
  ARRIVALS,
  LOAD_ORIGINS,
  LOADS,
];

/** What is summed up: a load's records, or those of them that are not hidden, under a number of their own. */
interface Summed {
  load: number;
  replacement?: { number: number; hidden: { sql: string; parameters: Record<string, Parameter> } };
}

/**
 * Writes the roll-ups of a load's records, and holds their sums against the records.
 *
 * @throws OperatorError when they differ
 */
export async function fillRollUps(engine: RecordEngine, { load, replacement }: Summed): Promise<void> {
  const ofLoad = `load_id = ${load}`;
  const left = replacement ? `${ofLoad} AND NOT ${replacement.hidden.sql}` : ofLoad;
  const parameters = replacement?.hidden.parameters ?? {};
  // Within, so that the condition means the load's own number.
  const renumbered =
    replacement &&
    `(SELECT * REPLACE (toUInt32(${replacement.number}) AS load_id) FROM (SELECT * FROM records WHERE ${left}))`;
  for (const { table, fill } of ROLL_UPS) {
    const sql = renumbered === undefined ? fill(left) : fill('true', renumbered);
    await engine.run({ name: `load.${table.name}`, sql, parameters, settings: FILL_SETTINGS });
  }
  await mustAddUp(engine, replacement?.number ?? load, left, parameters);
}

/** Every record has its month. */
async function mustAddUp(
  engine: RecordEngine,
  number: number,
  where: string,
  parameters: Record<string, Parameter>,
): Promise<void> {
  const [row] = await engine.query({
    name: 'load.roll-up-sums',
    sql: `SELECT (SELECT count() FROM records WHERE ${where}), (SELECT sum(records) FROM coverage WHERE load_id = ${number})`,
    parameters,
    row: z.tuple([z.coerce.string(), z.coerce.string()]),
    lane: 'load',
  });
  const [written, covered] = row ?? [];
  if (written === covered) return;
  throw new OperatorError('What was summed up does not add up to the records.', [
    `records: ${written}`,
    `coverage: ${covered}`,
  ]);
}
