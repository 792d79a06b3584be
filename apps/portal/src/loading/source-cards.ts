import { mayBeShown, OperatorError, type PublicSource, type SourceNews, sourceNews } from '@tidewaiter/contract';
import { isReadBy, publicSources } from '@tidewaiter/loader';
import type { LoadSummary } from '@tidewaiter/records';
import type { LoadingStores } from './draft-files.js';

/** A public source, and what of it is loaded. */
export interface SourceCard extends PublicSource {
  loads: number[];
  /** The last day of which these have records. */
  until: string | null;
  /** The first year for whose files the portal looks by itself; null where nobody has said that it should. */
  since: number | null;
  nextAt: string | null;
  /** What came of it last. */
  news: SourceNews | null;
}

/** The cards of all public sources. */
export async function sourceCards({
  records,
  accounts,
}: Pick<LoadingStores, 'records' | 'accounts'>): Promise<SourceCard[]> {
  const there = await records.loads.list();
  const kept = new Map((await accounts.loading.sources.list()).map((one) => [one.name, one]));
  return (await publicSources()).map((source) => {
    const loaded = there.filter((load) => isReadBy(source, load.source));
    const days = loaded.flatMap(({ report }) => report.lastDate ?? []).sort();
    const { since = null, nextAt, news = null } = kept.get(source.name) ?? {};
    return {
      ...source,
      ...{ loads: loaded.map(({ loadId }) => loadId), until: days.at(-1) ?? null },
      ...{ since, nextAt: nextAt?.toISOString() ?? null, news: sourceNews.nullable().parse(news) },
    };
  });
}

/** @throws OperatorError where there is none of a name */
export async function sourceNamed(
  name: string,
  stores: Pick<LoadingStores, 'records' | 'accounts'>,
): Promise<SourceCard> {
  const sources = await sourceCards(stores);
  const found = sources.find((source) => source.name === name);
  if (found) return found;
  throw new OperatorError(`There is no source ${name}: there are ${sources.map((source) => source.name).join(', ')}.`);
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
