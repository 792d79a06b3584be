/**
 * Looks after watches when records have been published: one pass over what is new says to which of them any came, and those alone are
 * asked what came to pass, with those of which a month became whole.
 */
import {
  type FindingRow,
  isShown,
  ownerOf,
  type RunningJob,
  SetAside,
  type User,
  type Watch,
} from '@tidewaiter/accounts';
import {
  type DataAccess,
  FIRST_DAY,
  LAST_DAY,
  MESSAGES,
  PortalError,
  type SavedQuery,
  type SearchQuery,
  savedQuery,
  searchQuery,
  TOO_MUCH,
  WATCH_THRESHOLDS,
} from '@tidewaiter/contract';
import { PORTAL, type Question } from '@tidewaiter/records';
import { askerOf } from '../app/asker.js';
import type { Services } from '../app/services.js';
import { namedLists } from '../own-lists/named-lists.js';
import { groupOf, namesOf } from '../told/findings.js';
import { foundOf, questionOf } from '../told/found-links.js';
import type { WatchFacts } from '../told/messages.js';
import { openVisible } from '../told/visible.js';
import { writeAsSeen } from './mailing.js';

/** The kind of job that looks after some watches of everybody. */
const WATCH_JOB = 'watches';

interface WatchPayload {
  /** Those are looked after that were not up to it. */
  dataVersion: number;
  after?: string;
  /** Only this one, which was set aside. */
  watchId?: string;
}

/** What a watch may meet that no other try would mend: it asks for too much, its line names a list that is gone, or records are lost. */
const NOT_MENDED: readonly string[] = [...TOO_MUCH, 'VALIDATION', 'RECORDS_MISSING'];

/** Watches that a job looks after: the next ones are another's, so that whoever stops loses little. */
const AT_ONCE = 100;

/** A watch that can be asked, and by whom. */
interface Asked {
  watch: Watch;
  user: User;
  access: DataAccess;
  query: SearchQuery;
  lists: Awaited<ReturnType<typeof namedLists>>;
}

type Jobs = Services['accounts']['jobs'];

export function handleWatches(services: Services, publicUrl: string): void {
  writeAsSeen(services, publicUrl);
  const { jobs, watches } = services.accounts;
  jobs.handle<WatchPayload>(WATCH_JOB, {
    work: (job) => lookAfter(services, job),
    async onRolledBack({ payload }, error, transaction) {
      const { watchId } = payload as WatchPayload;
      if (watchId !== undefined && error instanceof SetAside)
        await watches.noteProblem(watchId, MESSAGES.watchRests, transaction);
    },
  });
}

/** Asks for all watches to be looked after, together with the note that they are. */
export async function askForWatches(
  jobs: Jobs,
  payload: WatchPayload,
  transaction?: Parameters<Jobs['enqueue']>[1],
): Promise<void> {
  const key = `${WATCH_JOB} ${payload.dataVersion} ${payload.after ?? ''}`.trim();
  await jobs.enqueue({ key, kind: WATCH_JOB, payload }, transaction);
}

async function lookAfter(services: Services, job: RunningJob<WatchPayload>): Promise<void> {
  const { accounts } = services;
  const { dataVersion, after, watchId } = job.payload;
  const waiting = await accounts.watches.toLookAfter(dataVersion, after, AT_ONCE, watchId);
  const failures: unknown[] = [];
  await job.parts(
    waiting,
    ({ watch: { id, name }, user }) => ({
      key: `${WATCH_JOB} watch ${id}`,
      owner: { accountId: ownerOf(user), personId: user.id },
      payload: { dataVersion, watchId: id } satisfies WatchPayload,
      about: `the watch “${name}”`,
    }),
    async (some) => {
      failures.push(...(await lookAfterSome(services, job, some)));
    },
  );
  const last = waiting.at(-1);
  if (last && waiting.length === AT_ONCE) await askForWatches(accounts.jobs, { dataVersion, after: last.watch.id });
  if (failures.length > 0) throw failures[0];
}

type Waiting = Awaited<ReturnType<Services['accounts']['watches']['toLookAfter']>>;

/** @returns what failed: it holds up none of the others, and is tried again with them */
async function lookAfterSome(services: Services, job: RunningJob<WatchPayload>, waiting: Waiting): Promise<unknown[]> {
  const { records } = services;
  const asked = await askable(services, waiting, job.payload.dataVersion);
  const failures: unknown[] = [];
  // Before the count: what is published meanwhile is counted, or is new the next time.
  const { version: countedUpTo } = await records.versions.current();
  for (const [since, some] of grouped(asked, ({ watch }) => watch.toldVersion)) {
    const came = await records.newOfMany(some.map(anyDay), { since }, { signal: job.signal, asker: PORTAL });
    for (const [at, one] of some.entries()) {
      job.signal.throwIfAborted();
      await lookAt(services, job, one, { came: came[at] ?? 0, countedUpTo }).catch((error: unknown) =>
        failures.push(error),
      );
    }
  }
  await takeBack(services, job, asked);
  return failures;
}

