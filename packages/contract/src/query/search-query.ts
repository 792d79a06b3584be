import { z } from 'zod';
import { DISTINCT_COLUMNS, recordColumn } from '../columns/catalogue.js';
import { TRADE_TYPES } from '../columns/column.js';
import { LISTED_DIMENSIONS } from '../columns/dimensions.js';
import { filterFields, keptFilterFields, rangeProblems } from '../columns/filters.js';
import { countryByCode } from '../rules/countries.js';
import { daysBetween, isIsoDate } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { productWords, typedTextProblem, wholeWords } from '../rules/searched-text.js';

/** What a search looks in (SPEC 3). `HS_CODE_2`, the chapter, is what two digits are read as, and no form but the analysis' lists it. */
export const SEARCH_BY = ['HS_CODE', 'PRODUCT', 'IMPORTER', 'EXPORTER', 'HS_CODE_2'] as const;
export type SearchBy = (typeof SEARCH_BY)[number];

/** `L` like, `C` contains, `D` does not contain, `W` has the words; what each means per field is in the records package's compiler. */
export const MATCH_TYPES = ['L', 'C', 'D', 'W'] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

/** What a person chooses a match type by. */
export const MATCH_LABELS: Record<MatchType, string> = {
  W: 'All words',
  C: 'Contains',
  D: 'Does not contain',
  L: 'Like',
};

export const RELATIONS = ['AND', 'OR', 'NOT'] as const;
export type Relation = (typeof RELATIONS)[number];

/**
 * Match types that the search form offers for a field; the first is the default (SPEC 5, and
 * for products a choice of our own). A query-builder row may always ask for "like".
 */
export function matchTypesFor(searchBy: SearchBy, inBuilder = false): readonly MatchType[] {
  if (searchBy !== 'PRODUCT') return ['L'];
  return inBuilder ? ['W', 'C', 'D', 'L'] : ['W', 'C', 'D'];
}

/** The match type that a link means which names none (SPEC 5): it stays what it is, whatever a form offers first. */
export const unsaidMatchType = (searchBy: SearchBy): MatchType => (searchBy === 'PRODUCT' ? 'C' : 'L');

/** Brings a typed search value to the form that is searched: trimmed, and an HS code without its dots. */
export function cleanSearchValue(searchBy: SearchBy, value: string): string {
  const trimmed = value.trim();
  return searchBy === 'HS_CODE' || searchBy === 'HS_CODE_2' ? trimmed.replace(/[.\s]/g, '') : trimmed;
}

/**
 * What is wrong with one cleaned search value (SPEC 5), or undefined when it may be searched. The match type matters where
 * all words of a text must occur.
 */
export function searchValueProblem(
  searchBy: SearchBy,
  value: string,
  matchType: MatchType | null = null,
): string | undefined {
  if (searchBy === 'HS_CODE_2') return /^\d{2}$/.test(value) ? undefined : MESSAGES.hsChapterDigits;
  if (searchBy === 'HS_CODE') {
    if (value.length < LIMITS.hsCodeMinLength) return MESSAGES.hsTooShort;
    return /^\d{4,12}$/.test(value) ? undefined : MESSAGES.hsDigitsOnly;
  }
  return typedTextProblem(value) ?? (searchBy === 'PRODUCT' ? wordsProblem(value, matchType) : undefined);
}

/** What is wrong with the words of a product, where each of them must occur. */
function wordsProblem(value: string, matchType: MatchType | null): string | undefined {
  if (matchType !== 'L' && matchType !== 'W') return undefined;
  const words = matchType === 'L' ? productWords(value) : wholeWords(value);
  if (words.length === 0) return MESSAGES.noWord;
  return words.length > LIMITS.productWords ? MESSAGES.tooManyWords : undefined;
}

/** What is wrong with a pair of dates (SPEC 5 and 9), as field and message, or undefined. */
export function dateRangeProblem(
  from: string,
  to: string,
): { field: 'fromDate' | 'toDate'; message: string } | undefined {
  if (from >= to) return { field: 'fromDate', message: MESSAGES.fromAfterTo };
  if (daysBetween(from, to) > LIMITS.dateSpanDays) return { field: 'toDate', message: MESSAGES.spanTooLong };
  return undefined;
}

/** A query line, read where it is asked; what no database keeps of a text is refused before. */
export const lineText = z
  .string()
  .max(LIMITS.lineLength, { error: MESSAGES.lineTooLong })
  .refine((line) => !/[\0\p{Cs}]/u.test(line), { error: MESSAGES.unsearchableCharacter });

export const isoDate = z
  .string({ error: MESSAGES.fieldRequired })
  .refine(isIsoDate, { error: MESSAGES.badDate })
  .describe('A day, YYYY-MM-DD');

