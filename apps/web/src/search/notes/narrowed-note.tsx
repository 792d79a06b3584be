import { describeLeftOut, type SearchQuery } from '@tidewaiter/contract';
import type { RecordPage } from '../api/calls.js';

interface NarrowedNoteProps {
  query: SearchQuery;
  searched: RecordPage['searched'];
}

/** Says what of a search its subscription hides. */
export function NarrowedNote({ query, searched }: NarrowedNoteProps) {
  const text = describeLeftOut(query, searched);
  return text && <p className="minding self-start mt-8 rounded-3 p-8-12">{text}</p>;
}
