import { Button } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import classes from './results.module.css';

export function Failure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className={classes.state} data-wrong>
      <h2>{MESSAGES.oops}</h2>
      <p>{message}</p>
      <Button variant="default" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
