import type { ReactNode } from 'react';
import classes from './nothing-here.module.css';

interface NothingHereProps {
  /** It stands above, where this stands for all that a screen would show. */
  title?: string;
  says?: ReactNode;
  /** Something went wrong. */
  wrong?: boolean;
  /** They say what to do next. */
  children?: ReactNode;
}

/** Stands where a list would, and says why there is nothing, and what to do next. */
export function NothingHere({ title, says, wrong = false, children }: NothingHereProps) {
  return (
    <div className={classes.nothing} role={wrong ? 'alert' : 'status'}>
      {title !== undefined && <h2>{title}</h2>}
      {says && <p>{says}</p>}
      {children}
    </div>
  );
}
