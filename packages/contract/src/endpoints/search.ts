import { z } from 'zod';
import { DISTINCT_COLUMNS, RECORD_COLUMNS } from '../columns/catalogue.js';
import type { ColumnType, TradeType } from '../columns/column.js';
import { clause } from '../query/clauses.js';
import { distinctValuesQuery, searchQuery } from '../query/search-query.js';
import { suggestionQuery } from '../query/suggestion-query.js';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';

function cell(type: ColumnType): z.ZodType<string | number | null> {
  return type === 'integer' ? z.number().int().nullable() : z.string().nullable();
}

const matchedText = z.object({
  key: z.string().describe('Wire key of the column'),
  text: z.string().describe('The part of the cell that matched, as it stands there'),
  alone: z.boolean().optional().describe('True where it matched as a word by itself, and not within another one'),
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
      .describe('True when hs_description is that of the HS nomenclature; what the source says else is in as_written'),
    owned: z.boolean().describe('True when the account has exported it: exporting it again is free'),
    source: z
      .object({ file: z.string(), line: z.number().int() })
      .describe("Where its source says it: the file's name, and the line, counted from 1"),
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

const importRows = z.array(row('IMPORT')).optional();
const exportRows = z.array(row('EXPORT')).optional();

const dropHint = z.object({
  clause,
  label: z.string().describe('The clause in words'),
  records: z
    .number()
    .int()
    .describe('How many records there are without it, or with what stands in its place, exactly'),
});
export type DropHint = z.output<typeof dropHint>;

export const search = endpoint('POST /search-management/search', {
  summary: 'One page of the records that a question finds',
  owner: { ids: { searchId: 'search' } },
  rate: 'SEARCH',
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
    columns: z
      .array(z.string())
      .describe(
        'Wire keys of the columns to offer: those with a value in the records of the asked countries and trade type',
      ),
    freeRecordsLeft: z
      .number()
      .int()
      .describe(
        'How many more records of this search may be read without points today, by whatever narrower question, filter or order; those that were read stay free',
      ),
    dropHints: z
      .array(dropHint)
      .max(LIMITS.dropHints + 2 * LIMITS.proposals)
      .describe(
        'Where the search finds nothing: what to leave out, by how much would then be found; then what to ask instead, the likeliest first',
      ),
  }),
  errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', 'POINTS_NEEDED', ...TOO_MUCH],
});

export const searchCount = endpoint('POST /search-management/searchcount', {
  summary: 'How many records a question finds, exactly',
  owner: { ids: { searchId: 'search' } },
  rate: 'SEARCH',
  request: searchQuery,
  response: z.number().int(),
  errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', ...TOO_MUCH],
});

export const searchCost = endpoint('POST /search-management/searchcost', {
  summary: 'How many searches a question would cost now; asks and charges nothing',
  owner: { ids: { searchId: 'search' } },
  rate: 'LISTS',
  request: searchQuery,
  response: z.number().int(),
  errors: ['NO_SUBSCRIPTION', 'NOT_YOURS'],
});

export const listDistinctColumnValue = endpoint('POST /search-management/listdistinctcolumnvalue', {
  summary: `The values of one column among the records of a question, largest first. Columns of imports: ${DISTINCT_COLUMNS.IMPORT.join(', ')}; of exports: ${DISTINCT_COLUMNS.EXPORT.join(', ')}`,
  owner: { ids: { searchId: 'search' } },
  rate: 'LISTS',
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

/** One suggestion: what would be searched, and how much of it there is. */
const suggestion = z.object({
  value: z.string().describe('Goes into searchValue as it is'),
  shipment_count: z
    .number()
    .int()
    .describe('Shipments of the asked trade type, countries and months; at least, for a phrase of several words'),
  key: z
    .string()
    .optional()
    .describe('Of a party only: the key under which its spellings meet. Name the value in pickedValue too, to mean it'),
  description: z
    .string()
    .optional()
    .describe('Of an HS code: what it is, as the records say it, else as the HS nomenclature does'),
});
export type Suggestion = z.output<typeof suggestion>;

/** The specification says "suggestionList with listSuggestion": a list of one entry, as `sitesettings` answers. */
export const suggestionList = endpoint('POST /search-management/suggestionlist', {
  summary: 'What a text that is being typed may become: parties, HS codes or words, most shipments first',
  owner: 'CALLER',
  rate: 'SUGGESTIONS',
  request: suggestionQuery,
  response: z.object({
    suggestionList: z.array(z.object({ listSuggestion: z.array(suggestion).max(LIMITS.suggestions) })).length(1),
  }),
  errors: ['NO_SUBSCRIPTION', ...TOO_MUCH],
});
