import { describeLeftOut, type SearchQuery } from '@tidewaiter/contract';
import type { RecordPage } from './calls.js';
import classes from './narrowed-note.module.css';

interface NarrowedNoteProps {
  query: SearchQuery;
  searched: RecordPage['searched'];
}

/** Says what of a search its subscription hides. */
export function NarrowedNote({ query, searched }: NarrowedNoteProps) {
  const text = describeLeftOut(query, searched);
  return text && <p className={classes.narrowed}>{text}</p>;
}
