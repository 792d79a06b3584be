import { Button } from '@mantine/core';
import classes from './results.module.css';

/** A link may name a page that the result no longer has. */
export function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <div role="status" className={classes.state}>
      <h2>This page lies past the last record</h2>
      <Button variant="default" onClick={onFirst}>
        Go to the first page
      </Button>
    </div>
  );
}
