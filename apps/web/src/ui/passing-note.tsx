import { useSyncExternalStore } from 'react';
import classes from './passing-note.module.css';
import { passingNote } from './passing-note-store.js';

/** Shows and announces what was just done, at the foot of the window. It covers nothing for long and takes no focus. */
export function PassingNote() {
  const note = useSyncExternalStore(passingNote.subscribe, passingNote.current);
  return (
    <div aria-live="polite" className={classes.place}>
      {note && (
        <p key={note.number} className={classes.note}>
          {note.text}
        </p>
      )}
    </div>
  );
}
