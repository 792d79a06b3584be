import { MESSAGES } from '@tidewaiter/contract';
import classes from './results.module.css';

export function NoMatches() {
  return (
    <div role="status" className={classes.state}>
      <h2>{MESSAGES.noRecords}</h2>
      <p>{MESSAGES.noMatches}</p>
      <p>A longer date range, a shorter HS code or fewer words find more.</p>
    </div>
  );
}
