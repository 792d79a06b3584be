/**
 * Looks after standing questions when records have been published, or their time has come: one pass over what is new says to which of them
 * any came, and those alone are asked what came to pass. What is found, and the file of which a month became whole or whose time has come,
 * goes to their deliveries with the note of up to where they have told: both, or neither.
 */
import {
  type FindingRow,
  isShown,
  ownerOf,
  type RunningJob,
  SetAside,
  type StandingQuestion,
  type User,
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
  WATCH_THRESHOLDS,
} from '@tidewaiter/contract';
import { EVERYTHING_LOADED, PORTAL, type Question } from '@tidewaiter/records';
import type { Services } from '../app/services.js';
import { namedLists } from '../own-lists/named-lists.js';
import { groupOf, namesOf } from '../told/findings.js';
import { foundOf, questionOf } from '../told/found-links.js';
import type { SearchFacts, WatchFacts } from '../told/messages.js';
import { openVisible } from '../told/visible.js';
import { askerOf } from '../work/asker.js';
import { hasAnotherMonth, NOT_MENDED } from './files.js';
import { writeAsSeen } from './mailing.js';
import { printMailedReports } from './reports.js';

/** The kind of job that looks after some standing questions of everybody. */
const STANDING_JOB = 'standing-questions';

interface StandingPayload {
  /** Those are looked after that have not told up to it, and those whose time has come: those alone where it is 0. */
  dataVersion: number;
  /** When it was asked for, where a clock says so. */
  at?: string;
  after?: string;
  /** Only this one, which was set aside. */
  questionId?: string;
}

/** Questions that a job looks after: the next ones are another's, so that whoever stops loses little. */
const AT_ONCE = 100;

/** A standing question that can be asked, and by whom. */
interface Asked {
  standing: StandingQuestion;
  user: User;
  access: DataAccess;
  query: SearchQuery;
  lists: Awaited<ReturnType<typeof namedLists>>;
  /** Of a saved search: it is its person's own, and a webhook of theirs hears of it. */
  isHeard: boolean;
}

type Jobs = Services['accounts']['jobs'];

export function handleStandingQuestions(services: Services, publicUrl: string): void {
  writeAsSeen(services, publicUrl);
  printMailedReports(services, publicUrl);
  const {
    jobs,
    following: { questions: standing },
  } = services.accounts;
  jobs.handle<StandingPayload>(STANDING_JOB, {
    work: (job) => lookAfter(services, job),
    async onRolledBack({ payload }, error, transaction) {
      const { questionId } = payload as StandingPayload;
      if (questionId !== undefined && error instanceof SetAside)
        await standing.noteProblem(questionId, MESSAGES.questionRests, transaction);
    },
  });
}

/** Asks for all standing questions to be looked after, together with the note that they are. */
export async function askForLooks(
  jobs: Jobs,
  payload: StandingPayload,
  transaction?: Parameters<Jobs['enqueue']>[1],
): Promise<void> {
  const { dataVersion, at = dataVersion, after = '' } = payload;
  const key = `${STANDING_JOB} ${at} ${after}`.trim();
  await jobs.enqueue({ key, kind: STANDING_JOB, payload }, transaction);
}

/** Asks for those to be looked after whose time has come, whichever portal looks first. */
export async function askDue({ jobs, following }: Services['accounts']): Promise<void> {
  const [due] = await following.questions.toLookAfter(0, undefined, 1);
  if (due) await askForLooks(jobs, { dataVersion: 0, at: new Date().toISOString() });
}

async function lookAfter(services: Services, job: RunningJob<StandingPayload>): Promise<void> {
  const { accounts } = services;
  const { dataVersion, at, after, questionId } = job.payload;
  const waiting = await accounts.following.questions.toLookAfter(dataVersion, after, AT_ONCE, questionId);
  const failures: unknown[] = [];
  await job.parts(
    waiting,
    ({ question: { id, name }, user }) => ({
      key: `${STANDING_JOB} question ${id}`,
      owner: { accountId: ownerOf(user), personId: user.id },
      payload: { dataVersion, questionId: id } satisfies StandingPayload,
      about: `the standing question “${name}”`,
    }),
    async (some) => {
      failures.push(...(await lookAfterSome(services, job, some)));
    },
  );
  const last = waiting.at(-1);
  if (last && waiting.length === AT_ONCE)
    await askForLooks(accounts.jobs, { dataVersion, ...(at !== undefined && { at }), after: last.question.id });
  if (failures.length > 0) throw failures[0];
}

