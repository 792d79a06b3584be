import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';
import { partyKey } from '../normalise.js';

/** The names of a table's columns. */
export async function columnsOf(table: string, engine: RecordEngine): Promise<string[]> {
  const rows = await engine.query({
    name: 'migrate.columns',
    sql: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ${quote(table)}`,
    row: z.tuple([z.string()]),
  });
  return rows.map(([name]) => name);
}

/** Extras that have a column of their own now. */
const FORMER_EXTRAS = ['import_purpose', 'export_purpose', 'city', 'city_of_destination', 'exporter_city'];

/** Copies `records` into `records_anew`: keys computed again from the texts, former extras taken from the map. */
export async function rewriteRecords(engine: RecordEngine): Promise<string> {
  const present = await columnsOf('records', engine);
  const rewritten = new Map([
    ...FORMER_EXTRAS.map((name): [string, string] => [name, `extras[${quote(name)}]`]),
    ...present
      .filter((name) => name.endsWith('_key'))
      .map((name): [string, string] => [name, partyKey(name.replace(/_key$/, '_text'))]),
  ]);
  const columns = (await columnsOf('records_anew', engine)).filter(
    (name) => present.includes(name) || rewritten.has(name),
  );
  return `INSERT INTO records_anew (${columns.join(', ')})
    SELECT ${columns.map((name) => rewritten.get(name) ?? name).join(', ')} FROM records`;
}
