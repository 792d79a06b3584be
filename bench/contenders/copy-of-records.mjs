/** The records as the other engines get them: what a page shows, what a search looks in, what a list groups by. */

import { rmSync } from 'node:fs';
import { STORED_COLUMNS } from '@tidewaiter/contract';
import { runEngine } from '../harness/records.mjs';

export const SQL_TYPE = {
  text: 'VARCHAR',
  label: 'VARCHAR',
  code: 'VARCHAR',
  date: 'DATE',
  decimal: 'DECIMAL(38, 18)',
  integer: 'BIGINT',
};

/** Name, type, and the value as the record engine writes it. Keys are numbers of 64 bits; the others know them signed only. */
export const COLUMNS = [
  { name: 'id', type: 'UUID', sql: 'lower(hex(id))' },
  { name: 'trade_type', type: 'VARCHAR', sql: 'toString(trade_type)' },
  { name: 'country', type: 'VARCHAR', sql: 'toString(country)' },
  ...STORED_COLUMNS.map(({ name, type }) => ({
    name,
    type: SQL_TYPE[type],
    sql: type === 'label' || type === 'code' ? `toString(${name})` : name,
  })),
  ...['product_description_text', 'importer_name_text', 'exporter_name_text'].map((name) => ({
    name,
    type: 'VARCHAR',
    sql: name,
  })),
  ...['importer_name_key', 'exporter_name_key'].map((name) => ({ name, type: 'BIGINT', sql: `toInt64(${name})` })),
];

/** What a page of imports shows. */
export const PAGE_COLUMNS = [
  'id',
  ...STORED_COLUMNS.filter(({ wire, extra }) => !extra && (typeof wire === 'string' || wire.IMPORT)).map(
    ({ name }) => name,
  ),
].join(', ');

/** A key as a signed number. */
export const signed = (key) => String(BigInt.asIntN(64, BigInt(key)));

/** Writes all records into a file for as long as it takes to read it. */
export async function withFile(records, path, format, read) {
  rmSync(path, { force: true });
  await runEngine(
    records,
    `INSERT INTO FUNCTION file('${path}', '${format}') SELECT ${COLUMNS.map(({ name, sql }) => `${sql} AS ${name}`).join(', ')} FROM records`,
  );
  try {
    return await read();
  } finally {
    rmSync(path, { force: true });
  }
}
