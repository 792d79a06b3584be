import { Skeleton } from '@mantine/core';
import { LIMITS } from '@tidewaiter/contract';
import classes from './results.module.css';

const LINES = Array.from({ length: Math.floor(LIMITS.tableHeightPx / LIMITS.rowHeightPx) }, (_, line) => line);

/** The table's own space while the first answer is on its way, so that nothing moves when it comes. */
export function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden="true">
      {LINES.map((line) => (
        <div key={line} className={classes.waitingRow}>
          <Skeleton height={12} width={`${88 - ((line * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  );
}
