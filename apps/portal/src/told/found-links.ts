/** What was found, as it is kept, and where in the portal it is seen. */
import type { FindingRow, Found } from '@tidewaiter/accounts';
import { dimensionOf, type SavedQuery, type WatchedSide } from '@tidewaiter/contract';
import type { FoundInRecords } from '@tidewaiter/records';
import { recordsPath } from '../app/records-link.js';

/** What a finding is about, by the name that its group has now. */
interface About {
  group?: { side: WatchedSide; name: string } | undefined;
  days?: FindingRow['days'];
}

/**
 * What a finding is about, as a question: its group's records, on its days. A group that its filter knows nothing of is all of them.
 *
 * @param query of the days that were looked at
 */
export function questionOf(query: SavedQuery, { group, days }: About): SavedQuery {
  const filter = group && dimensionOf(group.side).filter?.[query.tradeType];
  return {
    ...query,
    ...(filter && group && { [filter]: [group.name] }),
    ...(days && { fromDate: later(days.from, query.fromDate), toDate: earlier(days.to, query.toDate) }),
  };
}

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/**
 * A finding as it is kept: without the name of whom it is about.
 *
 * @param query of the days that were looked at
 * @param suppression the latest one that was in force
 */
export function foundOf(
  { about, finding, group, days, before, rests }: FoundInRecords,
  query: SavedQuery,
  suppression: number,
): Found {
  return {
    ...{ about, query, suppression, days: days ?? null, before: before ?? null },
    ...{ finding: 'name' in finding ? { ...finding, name: '' } : finding, groupKey: group?.key ?? null },
    ...{ countries: [...rests.countries], firstDay: rests.from, lastDay: rests.to },
  };
}

/** Paths of the portal: of what was found, and of what it is compared with. */
export function linksOf(
  { finding, days, before, sinceVersion, dataVersion }: FindingRow,
  query: SavedQuery,
  group: About['group'],
): { link: string; beforeLink: string | null } {
  const at = (on: FindingRow['days']) => questionOf(query, { group, days: on });
  return {
    link: recordsPath(
      at(days),
      finding.signal === 'NEW_RECORDS' ? { newSince: sinceVersion, newUntil: dataVersion } : {},
    ),
    beforeLink: before && recordsPath(at(before)),
  };
}
