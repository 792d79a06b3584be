import { describeLeftOut, type SearchQuery, type WrittenDate } from '@tidewaiter/contract';
import type { RecordPage } from '../api/calls.js';
import classes from './narrowed-note.module.css';

interface NarrowedNoteProps {
  query: SearchQuery;
  searched: RecordPage['searched'];
  /** The screen writes dates so, where it is not as all others. */
  written?: WrittenDate;
}

/** Says what of a search its subscription hides. */
export function NarrowedNote({ query, searched, written }: NarrowedNoteProps) {
  const text = describeLeftOut(query, searched, written);
  return text && <p className={classes.narrowed}>{text}</p>;
}
