import { Button } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { endsSession } from '../../session/ends-session.js';
import { useLogout } from '../../session/use-logout.js';
import { OopsDialog } from '../../ui/oops-dialog.js';

export function LogOutButton() {
  const logout = useLogout();
  const failed = logout.isError && !endsSession(logout.error);
  return (
    <>
      <Button variant="default" loading={logout.isPending} onClick={() => logout.mutate()}>
        Log Out
      </Button>
      <OopsDialog message={failed ? MESSAGES.invalidLogin : null} onClose={logout.reset} />
    </>
  );
}
