import { z } from 'zod';
import type { RecordEngine } from '../../engine/engine.js';
import type { RawRows } from '../raw-rows.js';

/** Some rows' cells, spread over the file. */
export async function sampleRows(
  raw: Pick<RawRows, 'table' | 'rows'> & { engine: RecordEngine },
  count: number,
): Promise<string[][]> {
  const every = Math.max(1, Math.floor(raw.rows / count));
  const rows = await raw.engine.query({
    name: 'raw.sample',
    sql: `SELECT cells FROM ${raw.table} WHERE (row - (SELECT min(row) FROM ${raw.table})) % ${every} = 0
      ORDER BY row LIMIT ${count}`,
    row: z.tuple([z.array(z.string())]),
    lane: 'load',
  });
  return rows.map(([cells]) => cells);
}
