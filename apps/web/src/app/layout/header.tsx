import { Link } from '@tanstack/react-router';
import { Mark } from '../../ui/mark.js';
import { ThemeToggle } from '../../ui/theme-toggle.js';
import classes from './layout.module.css';
import { ProfileMenu } from './profile-menu.js';

/** Navigation shows the screens that stand; others join it as they are built. */
export function Header() {
  return (
    <header className={classes.header}>
      <Link to="/list1" className={classes.name} aria-label="Tidewaiter">
        <Mark />
        <span>Tidewaiter</span>
      </Link>
      <nav aria-label="Main" className={classes.nav}>
        <Link to="/list1" className={classes.navLink}>
          Search Global Data
        </Link>
      </nav>
      <div className={classes.tools}>
        <ThemeToggle />
        <ProfileMenu />
      </div>
    </header>
  );
}
