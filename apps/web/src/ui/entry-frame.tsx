import type { ReactNode } from 'react';
import classes from './entry-frame.module.css';
import { Mark } from './mark.js';
import { ThemeToggle } from './theme-toggle.js';
import { WayLink } from './way-link.js';

interface EntryFrameProps {
  /** The screen is called so in the browser's tab. */
  title: string;
  /** `reading` for what is read, `form` for what is filled in. */
  width?: 'form' | 'reading' | 'wide';
  /** They lead elsewhere, in the head. */
  links?: ReactNode;
  children: ReactNode;
}

/** Frames the screens that need no session. */
export function EntryFrame({ title, width = 'form', links, children }: EntryFrameProps) {
  return (
    <div className={`column flex-1 ${classes.screen}`}>
      <title>{`${title} · Tidewaiter`}</title>
      <header className={classes.header}>
        <WayLink to="/login" className="row gap-8 ink strong undecorated">
          <Mark size={28} />
          <span>Tidewaiter</span>
        </WayLink>
        <div className="row gap-16 not-printed">
          {links}
          <ThemeToggle />
        </div>
      </header>
      <main className={classes.main} data-width={width}>
        {children}
      </main>
    </div>
  );
}
