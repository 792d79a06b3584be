import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { displayTime } from '../format/dates.js';
import { openExports } from '../search/exports/export-calls.js';
import { RECORDS } from '../search/table/records-place.js';
import { connection, later } from '../session/client.js';
import { useIsLost } from '../session/connection.js';
import { Confirming } from '../session/factors/confirming.js';
import { NumberSystemProvider } from '../session/number-system.js';
import { SessionEnd } from '../session/session-end.js';
import { useSession } from '../session/store.js';
import { NotificationPlace } from '../ui/notification.js';
import { usePrinting } from '../ui/use-printing.js';
import { Header } from './header.js';
import classes from './layout.module.css';

/** Moves the focus by a button: a link's fragment would become part of every copied address. */
function SkipTo({ id, label }: { id: string; label: string }) {
  return (
    <button type="button" className={classes.skip} onClick={() => document.getElementById(id)?.focus()}>
      {label}
    </button>
  );
}

/** Frames every protected screen. */
export function SignedInLayout() {
  const hasRecords = useLocation({ select: ({ pathname, search }) => pathname === '/list1' && 'q' in search });
  return (
    <NumberSystemProvider>
      <SkipTo id="main" label="Skip to content" />
      {hasRecords && <SkipTo id={RECORDS} label="Skip to the records" />}
      <ConnectionBanner />
      <Header />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      <Exports />
      <NotificationPlace />
      <SessionEnd />
      <Confirming />
    </NumberSystemProvider>
  );
}

const ExportTray = later(() => import('../search/exports/export-tray.js'), 'ExportTray');

/** Shows the exports that are under way, whatever screen they were started on; nothing of it is loaded before there is one. */
function Exports() {
  const { user, ended } = useSession();
  const userId = user?.userid ?? 0;
  const { data } = useQuery({ ...openExports(userId), enabled: user !== null && !ended });
  const [needed, setNeeded] = useState(false);
  // It stays afterwards, to tell of their end.
  if (!needed && data && data.length > 0) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense>
      <ExportTray userId={userId} />
    </Suspense>
  );
}

export function Footer() {
  const printing = usePrinting();
  return (
    <footer className={classes.footer}>
      <span>© {new Date().getFullYear()} Tidewaiter. All rights reserved.</span>
      <Link to="/coverage">Data Coverage</Link>
      <Link to="/terms-and-conditions">Terms and conditions</Link>
      <ChatWidget />
      {printing && <span className={classes.printed}>Printed {displayTime(new Date().toISOString())}</span>}
    </footer>
  );
}

/** The page names the operator's chat provider here, if one is set. */
const PROVIDER = 'meta[name="tidewaiter-chat"]';

const SCRIPT_ID = 'chat-widget';

/** Loads the chat provider's script with the first screen of somebody who is signed in (SPEC 2 "Header and footer"). */
export function ChatWidget() {
  useEffect(() => {
    const provider = document.querySelector<HTMLMetaElement>(PROVIDER);
    if (!provider || document.getElementById(SCRIPT_ID)) return;
    const script = document.createElement('script');
    script.id = SCRIPT_ID;
    script.src = provider.content;
    script.nonce = provider.nonce;
    script.async = true;
    document.body.append(script);
  }, []);
  return null;
}

/** Says that the portal cannot be reached. It is there empty before: what is live is read out when it changes. */
function ConnectionBanner() {
  const lost = useIsLost(connection);
  return (
    <div aria-live="polite" className={classes.connection} data-lost={lost || undefined}>
      {lost &&
        'There is no connection to the portal. What is on the screen stays, and it goes on by itself once it is back.'}
    </div>
  );
}
