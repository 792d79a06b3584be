import { Button } from '@mantine/core';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { useState } from 'react';
import { OopsDialog } from '../../../ui/oops-dialog.js';
import classes from './results.module.css';

/** In the place of results that did not come. A search limit that is reached is told by an alert, too (SPEC 8). */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [told, setTold] = useState<Error | null>(null);
  const exhausted = error instanceof PortalError && error.code === 'SEARCH_LIMIT_EXHAUSTED';
  return (
    <>
      <div role="alert" className={classes.state} data-wrong>
        <h2>{MESSAGES.oops}</h2>
        <p>{error.message}</p>
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      </div>
      <OopsDialog message={exhausted && told !== error ? error.message : null} onClose={() => setTold(error)} />
    </>
  );
}
