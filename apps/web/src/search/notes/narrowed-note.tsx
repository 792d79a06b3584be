import { describeLeftOut, type SearchQuery, type WrittenDate } from '@tidewaiter/contract';
import type { RecordPage } from '../api/calls.js';

interface NarrowedNoteProps {
  query: SearchQuery;
  searched: RecordPage['searched'];
  /** The screen writes dates so, where it is not as all others. */
  written?: WrittenDate;
}

/** Says what of a search its subscription hides. */
export function NarrowedNote({ query, searched, written }: NarrowedNoteProps) {
  const text = describeLeftOut(query, searched, written);
  return text && <p className="minding self-start mt-8 rounded-3" style={{ padding: '4px 12px' }}>{text}</p>;
}
