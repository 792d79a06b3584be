/**
 * Tells what came to the records: webhooks of which months of which countries, and to which saved searches; and asks for watches to be looked after, and for files of whole months.
 */
import {
  type NamedList,
  ownerOf,
  type RecordState,
  type RunningJob,
  type SavedSearch,
  type User,
} from '@tidewaiter/accounts';
import { LIMITS, PortalError, type SavedQuery, searchQuery, TOO_MUCH } from '@tidewaiter/contract';
import { type Asker, EVERYTHING_LOADED, type Question } from '@tidewaiter/records';
import type { FastifyBaseLogger } from 'fastify';
import { askerOf } from '../app/asker.js';
import type { Services } from '../app/services.js';
import { namedLists } from '../own-lists/named-lists.js';
import { askForMonths } from '../scheduled-files/job.js';
import type { NewsFacts, SearchFacts } from '../told/messages.js';
import { askForWatches } from '../watches/job.js';

/** The kind of job that tells a person's webhooks. */
const NEW_RECORDS_JOB = 'new-records';

/** What is new came after that state; of the saved searches a job asks one page, so that whoever has thousands takes turns with others. */
interface NewRecordsPayload {
  userId: number;
  since: RecordState;
  /** The state for which it was asked for. */
  dataVersion: number;
  page: number;
  /** Only this one, which was set aside. */
  savedSearchId?: string;
}

/** How often a portal looks whether records have been published, in milliseconds: another process may have loaded them. */
const LOOKED_EVERY_MS = 10_000;

const EVENTS = ['data.new', 'search.found'] as const;

/**
 * Looks whether there are other records than people were told of, and asks for them to be told: once, whichever portal sees it. The
 * first state that is ever seen is no news.
 */
