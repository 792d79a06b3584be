/** Where what a watch found is seen, and what it is compared with. */
import type { Found } from '@tidewaiter/accounts';
import { dimensionOf, type SavedQuery } from '@tidewaiter/contract';
import type { FoundInRecords } from '@tidewaiter/records';
import { recordsPath } from '../app/records-link.js';

/**
 * What a finding is about, as a question: its group's records, on its days. A group that its filter knows nothing of is all of them.
 *
 * @param query of the days that were looked at
 */
export function questionOf(query: SavedQuery, { group, days }: Pick<FoundInRecords, 'group' | 'days'>): SavedQuery {
  const filter = group && dimensionOf(group.side).filter?.[query.tradeType];
  return {
    ...query,
    ...(filter && group && { [filter]: [group.name] }),
    ...(days && { fromDate: later(days.from, query.fromDate), toDate: earlier(days.to, query.toDate) }),
  };
}

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/** @param since the data version up to which its watch had been told */
export function foundOf(found: FoundInRecords, query: SavedQuery, since: number): Found {
  const { about, finding, before } = found;
  const question = questionOf(query, found);
  return {
    ...{ about, finding, countries: finding.signal === 'COVERAGE' ? [finding.country] : query.countryCode },
    link: recordsPath(question, finding.signal === 'NEW_RECORDS' ? since : undefined),
    beforeLink: before ? recordsPath(questionOf(query, { ...found, days: before })) : null,
  };
}
