import classes from './coverage.module.css';
import { percentOf } from './sources.js';

/** A share as a figure on a thin bar; a dash where no record says it. */
export function ShareCell({ part, whole }: { part: number; whole: number }) {
  const percent = percentOf(part, whole);
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
