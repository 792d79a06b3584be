import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { ColumnTable } from '../../ui/column-table.js';
import { DayInput } from '../../ui/day-input.js';
import { ListPages } from '../../ui/list-pages.js';
import { SoughtText } from '../../ui/sought-text.js';
import { TableDownload } from '../../ui/table-download.js';
import { Listed } from './listed.js';
import { type AskedEntries, auditPage, PAGE_SIZE } from './operator-calls.js';
import { detailsInWords, eventInWords } from './words.js';

/** In a file, everything stands as it is known. */
const FILE_COLUMNS = [
  ...([
    ['When', 'at'],
    ['What', 'event'],
    ['Person', 'person'],
    ['Address', 'email'],
  ] as const),
  ...([
    ['By', 'by'],
    ['From', 'address'],
    ['Details', 'details'],
  ] as const),
] as const;

/** What was done to accounts, and by whom. */
export function AuditPart() {
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<AskedEntries>({});
  const found = useQuery(auditPage(asked, page));
  const queryClient = useQueryClient();
  const narrow = (part: AskedEntries) => {
    setPage(0);
    setAsked((before) => ({ ...before, ...part }));
  };
  /** All that is asked for, as far as a list can be paged. */
  const file = async () => {
    const rows = [];
    for (let at = 0; at * LIMITS.pageSizeMax < LIMITS.reachableRows; at += 1) {
      const { entries } = await queryClient.fetchQuery(auditPage(asked, at, LIMITS.pageSizeMax));
      rows.push(...entries.map((entry) => FILE_COLUMNS.map(([, key]) => entry[key])));
      if (entries.length < LIMITS.pageSizeMax) break;
    }
    return { name: 'audit-log', notes: [], head: FILE_COLUMNS.map(([name]) => name), rows };
  };
  return (
    <div className="stack gap-16">
      <div className="wrap items-end gap-8-16">
        <SoughtText
          w="min(320px, 100%)"
          label="Find"
          placeholder="Load, key created, an address …"
          text={asked.sought ?? ''}
          onLook={(sought) => narrow({ sought: sought === '' ? undefined : sought })}
        />
        <DayInput
          label="From"
          clearable
          value={asked.from ?? null}
          onChange={(from) => narrow({ from: from ?? undefined })}
        />
        <DayInput label="To" clearable value={asked.to ?? null} onChange={(to) => narrow({ to: to ?? undefined })} />
        <TableDownload of="the audit log, as it is narrowed" file={file} disabled={!found.data?.total} />
      </div>
      <Listed found={found}>
        {({ entries, total }) => (
          <>
            <ColumnTable
              label="Audit log"
              rows={entries.map((entry, index) => ({ ...entry, key: index }))}
              keyOf={({ key }) => key}
              columns={[
                {
                  name: 'When',
                  isHead: true,
                  look: () => ({ className: 'one-line' }),
                  cell: ({ at }) => displayTime(at),
                },
                { name: 'What', cell: ({ event }) => eventInWords(event) },
                {
                  name: 'To whom',
                  look: () => ({ className: 'one-line-wide words' }),
                  cell: ({ email, person }) => email ?? person ?? '',
                },
                { name: 'By', cell: ({ by }) => by },
                { name: 'From', isWide: true, cell: ({ address }) => address ?? '' },
                {
                  ...{ name: 'Details', isWide: true, look: () => ({ className: 'anywhere' }) },
                  cell: ({ details }) => detailsInWords(details),
                },
              ]}
            />
            <ListPages label="Pages of the audit log" page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
          </>
        )}
      </Listed>
    </div>
  );
}
