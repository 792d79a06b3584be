import { connection } from '../session/client.js';
import { useIsLost } from '../session/connection.js';
import classes from './layout.module.css';

/** Says that the portal cannot be reached. It is there empty before: what is live is read out when it changes. */
export function ConnectionBanner() {
  const lost = useIsLost(connection);
  return (
    <div aria-live="polite" className={classes.connection} data-lost={lost || undefined}>
      {lost &&
        'There is no connection to the portal. What is on the screen stays, and it goes on by itself once it is back.'}
    </div>
  );
}
