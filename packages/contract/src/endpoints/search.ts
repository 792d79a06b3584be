import { z } from 'zod';
import { clause } from '../clauses.js';
import { RECORD_COLUMNS } from '../columns/catalogue.js';
import type { ColumnType, TradeType } from '../columns/column.js';
import { isIndianSearch } from '../countries.js';
import { endpoint, noParams } from '../endpoint.js';
import { TOO_MUCH } from '../errors.js';
import { LIMITS } from '../limits.js';
import { searchQuery } from '../search-query.js';

function cell(type: ColumnType): z.ZodType<string | number | null> {
  return type === 'integer' ? z.number().int().nullable() : z.string().nullable();
}

const matchedText = z.object({
  key: z.string().describe('Wire key of the column'),
  text: z.string().describe('The part of the cell that matched, as it stands there'),
});
export type MatchedText = z.output<typeof matchedText>;

const writtenText = z.object({
  key: z.string().describe('Wire key of the column'),
  text: z.string().describe('What the source wrote; empty where it wrote nothing and the value was computed'),
});
export type WrittenText = z.output<typeof writtenText>;

/**
 * One shipment record: its id and its cells. Core columns are always there, null where the source has no value; those of the
 * other sets only where they have one. Decimals are strings.
 */
function row(trade: TradeType) {
  const cells = Object.fromEntries(
    RECORD_COLUMNS[trade].map(({ key, type, set }) => [key, set === 'core' ? cell(type) : cell(type).optional()]),
  );
  return z.object({
    id: z.string().describe('128 bits, hexadecimal; stays when the file is loaded again'),
    usd_derived: z.boolean().describe('True when USD values were converted from the local currency by a monthly rate'),
    hs_derived: z
      .boolean()
      .describe('True when hs_description is that of the HS nomenclature, since the source gives none'),
    matched: z.array(matchedText).describe('Why the row is here: the parts of its cells that the values matched'),
    as_written: z.array(writtenText).describe('Cells that say something else than the source did, and what it wrote'),
    ...cells,
  });
}

/** A record's cells by wire key. */
export type RecordRow = { id: string; usd_derived: boolean; hs_derived: boolean } & Record<
  string,
  string | number | boolean | null
>;

/** The name of the list that a search answers with (SPEC 7): by trade type, and Indian or not. */
export function searchListName(trade: TradeType, countryCodes: readonly string[]) {
  const indian = isIndianSearch(countryCodes);
  if (trade === 'IMPORT') return indian ? 'impIndList' : 'impForeignList';
  return indian ? 'expIndList' : 'expForeignList';
}

const importRows = z.array(row('IMPORT')).optional();
const exportRows = z.array(row('EXPORT')).optional();

const dropHint = z.object({
  clause,
  label: z.string().describe('The clause in words'),
  records: z.number().int().describe('How many records there are without it, exactly'),
});
export type DropHint = z.output<typeof dropHint>;

export const search = endpoint({
  name: 'search',
  summary: 'One page of the records that a question finds',
  method: 'POST',
  path: '/search-management/search',
  access: 'session',
  owner: { ids: { searchId: 'search' } },
  rate: 'SEARCH',
  params: noParams,
  request: searchQuery,
  response: z.object({
    searchId: z.string(),
    impForeignList: importRows,
    impIndList: importRows,
    expForeignList: exportRows,
    expIndList: exportRows,
    question: z.string().describe('What was asked, in words'),
    dataVersion: z.number().int().describe('The published state of the records that answered'),
    searched: z
      .object({ countryCode: z.array(z.string()), fromDate: z.string(), toDate: z.string() })
      .nullable()
      .describe('What was searched after the subscription narrowed it; null when nothing of it is allowed'),
    dropHints: z
      .array(dropHint)
      .max(LIMITS.dropHints)
      .describe('Where the search finds nothing: what to leave out, by how much would then be found'),
  }),
  errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', ...TOO_MUCH],
});

export const searchCount = endpoint({
  name: 'searchCount',
  summary: 'How many records a question finds, exactly',
  method: 'POST',
  path: '/search-management/searchcount',
  access: 'session',
  owner: { ids: { searchId: 'search' } },
  rate: 'SEARCH',
  params: noParams,
  request: searchQuery,
  response: z.number().int(),
  errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', ...TOO_MUCH],
});
