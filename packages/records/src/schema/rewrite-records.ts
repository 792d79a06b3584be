import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';
import { partyKey } from '../normalise.js';
import type { Layout } from './layout.js';
import { catalogueColumns, RECORDS } from './tables.js';

/** The columns of a table, and their types. */
export async function columnTypes(table: string, engine: RecordEngine): Promise<Map<string, string>> {
  const columns = await engine.query({
    name: 'migrate.columns',
    sql: `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = ${quote(table)}`,
    row: z.tuple([z.string(), z.string()]),
  });
  return new Map(columns);
}

/** The columns of `records` that are no catalogue column. */
const OWN_COLUMNS = [
  'load_id',
  'line',
  'id',
  'trade_type',
  'country',
  'total_value_usd_derived',
  'extras',
  'as_written',
];

/** Extras that have had a column of their own since. */
const FORMER_EXTRAS = ['import_purpose', 'export_purpose', 'city', 'city_of_destination', 'exporter_city'];

/**
 * The statements that write the records of an early folder anew: party keys computed again from the texts, former extras taken
 * from the map. A type of the sort key cannot be altered. Nothing for records that are in this form already.
 */
export async function rewriteRecords({ create }: Layout, engine: RecordEngine): Promise<string[]> {
  const drop = 'DROP TABLE IF EXISTS records_anew SYNC';
  const present = await columnTypes(RECORDS.name, engine);
  if (present.get('hs_code') !== 'String') {
    // What a rewriting left that was broken off at its end.
    return (await columnTypes('records_anew', engine)).size > 0 ? [drop] : [];
  }
  const value = (name: string) => {
    if (FORMER_EXTRAS.includes(name)) return `extras[${quote(name)}]`;
    return name.endsWith('_key') ? partyKey(name.replace(/_key$/, '_text')) : name;
  };
  const names = [...OWN_COLUMNS, ...catalogueColumns().map(({ name }) => name)].filter(
    (name) => present.has(name) || FORMER_EXTRAS.includes(name),
  );
  return [
    drop,
    ...create({ ...RECORDS, name: 'records_anew' }),
    `INSERT INTO records_anew (${names.join(', ')}) SELECT ${names.map(value).join(', ')} FROM records`,
    'EXCHANGE TABLES records AND records_anew',
    drop,
  ];
}
