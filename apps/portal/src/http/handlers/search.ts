import { searchListName } from '@tidewaiter/contract';
import { DATA_VERSION_HEADER, type Handler } from '../handler.js';
import { answerPaid } from '../paid-question.js';

export const search: Handler<'search'> = (call) =>
  answerPaid(call, async (access) => {
    const { house, request, caller, signal } = call;
    const page = await house.records.search.page(request, access, signal);
    // Whatever id came along: what was asked is noted, and the same question of the same day is the same search.
    const searchId = await house.accounts.searches.note(caller.user, request);
    const { question, dataVersion, searched } = page;
    const matched = await house.records.whyMatched.explain(request, page.rows);
    const rows = page.rows.map((row, index) => ({
      ...row,
      matched: matched[index] ?? [],
      as_written: page.asWritten[index] ?? [],
    }));
    const nothing = rows.length === 0 && request.pageNumber === 0;
    const dropHints = nothing ? await house.records.dropHints.of(request, access, signal) : [];
    const list = searchListName(request.tradeType, request.countryCode);
    return { searchId, question, dataVersion, searched, dropHints, [list]: rows };
  });

export const searchCount: Handler<'searchCount'> = (call) =>
  answerPaid(call, async (access) => {
    const { count, dataVersion } = await call.house.records.search.count(call.request, access, call.signal);
    call.http.reply.header(DATA_VERSION_HEADER, dataVersion);
    return count;
  });
