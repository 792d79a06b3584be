import { DATA_VERSION_HEADER, type Handler } from '../handler.js';
import { openQuestion } from '../paid-question.js';

export const suggestionList: Handler<'suggestionList'> = async (call) => {
  const question = await openQuestion(call, call.request);
  const suggested = await question.suggestions();
  call.http.reply.header(DATA_VERSION_HEADER, question.dataVersion);
  const listSuggestion = suggested.map(({ shipments, ...rest }) => ({ ...rest, shipment_count: shipments }));
  return { suggestionList: [{ listSuggestion }] };
};
