import { useQueryClient } from '@tanstack/react-query';
import { LogoutAlert, useLogout } from '../../session/logout.js';
import { PasswordChange } from '../../session/password-change.js';
import { useSession } from '../../session/store.js';
import { ActionButton } from '../../ui/action-button.js';
import { Card, Page } from '../../ui/page.js';
import { GeneralInformation } from './general-information.js';
import classes from './profile.module.css';
import { openSessions, SessionList } from './session-list.js';

/** A person's own data, password and sessions (SPEC 2 "/profile"). */
export function ProfileScreen() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  if (!user) return null;
  return (
    <Page title="Profile" actions={<LogOutButton />}>
      <div className={classes.cards}>
        <Card title="General Information">
          <GeneralInformation userId={user.userid} />
        </Card>
        <Card title="Security Information">
          <PasswordChange
            userId={user.userid}
            onChanged={() => void queryClient.invalidateQueries({ queryKey: openSessions.queryKey })}
          />
          <SessionList />
        </Card>
      </div>
    </Page>
  );
}

export function LogOutButton() {
  const logout = useLogout();
  return (
    <>
      <ActionButton variant="default" busy={logout.isPending} onClick={() => logout.mutate()}>
        Log Out
      </ActionButton>
      <LogoutAlert logout={logout} />
    </>
  );
}
