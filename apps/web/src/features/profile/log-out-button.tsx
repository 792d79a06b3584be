import { MESSAGES } from '@tidewaiter/contract';
import { endsSession } from '../../session/ends-session.js';
import { useLogout } from '../../session/use-logout.js';
import { ActButton } from '../../ui/act-button.js';
import { OopsDialog } from '../../ui/oops-dialog.js';

export function LogOutButton() {
  const logout = useLogout();
  const failed = logout.isError && !endsSession(logout.error);
  return (
    <>
      <ActButton variant="default" busy={logout.isPending} onClick={() => logout.mutate()}>
        Log Out
      </ActButton>
      <OopsDialog message={failed ? MESSAGES.invalidLogin : null} onClose={logout.reset} />
    </>
  );
}
