import { Link } from '@tanstack/react-router';
import { displayDate, MESSAGES } from '@tidewaiter/contract';
import { useSubscription } from '../../session/account.js';
import { useSession } from '../../session/store.js';
import { Notice } from '../../ui/notice.js';

/** Says that no searches are left: what can still be asked, when there are new ones, and where there are more. */
export function SearchesSpent() {
  const { data: subscription } = useSubscription();
  const { user } = useSession();
  const renewsOn = subscription?.renewsOn;
  return (
    <Notice kind="mind">
      {MESSAGES.searchesSpent} {renewsOn && `New searches come on ${displayDate(renewsOn)}. `}
      {user?.uplineId === 0 ? (
        <Link to="/subscriptions">See the plans</Link>
      ) : (
        'Your main account can take a larger plan.'
      )}
    </Notice>
  );
}
