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
import {
  countryByCode,
  ERRORS,
  type ErrorCode,
  firstOfMonth,
  loosenedQueries,
  PortalError,
} from '@tidewaiter/contract';
import type { Question } from '@tidewaiter/records';
import type { Config } from '../app/config.js';
import { priceExport } from '../app/export-pricing.js';
import type { Services } from '../app/services.js';

/** Files that a portal makes at once. */
const AT_ONCE = 2;

/** Waits between tries, in milliseconds. */
const RETRY_AFTER_MS = [500, 2_000, 10_000, 60_000];

/** Months of coverage that a file names; of more, the first. */
const _MONTHS_NAMED = 600;

/** Refusals that no other try would mend: whoever asked must look again. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'QUOTE_CHANGED',
  'DOWNLOAD_LIMIT_EXHAUSTED',
  'DOWNLOAD_TOO_LARGE',
  'EXPORT_NOTHING',
  'NO_SUBSCRIPTION',
  'SEARCH_FIRST',
  'SEARCH_TOO_LARGE',
]);

/** Makes exports: takes their points, writes their files. What is done twice is charged once (decision 0030). */
export function handleExports(services: Services, config: Config): void {
  services.accounts.jobs.handle<ExportPayload>(EXPORT_JOB, {
    atOnce: AT_ONCE,
    onePerAccount: true,
    retryAfterMs: RETRY_AFTER_MS,
    work: (job) => makeExport(services, config, job),
    async onUndone(job, error, transaction) {
      const { exportId } = job.payload as ExportPayload;
      await services.accounts.exports.undone(exportId, error === undefined ? null : reasonOf(error), transaction);
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

async function makeExport(services: Services, config: Config, job: RunningJob<ExportPayload>): Promise<void> {
  const { exportFiles: files } = services;
  const { exports } = services.accounts;
  const asked = await exports.get(job.payload.exportId);
  if (!asked) throw new FinalFailure('the export is gone');
  const made = asked.state === 'WAITING' ? await reserve(services, job, asked) : asked;
  if (made.number === null) throw new FinalFailure('the export holds nothing');
  const owner = await services.accounts.users.findById(made.ownerId);
  if (!owner) throw new FinalFailure('the account is gone');
  const path = await files.begin(made, job.lease);
  try {
    const question = await questionOf(services, made, job.signal);
    const written = await question.exportFile(
      {
        choice: { account: owner.id, key: owner.accountKey, number: made.number },
        columns: made.columnKeys,
        ...{ trace: made.trace, format: made.format, rawCsv: made.raw },
        about: await aboutOf(services, config, made, question),
        coverage: await coverageOf(made, question),
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
async function reserve(services: Services, job: RunningJob<ExportPayload>, asked: RecordExport): Promise<RecordExport> {
  const { exports, users } = services.accounts;
  const user = await users.findById(asked.personId);
  const owner = user?.uplineId ? await users.findById(user.uplineId) : user;
  if (!user || user.disabledAt !== null || owner?.disabledAt !== null) throw new Refused('NO_SUBSCRIPTION');
  try {
    const priced = await priceExport(services, user, asked.query, asked.ids, job.signal);
    if (priced.refusal) throw new PortalError(priced.refusal.code);
    // What a former try has kept is nobody's.
    if (asked.number !== null)
      await services.records.exported.forget([{ ...priced.choice.owner, number: asked.number }]);
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
export async function forgetAbandoned({ accounts, records }: Services): Promise<void> {
  const abandoned = await accounts.exports.abandoned();
  await records.exported.forget(abandoned);
  await accounts.exports.forgotten(abandoned.map(({ number }) => number));
}

/**
 * What was paid for is given as it could be seen then, whatever the account may see by now; what is suppressed or no longer loaded is
 * not, as everywhere.
 */
function questionOf({ records }: Services, made: RecordExport, signal: AbortSignal): Promise<Question> {
  return records.ask(made.query, accessOf(made), {
    signal,
    asker: { person: String(made.personId), account: String(made.ownerId) },
  });
}

/** What the file says of itself: how it was made, of what, by whom, and how it can be had again. */
async function aboutOf(
  { accounts }: Services,
  { publicUrl }: Config,
  made: RecordExport,
  question: Question,
): Promise<[string, string][]> {
  const person = await accounts.users.findById(made.personId);
  const filters = loosenedQueries(made.query).flatMap(({ clause, label }) => (clause.part === 'filter' ? [label] : []));
  return [
    ['Question', made.question],
    ...filters.map((label): [string, string] => ['Filter', label]),
    ...(made.query.onlyNew
      ? [['Filter', 'Only records that the account had not exported before'] as [string, string]]
      : []),
    [
      'Order',
      `${made.query.orderByColumn ?? 'date'}, ${made.query.orderByMode === 'asc' ? 'ascending' : 'descending'}`,
    ],
    [
      'Records',
      `${made.rows}, as they were on data version ${made.dataVersion}; this file shows them as of version ${question.dataVersion}`,
    ],
    ['Exported by', person ? `${person.firstname} ${person.lastname}, ${person.companyName}` : ''],
    ['Exported at', `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`],
    ['Again', `${publicUrl.replace(/\/+$/, '')}/downloadlog?export=${made.id}`],
    [
      'Units',
      'Quantities are in the unit that their row names. Values in USD are US dollars of the declaration’s month.',
    ],
    [
      'Derived values',
      'Where a source gives no value in USD, it is converted from its currency by the monthly rate. Descriptions of HS codes are the nomenclature’s, or where it has no subheading the source’s. Names, units, ports and countries are cleaned; the record on the screen says what the source wrote.',
    ],
  ];
}

/** What is loaded of the months of the question, as its account could see it when it paid. */
async function coverageOf({ entitlement, query: { tradeType, fromDate, toDate } }: RecordExport, question: Question) {
  if (entitlement === null) return [];
  const months = (await question.months()).filter(
    (month) => month.tradeType === tradeType && month.month >= firstOfMonth(fromDate) && month.month <= toDate,
  );
  return months.map(({ country, month, records, lastDay }) => ({
    country: countryByCode(country)?.name ?? country,
    month: month.slice(0, 7),
    ...{ records, lastDay },
  }));
}

/** The name of a file: trade type, country, from date and to date (SPEC 9), and behind them what was asked. */
export function exportFileName(
  { tradeType, countryCode, fromDate, toDate, ...asked }: RecordExport['query'],
  format: RecordExport['format'],
): string {
  const countries = countryCode.length > COUNTRIES_NAMED ? `${countryCode.length}-countries` : countryCode.join('-');
  return [tradeType, countries, fromDate, toDate, ...askedInName(asked)].join('_').concat('.', format);
}

/** What a name says of what was asked, at most. */
const ASKED_MAX = 60;

/** The values of a question's conditions in letters and digits, which every file system takes; none where they have no others. */
function askedInName({
  queryBuilder = [],
  ...first
}: Pick<RecordExport['query'], 'matchType' | 'searchValue' | 'queryBuilder'>): string[] {
  const conditions = [first, ...queryBuilder].map((condition) => {
    const isLeftOut = condition.matchType === 'D' || ('relation' in condition && condition.relation === 'NOT');
    return `${isLeftOut ? 'not ' : ''}${condition.searchValue.join(' ')}`;
  });
  const words = conditions.join(' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const text = [...words.join('-')].slice(0, ASKED_MAX).join('').replace(/-$/, '');
  return text === '' ? [] : [text];
}

/** More countries than this are counted, not named. */
const COUNTRIES_NAMED = 4;
