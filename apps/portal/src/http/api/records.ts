/** The calls that ask the records, in the programs' own form. */
import {
  breakdownQuery,
  distinctValuesQuery,
  LIMITS,
  MESSAGES,
  PortalError,
  percentOf,
  readRequest,
  type SearchQuery,
  SOURCE_COUNTRIES,
  suggestionQuery,
  type UnitQuantity,
} from '@tidewaiter/contract';
import { BREAKDOWNS, columnKeyOf, columnNameOf } from '@tidewaiter/contract/api';
import type { Breakdown, SourcedRow } from '@tidewaiter/records';
import {
  chargeAndAnswer,
  costOf,
  openQuestion,
  paidSearchOf,
  takeFree,
  wholeOf,
} from '../../questions/paid-question.js';
import { validationError } from '../call/errors.js';
import { inTurn } from '../handlers/heavy-calls.js';
import { buyBlock, heaviest, ownedAmong } from './bought-records.js';
import { readCursor, writeCursor } from './cursor.js';
import type { ApiHandler } from './request.js';

/** Records of one page from which on it waits its turn among heavy calls. */
const HEAVY_PAGE = 200;

/** A record with its columns by their plain names. */
function plainRecord({ tradeType }: SearchQuery, row: SourcedRow, wanted: ReadonlySet<string> | undefined) {
  const { id, usd_derived, hs_derived, ...cells } = row.cells;
  const named = Object.entries(cells).map(([key, value]) => [columnNameOf(tradeType, key), value] as const);
  const kept = named.filter(([name, value]) => (wanted ? wanted.has(name) : value !== null));
  const written = row.asWritten.map(({ key, text }) => [columnNameOf(tradeType, key), text] as const);
  return {
    ...{ id, usd_derived, hs_derived, source: row.source },
    ...Object.fromEntries(kept),
    as_written: Object.fromEntries(wanted ? written.filter(([name]) => wanted.has(name)) : written),
  };
}

export const search: ApiHandler<'search'> = async (call) => {
  const { services, caller, signal, told } = call;
  const { question: query, limit, cursor, columns, max_points: maxPoints } = call.request;
  const answer = () =>
    chargeAndAnswer(
      { services, caller, signal, request: query },
      async (question, search) => {
        const offset = readCursor(cursor, query, question.dataVersion);
        const reading = { services, caller, query, question, signal };
        const isBeyond = offset >= LIMITS.reachableRows;
        if (isBeyond && query.orderByColumn !== undefined) {
          const message = MESSAGES.beyondByDate;
          throw new PortalError('VALIDATION', [{ field: 'question.sort.by', message }], message);
        }
        const cut = { offset, limit: isBeyond ? limit : Math.min(limit, LIMITS.reachableRows - offset) };
        const rows = await question.recordsFrom(cut);
        const ids = rows.map(({ cells }) => cells.id);
        const { free, left, most, owned: before } = await takeFree(reading, search, ids);
        const endOf = (owned: ReadonlySet<string>) => {
          const end = ids.findIndex((id) => !owned.has(id) && !free.has(id));
          return end < 0 ? ids.length : end;
        };
        if (endOf(before) > 0 || ids.length === 0) {
          await services.accounts.saved.searches.note(caller.user, query);
          return { rows: rows.slice(0, endOf(before)), owned: before, left, offset, question };
        }
        const points = await buyBlock(reading, search, { offset, most, maxPoints });
        told.cost = { searches: 0, points };
        const owned = await ownedAmong(reading, ids);
        // The page may reach into the next block, which is another page's to buy.
        if (endOf(owned) === 0) throw new PortalError('INTERNAL');
        return { rows: rows.slice(0, endOf(owned)), owned, left, offset, question };
      },
      { showsRecords: ({ rows }) => rows.length > 0, isNoted: true },
    );
  const { rows, owned, left, offset, question } = await (limit > HEAVY_PAGE
    ? inTurn({ caller, signal }, answer)
    : answer());
  const total = await question.count();
  const end = offset + rows.length;
  const wanted = columns && new Set(columns);
  return {
    records: rows.map((row) => ({ ...plainRecord(query, row, wanted), owned: owned.has(row.cells.id) })),
    next_cursor:
      rows.length > 0 && end < total ? writeCursor(query, { offset: end, dataVersion: question.dataVersion }) : null,
    free_records_left: left,
  };
};

