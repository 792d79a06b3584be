import { describeCountries, displayDate, type SearchQuery } from '@tidewaiter/contract';
import { pillsOf } from './pills.js';

const filtersIn = (query: SearchQuery) => pillsOf(query).map(({ label }) => label);

function inWords(verb: string, labels: readonly string[]): string[] {
  if (labels.length === 0) return [];
  return [labels.length === 1 ? `${verb} ${labels[0]}` : `${verb} ${labels.length} filters`];
}

/** What became of a search by a change, for whoever may want it undone. */
export function changeInWords(before: SearchQuery, after: SearchQuery): string {
  const [had, has] = [filtersIn(before), filtersIn(after)];
  const parts = [
    ...inWords(
      'Added',
      has.filter((label) => !had.includes(label)),
    ),
    ...inWords(
      'Removed',
      had.filter((label) => !has.includes(label)),
    ),
  ];
  if (before.fromDate !== after.fromDate || before.toDate !== after.toDate) {
    parts.push(`Dates are now ${displayDate(after.fromDate)} – ${displayDate(after.toDate)}`);
  }
  if (before.countryCode.join() !== after.countryCode.join()) {
    parts.push(`Countries are now ${describeCountries(after.countryCode)}`);
  }
  return parts.length > 0 ? parts.join('. ') : 'The search was changed';
}
