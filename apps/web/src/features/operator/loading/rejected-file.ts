import { csvOf, type TableFile } from '../../../ui/table-file.js';
import { operatorClient } from '../operator-client.js';

/** Fetches all rejected rows of a load, and writes them as CSV with their cells. */
export async function rejectedAsCsv(load: number): Promise<Blob> {
  const rows: TableFile['rows'][number][] = [];
  let head: string[] = [];
  for (let after = 0; ; ) {
    const page = await operatorClient.rejectedRows({ after }, { params: { load } });
    head = page.header;
    for (const { file, line, column, reason, cell, cells } of page.rows)
      rows.push([file, line, column, reason, cell, ...cells]);
    const last = page.rows.at(-1);
    if (!last) break;
    after = last.line;
  }
  const about = {
    name: `rejected-${load}`,
    notes: [],
    head: ['file', 'line', 'column', 'reason', 'cell', ...head],
    rows,
  };
  return new Blob([csvOf(about)], { type: 'text/csv;charset=utf-8' });
}
