/** Former calls of programs that ask, or are answered, otherwise than the contract's calls that they are. */
import { createHash } from 'node:crypto';
import { nameOf } from '@tidewaiter/accounts';
import {
  breakdownQuery,
  columnKeyOf,
  columnNameOf,
  type ExportView,
  PortalError,
  percentOf,
  RetryLater,
  type SavedQuery,
  type SearchQuery,
  SOURCE_COUNTRIES,
} from '@tidewaiter/contract';
import { BREAKDOWNS, type KeyCallName, plainName, plainQuestion, quoteForm } from '@tidewaiter/contract/api';
import type { Breakdown } from '@tidewaiter/records';
import { sendExportFile } from '../../exports/download.js';
import { exportKeys } from '../../exports/named-columns.js';
import { chargeAndAnswer } from '../../questions/paid-question.js';
import { fileOf } from '../handlers/exports.js';
import type { Handler } from '../handlers/handler.js';
import { inTurn } from '../handlers/heavy-calls.js';
import { HANDLERS } from '../handlers/index.js';
import { asSessionCall } from './contract-call.js';
import type { ApiHandlers, ApiRequest } from './request.js';

/** When to look again for a file that is made again, in seconds. */
const MADE_AGAIN_RETRY_S = 5;

/** Where a program has sent what the contract's calls name otherwise. */
const PLACES: Readonly<Record<string, string>> = {
  ...{ columnKeys: 'columns', query: 'question', ownColumns: 'own_columns', columnName: 'column' },
  ...{ searchValue: 'text', fromDate: 'from', toDate: 'to' },
};
const placeOf = ([first, ...rest]: readonly PropertyKey[]) => [PLACES[String(first)] ?? String(first), ...rest];

/** Has a call of the contract answered. */
const ask = <Name extends KeyCallName>(call: ApiRequest, name: Name, request: Record<string, unknown>) =>
  (HANDLERS[name] as Handler<Name>)(asSessionCall(call, name, request, placeOf));

const described = (description: string | undefined) => description !== undefined && { description };

const sums = ({ shipments, valued, valueUsd, valueInr, quantities }: Breakdown['total']) => ({
  ...{ shipments, valued, value_usd: valueUsd, value_inr: valueInr },
  quantities: quantities.map((one) => ({
    ...{ unit: one.unit, quantity: one.quantity, shipments: one.shipments, value_usd: one.valueUsd },
  })),
});

/** A column of the companies of a party has the name of the party's column, and this. */
const COMPANY = '_company';

const columnName = ({ tradeType }: SavedQuery, key: string) =>
  key.endsWith(COMPANY)
    ? `${columnNameOf(tradeType, key.slice(0, -COMPANY.length))}${COMPANY}`
    : columnNameOf(tradeType, key);

