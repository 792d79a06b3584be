/** Records for programs, and what they cost. */
import { ownerOf } from '@tidewaiter/accounts';
import { columnNameOf, LIMITS, MESSAGES, PortalError, type SearchQuery } from '@tidewaiter/contract';
import type { SourcedRow } from '@tidewaiter/records';
import { chargeAndAnswer, openQuestion, paidSearchOf, takeFree, wholeOf } from '../../questions/paid-question.js';
import { buyBlock, heaviest, ownedAmong } from './bought-records.js';
import { hashOf, readCursor, writeCursor } from './cursor.js';
import type { Handler } from './handler.js';
import { inTurn } from './heavy-calls.js';

/** Records of one page from which on it waits its turn among heavy calls. */
const HEAVY_PAGE = 200;

/** A record with its columns by the names that both trade types share. */
function namedRecord({ tradeType }: SearchQuery, row: SourcedRow, wanted: ReadonlySet<string> | undefined) {
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

export const readRecords: Handler<'readRecords'> = async (call) => {
  const { services, caller, signal } = call;
  const { query, limit, cursor, columns, maxPoints } = call.request;
  const { accounts } = services;
  // What a cursor says is read before anything is paid.
  const place = readCursor(cursor, query);
  const owned = query.onlyNew ? (await accounts.exports.owned(ownerOf(caller.user))).exports : [];
  const ownedUpto = place?.ownedUpto ?? Math.max(0, ...owned);
  let points = 0;
  const answer = () =>
    chargeAndAnswer(
      { services, caller, signal, request: query, ownedUpto },
      async (question, search) => {
        const state = hashOf(question.scope, ...question.lists.map(({ contents }) => contents));
        if (place && (place.dataVersion !== question.dataVersion || place.state !== state))
          throw new PortalError('CURSOR_STALE');
        const offset = place?.offset ?? 0;
        const reading = { services, caller, query, question, signal };
        const isBeyond = offset >= LIMITS.reachableRows;
        if (isBeyond && query.orderByColumn !== undefined) {
          throw PortalError.invalid('query.orderByColumn', MESSAGES.beyondByDate);
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
          await services.accounts.saved.searches.note(caller.user, query, question.lists);
          return { rows: rows.slice(0, endOf(before)), owned: before, left, offset, question, state };
        }
        points = await buyBlock(reading, search, { offset, most, maxPoints });
        const owned = await ownedAmong(reading, ids);
        // The page may reach into the next block, which is another page's to buy.
        if (endOf(owned) === 0) throw new PortalError('INTERNAL');
        return { rows: rows.slice(0, endOf(owned)), owned, left, offset, question, state };
      },
      { showsRecords: ({ rows }) => rows.length > 0, isNoted: true },
    );
  const {
    rows,
    owned: theirs,
    left,
    offset,
    question,
    state,
  } = await (limit > HEAVY_PAGE ? inTurn({ caller, signal }, answer) : answer());
  const total = await question.count();
  const end = offset + rows.length;
  const wanted = columns && new Set(columns);
  return {
    records: rows.map((row) => ({ ...namedRecord(query, row, wanted), owned: theirs.has(row.cells.id) })),
    nextCursor:
      rows.length > 0 && end < total
        ? writeCursor(query, { offset: end, dataVersion: question.dataVersion, state, ownedUpto })
        : null,
    freeRecordsLeft: left,
    found: total,
    points,
    pointsLeft: (await services.accounts.plans.subscriptions.state(caller.user))?.downloadsLeft ?? 0,
  };
};

export const readingCost: Handler<'readingCost'> = async ({
  services,
  caller,
  signal,
  request: { query, records },
}) => {
  const call = { services, caller, signal, request: query };
  const question = await openQuestion(call, query);
  const search = await paidSearchOf(call, question);
  const searches = search === undefined ? 1 : 0;
  const { left, most: mostFree } = await takeFree(call, search ?? '', []);
  // How many there are is what a search is paid for.
  if (search === undefined) return { searches, records: null, points: null, freeRecordsLeft: left };
  const all = await question.count();
  const read = Math.min(records ?? all, all);
  // What was read of a search lies in it: of the whole of it, no more is to be paid than what is beyond the plan's number.
  const isOwn = search === (await services.accounts.saved.searches.keyOf(caller.user, query, question.lists));
  const most = isOwn ? (await wholeOf(question, query)) - mostFree : read;
  const beyond = Math.max(0, Math.min(read - left, most));
  const points = beyond === 0 ? 0 : beyond * (await heaviest({ services, query }));
  return { searches, records: read, points, freeRecordsLeft: left };
};
