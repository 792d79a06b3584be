import { getRouteApi, useRouter } from '@tanstack/react-router';
import { MESSAGES } from '@tidewaiter/contract';
import { PasswordChange } from '../../person/password-change.js';
import { endsSession } from '../../session/ends-session.js';
import { SessionEnd } from '../../session/session-end.js';
import { useLogout } from '../../session/use-logout.js';
import { useSession } from '../../session/use-session.js';
import { wayBack } from '../../session/way-back.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import { OopsDialog } from '../../ui/oops-dialog.js';
import classes from './choose-password.module.css';

const route = getRouteApi('/choose-password');

/** The first sign-in with a password that the operator has read: nothing else is open until the person has one of their own. */
export function ChoosePasswordScreen() {
  const { from } = route.useSearch();
  const { user } = useSession();
  const router = useRouter();
  const logout = useLogout();
  const failed = logout.isError && !endsSession(logout.error);
  if (!user) return null;
  return (
    <EntryFrame title="Choose your password">
      <h1>Choose your password</h1>
      <p className={classes.lead}>
        The one that you signed in with was made for you, and somebody else has seen it. Choose one that only you know;
        then you go on.
      </p>
      <PasswordChange
        userId={user.userid}
        currentLabel="Password that you were given"
        submitLabel="Choose password"
        onChanged={() => void router.navigate({ href: wayBack(from), replace: true })}
      />
      <p className={classes.other}>
        <button type="button" className="linkButton" disabled={logout.isPending} onClick={() => logout.mutate()}>
          Log Out
        </button>
      </p>
      <OopsDialog message={failed ? MESSAGES.invalidLogin : null} onClose={logout.reset} />
      <SessionEnd />
    </EntryFrame>
  );
}
