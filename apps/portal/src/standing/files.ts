/** Makes the files of standing questions when these say so, each whole and within its budget or not at all, and sends them where they go. */
import { createHash } from 'node:crypto';
import {
  FinalFailure,
  QUESTION_FILE_JOB,
  type QuestionFilePayload,
  type RunningJob,
  SENDING_JOB,
  type SendingPayload,
  SetAside,
  type StandingQuestion,
  TRIES_OF_A_DAY_MS,
  type User,
} from '@tidewaiter/accounts';
import {
  describeQuestion,
  FIRST_DAY,
  LAST_DAY,
  lastOfMonth,
  MESSAGES,
  PortalError,
  type SearchQuery,
  searchQuery,
  TOO_MUCH,
} from '@tidewaiter/contract';
import { latestWholeMonth } from '@tidewaiter/records';
import type { Services } from '../app/services.js';
import { exportFileName } from '../exports/about-file.js';
import { showsNothingSuppressed } from '../exports/files.js';
import { type PricedExport, priceExport } from '../exports/quote.js';
import { namedLists } from '../own-lists/named-lists.js';
import { NotSent } from './not-sent.js';
import { sendReport } from './reports.js';
import { sendFile } from './sending.js';

/** Files that are sent at once, to as many accounts: one that answers slowly holds up few of the others, and for no longer than a try may take. */
const SENT_AT_ONCE = 8;

/** Waits between tries at having a file made, in milliseconds: the one before it may be large, and others of the account wait. */
const AGAIN_MS = [5_000, 60_000, 600_000, 1_800_000, 3_600_000, ...Array<number>(6).fill(7_200_000)];

/**
 * What a standing question may meet that no other try would mend: it asks for too much, its line names a list that is gone, records are lost,
 * or its person may have no such file. It is told, and tried when its time comes next.
 */
export const NOT_MENDED: readonly string[] = [
  ...TOO_MUCH,
  ...['VALIDATION', 'NO_SUBSCRIPTION', 'RECORDS_MISSING', 'DOWNLOAD_LIMIT_EXHAUSTED', 'DOWNLOAD_TOO_LARGE'],
  ...['NOT_YOURS', 'MAKER_ONLY', 'REPORT_FULL', 'SEARCH_LIMIT_EXHAUSTED'],
];

export function handleQuestionFiles(services: Services): void {
  const {
    jobs,
    following: { questions: standing },
  } = services.accounts;
  jobs.handle<QuestionFilePayload>(QUESTION_FILE_JOB, {
    onePerAccount: true,
    retryAfterMs: AGAIN_MS,
    work: (job) => make(services, job),
    async onRolledBack({ payload }, error, transaction) {
      if (error === undefined) return;
      const why = error instanceof SetAside ? MESSAGES.questionRests : MESSAGES.fileNotMade;
      await standing.noteFileProblem((payload as QuestionFilePayload).questionId, why, transaction);
    },
  });
  jobs.handle<SendingPayload>(SENDING_JOB, {
    atOnce: SENT_AT_ONCE,
    onePerAccount: true,
    retryAfterMs: TRIES_OF_A_DAY_MS,
    work: (job) => send(services, job),
    async onRolledBack({ payload }, error, transaction) {
      const made = await services.accounts.exports.get((payload as SendingPayload).exportId, transaction);
      const why = error instanceof NotSent || error instanceof FinalFailure ? error.message : MESSAGES.fileNotSent;
      if (made) await standing.sentNoMore(made, why, transaction);
    },
  });
}

/** What a file is made of: a question that has one, and that can be asked. */
type Filed = StandingQuestion & { file: NonNullable<StandingQuestion['file']> };

const isFiled = (question: StandingQuestion): question is Filed => question.file !== null;

async function make(services: Services, job: RunningJob<QuestionFilePayload>): Promise<void> {
  const { questions: standing } = services.accounts.following;
  const found = await standing.get(job.payload.questionId);
  if (!found || found.question.isPaused) return;
  const { question, user } = found;
  try {
    const { reportId } = question;
    if (reportId !== null) return await sendReport(services, { ...question, reportId }, user, job.signal);
    if (!isFiled(question)) return;
    const problem = await ask(services, question, user, job);
    if (problem !== undefined) await standing.noteFileProblem(question.id, problem);
  } catch (error) {
    if (!(error instanceof PortalError && NOT_MENDED.includes(error.code))) throw error;
    await standing.noteFileProblem(question.id, error.message);
  }
}

