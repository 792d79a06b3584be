import { mayBeShown, type PublicSource } from '@tidewaiter/contract';
import { isReadBy, publicSources } from '@tidewaiter/loader';
import type { LoadSummary } from '@tidewaiter/records';

/** A public source, and what of it is loaded. */
export interface SourceCard extends PublicSource {
  loads: number[];
  /** The last day of which these have records. */
  until: string | null;
}

/** The cards of all public sources. */
export async function sourceCards(there: readonly LoadSummary[]): Promise<SourceCard[]> {
  return (await publicSources()).map((source) => {
    const loaded = there.filter((load) => isReadBy(source, load.source));
    const days = loaded.flatMap(({ report }) => report.lastDate ?? []).sort();
    return { ...source, loads: loaded.map(({ loadId }) => loadId), until: days.at(-1) ?? null };
  });
}

/** Says of countries whose records may not be published that they may not, unless any are loaded already. */
export async function warningsOf(countries: readonly string[], there: readonly LoadSummary[]): Promise<string[]> {
  const known = new Set(there.map(({ country }) => country));
  return (await publicSources())
    .filter(
      (source) => !mayBeShown(source) && source.countries.some((one) => countries.includes(one) && !known.has(one)),
    )
    .map(
      ({ title, licence: { basis, asOf } }) =>
        `${title}, may not be published without rights of your own. ${basis} (as of ${asOf}).`,
    );
}
