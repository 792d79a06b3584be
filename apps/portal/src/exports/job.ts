import { rm } from 'node:fs/promises';
import {
  AnotherIsMade,
  accessOf,
  EXPORT_JOB,
  type ExportPayload,
  FinalFailure,
  isUniqueViolation,
  type RecordExport,
  type RunningJob,
} from '@tidewaiter/accounts';
import { ERRORS, type ErrorCode, MESSAGES, PortalError } from '@tidewaiter/contract';
import type { Question } from '@tidewaiter/records';
import { joinedColumns } from '../own-lists/joined-columns.js';
import { Work } from '../work/work.js';
import { aboutFile, coverageOfFile } from './about-file.js';
import type { ExportStores } from './files.js';
import { priceExport } from './quote.js';

/** Files that a portal makes at once. */
const AT_ONCE = 2;

/** Waits between tries, in milliseconds. */
const RETRY_AFTER_MS = [500, 2_000, 10_000, 60_000];

/** Refusals that no other try would mend: whoever asked must look again. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'QUOTE_CHANGED',
  'DOWNLOAD_LIMIT_EXHAUSTED',
  'DOWNLOAD_TOO_LARGE',
  'KEY_LIMIT',
  'KEY_REVOKED',
  'EXPORT_NOTHING',
  'NO_SUBSCRIPTION',
  'SEARCH_FIRST',
  'SEARCH_TOO_LARGE',
  'VALIDATION',
]);

/**
 * Makes exports: takes their points, writes their files where these are wanted at once. What is done twice is charged once (decision 0030).
 *
 * @param publicUrl where a file says that it can be had again
 */
export function handleExports(stores: ExportStores, publicUrl: string): void {
  stores.accounts.jobs.handle<ExportPayload>(EXPORT_JOB, {
    atOnce: AT_ONCE,
    onePerAccount: true,
    retryAfterMs: RETRY_AFTER_MS,
    work: (job) => makeExport(stores, publicUrl, job),
    async onRolledBack(job, error, transaction) {
      const { exportId } = job.payload as ExportPayload;
      const {
        exports,
        following: { questions: standing },
      } = stores.accounts;
      const reason = error === undefined ? null : reasonOf(error);
      const ended = await exports.rollBack(exportId, reason, transaction);
      if (!ended?.questionId || reason === null) return;
      const why = reason === 'QUOTE_CHANGED' ? MESSAGES.fileBeyondBudget : ERRORS[reason].message;
      await standing.noteFileProblem(ended.questionId, why, transaction);
    },
  });
}

/** A refusal that ends a job, with its code. */
class Refused extends FinalFailure {
  constructor(readonly code: ErrorCode) {
    super(ERRORS[code].message);
  }
}

const reasonOf = (error: unknown): ErrorCode => (error instanceof Refused ? error.code : 'INTERNAL');

async function makeExport(stores: ExportStores, publicUrl: string, job: RunningJob<ExportPayload>): Promise<void> {
  const { exportFiles: files } = stores;
  const { exports } = stores.accounts;
  const asked = await exports.get(job.payload.exportId);
  if (!asked) throw new FinalFailure('the export is gone');
  const work = Work.current;
  if (work) work.asked = asked.query;
  const made = asked.state === 'WAITING' ? await reserve(stores, job, asked) : asked;
  if (made.number === null) throw new FinalFailure('the export holds nothing');
  if (job.payload.recordsAlone) return exports.ready(job, made, null);
  const owner = await stores.accounts.people.users.findById(made.ownerId);
  if (!owner) throw new FinalFailure('the account is gone');
  const path = await files.begin(made, job.lease);
  try {
    const question = await questionOf(stores, made, job.signal);
    const person = await stores.accounts.people.users.findById(made.personId);
    const { lists, about } = await joinedColumns(stores.accounts, owner, made);
    const written = await question.exportFile(
      {
        choice: { account: owner.id, key: owner.accountKey, number: made.number },
        columns: made.columnKeys,
        lists,
        ...{ trace: made.trace, format: made.format, rawCsv: made.raw },
        about: [...aboutFile(made, question, person, publicUrl), ...about],
        coverage: await coverageOfFile(made, question),
        onProgress: (rows) => job.progress(rows, made.rows),
      },
      path,
    );
    await files.keep(made, path);
    await exports.ready(job, made, { bytes: written.bytes, fileSuppressed: question.highestSuppression });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Takes the points and the records of an export whose turn has come, at no more than what was agreed. */
async function reserve(
  stores: ExportStores,
  job: RunningJob<ExportPayload>,
  asked: RecordExport,
): Promise<RecordExport> {
  const {
    exports,
    people: { users },
  } = stores.accounts;
  const user = await users.findById(asked.personId);
  const owner = user?.uplineId ? await users.findById(user.uplineId) : user;
  if (!user || user.disabledAt !== null || owner?.disabledAt !== null) throw new Refused('NO_SUBSCRIPTION');
  try {
    const priced = await priceExport(stores, user, asked.query, asked.ids, {
      signal: job.signal,
      isScheduled: asked.questionId !== null,
    });
    if (priced.refusal) throw new PortalError(priced.refusal.code);
    // Nobody sees that a file of its own accord has less than there is: it is made whole, or not.
    if (asked.questionId !== null && priced.stoppedBy)
      throw new PortalError(priced.stoppedBy === 'BALANCE' ? 'DOWNLOAD_LIMIT_EXHAUSTED' : 'DOWNLOAD_TOO_LARGE');
    // What a former try has kept is nobody's.
    if (asked.number !== null) await stores.records.exported.forget([{ ...priced.choice.owner, number: asked.number }]);
    const number = await exports.nextNumber(asked);
    await priced.question.keepExport(priced.choice, number);
    return await exports.reserve(job, asked, {
      number,
      ...{ rows: priced.rows, newRows: priced.rows - priced.owned, points: priced.points },
      dataVersion: priced.question.dataVersion,
      entitlement: priced.access,
      owned: priced.choice.owner.exports,
    });
  } catch (error) {
    if (error instanceof PortalError && FINAL.has(error.code)) throw new Refused(error.code);
    if (isUniqueViolation(error)) throw new AnotherIsMade('another export of the account is being made');
    throw error;
  }
}

/** Removes what exports have kept that came to nothing. */
export async function forgetAbandoned({ accounts, records }: ExportStores): Promise<void> {
  const abandoned = await accounts.exports.abandoned();
  await records.exported.forget(abandoned);
  await accounts.exports.forgotten(abandoned.map(({ number }) => number));
}

/**
 * What was paid for is given as it could be seen then, whatever the account may see by now; what is suppressed or no longer loaded is
 * not, as everywhere.
 */
function questionOf({ records }: ExportStores, made: RecordExport, signal: AbortSignal): Promise<Question> {
  return records.ask(made.query, accessOf(made), {
    signal,
    asker: { person: String(made.personId), account: String(made.ownerId) },
  });
}
