import { getRouteApi, useRouter } from '@tanstack/react-router';
import { LogoutAlert, useLogout } from '../../session/logout.js';
import { PasswordChange } from '../../session/password-change.js';
import { SessionEnd } from '../../session/session-end.js';
import { useSession } from '../../session/store.js';
import { wayBack } from '../../session/way-back.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import classes from '../../ui/entry-frame.module.css';

const route = getRouteApi('/choose-password');

/** The first sign-in with a password that the operator has read: nothing else is open until the person has one of their own. */
export function ChoosePasswordScreen() {
  const { from } = route.useSearch();
  const { user } = useSession();
  const router = useRouter();
  const logout = useLogout();
  if (!user) return null;
  return (
    <EntryFrame title="Choose your password">
      <h1>Choose your password</h1>
      <p className={classes.lead}>
        The one that you signed in with was made for you, and somebody else has seen it. Choose one that only you know;
        then you go on.
      </p>
      <div className={classes.fields}>
        <PasswordChange
          userId={user.userid}
          currentLabel="Password that you were given"
          submitLabel="Choose password"
          onChanged={() => void router.navigate({ href: wayBack(from), replace: true })}
        />
      </div>
      <p className={classes.other}>
        <button type="button" className="linkButton" disabled={logout.isPending} onClick={() => logout.mutate()}>
          Log Out
        </button>
      </p>
      <LogoutAlert logout={logout} />
      <SessionEnd />
    </EntryFrame>
  );
}
