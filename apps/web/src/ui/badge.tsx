import type { ReactNode } from 'react';
import classes from './badge.module.css';

/** Says in a word or two what a name in a table has come to; `mind` where somebody should. */
export function Badge({ mind, children }: { mind: boolean; children: ReactNode }) {
  return (
    <span className={classes.badge} data-mind={mind || undefined}>
      {children}
    </span>
  );
}
