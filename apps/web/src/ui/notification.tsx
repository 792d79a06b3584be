import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import classes from './notification.module.css';

/** It stands so many milliseconds, long enough to get to what can be done about it. */
const SHOWN_WITH_ACT_MS = 30_000;

interface Note {
  message: ReactNode;
  autoClose?: number;
  withCloseButton?: boolean;
}

// Nothing of it is loaded before there is something to say.
const loadNotes = () => import('./notes.js');
const Notes = lazy(async () => ({ default: (await loadNotes()).Notes }));

let isNeeded = false;
const places = new Set<() => void>();

function notify(note: Note, kind: 'done' | 'wrong'): void {
  isNeeded = true;
  for (const look of places) look();
  void loadNotes().then(({ showNote }) => showNote(note, kind));
}

/** Takes away the line that is shown. */
export function clearNotifications(): void {
  if (isNeeded) void loadNotes().then(({ clearNotes }) => clearNotes());
}

/** Says in one line that something was done. A newer line takes its place, and it passes by itself. */
export function notifyDone(message: string): void {
  notify({ message }, 'done');
}

/** Says in one line that something that nobody waited for did not come about. */
export function notifyWrong(message: string): void {
  notify({ message, autoClose: SHOWN_WITH_ACT_MS, withCloseButton: true }, 'wrong');
}

/** Says in one line that something was done, with what can be done next. */
export function notifyWithAct(message: string, label: string, act: () => void): void {
  const line = (
    <>
      {message}{' '}
      <button type="button" className={classes.act} onClick={act}>
        {label}
      </button>
    </>
  );
  notify({ message: line, autoClose: SHOWN_WITH_ACT_MS, withCloseButton: true }, 'done');
}

function subscribe(look: () => void): () => void {
  places.add(look);
  return () => places.delete(look);
}

/** Places these lines on a screen. */
export function NotificationPlace() {
  const needed = useSyncExternalStore(subscribe, () => isNeeded);
  return needed ? (
    <Suspense>
      <Notes />
    </Suspense>
  ) : null;
}