/** Asks for the export of a question. @returns why not, where its person should know */
async function ask(
  services: Services,
  question: Filed,
  user: User,
  job: RunningJob<QuestionFilePayload>,
): Promise<string | undefined> {
  const {
    exports,
    following: { questions: standing },
    saved: { searches },
  } = services.accounts;
  const { columnKeys, format, onlyNew, budget } = question.file;
  // A try before this one may have come so far.
  const key = uuidOf(job.key);
  if (await exports.byIdempotencyKey(user, key)) return;
  if (await standing.isBeingMade(question.id)) throw new Error('another file of it is being made');
  const read = searchQuery.safeParse({ ...question.query, onlyNew }).data;
  if (!read) return MESSAGES.questionNotReadable;
  const { days, month } = await daysOf(services, question, user, read, job.signal);
  if (!days) return MESSAGES.fileNoRecords;
  const { isAsked = false } = job.payload;
  if (question.trigger === 'MONTH_COMPLETE' && !isAsked && isOfToldMonth(question, month)) return;
  const query = { ...read, ...days };
  const priced = await priceExport(services, user, query, null, {
    ...{ signal: job.signal, isScheduled: true },
  });
  if (priced.refusal?.code === 'EXPORT_NOTHING') {
    await standing.nothingMade(question.id, month, isAsked ? MESSAGES.fileNothingNew : null);
    return;
  }
  const left = await standing.left(question.id, budget);
  const problem = priced.refusal?.message ?? problemOf(priced, budget, left);
  if (problem) return problem;
  await exports.ask(
    { user },
    {
      ...{ key, query, columnKeys, format, trace: false, raw: false, ids: null, questionId: question.id },
      // What comes before its turn may be in it, as far as its budget reaches.
      ...{ rows: priced.rows, points: priced.points, agreedPoints: left, questionMonth: month },
      searchId: await searches.note(user, query, priced.question.lists),
      question: describeQuestion(query),
      fileName: exportFileName(query, format),
    },
  );
}

/** What is whole was made when it became so. */
const isOfToldMonth = ({ toldMonth }: StandingQuestion, month: string | undefined) =>
  month !== undefined && month <= (toldMonth ?? '');

/** Whether another month of a question is whole, or it is for its file to say why that cannot be known. */
export async function hasAnotherMonth(
  services: Services,
  question: StandingQuestion,
  user: User,
  signal: AbortSignal,
): Promise<boolean> {
  const query = searchQuery.safeParse(question.query).data;
  if (!isFiled(question) || !query) return true;
  try {
    return !isOfToldMonth(question, (await daysOf(services, question, user, query, signal)).month);
  } catch (error) {
    if (error instanceof PortalError && NOT_MENDED.includes(error.code)) return true;
    throw error;
  }
}

/** Why a file is not made that could be: it would not be whole, or cost more than its person has said. */
function problemOf({ stoppedBy, matching, points }: PricedExport, budget: number, left: number): string | undefined {
  const records = matching.toLocaleString('en-US');
  if (stoppedBy === 'MAXIMUM') return `It would hold ${records} records: more than one export of your plan may.`;
  if (stoppedBy === 'BALANCE') return `It would hold ${records} records, and your points do not reach for all of them.`;
  const [cost, of, rest] = [points, budget, Math.max(0, left)].map((amount) => amount.toLocaleString('en-US'));
  return points > left
    ? `It would cost ${cost} ${points === 1 ? 'point' : 'points'}, and of its budget of ${of} a month ${rest} are left.`
    : undefined;
}

/** Which days a file holds now, and the latest month that is whole; no days where nothing of its question may be seen. */
async function daysOf(
  services: Services,
  { userId, ownerId, file }: Filed,
  user: User,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<{ days?: Pick<SearchQuery, 'fromDate' | 'toDate'>; month?: string }> {
  const { accounts, records } = services;
  const access = await accounts.plans.subscriptions.dataAccess(user);
  const lists = await namedLists(accounts, user, [query]);
  const asker = { person: String(userId), account: String(ownerId) };
  // Of what the account owns nothing is asked here.
  const { onlyNew: _, ...asked } = query;
  const everyDay = { ...asked, fromDate: FIRST_DAY, toDate: LAST_DAY };
  const question = await records.ask(everyDay, access, { signal, asker, lists });
  const latest = await question.ofLatestDays();
  if (!latest?.scope) return {};
  const { fromDate, toDate } = latest.scope;
  const months = await latest.months();
  const month = latestWholeMonth(months.filter(({ tradeType }) => tradeType === query.tradeType)) ?? undefined;
  if (file.days === 'LATEST') return { days: { fromDate, toDate }, ...(month && { month }) };
  return month ? { days: { fromDate: `${month}-01`, toDate: lastOfMonth(`${month}-01`) }, month } : {};
}

/** The same for the same text, and for no other. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

async function send(services: Services, job: RunningJob<SendingPayload>): Promise<void> {
  const {
    exports,
    following: { questions: standing, destinations },
  } = services.accounts;
  const made = await exports.get(job.payload.exportId);
  const destinationId = made?.questionId && (await standing.get(made.questionId))?.question.destinationId;
  const destination = destinationId ? await destinations.open(destinationId) : undefined;
  if (!made || !destination || made.sentAt !== null) return;
  if (destination.isStopped) throw new FinalFailure(MESSAGES.destinationStopped);
  const [file, version] = await Promise.all([services.exportFiles.find(made), services.records.versions.current()]);
  if (!file || !showsNothingSuppressed(made, version)) {
    await exports.makeAgain(made, version.version);
    throw new Error('the file is being made again');
  }
  // Under a name of its own: the next file of the same question replaces nothing.
  const name = `${made.createdAt.toISOString().slice(0, 16).replaceAll(':', '')}_${made.id.slice(0, 8)}_${made.fileName}`;
  try {
    const { hostKey } = await sendFile(services, destination, { path: file.path, name }, job.signal);
    await destinations.note(destination.id, { problem: null, hostKey });
    await standing.noteSending(made.id, null);
  } catch (error) {
    if (job.signal.aborted || !(error instanceof NotSent)) throw error;
    await destinations.note(destination.id, { problem: error.message, hostKey: error.hostKey });
    await standing.noteSending(made.id, error.message);
    throw error;
  }
}