function plainExport(view: ExportView) {
  const query = view.userSearchQuery as SavedQuery;
  return {
    id: view.exportId,
    state: plainName(view.state),
    refusal: view.reason && { code: plainName(view.reason.errorCode), message: view.reason.errorMsg },
    created: view.createdDate,
    person: view.userName,
    question: plainQuestion(query),
    in_words: view.question,
    columns: view.columnKeys.map((key) => columnName(query, key)),
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
const exported = ({ question: query, columns, ids }: Exported) => ({
  ...{ query, columnKeys: exportKeys(query, columns) },
  ...(ids && { ids }),
});

const named = ({ params }: ApiRequest) => ({ exportId: params.export_id });

/** A program's key for an export, whatever it looks like, in the form that keys of exports have. */
function idempotencyKey({ http, caller }: ApiRequest): string {
  const { 'idempotency-key': key } = http.request.headers;
  const words = 'Send an Idempotency-Key with it: the same key is the same export, charged once.';
  if (typeof key !== 'string' || key === '' || key.length > 200) throw new PortalError('VALIDATION', [], words);
  const hash = createHash('sha256').update(`${caller.user.id} ${key}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export const FORMER_CALLS: ApiHandlers = {
  async count(call) {
    return { count: await ask(call, 'searchCount', call.request.question) };
  },

  async breakdown({ services, caller, signal, request }) {
    const { question: query, by, contains: nameContains, page: pageNumber, limit: numberOfRecords } = request;
    const dimension = BREAKDOWNS.get(by);
    if (!dimension) throw new PortalError('VALIDATION');
    const list = breakdownQuery.parse({ ...query, nameContains, pageNumber, numberOfRecords });
    // A screen asks for a dozen lists once; a program asks for as many as it likes, and has one at a time.
    const { items, distinctCount, total, notStated } = await inTurn({ caller, signal }, () =>
      chargeAndAnswer({ services, caller, signal, request: list }, (question) => question.list(dimension)),
    );
    return {
      items: items.map((item) => ({
        ...{ name: item.name, ...described(item.description), ...sums(item) },
        share: percentOf(item.valueUsd, total.valueUsd),
      })),
      ...{ items_count: distinctCount, total: sums(total), not_stated: sums(notStated) },
    };
  },

  async values(call) {
    const { question, column, contains: nameContains, page: pageNumber, limit: numberOfRecords } = call.request;
    const columnName = columnKeyOf(question.tradeType, column);
    const asked = { ...question, columnName, nameContains, pageNumber, numberOfRecords };
    const { distinctColumnValuesList: found, distinctCount } = await inTurn(call, () =>
      ask(call, 'listDistinctColumnValue', asked),
    );
    const values = found.map(({ column_name: value, records_count: records, hs_description }) => ({
      ...{ value, records, ...described(hs_description) },
    }));
    return { values, values_count: distinctCount };
  },

  async suggest(call) {
    const {
      trade: tradeType,
      field: searchBy,
      text: searchValue,
      from: fromDate,
      to: toDate,
      countries,
    } = call.request;
    const countryCode = countries ?? SOURCE_COUNTRIES.map(({ shortcode }) => shortcode);
    const typed = { tradeType, searchBy, searchValue, countryCode, fromDate, toDate, matchType: 'L' };
    const [found] = (await ask(call, 'suggestionList', typed)).suggestionList;
    const suggestions = found?.listSuggestion.map(({ value, shipment_count: shipments, description }) => ({
      ...{ value, shipments, ...described(description) },
    }));
    return { suggestions };
  },

  async quoteExport(call) {
    return quoteForm.toPlain(await ask(call, 'quoteExport', exported(call.request)));
  },

  async startExport(call) {
    const { format, trace, raw, own_columns: ownColumns, fingerprint } = call.request;
    const how = { format, trace, raw, ownColumns, fingerprint, key: idempotencyKey(call) };
    return plainExport(await ask(call, 'startExport', { ...exported(call.request), ...how }));
  },

  async listExports(call) {
    const { page: pageNumber, limit: numberOfRecords } = call.request;
    const { exportList, totalRecords } = await ask(call, 'exportList', { pageNumber, numberOfRecords });
    return { exports: exportList.map(plainExport), exports_count: totalRecords };
  },

  async readExport(call) {
    return plainExport(await ask(call, 'exportDetails', named(call)));
  },

  async cancelExport(call) {
    return plainExport(await ask(call, 'cancelExport', named(call)));
  },

  /** Sends the file itself: a program shows its key for that too, and needs no address that is good for a minute. */
  async exportFile(call) {
    const found = await fileOf(call, call.caller.user, String(call.params.export_id));
    if (!found) throw new RetryLater('FILE_MADE_AGAIN', MADE_AGAIN_RETRY_S);
    sendExportFile(call.http.reply, found.made, found.file);
    return '';
  },

  async account({ services, caller: { user, apiKey } }) {
    return {
      person: { name: nameOf(user), email: user.email },
      key: { name: apiKey.name, scopes: [...apiKey.scopes] },
      plan: (await services.accounts.plans.subscriptions.state(user))?.plan.name ?? null,
    };
  },

  async countries(call) {
    const isImport = call.request.trade === 'import';
    const session = asSessionCall(call, 'countryListByTrade', {});
    const { countryList } = await HANDLERS.countryListByTrade({ ...session, params: { trade: isImport ? 'I' : 'E' } });
    const countries = countryList.map((one) => ({
      ...{ code: one.shortcode, iso2: one.iso2code, name: one.name },
      from: isImport ? one.importFrom : one.exportFrom,
      to: isImport ? one.importUpto : one.exportUpto,
      points_per_record: isImport ? one.importPointWeightage : one.exportPointWeightage,
      records: one.records,
    }));
    return { countries };
  },

  async savedSearches(call) {
    const { workspace_id: workspaceId, contains, page: pageNumber, limit: numberOfRecords } = call.request;
    const asked = { contains, pageNumber, numberOfRecords, ...(workspaceId && { workspaceId }) };
    const found = await ask(call, 'savedSearchList', asked);
    const saved = found.searchQueryWithWS.map((one) => ({
      ...{ id: one.id, workspace_id: one.workspaceId, name: one.name, description: one.description },
      question: plainQuestion(one.userSearchQuery as SavedQuery),
      ...{ records: one.totalRecords, created: one.createdDate, revision: one.revision, may_change: one.mayChange },
    }));
    return { saved_searches: saved, saved_searches_count: found.totalRecords };
  },

  /** What is saved is a search that was asked: it is asked and paid for here, unless it was before; for a workspace that is there. */
  async saveSearch(call) {
    const { services, caller, signal } = call;
    const { question: query, workspace_id, name, description } = call.request;
    const { workspaces, searches } = services.accounts.saved;
    await workspaces.find(caller.user, workspace_id);
    const search_id = await chargeAndAnswer({ services, caller, signal, request: query }, ({ lists }) =>
      searches.note(caller.user, query, lists),
    );
    const { id } = await ask(call, 'saveSearch', { workspace_id, search_id, name, description, query });
    return { id };
  },
};
