import { publishedBy, type SearchQuery, searchInWords } from '@tidewaiter/contract';
import { publicSources } from '@tidewaiter/loader';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { z } from 'zod';
import { recordsLink } from '../../app/records-link.js';
import { publishedByOf, publishersOf } from '../../loading/source-cards.js';
import { Work } from '../../work/work.js';
import type { ApiRequest } from './request.js';

/** What every answer to a program says beside its data. */
export const meta = z.object({
  data_version: z.number().int().optional().describe('The published state of the records that answered'),
  question: z.string().optional().describe('What was understood, in words'),
  count: z.number().int().optional().describe('How many records the question finds, exactly'),
  searched: z
    .object({ countries: z.array(z.string()), from: z.string(), to: z.string() })
    .nullable()
    .optional()
    .describe('What was searched after the subscription narrowed it; null when nothing of it is allowed'),
  published_by: z
    .array(publishedBy)
    .optional()
    .describe('The public sources that records of the searched countries come from'),
  cost: z.object({ searches: z.number().int(), points: z.number().int() }).describe('What this call has spent'),
  left: z
    .object({ searches: z.number().int(), points: z.number().int() })
    .describe('Searches of the account, and points of the person'),
  link: z.string().optional().describe('Where a person sees it in the portal'),
});
export type Meta = z.output<typeof meta>;

/** What was opened to answer: a question of the search form, or a scope alone. */
const isQuestion = (asked: unknown): asked is SearchQuery =>
  typeof asked === 'object' && asked !== null && 'searchBy' in asked && 'queryBuilder' in asked;

/** The public sources of the records that a question asks, as far as there are any that may be seen. */
async function publishersIn({ tradeType }: SearchQuery, opened: Work['opened']) {
  if (!opened?.scope) return [];
  const { countryCode } = opened.scope;
  const [seen, loads, sources] = await Promise.all([
    (await opened.another(EVERYTHING_LOADED)).countries(),
    opened.loadedSources(),
    publicSources(),
  ]);
  const countries = seen.filter((one) => one.tradeType === tradeType && countryCode.includes(one.country));
  return countries.flatMap(({ country }) => publishersOf(sources, loads, country, tradeType));
}

/** What is told beside every answer, of which the records cost so many points. */
export async function metaOf(
  { services, config, caller }: Pick<ApiRequest, 'services' | 'config' | 'caller'>,
  points = 0,
): Promise<Meta> {
  const { asked, opened, searchesPaid = 0 } = Work.current ?? {};
  const query = isQuestion(asked) ? asked : undefined;
  const question = query && (await opened?.another(query));
  const state = await services.accounts.plans.subscriptions.state(caller.user);
  const scope = opened?.scope;
  const publishers = query && (await publishersIn(query, opened));
  return {
    ...(opened && { data_version: opened.dataVersion }),
    ...(scope !== undefined && {
      searched: scope && { countries: [...scope.countryCode], from: scope.fromDate, to: scope.toDate },
    }),
    ...(query &&
      question && {
        question: searchInWords(query),
        count: await question.count(),
        link: recordsLink(query, config.publicUrl),
      }),
    ...(publishers?.length && { published_by: publishers.map(publishedByOf) }),
    left: { searches: state?.searchesLeft ?? 0, points: state?.downloadsLeft ?? 0 },
    cost: { searches: searchesPaid, points },
  };
}
