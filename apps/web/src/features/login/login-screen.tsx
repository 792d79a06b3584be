import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { siteSettings } from '../../session/site-settings.js';
import { useSession } from '../../session/store.js';
import entry from '../../ui/entry-frame.module.css';
import { Mark } from '../../ui/mark.js';
import { ThemeToggle } from '../../ui/theme-toggle.js';
import classes from './login.module.css';
import { LoginForm } from './login-form.js';
import { WhatsNew } from './whats-new.js';

export function LoginScreen() {
  const { notice } = useSession();
  const settings = useQuery(siteSettings);
  // Only a fresh answer closes the door: coming back from the maintenance screen asks again first.
  if (settings.data?.inMaintenance && !settings.isFetching) return <Navigate to="/maintenance" replace />;
  return (
    <div className={classes.screen}>
      <title>Sign in · Tidewaiter</title>
      <main className={classes.formSide}>
        <div className={classes.name}>
          <Mark size={28} />
          <span>Tidewaiter</span>
          <div className={classes.theme}>
            <ThemeToggle />
          </div>
        </div>
        <div className={classes.form}>
          <h1>Sign in</h1>
          <p className={entry.lead}>Search the world’s import and export customs records.</p>
          <div role="status">{notice && <p className={classes.notice}>{notice}</p>}</div>
          <LoginForm />
        </div>
      </main>
      <WhatsNew />
    </div>
  );
}
