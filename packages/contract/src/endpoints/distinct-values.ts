import { z } from 'zod';
import { DISTINCT_COLUMNS } from '../distinct-columns.js';
import { endpoint, noParams } from '../endpoint.js';
import { TOO_MUCH } from '../errors.js';
import { distinctValuesQuery } from '../search-query.js';

export const listDistinctColumnValue = endpoint({
  name: 'listDistinctColumnValue',
  summary: `The values of one column among the records of a question, largest first. Columns of imports: ${DISTINCT_COLUMNS.IMPORT.join(', ')}; of exports: ${DISTINCT_COLUMNS.EXPORT.join(', ')}`,
  method: 'POST',
  path: '/search-management/listdistinctcolumnvalue',
  access: 'session',
  owner: { ids: { searchId: 'search' } },
  rate: 'LISTS',
  params: noParams,
  request: distinctValuesQuery,
  response: z.object({
    distinctColumnValuesList: z.array(
      z.object({
        column_name: z.string().describe('The value; a party under its commonest spelling'),
        records_count: z.number().int(),
        hs_description: z.string().optional().describe('Of an HS code: what the HS nomenclature calls it'),
      }),
    ),
    distinctCount: z.number().int().describe('How many the whole list has; an answer carries a page of it'),
  }),
  errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', ...TOO_MUCH],
});
