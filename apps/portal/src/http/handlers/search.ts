import { searchListName } from '@tidewaiter/contract';
import { DATA_VERSION_HEADER, type Handler } from '../handler.js';
import { answerPaid } from '../paid-question.js';

export const search: Handler<'search'> = (call) =>
  answerPaid(call, async (question) => {
    const { house, request, caller } = call;
    const page = await question.page();
    // Whatever id came along: what was asked is noted, and the same question of the same day is the same search.
    const searchId = await house.accounts.searches.note(caller.user, request);
    const nothing = page.length === 0 && request.pageNumber === 0;
    return {
      searchId,
      question: question.inWords(),
      dataVersion: question.dataVersion,
      searched: question.scope,
      dropHints: nothing ? await question.dropHints() : [],
      [searchListName(request.tradeType, request.countryCode)]: page.map(({ cells, matched, asWritten }) => ({
        ...cells,
        matched,
        as_written: asWritten,
      })),
    };
  });

export const searchCount: Handler<'searchCount'> = (call) =>
  answerPaid(call, async (question) => {
    const count = await question.count();
    call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
    return count;
  });
