import type { ReactNode } from 'react';
import classes from './nothing-here.module.css';

interface NothingHereProps {
  says: ReactNode;
  /** What to do next. */
  children: ReactNode;
}

/** Stands where a list would: why there is nothing, and what to do next. */
export function NothingHere({ says, children }: NothingHereProps) {
  return (
    <div className={classes.nothing} role="status">
      <p>{says}</p>
      {children}
    </div>
  );
}
