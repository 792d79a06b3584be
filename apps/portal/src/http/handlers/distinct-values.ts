import { DATA_VERSION_HEADER, type Handler } from '../handler.js';
import { answerPaid } from '../paid-question.js';

export const listDistinctColumnValue: Handler<'listDistinctColumnValue'> = (call) =>
  answerPaid(call, async (question) => {
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
