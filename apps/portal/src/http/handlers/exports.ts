import { createHash } from 'node:crypto';
import { type ListedExport, ownerOf, type RecordExport, type User } from '@tidewaiter/accounts';
import {
  DAY_MS,
  describeQuestion,
  ERRORS,
  type ExportView,
  MESSAGES,
  PortalError,
  savedQuery,
} from '@tidewaiter/contract';
import { exportFileName } from '../../exports/about-file.js';
import { showsNothingSuppressed } from '../../exports/files.js';
import { type PricedExport, priceExport } from '../../exports/quote.js';
import { mustHaveColumns } from '../../own-lists/joined-columns.js';
import { askerOf } from '../../work/asker.js';
import { type Call, type Handler, mustNameOwnAccount, requestedPage, TOTAL_RECORDS_HEADER } from './handler.js';
import { inTurn } from './heavy-calls.js';

/** What an xlsx file takes in bytes, without rows and for each cell, and how many cells are written in a second: for an estimate. */
const BYTES_OF_A_FILE = 4_500;
const BYTES_PER_CELL = 6;
const CELLS_PER_SECOND = 2_000_000;

/** Everything that an export's price depends on: when any of it changes, whoever saw the former price is asked again. */
function fingerprintOf(
  { question, plan, matching, rows, owned, points, refusal, stoppedBy }: PricedExport,
  balance: number,
): string {
  const parts = [question.dataVersion, plan.parts, matching, rows, owned, points, refusal?.code, stoppedBy, balance];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function priced(call: Call<'quoteExport' | 'startExport'>) {
  const { services, request, caller, signal } = call;
  const { query, ids = null } = request;
  const found = await inTurn(call, () => priceExport(services, caller.user, query, ids, { signal }));
  const { balance } = found.choice;
  return { ...found, balance, fingerprint: fingerprintOf(found, balance) };
}

export const quoteExport: Handler<'quoteExport'> = async (call) => {
  const { matching, rows, owned, points, weight, balance, plan, choice, stoppedBy, refusal, question, fingerprint } =
    await priced(call);
  const cells = rows * call.request.columnKeys.length;
  return {
    ...{ matching, rows, owned, points, weight, balance, stoppedBy, fingerprint },
    gone: call.request.ids === undefined ? 0 : matching - plan.candidates,
    balanceAfter: balance - points,
    maxDownload: choice.maximum,
    parts: plan.parts.map(({ country, weightage, rows: of, owned: free }) => ({
      ...{ country, weightage, rows: of, owned: free },
      points: (of - free) * weightage,
    })),
    refusal: refusal && { errorCode: refusal.code, errorMsg: refusal.message },
    estimate: { bytes: BYTES_OF_A_FILE + cells * BYTES_PER_CELL, seconds: Math.ceil(cells / CELLS_PER_SECOND) },
    dataVersion: question.dataVersion,
  };
};

export const startExport: Handler<'startExport'> = async (call) => {
  const { services, config, request, caller } = call;
  const {
    exports,
    saved: { searches },
  } = services.accounts;
  // A repetition is the same export, whatever has become of its price meanwhile.
  const known = await exports.byIdempotencyKey(caller.user, request.key);
  if (known) {
    if (!isOf(known, request)) throw new PortalError('EXPORT_KEY_USED');
    return present(config.exports.days, await exports.find(caller.user, known.id));
  }
  const { question, rows, points, refusal, fingerprint } = await priced(call);
  if (refusal) throw new PortalError(refusal.code, [], refusal.message);
  if (fingerprint !== request.fingerprint) throw new PortalError('QUOTE_CHANGED');
  await mustHaveColumns(services.accounts, caller.user, request);
  const { query, columnKeys, format, trace, raw, ownColumns, key, ids = null } = request;
  const made = await exports.ask(caller, {
    ...{ key, query, columnKeys, format, trace, raw, ownColumns, ids, rows, points },
    searchId: await searches.note(caller.user, query, question.lists),
    question: describeQuestion(query),
    fileName: exportFileName(query, format),
  });
  return present(config.exports.days, await exports.find(caller.user, made.id));
};

/** Whether an export is the one that is asked for: another file is none that a key may stand for a second time. */
function isOf(known: RecordExport, asked: Call<'startExport'>['request']): boolean {
  const whole = ({ query, format, columnKeys, trace, raw, ownColumns, ids = null }: typeof known | typeof asked) =>
    JSON.stringify([savedQuery.parse(query), format, columnKeys, trace, raw, ownColumns, ids]);
  return whole(known) === whole(asked);
}

function present(days: number, { export: made, personName, rowsDone }: ListedExport): ExportView {
  const { id, state, reason, createdAt, readyAt, personId, question, searchId, query, columnKeys } = made;
  return {
    exportId: id,
    state,
    reason: reason === null ? null : { errorCode: reason, errorMsg: reasonText(reason) },
    createdDate: createdAt.toISOString(),
    userId: personId,
    userName: personName,
    ...{ question, searchId, columnKeys },
    userSearchQuery: query,
    format: made.format,
    fileName: made.fileName,
    rows: made.rows,
    points: state === 'FAILED' || state === 'CANCELLED' ? 0 : made.points,
    dataVersion: made.dataVersion,
    rowsDone: state === 'READY' ? made.rows : rowsDone,
    bytes: made.bytes,
    keptUntil: readyAt && new Date(readyAt.getTime() + days * DAY_MS).toISOString(),
  };
}

const reasonText = (reason: keyof typeof ERRORS) =>
  reason === 'INTERNAL' ? MESSAGES.exportFailed : ERRORS[reason].message;

export const exportDetails: Handler<'exportDetails'> = async ({ services, config, request, caller }) =>
  present(config.exports.days, await services.accounts.exports.find(caller.user, request.exportId));

export const exportList: Handler<'exportList'> = async ({ services, config, request, caller }) => {
  mustNameOwnAccount(caller.user, request.userId);
  const only = { contains: request.contains, open: request.open === 'Y' };
  const { exports, total } = await services.accounts.exports.list(caller.user, requestedPage(request), only);
  return { exportList: exports.map((one) => present(config.exports.days, one)), totalRecords: total };
};

export const cancelExport: Handler<'cancelExport'> = async ({ services, config, request, caller }) => {
  const { exports } = services.accounts;
  await exports.cancel((await exports.find(caller.user, request.exportId)).export);
  return present(config.exports.days, await exports.find(caller.user, request.exportId));
};

/**
 * An address for the file, or none while it is made again: it lies with another portal, was let go for others, or holds what was
 * suppressed since.
 */
/**
 * The file of an export that a person may have; null where it is made again.
 *
 * @throws PortalError NOT_YOURS, EXPORT_GONE
 */
export async function fileOf(
  { services, config }: Pick<Call<'fetchExport'>, 'services' | 'config'>,
  user: User,
  id: string,
) {
  const { accounts, records } = services;
  const { export: made } = await accounts.exports.find(user, id);
  if (made.state !== 'READY' || made.readyAt === null) throw new PortalError('EXPORT_GONE');
  if (made.readyAt.getTime() + config.exports.days * DAY_MS < Date.now()) throw new PortalError('EXPORT_GONE');
  const [file, version] = await Promise.all([services.exportFiles.find(made), records.versions.current()]);
  if (file && showsNothingSuppressed(made, version)) return { made, file };
  await accounts.exports.makeAgain(made, version.version);
  return null;
}

export const fetchExport: Handler<'fetchExport'> = async (call) => {
  const { services, request, caller } = call;
  const found = await fileOf(call, caller.user, request.exportId);
  return {
    url: found && `/export-management/file/${await services.accounts.exports.tickets.give(caller, found.made)}`,
  };
};

export const downloadSearch: Handler<'downloadSearch'> = async ({ services, request, caller }) => {
  const {
    saved: { searches },
    exports,
  } = services.accounts;
  await searches.find(caller.user, request.searchId);
  return { recordsDownloaded: await exports.exportedOf(caller.user, request.searchId) };
};

/** Which of the reported records are owned is the server's to know; one that is not is refused, and nothing is kept. */
export const updateDownloads: Handler<'updateDownloads'> = async (call) => {
  const { services, request, caller, signal } = call;
  mustNameOwnAccount(caller.user, request.userId);
  const owned = await services.records.exported.among(
    await services.accounts.exports.owned(ownerOf(caller.user)),
    request.downloadedRecords,
    { signal, asker: askerOf(caller.user) },
  );
  if (request.downloadedRecords.some((id) => !owned.has(id))) throw new PortalError('NOT_YOURS');
  return { downloadedRecords: request.downloadedRecords };
};

export const ownedRecords: Handler<'ownedRecords'> = async (call) => {
  const { services, request, caller, signal } = call;
  mustNameOwnAccount(caller.user, request.userId);
  const owner = await services.accounts.exports.owned(ownerOf(caller.user));
  const { exported } = services.records;
  if (request.ids === undefined) {
    const { ids, total } = await exported.page(owner, requestedPage(request), { signal, asker: askerOf(caller.user) });
    call.http.reply.header(TOTAL_RECORDS_HEADER, total);
    return ids;
  }
  const owned = await exported.among(owner, request.ids, { signal, asker: askerOf(caller.user) });
  const mine = request.ids.filter((id) => owned.has(id));
  call.http.reply.header(TOTAL_RECORDS_HEADER, mine.length);
  return mine;
};
