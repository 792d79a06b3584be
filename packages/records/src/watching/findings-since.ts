import type { NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import { changesOf } from './changes.js';
import { endsTogether, SOURCE_ENDS } from './ends.js';
import { type FoundInRecords, findingsOf, type Telling } from './findings.js';

/** Of what a watch tells, and from which figures on. */
export type WatchTelling = Pick<Telling, 'signals' | 'thresholds'>;

/** Whether there is more to look at than the records that came: a month that became whole, or a country that is new. */
export async function hasMoreSince({ tradeType, scope }: NarrowedQuery, since: number, snapshot: Snapshot) {
  const ends = scope && endsTogether(await snapshot.cached(SOURCE_ENDS, { tradeType, scope, since }));
  return ends !== null && ends.becameWhole.length + ends.newSources.length > 0;
}

/** What a watch tells of what came to a question since a data version. */
export async function findingsSince(
  query: NarrowedQuery,
  since: number,
  telling: WatchTelling,
  snapshot: Snapshot,
): Promise<FoundInRecords[]> {
  const changes = await changesOf(query, { since, thresholds: telling.thresholds }, snapshot);
  const { version: dataVersion } = snapshot.version;
  const { tradeType, scope } = query;
  return changes && scope ? findingsOf(changes, { ...telling, tradeType, dataVersion, scope }) : [];
}
