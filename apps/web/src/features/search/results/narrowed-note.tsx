import { displayDate, type SearchQuery, sourceCountry } from '@tidewaiter/contract';
import type { RecordPage } from '../../../api/search.js';
import classes from './results.module.css';

interface NarrowedNoteProps {
  query: SearchQuery;
  searched: RecordPage['searched'];
}

/** What the subscription leaves out of the question, or null when it covers all of it. */
function leftOut(query: SearchQuery, searched: RecordPage['searched']): string | null {
  if (searched === null) return 'Your subscription covers none of the countries or dates of this search.';
  const missing = query.countryCode.filter((code) => !searched.countryCode.includes(code));
  const parts: string[] = [];
  if (missing.length > 0) {
    const names = missing.map((code) => sourceCountry(code)?.name ?? code);
    parts.push(new Intl.ListFormat('en').format(names));
  }
  if (searched.fromDate > query.fromDate || searched.toDate < query.toDate) {
    parts.push(`dates outside ${displayDate(searched.fromDate)} – ${displayDate(searched.toDate)}`);
  }
  return parts.length > 0 ? `Your subscription leaves out ${parts.join(', and ')}.` : null;
}

export function NarrowedNote({ query, searched }: NarrowedNoteProps) {
  const text = leftOut(query, searched);
  return text && <p className={classes.narrowed}>{text}</p>;
}
