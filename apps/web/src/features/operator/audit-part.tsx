import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { ColumnTable } from '../../ui/column-table.js';
import { BY_AGE, ListPages } from '../../ui/list-pages.js';
import { Listed } from './listed.js';
import { auditPage, PAGE_SIZE } from './operator-calls.js';
import { eventInWords } from './words.js';

/** What was done to accounts, and by whom. */
export function AuditPart() {
  const [page, setPage] = useState(0);
  const found = useQuery(auditPage(page));
  return (
    <div className="stack gap-16">
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
                  look: () => ({ className: 'one-line-wide' }),
                  cell: ({ at }) => displayTime(at),
                },
                { name: 'What', cell: ({ event }) => eventInWords(event) },
                {
                  name: 'To whom',
                  look: () => ({ className: 'anywhere' }),
                  cell: ({ email, person }) => email ?? person ?? '',
                },
                { name: 'By', cell: ({ by }) => by },
                { name: 'From', isWide: true, cell: ({ address }) => address ?? '' },
                {
                  ...{ name: 'Details', isWide: true, look: () => ({ className: 'anywhere' }) },
                  cell: ({ details }) => details !== '{}' && <code>{details}</code>,
                },
              ]}
            />
            <ListPages
              label="Pages of the audit log"
              page={page}
              pageSize={PAGE_SIZE}
              total={total}
              words={BY_AGE}
              onPage={setPage}
            />
          </>
        )}
      </Listed>
    </div>
  );
}
