import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Endpoints, LIMITS, type ResponseOf } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { LEDGER_KEY, subUsers } from '../../session/account.js';
import { client } from '../../session/client.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { ListPages } from '../../ui/list-pages.js';
import { LoadFailure } from '../../ui/notice.js';
import { ALLOWANCE_WORDS, CAUSE_WORDS, signedCount } from './ledger-words.js';

/** Every change of the account's allowances, newest first, each with what was left afterwards. */
export function LedgerTable({ userId }: { userId: number }) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery(ledgerPage(page));
  const { data: people } = useQuery(subUsers);
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Awaiting shapes={[['table', 21]]} />;
  if (data.totalRecords === 0) return <p className="soft">Nothing has been given or spent yet.</p>;

  function whose(id: number): string {
    if (id === userId) return 'You';
    const user = people?.userList.find(({ userid }) => userid === id);
    return user ? `${user.firstname} ${user.lastname}` : `User ${id}`;
  }

  return (
    <>
      <ColumnTable
        label="Entries of the ledger"
        rows={data.ledgerList}
        keyOf={({ id }) => id}
        columns={[
          {
            ...{ name: 'When', isWide: true },
            cell: ({ createdDate }) => displayTime(createdDate),
            look: () => ({ className: 'one-line-wide' }),
          },
          { name: 'Allowance', isWide: true, cell: ({ allowance }) => ALLOWANCE_WORDS[allowance] },
          { name: 'Whose', isWide: true, cell: (entry) => whose(entry.userId) },
          {
            name: 'Why',
            cell: (entry) => (
              <>
                {CAUSE_WORDS[entry.cause]}
                {entry.reason && `: ${entry.reason}`}
                <Subject entry={entry} />
                <span className="phone-only soft">
                  {ALLOWANCE_WORDS[entry.allowance]}, {displayTime(entry.createdDate)}
                </span>
              </>
            ),
            look: () => ({ className: 'words' }),
          },
          { name: 'Change', isNumber: true, cell: ({ amount }) => signedCount(amount) },
          { name: 'Left', isNumber: true, cell: ({ balance }) => formatCount(balance) },
        ]}
      />
      <ListPages
        label="Pages of the ledger"
        page={page}
        pageSize={LIMITS.pageSize}
        total={data.totalRecords}
        onPage={setPage}
      />
    </>
  );
}

type LedgerEntry = ResponseOf<Endpoints['ledger']>['ledgerList'][number];

/** What an entry paid for, in words, and the way to it. A sub-user's search is theirs to open. */
function Subject({ entry: { question, exportId, searchId } }: { entry: LedgerEntry }) {
  if (question === null) return null;
  const way =
    exportId !== null ? (
      <Link to="/downloadlog" search={{ export: exportId }} className="accent clamped">
        {question}
      </Link>
    ) : searchId !== null ? (
      <Link to="/list1" search={{ search: searchId }} className="accent clamped">
        {question}
      </Link>
    ) : (
      question
    );
  return <span className="block soft">{way}</span>;
}

/** A page of the account's ledger, newest first; pages count from 0. */
function ledgerPage(pageNumber: number) {
  return queryOptions({
    queryKey: [LEDGER_KEY, pageNumber],
    queryFn: ({ signal }) => client.ledger({ pageNumber, numberOfRecords: LIMITS.pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
}
