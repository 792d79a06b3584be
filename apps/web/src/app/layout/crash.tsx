import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import classes from './layout.module.css';

/** The last net under a screen: a fault of ours never leaves an empty page. */
export function Crash({ reset }: ErrorComponentProps) {
  return (
    <main className={classes.crash} role="alert">
      <h1>{MESSAGES.oops}</h1>
      <p>{MESSAGES.somethingWrong}</p>
      <Button onClick={reset}>Try again</Button>
    </main>
  );
}
