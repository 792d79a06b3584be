import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import type { SearchAddress } from '../../search/model/address.js';
import classes from './analysis.module.css';

interface NothingFoundProps {
  /** The account's subscription shows none of what is asked. */
  unseen: boolean;
  /** Takes the filters away; null where there are none. */
  onClear: (() => void) | null;
  address: SearchAddress;
}

/** In the place of figures: there is nothing to analyse, and what to do about it. */
export function NothingFound({ unseen, onClear, address }: NothingFoundProps) {
  return (
    <div role="status" className={classes.state}>
      <h2>{MESSAGES.noRecords}</h2>
      {unseen ? (
        <p>
          <Link to="/subscriptions">Your subscription</Link> says which countries and dates it covers.
        </p>
      ) : (
        <p>{MESSAGES.noMatches}</p>
      )}
      <div className={classes.ways}>
        {onClear && (
          <Button variant="default" size="xs" onClick={onClear}>
            Without the filters
          </Button>
        )}
        <Button variant="default" size="xs" renderRoot={(props) => <Link to="/list1" search={address} {...props} />}>
          Change the search
        </Button>
      </div>
    </div>
  );
}

/** In the place of an analysis that no question was given for, or not a whole one. */
export function NoQuestion({ address, begun }: { address: SearchAddress; begun: boolean }) {
  return (
    <div role="status" className={classes.state}>
      <h2>Nothing to analyse yet</h2>
      <p>
        {begun
          ? 'The search of this link is not whole. Complete it, then choose Macro Analysis in the Go to menu of its results.'
          : 'Search first, then choose Macro Analysis in the Go to menu of the results.'}
      </p>
      <div className={classes.ways}>
        <Button variant="default" size="xs" renderRoot={(props) => <Link to="/list1" search={address} {...props} />}>
          {begun ? 'Complete the search' : 'Search Global Data'}
        </Button>
      </div>
    </div>
  );
}
