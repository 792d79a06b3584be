import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DraftTotals } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { ColumnTable } from '../../ui/column-table.js';
import { Notice } from '../../ui/notice.js';
import { saveFile } from '../../ui/save-file.js';
import { csvOf, type TableFile } from '../../ui/table-file.js';
import { operatorClient } from './operator-client.js';

/** Some rejected rows of a file, each with its reasons. */
export function RejectedRows({ rows }: { rows: DraftTotals['rejections'] }) {
  return (
    <ColumnTable
      label="Rejected rows"
      rows={rows.map((one, index) => ({ ...one, key: index }))}
      keyOf={({ key }) => key}
      columns={[
        { name: 'Line', isHead: true, isNumber: true, cell: ({ line }) => formatCount(line) },
        { name: 'Rejected because', cell: ({ column, reason }) => (column === '' ? reason : `${column}: ${reason}`) },
        { name: 'Cell', cell: ({ cell }) => cell },
      ]}
    />
  );
}

/** All rejected rows of a load, with their cells. */
async function rejectedAsCsv(load: number): Promise<Blob> {
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
  const table = { notes: [], head: ['file', 'line', 'column', 'reason', 'cell', ...head], rows };
  return new Blob([csvOf({ name: `rejected-${load}`, ...table })], { type: 'text/csv;charset=utf-8' });
}

/** Hands all of them out as a file. */
export function RejectedFile({ load }: { load: number }) {
  const file = useMutation({
    mutationFn: () => rejectedAsCsv(load),
    onSuccess: (content) => saveFile(content, `rejected-${load}.csv`),
  });
  return (
    <>
      {file.error && <Notice kind="wrong">{file.error.message}</Notice>}
      <Button variant="default" onClick={() => file.mutate()}>
        Rejected rows as CSV
      </Button>
    </>
  );
}
