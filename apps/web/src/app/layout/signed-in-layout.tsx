import { Outlet } from '@tanstack/react-router';
import { SessionEnd } from '../../session/session-end.js';
import { PassingNote } from '../../ui/passing-note.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import classes from './layout.module.css';

/** A button that moves the focus: a link's fragment would become part of every copied address. */
function skip() {
  document.getElementById('main')?.focus();
}

/** The frame of every protected screen. */
export function SignedInLayout() {
  return (
    <>
      <button type="button" className={classes.skip} onClick={skip}>
        Skip to content
      </button>
      <Header />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      <PassingNote />
      <SessionEnd />
    </>
  );
}
