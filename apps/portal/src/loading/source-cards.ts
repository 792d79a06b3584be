import {
  mayBeShown,
  OperatorError,
  type PublicSource,
  type PublishedBy,
  type PublishedTotal,
  publishedTotal,
  type SourceNews,
  sourceNews,
  type TotalShare,
  type TradeType,
  wildcardMatcher,
} from '@tidewaiter/contract';
import { isReadBy, publicSources } from '@tidewaiter/loader';
import type { LoadSummary } from '@tidewaiter/records';
import type { LoadingStores } from './draft-files.js';

type Stores = Pick<LoadingStores, 'records' | 'accounts'>;

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
  /** How much is loaded of what it says that its years and months come to. */
  shares: TotalShare[];
}

/** Holds what is loaded of a source against what it says that its periods come to, from the first of which any is loaded. */
function sharesOf(totals: readonly PublishedTotal[], loaded: readonly LoadSummary[]): TotalShare[] {
  return totals.flatMap((total) => {
    const ofTrade = loaded.filter(({ tradeType }) => tradeType === total.trade);
    const isLater = ofTrade.every(({ report }) => (report.firstDate ?? '') > `${total.period}~`);
    if (isLater) return [];
    const within = ofTrade.filter(({ report: { firstDate, lastDate } }) =>
      [firstDate, lastDate].every((day) => day?.startsWith(total.period)),
    );
    const usd = within.flatMap(({ report }) => report.measures.filter(({ column }) => column === 'total_value_usd'));
    return {
      ...total,
      loaded: {
        records: within.reduce((sum, { report }) => sum + report.rowsLoaded, 0),
        usd: usd.reduce((sum, one) => sum + Number(one.loaded), 0),
      },
    };
  });
}

/** The cards of all public sources. */
export async function sourceCards({ records, accounts }: Stores): Promise<SourceCard[]> {
  const there = await records.loads.list();
  const kept = new Map((await accounts.loading.sources.list()).map((one) => [one.name, one]));
  return (await publicSources()).map((source) => {
    const loaded = there.filter((load) => isReadBy(source, load.source));
    const days = loaded.flatMap(({ report }) => report.lastDate ?? []).sort();
    const { since = null, nextAt, news = null, totals } = kept.get(source.name) ?? {};
    return {
      ...source,
      ...{ loads: loaded.map(({ loadId }) => loadId), until: days.at(-1) ?? null },
      ...{ since, nextAt: nextAt?.toISOString() ?? null, news: sourceNews.nullable().parse(news) },
      shares: sharesOf(publishedTotal.array().parse(totals ?? []), loaded),
    };
  });
}

/** The sources that a country's records of a trade type come from. @param loads what is loaded, by the mappings that read it */
export const publishersOf = <Source extends PublicSource>(
  sources: readonly Source[],
  loads: readonly Pick<LoadSummary, 'tradeType' | 'source'>[],
  country: string,
  tradeType: TradeType,
): Source[] =>
  sources.filter(
    (one) =>
      one.countries.includes(country) &&
      loads.some((load) => load.tradeType === tradeType && isReadBy(one, load.source)),
  );

export const publishedByOf = ({ title, publisher, licence, lacks }: PublicSource): PublishedBy => ({
  ...{ title, publisher, lacks },
  terms: licence.terms,
});

/** @throws OperatorError where there is none of a name */
export async function sourcesNamed(names: readonly string[], stores: Stores): Promise<SourceCard[]> {
  const sources = new Map((await sourceCards(stores)).map((source) => [source.name, source]));
  const unknown = names.filter((name) => !sources.has(name));
  if (unknown.length > 0)
    throw new OperatorError(`There is no source ${unknown.join(', ')}: there are ${[...sources.keys()].join(', ')}.`);
  return names.flatMap((name) => sources.get(name) ?? []);
}

export const sourceNamed = async (name: string, stores: Stores): Promise<SourceCard> =>
  (await sourcesNamed([name], stores))[0] as SourceCard;

/** Says of loads whose records may not be published that they may not: by their country or what the file is called, unless any such were there before. */
export async function warningsOf(
  loads: readonly Pick<LoadSummary, 'country' | 'file'>[],
  before: readonly Pick<LoadSummary, 'country' | 'file'>[],
): Promise<string[]> {
  const hasAny = ({ countries, warnAt }: PublicSource, of: typeof loads) =>
    of.some(
      ({ country, file }) =>
        countries.includes(country) || warnAt.some((name) => wildcardMatcher(name)(file.toLowerCase())),
    );
  return (await publicSources())
    .filter((source) => !mayBeShown(source) && hasAny(source, loads) && !hasAny(source, before))
    .map(
      ({ title, licence: { basis, asOf } }) =>
        `${title}, may not be published without rights of your own. ${basis} (as of ${asOf}).`,
    );
}