type Waiting = Awaited<ReturnType<Services['accounts']['following']['questions']['toLookAfter']>>;

/** @returns what failed: it holds up none of the others, and is tried again with them */
async function lookAfterSome(
  services: Services,
  job: RunningJob<StandingPayload>,
  waiting: Waiting,
): Promise<unknown[]> {
  const { accounts, records } = services;
  const { dataVersion } = job.payload;
  const failures: unknown[] = [];
  for (const { question, user } of waiting.filter((one) => one.question.trigger === 'MONTH_COMPLETE'))
    await lookForMonth(services, job, question, user).catch((error: unknown) => failures.push(error));
  for (const { question } of waiting) await accounts.following.questions.deliverDue(question);
  const asked = await askable(
    services,
    waiting.filter(({ question }) => question.trigger === 'PUBLICATION'),
    dataVersion,
  );
  // Before the count: what is published meanwhile is counted, or is new the next time.
  const { version: countedUpTo } = await records.versions.current();
  for (const [since, some] of grouped(asked, ({ standing }) => standing.toldVersion)) {
    const came = await records.newOfMany(some.map(anyDay), { since }, { signal: job.signal, asker: PORTAL });
    const counted = some.map((one, at) => ({ ...one, came: came[at] ?? 0 }));
    const isSeenAlone = ({ standing, isHeard, came }: (typeof counted)[number]) =>
      standing.deliveries.length === 0 && (came === 0 || (typeof came === 'number' && !isHeard));
    const seen = counted.filter(isSeenAlone).map(({ standing: { id }, came }) => ({ id, isNew: came !== 0 }));
    await accounts.following.questions.noteCame(seen, since, Math.max(since, countedUpTo));
    for (const { came, ...one } of counted.filter((one) => !isSeenAlone(one))) {
      job.signal.throwIfAborted();
      await lookAt(services, job, one, { came, countedUpTo }).catch((error: unknown) => failures.push(error));
    }
  }
  await takeBack(services, job, asked);
  return failures;
}

/** Has the file of a question made where another month of it is whole. */
async function lookForMonth(
  services: Services,
  { payload: { dataVersion }, signal }: RunningJob<StandingPayload>,
  question: StandingQuestion,
  user: User,
): Promise<void> {
  const { findings, questions } = services.accounts.following;
  const isAnother = await hasAnotherMonth(services, question, user, signal);
  await findings.keep(question, { dataVersion, found: [], told: 0 }, async (_, transaction) => {
    if (isAnother) await questions.deliverFile(question, `version ${dataVersion}`, transaction);
  });
}

