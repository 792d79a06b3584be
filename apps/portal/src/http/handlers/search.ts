import { freeRecordsRead, PortalError, searchListName } from '@tidewaiter/contract';
import type { Question } from '@tidewaiter/records';
import { chargeAndAnswer, openQuestion, paidSearchOf, takeFree } from '../../questions/paid-question.js';
import { DATA_VERSION_HEADER, type Handler } from './handler.js';

export const search: Handler<'search'> = (call) => {
  const { services, request, caller } = call;
  const list = searchListName(request.tradeType, request.countryCode);
  const answer = async (question: Question, search: string) => {
    const [page, columns] = await Promise.all([question.page(), question.offeredColumns()]);
    const { owned, free, left, most } = await takeFree(
      call,
      search,
      page.map(({ cells }) => cells.id),
    );
    const rows = page.filter(({ cells: { id } }) => owned.has(id) || free.has(id));
    if (rows.length === 0 && page.length > 0) throw new PortalError('POINTS_NEEDED', [], freeRecordsRead(most));
    // Whatever id came along: what was asked is noted, and the same question of the same day is the same search.
    const searchId = await services.accounts.saved.searches.note(caller.user, request, question.lists);
    const nothing = page.length === 0 && request.pageNumber === 0;
    return {
      searchId,
      question: question.inWords(),
      dataVersion: question.dataVersion,
      searched: question.scope,
      columns,
      freeRecordsLeft: left,
      dropHints: nothing ? await question.relaxations() : [],
      [list]: rows.map(({ cells, source, matched, asWritten }) => ({
        ...cells,
        source,
        owned: owned.has(cells.id),
        matched,
        as_written: asWritten,
      })),
    };
  };
  return chargeAndAnswer(call, answer, {
    showsRecords: ({ [list]: rows }) => Array.isArray(rows) && rows.length > 0,
    isNoted: true,
  });
};

export const searchCount: Handler<'searchCount'> = (call) =>
  chargeAndAnswer(
    call,
    async (question) => {
      const { services, request, caller } = call;
      const count = await question.count();
      const { dataVersion, lists } = question;
      await services.accounts.saved.searches.counted(caller.user, request, lists, { totalRecords: count, dataVersion });
      call.http.reply.header(DATA_VERSION_HEADER, dataVersion);
      return count;
    },
    // What is new alone is not noted as what the question finds.
    { showsRecords: (count) => count > 0, isNoted: call.request.newSince === undefined },
  );

export const searchCost: Handler<'searchCost'> = async (call) => {
  const { services, request, caller } = call;
  if (request.searchId !== undefined) await services.accounts.saved.searches.find(caller.user, request.searchId);
  return (await paidSearchOf(call, await openQuestion(call, request))) === undefined ? 1 : 0;
};

export const listDistinctColumnValue: Handler<'listDistinctColumnValue'> = (call) =>
  chargeAndAnswer(call, async (question) => {
    const { values, distinctCount } = await question.distinctValues();
    call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
    return {
      distinctColumnValuesList: values.map(({ value, records, description }) => ({
        column_name: value,
        records_count: records,
        ...(description !== undefined && { hs_description: description }),
      })),
      distinctCount,
    };
  });

export const suggestionList: Handler<'suggestionList'> = async (call) => {
  const question = await openQuestion(call, call.request);
  const suggested = await question.suggestions();
  call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const listSuggestion = suggested.map(({ shipments, ...rest }) => ({ ...rest, shipment_count: shipments }));
  return { suggestionList: [{ listSuggestion }] };
};