const condition = {
  searchBy: z.enum(SEARCH_BY, { error: MESSAGES.fieldRequired }),
  matchType: z.enum(MATCH_TYPES, { error: MESSAGES.fieldRequired }),
  searchValue: z
    .array(z.string(), { error: MESSAGES.enterSearchValues })
    .min(1, { error: MESSAGES.enterSearchValues })
    .max(LIMITS.searchValues, { error: MESSAGES.tooManyValues }),
  pickedValue: z
    .array(z.string())
    .max(LIMITS.searchValues, { error: MESSAGES.tooManyValues })
    .optional()
    .describe('Those of searchValue that were picked from the suggestions: each means the party, not the text'),
};

const queryBuilderRow = z.strictObject({ relation: z.enum(RELATIONS), ...condition });

export const countryCodes = z
  .array(
    z.string().refine((code) => countryByCode(code) !== undefined, { error: MESSAGES.unknownCountry }),
    { error: MESSAGES.fieldRequired },
  )
  .min(1, { error: MESSAGES.fieldRequired })
  .max(LIMITS.countryCodes, { error: MESSAGES.tooManyCountries });

/** Fields of the search form: they make the question. Sort and page do not. */
const question = {
  tradeType: z.enum(TRADE_TYPES, { error: MESSAGES.selectTradeType }),
  searchType: z.literal('TRADE').default('TRADE'),
  ...condition,
  // Where a line says what is searched for, there may be none.
  searchValue: z
    .array(z.string(), { error: MESSAGES.enterSearchValues })
    .max(LIMITS.searchValues, { error: MESSAGES.tooManyValues }),
  countryCode: countryCodes,
  fromDate: isoDate,
  toDate: isoDate,
  queryBuilder: z.array(queryBuilderRow).max(LIMITS.queryBuilderRows, { error: MESSAGES.tooManyRows }).default([]),
  line: lineText
    .optional()
    .describe(
      'What else must hold, in the query language; it is read where it is asked. With it searchValue may be empty',
    ),
};

/**
 * A question as history keeps it: the form's fields, without filters, sort and page. Kept questions were valid when they were
 * asked; reading one checks its shape only.
 */
export const askedQuestion = z.object(question);
export type AskedQuestion = z.output<typeof askedQuestion>;

/** One condition of a search: the form's own, or that of a query-builder row. */
export interface SearchCondition {
  searchBy: SearchBy;
  matchType: MatchType;
  searchValue: string[];
  pickedValue?: string[] | undefined;
}

type Report = (path: (string | number)[], message: string) => void;

/** Match types a condition may carry: the form's own, and in query-builder rows `L` for a product (SPEC 5). */
function checkCondition(condition: SearchCondition, inBuilder: boolean, at: (string | number)[], report: Report): void {
  const offered = matchTypesFor(condition.searchBy, inBuilder);
  if (!offered.includes(condition.matchType)) report([...at, 'matchType'], MESSAGES.matchNotForField);
  for (const [index, value] of condition.searchValue.entries()) {
    const problem = searchValueProblem(condition.searchBy, value, condition.matchType);
    if (problem) report([...at, 'searchValue', index], problem);
  }
  checkPicked(condition, at, report);
}

/** Only parties have a key to be known by, and what was picked is still one of the values. */
function checkPicked(
  { searchBy, searchValue, pickedValue = [] }: SearchCondition,
  at: (string | number)[],
  report: Report,
) {
  if (pickedValue.length > 0 && searchBy !== 'IMPORTER' && searchBy !== 'EXPORTER') {
    report([...at, 'pickedValue'], MESSAGES.pickedNotForField);
  }
  for (const [index, value] of pickedValue.entries()) {
    if (!searchValue.includes(value)) report([...at, 'pickedValue', index], MESSAGES.pickedNotSearched);
  }
}

/** A condition in which nothing was picked does not say so: it asks the same as one that knows of no picking. */
function cleanCondition<C extends SearchCondition>({
  pickedValue = [],
  ...condition
}: C): Omit<C, 'pickedValue'> & Pick<SearchCondition, 'pickedValue'> {
  const clean = (values: string[]) => [...new Set(values.map((value) => cleanSearchValue(condition.searchBy, value)))];
  const picked = clean(pickedValue);
  return {
    ...condition,
    searchValue: clean(condition.searchValue),
    ...(picked.length > 0 && { pickedValue: picked }),
  };
}

const queryFields = {
  ...question,
  orderByColumn: z.string().optional().describe('Wire key of a column; the date by default'),
  orderByMode: z.enum(['asc', 'desc']).default('desc'),
  pageNumber: z.number().int().min(0).default(0),
  numberOfRecords: z.number().int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSize),
  searchId: z.string().max(40).optional().describe('The id that the first page of this search was given'),
  savedSearch: z
    .uuid()
    .optional()
    .describe('The saved search that the question is opened from: what is new to it is free'),
  ...filterFields,
  // Fields that a saved query carries; the server knows better.
  returnSearchId: z.string().max(40).optional(),
  columnName: z.string().max(100).optional(),
  isDownloaded: z.union([z.boolean(), z.string().max(5)]).optional(),
  totalRecords: z.number().int().nonnegative().optional(),
  searchFlag: z
    .union([z.boolean(), z.string().max(5)])
    .optional()
    .describe('What the analysis sends of itself; it changes nothing'),
};

