import { Link } from '@tanstack/react-router';
import { useSession } from '../../session/use-session.js';
import { Mark } from '../../ui/mark.js';
import { ThemeToggle } from '../../ui/theme-toggle.js';
import { Counters } from './counters.js';
import classes from './layout.module.css';
import { navigationFor } from './navigation.js';
import { NavigationMenu } from './navigation-menu.js';
import { ProfileMenu } from './profile-menu.js';

/** Navigation shows the screens that stand; others join it as they are built. On a phone it is a menu. */
export function Header() {
  const { user } = useSession();
  const entries = user ? navigationFor(user) : [];
  return (
    <header className={classes.header}>
      <NavigationMenu entries={entries} />
      <Link to="/list1" className={classes.name} aria-label="Tidewaiter">
        <Mark />
        <span>Tidewaiter</span>
      </Link>
      <nav aria-label="Main" className={classes.nav}>
        {entries.map(({ label, to }) => (
          <Link key={to} to={to} className={classes.navLink}>
            {label}
          </Link>
        ))}
        <Link to="/pricing" hash="questions" className={classes.navLink} activeProps={{}}>
          Help Center
        </Link>
      </nav>
      <div className={classes.tools}>
        <Counters />
        <ThemeToggle />
        <ProfileMenu />
      </div>
    </header>
  );
}
