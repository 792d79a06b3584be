import { Button } from '@mantine/core';
import { LIMITS, MESSAGES, PortalError } from '@tidewaiter/contract';
import { useState } from 'react';
import { SearchesSpent } from '../../search/notes/searches-spent.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Awaiting } from '../../ui/awaiting.js';
import { NothingHere } from '../../ui/nothing-here.js';
import classes from './results.module.css';

/** In the place of results that did not come. A search limit that is reached is told by an alert (SPEC 8), and here what to do. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [told, setTold] = useState<Error | null>(null);
  if (error instanceof PortalError && error.code === 'SEARCH_LIMIT_EXHAUSTED') {
    return (
      <>
        <SearchesSpent />
        <OopsDialog message={told === error ? null : error.message} onClose={() => setTold(error)} />
      </>
    );
  }
  return (
    <NothingHere wrong title={MESSAGES.oops} says={error.message}>
      <Button variant="default" onClick={onRetry}>
        Retry
      </Button>
    </NothingHere>
  );
}

/** The table's own space while the first answer is on its way, so that nothing moves when it comes. */
export const AwaitedRecords = () => (
  <Awaiting
    className={classes.awaitedRecords}
    shapes={[['table', Math.ceil(LIMITS.tableHeightPx / LIMITS.rowHeightPx)]]}
  />
);