type QueryFields = z.output<z.ZodObject<typeof queryFields>>;

/** Brings a payload to the form in which it is asked. */
function cleanQuery<Query extends QueryFields>({ shipModeList, pickedValue, searchFlag: _, ...query }: Query) {
  return {
    ...query,
    ...cleanCondition({
      searchBy: query.searchBy,
      matchType: query.matchType,
      searchValue: query.searchValue,
      pickedValue,
    }),
    shipmentModeList: [...new Set([...query.shipmentModeList, ...shipModeList])],
    queryBuilder: query.queryBuilder.map(cleanCondition),
    countryCode: [...new Set(query.countryCode)],
  };
}

/** These rules of SPEC 5 concern more than one field. */
function checkQuery(query: Omit<QueryFields, 'shipModeList' | 'searchFlag'>, report: Report): void {
  const isLineAlone = query.line !== undefined && query.searchValue.length === 0 && query.queryBuilder.length === 0;
  if (query.searchValue.length === 0 && !isLineAlone) report(['searchValue'], MESSAGES.enterSearchValues);
  checkCondition(query, false, [], report);
  for (const [index, row] of query.queryBuilder.entries()) {
    checkCondition(row, true, ['queryBuilder', index], report);
  }
  const range = dateRangeProblem(query.fromDate, query.toDate);
  if (range) report([range.field], range.message);
  for (const { field, message } of rangeProblems(query)) report([field], message);
  if (query.newUntil !== undefined && query.newSince === undefined) report(['newUntil'], MESSAGES.newUntilAlone);
  if (query.orderByColumn !== undefined && !recordColumn(query.tradeType, query.orderByColumn)) {
    report(['orderByColumn'], MESSAGES.unknownColumn);
  }
}

/**
 * The payload of every search call (SPEC 3 "Search query"). Parsing cleans the values; an unknown field is an error,
 * never ignored. `pageNumber` counts from 0.
 */
export const searchQuery = z
  .strictObject(queryFields)
  .transform(cleanQuery)
  .superRefine((query, context) => {
    const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message });
    checkQuery(query, report);
    if ((query.pageNumber + 1) * query.numberOfRecords > LIMITS.reachableRows) {
      report(['pageNumber'], MESSAGES.pageOutOfReach);
    }
  });

/** A page of a list (its top 500 unless asked otherwise), and a text that its names must contain. */
const listFields = {
  ...queryFields,
  pageNumber: z.number().int().min(0).max(LIMITS.listPages, { error: MESSAGES.noSuchPage }).default(0),
  numberOfRecords: z.number().int().min(1).max(LIMITS.breakdownItems).default(LIMITS.breakdownItems),
  nameContains: z.string().max(LIMITS.searchValueMaxLength).default(''),
};

/** The payload of a list call: the same question and filters, and which part of the list. */
export const breakdownQuery = z
  .strictObject(listFields)
  .transform(cleanQuery)
  .superRefine((query, context) =>
    checkQuery(query, (path, message) => context.addIssue({ code: 'custom', path, message })),
  );
export type BreakdownQuery = z.output<typeof breakdownQuery>;

const { nameContains: _, ...topFields } = listFields;

/** The payload of the tops of several lists: the same question and filters, and how much of which lists. */
export const topListsQuery = z
  .strictObject({
    ...topFields,
    lists: z
      .partialRecord(z.enum(LISTED_DIMENSIONS), listFields.numberOfRecords)
      .describe('How many items of each list are wanted, the largest first'),
  })
  .transform(cleanQuery)
  .superRefine((query, context) =>
    checkQuery(query, (path, message) => context.addIssue({ code: 'custom', path, message })),
  );

/** The payload of the distinct values of a column: a list call that names the column by its wire key. */
export const distinctValuesQuery = z
  .strictObject({
    ...listFields,
    columnName: z.string({ error: MESSAGES.fieldRequired }).max(100, { error: MESSAGES.noDistinctValues }),
  })
  .transform(cleanQuery)
  .superRefine((query, context) => {
    const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message });
    checkQuery(query, report);
    if (!DISTINCT_COLUMNS[query.tradeType].includes(query.columnName)) {
      report(['columnName'], MESSAGES.noDistinctValues);
    }
  });
export type DistinctValuesQuery = z.output<typeof distinctValuesQuery>;

export type SearchQuery = z.output<typeof searchQuery>;
export type SearchPayload = z.input<typeof searchQuery>;

/**
 * A query as a saved search keeps it: the question, its filters and its order, without a page. It was valid when it was saved;
 * reading one checks its shape only.
 */
export const savedQuery = z.object({
  ...askedQuestion.shape,
  ...keptFilterFields,
  orderByColumn: z.string().optional(),
  orderByMode: z.enum(['asc', 'desc']).default('desc'),
});
export type SavedQuery = z.output<typeof savedQuery>;
