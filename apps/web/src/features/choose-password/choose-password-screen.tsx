import { getRouteApi } from '@tanstack/react-router';
import { HeldAtEntry } from '../../session/held-at-entry.js';
import { PasswordChange } from '../../session/password-change.js';
import { useSession } from '../../session/store.js';

const route = getRouteApi('/choose-password');

const LEAD =
  'The one that you signed in with was made for you, and somebody else has seen it. Choose one that only you know; then you go on.';

/** The first sign-in with a password that the operator has read: nothing else is open until the person has one of their own. */
export function ChoosePasswordScreen() {
  const { from } = route.useSearch();
  const { user } = useSession();
  if (!user) return null;
  return (
    <HeldAtEntry title="Choose your password" lead={LEAD} from={from}>
      {(goOn) => (
        <PasswordChange
          userId={user.userid}
          currentLabel="Password that you were given"
          submitLabel="Choose password"
          onChanged={goOn}
        />
      )}
    </HeldAtEntry>
  );
}
