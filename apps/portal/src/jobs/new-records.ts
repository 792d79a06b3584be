/**
 * Tells what came to the records: webhooks of which months of which countries; and asks for standing questions to be looked after.
 */
import { ownerOf, type RecordState, type RunningJob } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../app/services.js';
import { askForLooks } from '../standing/job.js';
import type { NewsFacts } from '../told/messages.js';
import { askerOf } from '../work/asker.js';

/** The kind of job that tells a person's webhooks which months of which countries came. */
const NEW_RECORDS_JOB = 'new-records';

/** What is new came after that state. */
interface NewRecordsPayload {
  userId: number;
  since: RecordState;
}

/** How often a portal looks whether records have been published, in milliseconds: another process may have loaded them. */
const LOOKED_EVERY_MS = 10_000;

/**
 * Looks whether there are other records than people were told of, and asks for them to be told: once, whichever portal sees it. The
 * first state that is ever seen is no news.
 */
export function watchRecords(services: Services, log: FastifyBaseLogger): { stop(): void } {
  const { jobs } = services.accounts;
  jobs.handle<NewRecordsPayload>(NEW_RECORDS_JOB, {
    onePerAccount: true,
    work: (job) => tellNews(services, job),
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

/**
 * Asks for everybody to be told who has a webhook for it, and for standing questions to be looked after, with the note that they are: all of
 * them, or nobody yet.
 */
export async function askForTelling({ accounts }: Pick<Services, 'accounts'>, state: RecordState): Promise<void> {
  const { jobs, following, webhooks } = accounts;
  const { dataVersion } = state;
  await following.toldRecords.moveTo(state, async (since, transaction) => {
    for (const user of await webhooks.listeners(['data.new'], transaction)) {
      const owner = { accountId: ownerOf(user), personId: user.id };
      const payload: NewRecordsPayload = { userId: user.id, since };
      const key = `${NEW_RECORDS_JOB} ${dataVersion} ${user.id}`;
      await jobs.enqueue({ key, kind: NEW_RECORDS_JOB, owner, payload }, transaction);
    }
    await askForLooks(jobs, { dataVersion }, transaction);
  });
}

async function tellNews({ accounts, records }: Services, job: RunningJob<NewRecordsPayload>): Promise<void> {
  const { userId, since } = job.payload;
  const user = await accounts.people.users.findById(userId);
  if (!user) return;
  try {
    const access = await accounts.plans.subscriptions.dataAccess(user);
    const asker = askerOf(user);
    const everything = await records.ask(EVERYTHING_LOADED, access, { signal: job.signal, asker, lists: [] });
    const news = await everything.news(since.highestLoad);
    if (news.length === 0) return;
    const { dataVersion, highestSuppression: suppression } = everything;
    const sources = news.map(({ country, tradeType, records, newMonths, lastMonth, isNewSource }) => ({
      ...{ country, trade: tradeType, records, new_months: newMonths, last_month: lastMonth, is_new: isNewSource },
    }));
    const facts: NewsFacts = { data_version: dataVersion, suppression, sources };
    await accounts.webhooks.tell(user, { event: 'data.new', about: `data.new ${dataVersion}`, facts });
  } catch (error) {
    // Whoever has no subscription sees nothing, and is told nothing.
    if (!(error instanceof PortalError && error.code === 'NO_SUBSCRIPTION')) throw error;
  }
}