/** What of some standing questions can be asked. Of who has no subscription nothing is told, also later. */
async function askable({ accounts }: Services, waiting: Waiting, dataVersion: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  const hearing = new Set((await accounts.webhooks.listeners(['search.found'])).map(({ id }) => id));
  for (const { question, user, isOwn } of waiting) {
    const query = searchQuery.safeParse(question.query).data;
    if (!query) {
      await accounts.following.questions.noteProblem(question.id, MESSAGES.questionNotReadable);
      continue;
    }
    try {
      const access = await accounts.plans.subscriptions.dataAccess(user);
      const lists = await namedLists(accounts, user, [query]);
      asked.push({ standing: question, user, access, lists, query, isHeard: isOwn && hearing.has(user.id) });
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      if (error.code === 'NO_SUBSCRIPTION')
        await accounts.following.findings.keep(question, { dataVersion, found: [] });
      else await accounts.following.questions.noteProblem(question.id, error.message);
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

/** Asks what came to pass for one question, and keeps and delivers it. */
async function lookAt(
  services: Services,
  job: RunningJob<StandingPayload>,
  asked: Asked,
  { came, countedUpTo }: { came: number | PortalError; countedUpTo: number },
): Promise<void> {
  const { accounts, records } = services;
  const { standing, user, access, query, lists } = asked;
  try {
    if (came instanceof PortalError) throw came;
    const asker = askerOf(user);
    const call = { signal: job.signal, asker, lists };
    if (standing.deliveries.length === 0)
      return await tellSearch(services, asked, await records.ask(EVERYTHING_LOADED, access, call));
    const question = await records.ask(query, access, call);
    const latest = await question.ofLatestDays();
    const isNews = latest !== null && (came > 0 || (await latest.hasMoreSince(standing.toldVersion)));
    const found = isNews ? await findingsOf(latest, standing) : [];
    // Days as they were looked at: of what is found later they are others.
    const looked = latest?.scope ? savedQuery.parse({ ...query, ...daysOf(latest) }) : undefined;
    const { dataVersion, highestSuppression } = question;
    await accounts.following.findings.keep(
      standing,
      {
        found: looked ? found.map((one) => foundOf(one, looked, highestSuppression)) : [],
        dataVersion: isNews ? dataVersion : Math.max(standing.toldVersion, countedUpTo),
      },
      async (added, transaction) => {
        const { id, name, toldVersion: since } = standing;
        const facts: WatchFacts = {
          ...{ watch_id: id, name, since_data_version: since, data_version: dataVersion },
          findings: added.map(({ id }) => id),
        };
        const about = `watch.found ${id} ${dataVersion}`;
        if (standing.deliveries.includes('WEBHOOK'))
          await accounts.webhooks.tell(user, { event: 'watch.found', about, facts }, transaction);
        await accounts.following.questions.deliverFile(standing, `version ${dataVersion}`, transaction);
      },
    );
  } catch (error) {
    if (!(error instanceof PortalError && NOT_MENDED.includes(error.code))) throw error;
    await accounts.following.questions.noteProblem(standing.id, error.message);
  }
}

/**
 * Tells webhooks how many records came to a saved search, up to the last day that there is of what it asks, and notes that there is something
 * to be seen.
 *
 * @param everything what its person may see
 */
async function tellSearch(
  { accounts }: Services,
  { standing, user, query }: Asked,
  everything: Question<typeof EVERYTHING_LOADED>,
): Promise<void> {
  const { id, name, savedSearchId, toldVersion: since } = standing;
  const { dataVersion, highestSuppression: suppression } = everything;
  const question = await everything.another(query);
  const now = question.scope ? await question.upToDate() : undefined;
  const newRecords = now?.scope ? await now.since(since).count() : 0;
  if (!now?.scope || newRecords === 0) return accounts.following.findings.keep(standing, { dataVersion, found: [] });
  const { countryCode, fromDate, toDate } = now.scope;
  const facts: SearchFacts = {
    ...{ saved_search_id: savedSearchId ?? id, title: name, new_records: newRecords, records: await now.count() },
    query: { ...savedQuery.parse(standing.query), toDate },
    within: { countryCode, fromDate, toDate },
    ...{ data_version: dataVersion, since_data_version: since, suppression },
  };
  const about = `search.found ${facts.saved_search_id} ${dataVersion}`;
  const told = { dataVersion, found: [], told: newRecords };
  await accounts.following.findings.keep(standing, told, async (_, transaction) => {
    await accounts.following.questions.noteUnseen([id], since, transaction);
    await accounts.webhooks.tell(user, { event: 'search.found', about, facts }, transaction);
  });
}

const findingsOf = (question: Question, { signals, strictness, toldVersion }: StandingQuestion) =>
  question.findings(toldVersion, { signals, thresholds: WATCH_THRESHOLDS[strictness] });

const daysOf = ({ scope }: Question): Partial<SavedQuery> =>
  scope ? { fromDate: scope.fromDate, toDate: scope.toDate } : {};

/** Takes findings of late back where nothing is left of the records that they told of. */
async function takeBack(
  { accounts, records }: Services,
  job: RunningJob<StandingPayload>,
  asked: readonly Asked[],
): Promise<void> {
  const rows = await accounts.following.findings.mayBeTakenBack(asked.map(({ standing }) => standing.id));
  const told: { row: FindingRow; asked: Asked | null }[] = [];
  for (const one of asked) {
    const own = rows.filter(({ questionId, ...row }) => questionId === one.standing.id && isShown(row, one.access));
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
  await accounts.following.findings.withdraw(gone.map(({ row }) => row.id));
}
