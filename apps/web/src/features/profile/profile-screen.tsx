import { useSession } from '../../session/use-session.js';
import { Card, Page } from '../../ui/page.js';
import { GeneralInformation } from './general-information.js';
import { LogOutButton } from './log-out-button.js';
import { PasswordChange } from './password-change.js';
import classes from './profile.module.css';
import { SessionList } from './session-list.js';

/** A person's own data, password and sessions (SPEC 2 "/profile"). */
export function ProfileScreen() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Page title="Profile" actions={<LogOutButton />}>
      <div className={classes.cards}>
        <Card title="General Information">
          <GeneralInformation userId={user.userid} />
        </Card>
        <Card title="Security Information">
          <PasswordChange userId={user.userid} />
          <SessionList />
        </Card>
      </div>
    </Page>
  );
}
