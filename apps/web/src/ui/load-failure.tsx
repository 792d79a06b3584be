import { Button } from '@mantine/core';
import classes from './load-failure.module.css';
import { Notice } from './notice.js';

/** A part of a screen that could not be fetched: why, and a way to try again. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <div className={classes.failure}>
      <Notice kind="wrong">{error.message}</Notice>
      <Button variant="default" size="xs" onClick={() => void onRetry()}>
        Retry
      </Button>
    </div>
  );
}
