import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EntryFrame } from '../ui/entry-frame.js';
import classes from '../ui/entry-frame.module.css';
import { LogoutAlert, useLogout } from './logout.js';
import { SessionEnd } from './session-end.js';
import { wayBack } from './way-back.js';

interface HeldAtEntryProps {
  title: string;
  lead: string;
  /** Where the person was going. */
  from: unknown;
  children: (goOn: () => void) => ReactNode;
}

/** What somebody who is signed in has to do before anything else is open: it is done, or they sign out. */
export function HeldAtEntry({ title, lead, from, children }: HeldAtEntryProps) {
  const router = useRouter();
  const logout = useLogout();
  return (
    <EntryFrame title={title}>
      <h1>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      <div className="door-fields">{children(() => void router.navigate({ href: wayBack(from), replace: true }))}</div>
      <p className={classes.other}>
        <button type="button" className="linkButton" disabled={logout.isPending} onClick={() => logout.mutate()}>
          Log Out
        </button>
      </p>
      <LogoutAlert logout={logout} />
      <SessionEnd />
    </EntryFrame>
  );
}
