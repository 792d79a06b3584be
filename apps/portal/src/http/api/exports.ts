/** Exports, as programs ask for them: by names of columns, their questions as they can be asked again. */
import { createHash } from 'node:crypto';
import {
  columnsFor,
  type ExportView,
  PortalError,
  RetryLater,
  type SavedQuery,
  type SearchQuery,
  withCompanies,
} from '@tidewaiter/contract';
import { columnKeyOf, columnNameOf, plainName, plainQuestion, quoteForm } from '@tidewaiter/contract/api';
import { sendExportFile } from '../../exports/download.js';
import { fileOf } from '../handlers/exports.js';
import { HANDLERS } from '../handlers/index.js';
import { asSessionCall } from './contract-call.js';
import type { ApiHandler, ApiRequest } from './request.js';

/** When to look again for a file that is made again, in seconds. */
const MADE_AGAIN_RETRY_S = 5;

/** Names of the columns of parties' companies follow those of the parties. */
const COMPANY = '_company';

function keysOf({ tradeType, countryCode }: SearchQuery, names: readonly string[] | undefined): string[] {
  if (!names)
    return withCompanies(
      tradeType,
      columnsFor(tradeType, countryCode)
        .filter(({ set, alias }) => set === 'core' && !alias)
        .map(({ key }) => key),
    );
  return names.map((name) =>
    name.endsWith(COMPANY)
      ? `${columnKeyOf(tradeType, name.slice(0, -COMPANY.length))}${COMPANY}`
      : columnKeyOf(tradeType, name),
  );
}

function nameOf({ tradeType }: SavedQuery, key: string): string {
  if (!key.endsWith(COMPANY)) return columnNameOf(tradeType, key);
  return `${columnNameOf(tradeType, key.slice(0, -COMPANY.length))}${COMPANY}`;
}

const refusalSent = (refusal: ExportView['reason']) =>
  refusal && { code: plainName(refusal.errorCode), message: refusal.errorMsg };

function present(view: ExportView) {
  const query = view.userSearchQuery as SavedQuery;
  return {
    id: view.exportId,
    state: plainName(view.state),
    refusal: refusalSent(view.reason),
    created: view.createdDate,
    person: view.userName,
    question: plainQuestion(query),
    in_words: view.question,
    columns: view.columnKeys.map((key) => nameOf(query, key)),
    format: view.format,
    file_name: view.fileName,
    records: view.rows,
    points: view.points,
    data_version: view.dataVersion,
    records_done: view.rowsDone,
    bytes: view.bytes,
    kept_until: view.keptUntil,
  };
}

interface Exported {
  question: SearchQuery;
  columns?: string[] | undefined;
  ids?: string[] | undefined;
}

/** The fields of the wire, checked as it checks them: names of columns and ids are said to be wrong where they stand. */
const wireFields = ({ question: query, columns, ids }: Exported) => ({
  query,
  columnKeys: keysOf(query, columns),
  ...(ids && { ids }),
});

const PLACES: Readonly<Record<string, string>> = {
  columnKeys: 'columns',
  query: 'question',
  ownColumns: 'own_columns',
};
const placeOf = ([first, ...rest]: readonly PropertyKey[]) => [PLACES[String(first)] ?? String(first), ...rest];

export const quoteExport: ApiHandler<'quoteExport'> = async (call) =>
  quoteForm.toPlain(await HANDLERS.quoteExport(asSessionCall(call, 'quoteExport', wireFields(call.request), placeOf)));

/** A program's key for an export, whatever it looks like, in the form that keys of exports have. */
function idempotencyKey({ http, caller }: ApiRequest): string {
  const { 'idempotency-key': key } = http.request.headers;
  if (typeof key !== 'string' || key === '' || key.length > 200)
    throw new PortalError(
      'VALIDATION',
      [],
      'Send an Idempotency-Key with it: the same key is the same export, charged once.',
    );
  const hash = createHash('sha256').update(`${caller.user.id} ${key}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export const startExport: ApiHandler<'startExport'> = async (call) => {
  const { format, trace, raw, own_columns: ownColumns, fingerprint } = call.request;
  const fields = {
    ...wireFields(call.request),
    format,
    trace,
    raw,
    ownColumns,
    fingerprint,
    key: idempotencyKey(call),
  };
  return present(await HANDLERS.startExport(asSessionCall(call, 'startExport', fields, placeOf)));
};

export const listExports: ApiHandler<'listExports'> = async (call) => {
  const { page: pageNumber, limit: numberOfRecords } = call.request;
  const request = { pageNumber, numberOfRecords };
  const { exportList, totalRecords } = await HANDLERS.exportList(asSessionCall(call, 'exportList', request));
  return { exports: exportList.map(present), exports_count: totalRecords };
};

const named = ({ params }: ApiRequest) => ({ exportId: params.export_id });

export const readExport: ApiHandler<'readExport'> = async (call) =>
  present(await HANDLERS.exportDetails(asSessionCall(call, 'exportDetails', named(call))));

export const cancelExport: ApiHandler<'cancelExport'> = async (call) =>
  present(await HANDLERS.cancelExport(asSessionCall(call, 'cancelExport', named(call))));

/** Sends the file itself: a program shows its key for that too, and needs no address that is good for a minute. */
export const exportFile: ApiHandler<'exportFile'> = async (call) => {
  const found = await fileOf(call, call.caller.user, String(call.params.export_id));
  if (!found) throw new RetryLater('FILE_MADE_AGAIN', MADE_AGAIN_RETRY_S);
  sendExportFile(call.http.reply, found.made, found.file);
  return '';
};
