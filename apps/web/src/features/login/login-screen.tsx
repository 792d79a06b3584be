import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { siteSettings } from '../../session/site-settings.js';
import { useSession } from '../../session/store.js';
import entry from '../../ui/entry-frame.module.css';
import { Mark } from '../../ui/mark.js';
import { ThemeToggle } from '../../ui/theme-toggle.js';
import classes from './login.module.css';
import { LoginForm } from './login-form.js';

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

/** The portal's news. An item leaves when it stops being news, or true. */
const ITEMS = [
  {
    title: 'Counts are exact',
    text: 'Every search says how many shipments it found, to the last one, and how long it took.',
  },
  {
    title: 'One company, one name',
    text: 'Spellings of a company are found together: case, accents and the ways to write Ltd no longer split it.',
  },
  {
    title: 'The question in words',
    text: 'Above the results stands what was understood, and its link brings a colleague to the same rows.',
  },
  {
    title: 'A version on every answer',
    text: 'Answers name the data version they come from, so two people can tell why they see the same figure.',
  },
];

export function WhatsNew() {
  return (
    <aside className={classes.news} aria-labelledby="whats-new">
      <div className={classes.newsBody}>
        <h2 id="whats-new">What’s New</h2>
        <ul className={classes.items}>
          {ITEMS.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
