import { Outlet } from '@tanstack/react-router';
import { Footer } from './footer.js';
import { Header } from './header.js';
import classes from './layout.module.css';

/** The frame of every protected screen. */
export function SignedInLayout() {
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
