import { sharePercent } from '@tidewaiter/contract';
import classes from './coverage.module.css';

/** A share as a figure on a thin bar; a dash where no record says it. */
export function ShareCell({ part, whole }: { part: number; whole: number }) {
  const percent = sharePercent(part, whole);
  return (
    <td data-number data-wide className={classes.share}>
      {percent === null ? (
        <span className={classes.soft} title="No record says it">
          –
        </span>
      ) : (
        <span className={classes.bar} style={{ '--share': `${percent}%` }}>
          {percent}%
        </span>
      )}
    </td>
  );
}
