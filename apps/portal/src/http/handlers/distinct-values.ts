import { DATA_VERSION_HEADER, type Handler } from '../handler.js';
import { answerPaid } from '../paid-question.js';

export const listDistinctColumnValue: Handler<'listDistinctColumnValue'> = (call) =>
  answerPaid(call, async (access) => {
    const { house, request, http, signal } = call;
    const { values, distinctCount, dataVersion } = await house.records.columnValues.list(request, access, signal);
    http.reply.header(DATA_VERSION_HEADER, dataVersion);
    return {
      distinctColumnValuesList: values.map(({ value, records, description }) => ({
        column_name: value,
        records_count: records,
        ...(description !== undefined && { hs_description: description }),
      })),
      distinctCount,
    };
  });
