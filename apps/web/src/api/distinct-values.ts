import type { SearchQuery } from '@tidewaiter/contract';
import { client } from './client.js';
import { createLane } from './lane.js';
import { type ListPart, listQuery, listRequest, type ValueList } from './value-list.js';

/** Each is a scan of its own: one at a time, so that pages and counts find the portal free. */
const inLane = createLane(1);

/** The values that one column has among the records of a question; the column by its wire key. */
export function distinctValues(columnName: string, query: SearchQuery, part: ListPart = {}) {
  const request = { ...listRequest(query, part), columnName };
  return listQuery(['distinct-values', request], inLane, async (options): Promise<ValueList> => {
    const { distinctColumnValuesList, distinctCount } = await client.listDistinctColumnValue(request, options);
    const values = distinctColumnValuesList.map((item) => ({
      value: item.column_name,
      records: item.records_count,
      description: item.hs_description,
    }));
    return { values, distinctCount };
  });
}