/** What of some watches can be asked. Of who has no subscription nothing is told, also later. */
async function askable({ accounts }: Services, waiting: Waiting, dataVersion: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { watch, user } of waiting) {
    const query = searchQuery.safeParse(watch.query).data;
    if (!query) {
      await accounts.watches.noteProblem(watch.id, MESSAGES.watchNotReadable);
      continue;
    }
    try {
      const access = await accounts.subscriptions.dataAccess(user);
      const lists = await namedLists(accounts, user, [query]);
      asked.push({ watch, user, access, lists, query });
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      if (error.code === 'NO_SUBSCRIPTION') await accounts.findings.keep(watch, [], dataVersion);
      else await accounts.watches.noteProblem(watch.id, error.message);
    }
  }
  return asked;
}

function grouped<Thing, Key>(things: readonly Thing[], keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const one of things) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

const anyDay = <One extends Pick<Asked, 'query'>>(one: One): One => ({
  ...one,
  query: { ...one.query, fromDate: FIRST_DAY, toDate: LAST_DAY },
});

/** Asks what came to pass for one watch, and keeps and tells it. */
async function lookAt(
  services: Services,
  job: RunningJob<WatchPayload>,
  { watch, user, access, query, lists }: Asked,
  { came, countedUpTo }: { came: number | PortalError; countedUpTo: number },
): Promise<void> {
  const { accounts, records } = services;
  const { toldVersion: since } = watch;
  try {
    if (came instanceof PortalError) throw came;
    const asker = { ...askerOf(user), inBackground: true as const };
    const asked = await records.ask(query, access, { signal: job.signal, asker, lists });
    const latest = await asked.ofLatestDays();
    const isNews = latest !== null && (came > 0 || (await latest.hasMoreSince(since)));
    const found = isNews ? await findingsOf(latest, watch) : [];
    // Days as they were looked at: of what is found later they are others.
    const looked = latest?.scope ? savedQuery.parse({ ...query, ...daysOf(latest) }) : undefined;
    await accounts.findings.keep(
      watch,
      looked ? found.map((one) => foundOf(one, looked, asked.highestSuppression)) : [],
      isNews ? asked.dataVersion : Math.max(since, countedUpTo),
      async (added, transaction) => {
        const facts: WatchFacts = {
          ...{ watch_id: watch.id, name: watch.name, since_data_version: since, data_version: asked.dataVersion },
          findings: added.map(({ id }) => id),
        };
        const about = `watch.found ${watch.id} ${asked.dataVersion}`;
        await accounts.webhooks.tell(user, { event: 'watch.found', about, facts }, transaction);
        await accounts.scheduledFiles.makeOfWatch(watch.id, asked.dataVersion, transaction);
      },
    );
  } catch (error) {
    if (!(error instanceof PortalError && NOT_MENDED.includes(error.code))) throw error;
    await accounts.watches.noteProblem(watch.id, error.message);
  }
}

const findingsOf = (question: Question, { signals, strictness, toldVersion }: Watch) =>
  question.findings(toldVersion, { signals, thresholds: WATCH_THRESHOLDS[strictness] });

const daysOf = ({ scope }: Question): Partial<SavedQuery> =>
  scope ? { fromDate: scope.fromDate, toDate: scope.toDate } : {};

/** Takes findings of late back where nothing is left of the records that they told of. */
async function takeBack(
  { accounts, records }: Services,
  job: RunningJob<WatchPayload>,
  asked: readonly Asked[],
): Promise<void> {
  const rows = await accounts.findings.mayBeTakenBack(asked.map(({ watch }) => watch.id));
  const told: { row: FindingRow; asked: Asked | null }[] = [];
  for (const one of asked) {
    const own = rows.filter(({ watchId, ...row }) => watchId === one.watch.id && isShown(row, one.access));
    if (own.length === 0) continue;
    const nameOf = await namesOf(await openVisible({ accounts, records }, one.user, job.signal), own);
    for (const row of own) {
      const [group, name] = [groupOf(row), nameOf(row)];
      const about = group && name !== undefined ? { group: { ...group, name } } : {};
      const query = searchQuery.parse(questionOf(savedQuery.parse(one.query), about));
      // Of whom no record speaks that may be seen, none is left.
      told.push({ row, asked: group && name === undefined ? null : anyDay({ ...one, query }) });
    }
  }
  const gone = told.filter((one) => one.asked === null);
  for (const some of grouped(told, ({ row }) => `${row.sinceVersion} ${row.dataVersion}`).values()) {
    const between = { since: some[0]?.row.sinceVersion ?? 0, until: some[0]?.row.dataVersion ?? 0 };
    const there = some.flatMap(({ row, asked }) => (asked ? [{ row, asked }] : []));
    const left = await records.newOfMany(
      there.map((one) => one.asked),
      between,
      { signal: job.signal, asker: PORTAL },
    );
    gone.push(...there.filter((_, at) => left[at] === 0));
  }
  await accounts.findings.withdraw(gone.map(({ row }) => row.id));
}