export function watchRecords(services: Services, log: FastifyBaseLogger): { stop(): void } {
  const { jobs } = services.accounts;
  jobs.handle<NewRecordsPayload>(NEW_RECORDS_JOB, {
    onePerAccount: true,
    work: (job) => tellPerson(services, job),
  });
  let seen: number | undefined;
  const look = async () => {
    const { version, highestLoad } = await services.records.versions.current();
    if (version === seen) return;
    await askForTelling(services, { dataVersion: version, highestLoad });
    seen = version;
  };
  const lookAgain = () =>
    void look().catch((error: unknown) => log.error({ err: error }, 'new records were not noticed'));
  lookAgain();
  const timer = setInterval(lookAgain, LOOKED_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Asks for everybody to be told who has a webhook for it, and for watches to be looked after, with the note that they are: all of them, or nobody yet. */
export async function askForTelling({ accounts }: Pick<Services, 'accounts'>, state: RecordState): Promise<void> {
  await accounts.toldRecords.moveTo(state, async (since, transaction) => {
    for (const user of await accounts.webhooks.listeners(EVENTS, transaction)) {
      await askFor(
        { accounts },
        user,
        { userId: user.id, since, dataVersion: state.dataVersion, page: 0 },
        transaction,
      );
    }
    await askForWatches(accounts.jobs, { dataVersion: state.dataVersion }, transaction);
    await askForMonths(accounts.jobs, { dataVersion: state.dataVersion }, transaction);
  });
}

async function askFor(
  { accounts }: Pick<Services, 'accounts'>,
  user: User,
  payload: NewRecordsPayload,
  transaction?: Parameters<typeof accounts.jobs.enqueue>[1],
): Promise<void> {
  const key = `${NEW_RECORDS_JOB} ${payload.dataVersion} ${user.id} ${payload.page}`;
  const owner = { accountId: ownerOf(user), personId: user.id };
  await accounts.jobs.enqueue({ key, kind: NEW_RECORDS_JOB, owner, payload }, transaction);
}

async function tellPerson(services: Services, job: RunningJob<NewRecordsPayload>): Promise<void> {
  const { userId, since, page, savedSearchId: id } = job.payload;
  const { accounts, records } = services;
  const user = await accounts.users.findById(userId);
  if (!user) return;
  try {
    const access = await accounts.subscriptions.dataAccess(user);
    const asker: Asker = { ...askerOf(user), inBackground: true };
    const everything = (lists: NamedList[]) =>
      records.ask(EVERYTHING_LOADED, access, { signal: job.signal, asker, lists });
    if (page === 0 && id === undefined) await tellNews(services, user, await everything([]), since);
    const size = LIMITS.savedSearchesAtOnce;
    const { savedSearches, total } = await accounts.savedSearches.list(
      user,
      { number: id === undefined ? page : 0, size },
      { id },
    );
    const failures: unknown[] = [];
    await job.parts(
      savedSearches.filter(({ createdBy }) => createdBy === user.id),
      (saved) => ({
        key: `${NEW_RECORDS_JOB} saved search ${saved.id}`,
        owner: job.owner,
        payload: { ...job.payload, savedSearchId: saved.id } satisfies NewRecordsPayload,
        about: `the saved search “${saved.name}”`,
      }),
      async (some) => {
        const queries = some.map(({ query }) => query);
        const asked = await everything(await namedLists(accounts, user, queries));
        failures.push(...(await tellFound(services, user, asked, job, some)));
      },
    );
    if (id === undefined && (page + 1) * size < total) await askFor(services, user, { ...job.payload, page: page + 1 });
    if (failures.length > 0) throw failures[0];
  } catch (error) {
    if (!(error instanceof PortalError && NOTHING_TOLD.includes(error.code))) throw error;
  }
}

/** Whoever has no subscription sees nothing, and is told nothing; nor of a saved search that is gone. */
const NOTHING_TOLD: readonly string[] = ['NO_SUBSCRIPTION', 'NOT_YOURS', 'REMOVED_MEANWHILE'];

/** A question that asks for all that may be seen; others are opened beside it, of the same state of the records. */
type Everything = Question<typeof EVERYTHING_LOADED>;

async function tellNews({ accounts }: Services, user: User, everything: Everything, since: RecordState): Promise<void> {
  const news = await everything.news(since.highestLoad);
  if (news.length === 0) return;
  const { dataVersion, highestSuppression: suppression } = everything;
  const sources = news.map(({ country, tradeType, records, newMonths, lastMonth, isNewSource }) => ({
    ...{ country, trade: tradeType, records, new_months: newMonths, last_month: lastMonth, is_new: isNewSource },
  }));
  const facts: NewsFacts = { data_version: dataVersion, suppression, sources };
  await accounts.webhooks.tell(user, { event: 'data.new', about: `data.new ${dataVersion}`, facts });
}

/** What a saved search may meet that no other try would mend: it asks for too much, or its line names a list that is gone. */
const UNANSWERED: readonly string[] = [...TOO_MUCH, 'VALIDATION'];

/**
 * Tells of saved searches of a person to which something came. What cannot be counted any more is told nothing of.
 *
 * @returns what failed: it holds up none of the others
 */
async function tellFound(
  { accounts }: Services,
  user: User,
  everything: Everything,
  job: RunningJob<NewRecordsPayload>,
  savedSearches: readonly SavedSearch[],
): Promise<unknown[]> {
  const { dataVersion, highestSuppression: suppression } = everything;
  const failures: unknown[] = [];
  for (const { id, name, query } of savedSearches) {
    job.signal.throwIfAborted();
    const found = await foundSince(everything, query, job.payload.since.dataVersion).catch((error: unknown) => {
      if (!(error instanceof PortalError && UNANSWERED.includes(error.code))) failures.push(error);
      return undefined;
    });
    if (!found || found.new_records === 0) continue;
    const facts: SearchFacts = {
      ...{ saved_search_id: id, title: name, ...found, data_version: dataVersion, suppression },
      since_data_version: job.payload.since.dataVersion,
    };
    await accounts.webhooks.tell(user, { event: 'search.found', about: `search.found ${id} ${dataVersion}`, facts });
  }
  return failures;
}

/** How many records came to a saved search, up to the last day that there is of what it asks; undefined where nothing of it may be seen. */
async function foundSince(everything: Everything, saved: SavedQuery, version: number) {
  const question = await everything.another(searchQuery.parse(saved));
  if (question.scope === null) return undefined;
  const now = await question.upToDate();
  if (now.scope === null) return undefined;
  const newRecords = await now.since(version).count();
  const { countryCode, fromDate, toDate } = now.scope;
  return {
    ...{ new_records: newRecords, records: newRecords === 0 ? 0 : await now.count(), query: { ...saved, toDate } },
    within: { countryCode, fromDate, toDate },
  };
}
