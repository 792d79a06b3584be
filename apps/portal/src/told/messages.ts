/** What webhooks are told of records, read when a message is sent, sent again or looked at. */
import type { FindingRow, User } from '@tidewaiter/accounts';
import {
  countryByCode,
  findingInWords,
  firstOfMonth,
  lastOfMonth,
  searchInWords,
  searchQuery,
  TRADE_TYPES,
  type WebhookEvent,
  writtenWords,
} from '@tidewaiter/contract';
import type { KeptAnswer } from '@tidewaiter/records';
import { z } from 'zod';
import { recordsLink } from '../app/records-link.js';
import type { Services } from '../app/services.js';
import { namedLists } from '../own-lists/named-lists.js';
import { keptQuery, toldFindings } from './findings.js';
import { openVisible } from './visible.js';

const version = z.number().int();

/** What a standing question found, by the ids of its findings. */
const watchFacts = z.object({
  ...{ watch_id: z.string(), name: z.string(), since_data_version: version, data_version: version },
  findings: z.array(z.number()),
});

/** What came to a saved search, with the number of the latest suppression that was in force. */
const searchFacts = z.object({
  ...{ saved_search_id: z.string(), title: z.string(), query: keptQuery },
  /** Of which of its countries and days they are. */
  within: z.object({ countryCode: z.array(z.string()), fromDate: z.string(), toDate: z.string() }),
  ...{ new_records: z.number(), records: z.number(), data_version: version, since_data_version: version },
  suppression: z.number(),
});

/** What came of countries. */
const newsFacts = z.object({
  data_version: version,
  suppression: z.number(),
  sources: z.array(
    z.object({
      ...{ country: z.string(), trade: z.enum(TRADE_TYPES), records: z.number(), new_months: z.array(z.string()) },
      ...{ last_month: z.string(), is_new: z.boolean() },
    }),
  ),
});

export type WatchFacts = z.input<typeof watchFacts>;
export type SearchFacts = z.input<typeof searchFacts>;
export type NewsFacts = z.input<typeof newsFacts>;

/** Has messages to webhooks say what their person may be told when they are sent. */
export function tellWebhooks(services: Pick<Services, 'accounts' | 'records'>, publicUrl: string): void {
  const { webhooks } = services.accounts;
  const tell = <Kept>(event: WebhookEvent, kept: z.ZodType<Kept>, toldOf: ToldOf<Kept>) =>
    webhooks.toldBy(event, async (user, of, signal) => {
      const read = of.map(({ facts, createdAt: foundAt }) => {
        const { data } = kept.safeParse(facts);
        return data && { facts: data, foundAt };
      });
      const told = await toldOf(
        services,
        publicUrl,
        user,
        read.filter((one) => one !== undefined),
        signal,
      );
      return read.map((one) => (one === undefined ? undefined : told.shift()) ?? { is_gone: true });
    });
  tell('watch.found', watchFacts, toldOfWatches);
  tell('search.found', searchFacts, toldOfSearches);
  tell('data.new', newsFacts, toldOfNews);
}

interface Read<Kept> {
  facts: Kept;
  foundAt: Date;
}

type Stores = Pick<Services, 'accounts' | 'records'>;

/** The data of messages, of facts that can be read; of others it is told that they are gone. */
type ToldOf<Kept> = (
  services: Stores,
  publicUrl: string,
  user: User,
  read: readonly Read<Kept>[],
  signal: AbortSignal,
) => Promise<object[]>;

/** The figures, the words as their person writes numbers, and where they are seen. */
async function toldOfWatches(
  services: Stores,
  publicUrl: string,
  user: User,
  read: readonly Read<z.output<typeof watchFacts>>[],
  signal: AbortSignal,
): Promise<object[]> {
  const rows: FindingRow[] = await services.accounts.following.findings.some(
    user,
    read.flatMap(({ facts }) => facts.findings),
  );
  const told = new Map((await toldFindings(services, user, rows, signal)).map((one) => [one.id, one]));
  const words = writtenWords(user.numberSystem);
  const at = (path: string) => new URL(path, publicUrl).href;
  return read.map(({ facts: { findings, ...of } }) => ({
    ...of,
    findings: findings.flatMap((id) => {
      const one = told.get(id);
      if (!one) return [];
      const { finding, link, beforeLink } = one;
      const seen = { link: at(link), before_link: beforeLink === null ? null : at(beforeLink) };
      return [{ ...finding, in_words: findingInWords(finding, words), ...seen }];
    }),
  }));
}

/** Without figures of what may be seen no more. */
async function toldOfSearches(
  services: Stores,
  publicUrl: string,
  user: User,
  read: readonly Read<z.output<typeof searchFacts>>[],
  signal: AbortSignal,
): Promise<object[]> {
  const queries = read.map(({ facts }) => facts.query);
  const lists = await namedLists(services.accounts, user, queries);
  const visible = await openVisible(services, user, signal);
  const hidden = await visible.hiddenSince(
    read.map(({ facts: { query, within, suppression }, foundAt }) => ({
      ...{ query: { ...searchQuery.parse(query), ...within }, lists, suppression, foundAt },
    })),
  );
  return read.map(
    ({ facts: { query, within: _within, suppression: _suppression, new_records, records, ...of } }, at) => ({
      ...of,
      in_words: searchInWords(query),
      ...(hidden[at] ? { is_gone: true } : { new_records, records }),
      link: recordsLink(query, publicUrl, { newSince: of.since_data_version, newUntil: of.data_version }),
    }),
  );
}

/** Of those countries and months that may be seen. */
async function toldOfNews(
  services: Stores,
  publicUrl: string,
  user: User,
  read: readonly Read<NewsFacts>[],
  signal: AbortSignal,
): Promise<object[]> {
  const visible = await openVisible(services, user, signal);
  return Promise.all(
    read.map(async ({ facts: { suppression, sources, ...of }, foundAt }) => {
      const hidden = await visible.hiddenSince(
        sources.map((source): KeptAnswer => ({ ...restOf(source), suppression, foundAt })),
      );
      const seen = sources.filter((_, at) => !hidden[at]);
      return {
        ...of,
        sources: seen.map(({ country, trade, ...source }) => ({
          ...{ country, name: countryByCode(country)?.name ?? country, trade: trade.toLowerCase() },
          ...source,
        })),
        link: new URL('/coverage', publicUrl).href,
      };
    }),
  );
}

/** Of which records it is told that they came: of the months that are new, or of the last one. */
function restOf({
  country,
  trade,
  new_months,
  last_month,
}: NewsFacts['sources'][number]): Omit<KeptAnswer, 'suppression' | 'foundAt'> {
  const fromDate = firstOfMonth(`${new_months[0] ?? last_month}-01`);
  return {
    lists: [],
    query: { tradeType: trade, countryCode: [country], fromDate, toDate: lastOfMonth(`${last_month}-01`) },
  };
}
