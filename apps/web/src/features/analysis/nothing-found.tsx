import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SearchAddress } from '@tidewaiter/contract';
import { MESSAGES } from '@tidewaiter/contract';
import { NothingHere } from '../../ui/nothing-here.js';

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
    <NothingHere
      title={MESSAGES.noRecords}
      says={
        unseen ? (
          <>
            <Link to="/subscriptions">Your subscription</Link> says which countries and dates it covers.
          </>
        ) : (
          MESSAGES.noMatches
        )
      }
    >
      <div className="wrap gap-8 mt-8">
        {onClear && (
          <Button variant="default" size="xs" onClick={onClear}>
            Without the filters
          </Button>
        )}
        <Button variant="default" size="xs" renderRoot={(props) => <Link to="/list1" search={address} {...props} />}>
          Change the search
        </Button>
      </div>
    </NothingHere>
  );
}

/** In the place of an analysis that no question was given for, or not a whole one. */
export function NoQuestion({ address, begun }: { address: SearchAddress; begun: boolean }) {
  return (
    <NothingHere
      title="Nothing to analyse yet"
      says={
        begun
          ? 'The search of this link is incomplete. Complete it, then choose Macro Analysis in the Go to menu of its results.'
          : 'Search first, then choose Macro Analysis in the Go to menu of the results.'
      }
    >
      <Button variant="default" size="xs" renderRoot={(props) => <Link to="/list1" search={address} {...props} />}>
        {begun ? 'Complete the search' : 'Search Global Data'}
      </Button>
    </NothingHere>
  );
}
