import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { useSubscription } from '../../session/account.js';
import { useSession } from '../../session/store.js';
import { Notice } from '../../ui/notice.js';
import { countriesByTrade } from '../api/calls.js';

/** Says why somebody can see no record at all, and what to do; nothing where there are records to see, or while that is not known. */
export function NothingVisible() {
  const owns = useSession().user?.uplineId === 0;
  const { data: subscription } = useSubscription();
  const { data: imports } = useQuery({ ...countriesByTrade('IMPORT'), enabled: Boolean(subscription) });
  const { data: exports } = useQuery({ ...countriesByTrade('EXPORT'), enabled: Boolean(subscription) });

  if (subscription === null) {
    return (
      <Reason what={MESSAGES.noSubscription}>{owns ? <PickAPlan /> : 'Your main account can ask for a plan.'}</Reason>
    );
  }
  if (!subscription || !imports || !exports || [...imports, ...exports].some(({ records }) => records > 0)) return null;
  if (subscription.countriesToChoose > 0) {
    return (
      <Reason what="No countries have been chosen for this account yet.">
        {owns ? (
          <Link to="/dashboard">Choose on the dashboard</Link>
        ) : (
          'Your main account chooses them on its dashboard.'
        )}
      </Reason>
    );
  }
  if (imports.length === 0) {
    return (
      <Reason what="Your plan holds no countries.">{owns ? <PickAPlan /> : 'Please ask your main account.'}</Reason>
    );
  }
  return (
    <Reason what="There are no records of the countries and days of your plan.">
      <Link to="/coverage">See what there is</Link>
      {owns && (
        <>
          {' or '}
          <PickAPlan />
        </>
      )}
    </Reason>
  );
}

const PickAPlan = () => <Link to="/select-package">Pick a plan</Link>;

function Reason({ what, children }: { what: string; children: ReactNode }) {
  return (
    <Notice kind="mind">
      {what} {children}
    </Notice>
  );
}
