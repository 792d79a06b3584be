import { getRouteApi } from '@tanstack/react-router';
import { AddFactor } from '../../session/factors/add-factor.js';
import { Confirming } from '../../session/factors/confirming.js';
import { HeldAtEntry } from '../../session/held-at-entry.js';
import { useSession } from '../../session/store.js';

const route = getRouteApi('/second-factor');

const LEAD =
  'From now on you sign in with more than a password. Add an app that shows codes, or a passkey; then you go on.';

/** Where a second factor is asked for, nothing else is open to who has none. */
export function SecondFactorScreen() {
  const { from } = route.useSearch();
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <HeldAtEntry title="Add a second factor" lead={LEAD} from={from}>
        {(goOn) => <AddFactor onAdded={goOn} />}
      </HeldAtEntry>
      <Confirming />
    </>
  );
}
