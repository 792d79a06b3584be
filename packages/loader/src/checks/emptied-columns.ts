import type { RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';

const TEXTS = [
  ...['hs_code', 'product_description', 'importer_name', 'exporter_name'],
  ...['origin_country', 'destination_country', 'unit', 'currency'],
];
const AMOUNTS = ['quantity', 'total_value_usd', 'total_value'];
const COLUMNS = [
  ...TEXTS.map((column) => [column, `${column} != ''`]),
  ...AMOUNTS.map((column) => [column, `ifNull(${column}, 0) != 0`]),
];

/** Columns that records rest on, full in the loads that one takes the place of, and empty in it: in words. */
export async function emptiedColumns(
  engine: RecordEngine,
  loadId: number,
  replaced: Iterable<number>,
): Promise<string[]> {
  const before = [...replaced];
  if (before.length === 0) return [];
  const [counts = []] = await engine.query({
    name: 'load.emptied',
    sql: `SELECT ${COLUMNS.map(([, isFull]) => `if(countIf(load_id = ${loadId} AND ${isFull}) = 0, countIf(load_id != ${loadId} AND ${isFull}), 0)`).join(', ')}
      FROM records WHERE load_id IN (${[loadId, ...before].join(', ')})`,
    row: z.array(z.coerce.number()),
    lane: 'load',
  });
  return COLUMNS.flatMap(([column], at) => {
    const records = counts[at] ?? 0;
    if (records === 0) return [];
    return `${column} is empty in every record, and filled in ${records.toLocaleString('en-US')} of those whose place they take`;
  });
}