export const count: ApiHandler<'count'> = ({ services, caller, signal, request: { question: query } }) =>
  chargeAndAnswer(
    { services, caller, signal, request: query },
    async (question) => {
      const found = await question.count();
      const { dataVersion } = question;
      await services.accounts.saved.searches.counted(caller.user, query, { totalRecords: found, dataVersion });
      return { count: found };
    },
    { showsRecords: (answer) => answer.count > 0, isNoted: query.newSince === undefined },
  );

export const cost: ApiHandler<'cost'> = async ({ services, caller, signal, request: { question: query, records } }) => {
  const call = { services, caller, signal, request: query };
  const searches = await costOf(call);
  const search = await paidSearchOf(call);
  const { left, most: mostFree } = await takeFree(call, search ?? '', []);
  // How many there are is what a search is paid for.
  if (search === undefined) return { searches, records: null, points: null, free_records_left: left };
  const question = await openQuestion(call, query);
  const all = await question.count();
  const read = Math.min(records ?? all, all);
  // What was read of a search lies in it: of the whole of it, no more is to be paid than what is beyond the plan's number.
  const isOwn = search === (await services.accounts.saved.searches.keyOf(caller.user, query));
  const most = isOwn ? (await wholeOf(question, query)) - mostFree : read;
  const beyond = Math.max(0, Math.min(read - left, most));
  const points = beyond === 0 ? 0 : beyond * (await heaviest({ services, query }));
  return { searches, records: read, points, free_records_left: left };
};

const quantities = (found: readonly UnitQuantity[]) =>
  found.map(({ unit, quantity, shipments, valueUsd }) => ({ unit, quantity, shipments, value_usd: valueUsd }));

const sums = ({ shipments, valued, valueUsd, valueInr, quantities: found }: Breakdown['total']) => ({
  ...{ shipments, valued, value_usd: valueUsd, value_inr: valueInr },
  quantities: quantities(found),
});

export const breakdown: ApiHandler<'breakdown'> = async ({ services, caller, signal, request }) => {
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
      name: item.name,
      ...(item.description !== undefined && { description: item.description }),
      ...sums(item),
      share: percentOf(item.valueUsd, total.valueUsd),
    })),
    items_count: distinctCount,
    total: sums(total),
    not_stated: sums(notStated),
  };
};

export const values: ApiHandler<'values'> = async ({ services, caller, signal, request }) => {
  const { question: query, column, contains: nameContains, page: pageNumber, limit: numberOfRecords } = request;
  const columnName = columnKeyOf(query.tradeType, column);
  const read = readRequest(distinctValuesQuery, { ...query, columnName, nameContains, pageNumber, numberOfRecords });
  if (!read.success) throw validationError(read.error, ([field]) => [field === 'columnName' ? 'column' : 'question']);
  const found = await inTurn({ caller, signal }, () =>
    chargeAndAnswer({ services, caller, signal, request: read.data }, (question) => question.distinctValues()),
  );
  return {
    values: found.values.map(({ value, records, description }) => ({
      ...{ value, records },
      ...(description !== undefined && { description }),
    })),
    values_count: found.distinctCount,
  };
};

export const suggest: ApiHandler<'suggest'> = async ({ services, caller, signal, request }) => {
  const { trade, field, text, from, to } = request;
  const countryCode = request.countries ?? SOURCE_COUNTRIES.map(({ shortcode }) => shortcode);
  const typed = { tradeType: trade, searchBy: field, searchValue: text, countryCode, fromDate: from, toDate: to };
  const read = readRequest(suggestionQuery, { ...typed, matchType: 'L' });
  const places: Readonly<Record<string, string>> = { searchValue: 'text', fromDate: 'from', toDate: 'to' };
  if (!read.success) throw validationError(read.error, ([first]) => [places[String(first)] ?? String(first)]);
  const question = await openQuestion({ services, caller, signal }, read.data);
  const found = await question.suggestions();
  return {
    suggestions: found.map(({ value, shipments, description }) => ({
      ...{ value, shipments },
      ...(description !== undefined && { description }),
    })),
  };
};
