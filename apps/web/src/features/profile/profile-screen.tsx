import { useQueryClient } from '@tanstack/react-query';
import { openSessions } from '../../api/people.js';
import { PasswordChange } from '../../person/password-change.js';
import { useSession } from '../../session/use-session.js';
import { Card, Page } from '../../ui/page.js';
import { GeneralInformation } from './general-information.js';
import { LogOutButton } from './log-out-button.js';
import classes from './profile.module.css';
import { SessionList } from './session-list.js';

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
