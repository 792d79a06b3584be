/** What entries of a list were found to be, told as it may be told now. */
import type { OwnListEntry } from '@tidewaiter/accounts';
import type { OwnListCandidate, OwnListKind } from '@tidewaiter/contract';
import type { Visible } from './visible.js';

type Kept = Pick<OwnListEntry, 'sureness' | 'candidates' | 'chosen'>;

const LOOKED_FOR = {
  COMPANY: (names, visible) => visible.listedCompanies(names),
  HS_CODE: (codes, visible) => visible.listedCodes(codes),
  RECORD: (ids, visible) => visible.listedRecords(ids),
} satisfies Record<
  OwnListKind,
  (values: readonly string[], visible: Visible) => Promise<readonly Pick<OwnListEntry, 'candidates'>[]>
>;

/** What of some entries may be told, by the names that are kept: as it is written now; undefined for what may not be seen. */
export async function tellable(
  kind: OwnListKind,
  entries: readonly Pick<Kept, 'candidates' | 'chosen'>[],
  visible: Visible,
): Promise<(name: string) => OwnListCandidate | undefined> {
  const kept = entries.flatMap(({ candidates, chosen }) =>
    [...candidates.map(({ name }) => name), chosen ?? []].flat(),
  );
  const names = [...new Set(kept)];
  const found = await LOOKED_FOR[kind](names, visible);
  const told = new Map(names.map((name, at) => [name, found[at]?.candidates[0]]));
  return (name) => told.get(name);
}

/** The same entries with that alone: one whose likeliest is gone is found no more, once it was looked for. */
export async function toldEntries<Entry extends Kept>(
  kind: OwnListKind,
  entries: readonly Entry[],
  visible: Visible,
): Promise<Entry[]> {
  const told = await tellable(kind, entries, visible);
  return entries.map((entry) => {
    const [first] = entry.candidates;
    const isGone = first !== undefined && told(first.name) === undefined;
    return {
      ...entry,
      sureness: entry.sureness && isGone ? 'NONE' : entry.sureness,
      candidates: entry.candidates.flatMap(({ why, score, name }) => {
        const now = told(name);
        return now ? [{ ...now, why, score }] : [];
      }),
      chosen: (entry.chosen !== null && told(entry.chosen)?.name) || null,
    };
  });
}
