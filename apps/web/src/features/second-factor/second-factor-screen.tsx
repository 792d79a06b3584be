import { getRouteApi, useRouter } from '@tanstack/react-router';
import { AddFactor } from '../../session/factors/add-factor.js';
import { Confirming } from '../../session/factors/confirming.js';
import { LogoutAlert, useLogout } from '../../session/logout.js';
import { SessionEnd } from '../../session/session-end.js';
import { useSession } from '../../session/store.js';
import { wayBack } from '../../session/way-back.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from '../../ui/entry-frame.module.css';

const route = getRouteApi('/second-factor');

/** Where a second factor is asked for, nothing else is open to who has none. */
export function SecondFactorScreen() {
  const { from } = route.useSearch();
  const { user } = useSession();
  const router = useRouter();
  const logout = useLogout();
  if (!user) return null;
  return (
    <EntryFrame title="Add a second factor">
      <h1>Add a second factor</h1>
      <p className={classes.lead}>
        Everybody in your account signs in with more than a password. Add an app that shows codes, or a passkey; then
        you go on.
      </p>
      <div className={classes.fields}>
        <AddFactor onAdded={() => void router.navigate({ href: wayBack(from), replace: true })} />
      </div>
      <p className={classes.other}>
        <button type="button" className="linkButton" disabled={logout.isPending} onClick={() => logout.mutate()}>
          Log Out
        </button>
      </p>
      <LogoutAlert logout={logout} />
      <SessionEnd />
      <Confirming />
    </EntryFrame>
  );
}
