import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@tidewaiter/contract';
import { useState } from 'react';
import { ledgerPage } from '../../api/ledger.js';
import { subUsers } from '../../api/people.js';
import { formatCount } from '../../format/count.js';
import { displayTime } from '../../format/time.js';
import { LoadFailure } from '../../ui/load-failure.js';
import { TableBox } from '../../ui/table-box.js';
import { ALLOWANCE_WORDS, CAUSE_WORDS, signedCount } from './ledger-words.js';
import classes from './subscriptions.module.css';

/** Every change of the account's allowances, newest first, each with what was left afterwards. */
export function LedgerTable({ userId }: { userId: number }) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery(ledgerPage(page));
  const { data: people } = useQuery(subUsers);
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} aria-hidden="true" />;
  if (data.totalRecords === 0) return <p className={classes.soft}>Nothing has been given or spent yet.</p>;

  function whose(id: number): string {
    if (id === userId) return 'You';
    const user = people?.userList.find(({ userid }) => userid === id);
    return user ? `${user.firstname} ${user.lastname}` : `User ${id}`;
  }

  const first = page * LIMITS.pageSize + 1;
  const last = Math.min(first + LIMITS.pageSize - 1, data.totalRecords);
  return (
    <>
      <TableBox label="Entries of the ledger">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Allowance</th>
            <th scope="col" data-wide>
              Whose
            </th>
            <th scope="col">Why</th>
            <th scope="col" data-number>
              Change
            </th>
            <th scope="col" data-number>
              Left
            </th>
          </tr>
        </thead>
        <tbody>
          {data.ledgerList.map((entry) => (
            <tr key={entry.id}>
              <td>{displayTime(entry.createdDate)}</td>
              <td>{ALLOWANCE_WORDS[entry.allowance]}</td>
              <td data-wide>{whose(entry.userId)}</td>
              <td className={classes.why}>
                {CAUSE_WORDS[entry.cause]}
                {entry.reason && `: ${entry.reason}`}
              </td>
              <td data-number>{signedCount(entry.amount)}</td>
              <td data-number>{formatCount(entry.balance)}</td>
            </tr>
          ))}
        </tbody>
      </TableBox>
      <nav className={classes.pages} aria-label="Pages of the ledger">
        <span role="status">
          {formatCount(first)}–{formatCount(last)} of {formatCount(data.totalRecords)}
        </span>
        <Button variant="default" size="xs" disabled={page === 0} onClick={() => setPage(page - 1)}>
          Newer
        </Button>
        <Button variant="default" size="xs" disabled={last >= data.totalRecords} onClick={() => setPage(page + 1)}>
          Older
        </Button>
      </nav>
    </>
  );
}
