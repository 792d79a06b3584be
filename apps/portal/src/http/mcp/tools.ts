/** The tools of agents: each is one of the contract's calls, with few of its fields, and what of its answer is read. */
import {
  COLUMN_NAMES,
  columnKeyOf,
  company,
  comparePeriods,
  DIMENSIONS,
  dayOf,
  ENDPOINTS,
  LISTED_DIMENSIONS,
  lineOrProblems,
  PortalError,
  queryOfLine,
  quoteExport,
  readRecords,
  type SearchPayload,
  SOURCE_COUNTRIES,
  searchQuery,
  unitPrices,
} from '@tidewaiter/contract';
import type { KeyCallName } from '@tidewaiter/contract/api';
import { z } from 'zod';
import { exportKeys } from '../../exports/named-columns.js';
import type { Meta } from '../api/meta.js';

/** Rows of one list that a tool answers with, at most: what more there is, it says. */
const MOST_ROWS = { usual: 20, most: 50 };

type Row = Record<string, unknown>;

/** A list of an answer: how many there are in all, and how the others are had. */
export interface ListRest {
  list: string;
  of: number;
  how: string;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  call: KeyCallName | ((input: Row) => KeyCallName);
  input: z.ZodObject;
  /** The request of the call, where it is not the input; of a question, that is given as the search that it means. */
  request?: (input: Row, query: SearchPayload) => Row;
  /** The data of the answer, where those of the call would be longer than what they describe. */
  output: z.ZodType;
  /** What of the data is answered with, where it would be more than is read, or no object. */
  present?: (data: never, input: Row) => Row;
  /** Of the lists that may have more than one answer shows. */
  rest?: (data: Row, about: Meta, input: Row) => ListRest[];
}

/** The call that a tool is. */
export const callOf = ({ call }: Tool, input: Row): KeyCallName => (typeof call === 'string' ? call : call(input));

const { tradeType, countryCode, fromDate, toDate, line } = searchQuery.in.shape;

/** Of what records a question is. */
const SCOPE = {
  tradeType: tradeType.describe('As the country that declares sees it'),
  countryCode: countryCode
    .optional()
    .describe(
      'The countries whose customs declare, by codes of three letters; without them all that the account may see',
    ),
  fromDate: fromDate.describe('First day, YYYY-MM-DD'),
  toDate: toDate.describe('Last day, at most three years later'),
};

/** A question, in the one way in which everything can be asked. */
const QUESTION = {
  ...SCOPE,
  line: line
    .unwrap()
    .describe(
      'What is asked for, in the query language: words of the product, or fields with their values, as `"ceramic tile" -importer:ikea`, `hs:(6907 OR 6908) origin:China value:>10000`, `importer:="ACME LTD"` (exactly that name). ' +
        'Fields: product, hs, importer, exporter, notify, country, origin, destination, port, mode, quantity, unit, value, price',
    ),
};

/** A question whose countries are named. */
type Question = Pick<SearchPayload, keyof typeof SCOPE> & { line: string };

/**
 * The search that the fields of a question mean.
 *
 * @throws PortalError VALIDATION for a line that cannot be read
 */
export function searchOf({ line, tradeType, countryCode, fromDate, toDate }: Question): SearchPayload {
  const expression = lineOrProblems(line, dayOf(new Date()));
  try {
    if (Array.isArray(expression)) throw new Error(expression[0]);
    return queryOfLine(expression, { tradeType, countryCode, fromDate, toDate });
  } catch (error) {
    const { message } = error as Error;
    throw new PortalError('VALIDATION', [{ field: 'line', message }], message);
  }
}

const rows = z.number().int().min(1).max(MOST_ROWS.most).default(MOST_ROWS.usual);
const page = z.number().int().min(0).default(0);

const COSTS = 'A question costs one search of the account, once a day: any tool may ask the same again for nothing.';

/** Columns that are answered with where none are chosen. */
const USUAL_COLUMNS: readonly string[] = [
  ...['record_date', 'hs_code', 'product_description', 'importer_name', 'exporter_name', 'origin_country'],
  ...['destination_country', 'std_quantity', 'std_unit', 'total_value_usd'],
];
const column = z.enum(COLUMN_NAMES);

/** What follows the next page of a list. */
const pages = (list: string, of: unknown, { pageNumber, numberOfRecords }: Row): ListRest[] =>
  (Number(pageNumber) + 1) * Number(numberOfRecords) < Number(of)
    ? [{ list, of: Number(of), how: 'Ask for the next `pageNumber` with the same `numberOfRecords`.' }]
    : [];

/** Counted are those with a name: what is not stated is one item more, and where it is left out, the totals tell of it. */
function comparedRest(data: Row): ListRest[] {
  const { counts, items, total } = comparePeriods.response.parse(data);
  const isLeftOut = (['before', 'after'] as const).some(
    (period) => items.reduce((sum, item) => sum + item[period].shipments, 0) < total[period].shipments,
  );
  if (!isLeftOut) return [];
  const named = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const of = Math.max(items.length + 1, named + (items.some(({ name }) => name === '') ? 1 : 0));
  const how = `Ask for a larger \`top\` (${MOST_ROWS.most} at most), or open \`link\`. What is not stated is an item too.`;
  return [{ list: 'items', of, how }];
}

const listOf = ({ by }: Row) => DIMENSIONS[LISTED_DIMENSIONS.find((name) => name === by) ?? 'importers'].list;
const ofQuery = ({ tradeType, countryCode, fromDate, toDate, line, ...own }: Row, query: SearchPayload) => ({
  query,
  ...own,
});

const { unit } = unitPrices.request.shape;
const { query: _query, ...compared } = comparePeriods.request.shape;
const { list: _list, freeOnly: _freeOnly, ...ofCompany } = company.request.shape;

export const TOOLS: readonly Tool[] = [
  {
    name: 'coverage',
    title: 'What there is',
    description:
      'Which countries, trade types and days the account may search, how many records there are, how far behind today the last one lies. Ask this first: a question outside of it finds nothing. Free.',
    call: 'dataCoverage',
    input: z.strictObject({
      monthsOf: z
        .array(z.string().max(3))
        .max(3)
        .default([])
        .describe('Codes of three letters of the countries whose months are told too'),
    }),
    request: () => ({}),
    output: z.looseObject({
      coverageList: z.array(
        z.looseObject({
          shortcode: z.string().describe('The country whose customs declare'),
          ...{ tradeType, records: z.number().int(), firstDay: z.string(), lastDay: z.string() },
          lagDays: z.number().int(),
        }),
      ),
    }),
    present: ({ coverageList, countryList, ...data }: { coverageList: Row[]; countryList: Row[] }, { monthsOf }) => ({
      ...data,
      countryList: countryList.map(({ continentName: _, ...country }) => country),
      coverageList: coverageList.map(({ months, saying: _, ...source }) =>
        (monthsOf as unknown[]).includes(source.shortcode)
          ? { ...source, months: (months as Row[]).map(({ month, records }) => ({ month, records })) }
          : source,
      ),
    }),
  },
  {
    name: 'find_hs_codes',
    title: 'Find HS codes by words',
    description:
      'HS codes for goods that you know by words ("ceramic tiles"), with what the nomenclature calls them and their shipments. Ask before you search by a code that you are not sure of. Free.',
    call: 'suggestionList',
    input: z.strictObject({ text: z.string().describe('Two letters or more'), ...SCOPE }),
    request: ({ text, countryCode, ...scope }) => ({
      ...{ ...scope, searchBy: 'HS_CODE', matchType: 'L', searchValue: text },
      countryCode: countryCode ?? SOURCE_COUNTRIES.map(({ shortcode }) => shortcode),
    }),
    output: z.object({
      suggestions: z.array(
        z.object({
          value: z.string().describe('Goes into `hs:` as it is'),
          shipment_count: z.number().int(),
          description: z.string().optional(),
        }),
      ),
    }),
    present: ({ suggestionList: [found] }: { suggestionList: { listSuggestion: Row[] }[] }) => ({
      suggestions: found?.listSuggestion ?? [],
    }),
  },
  {
    name: 'count_records',
    title: 'Count records',
    description: `How many records a question finds, exactly. The cheapest way to see whether a question is right. ${COSTS}`,
    call: 'searchCount',
    input: z.strictObject(QUESTION),
    request: (_, query) => query,
    output: z.object({ count: z.number().int() }),
    present: (count: unknown) => ({ count }),
  },
  {
    name: 'break_down',
    title: 'Break down',
    description: `Who, what, where or when: sums of all records of a question by importers, exporters, countries, HS codes, months and more, the largest first. For "who are the largest", "which countries", "by month". Quantities of different units are never added. ${COSTS}`,
    call: (input) => listOf(input).call,
    input: z.strictObject({
      ...QUESTION,
      by: z.enum(LISTED_DIMENSIONS),
      nameContains: z.string().max(200).default('').describe('A text that the names must contain'),
      ...{ pageNumber: page, numberOfRecords: rows },
    }),
    request: ({ nameContains, pageNumber, numberOfRecords }, query) => ({
      ...query,
      ...{ nameContains, pageNumber, numberOfRecords },
    }),
    output: z.looseObject({
      distinctCount: z.number().int().describe('How many the whole list has'),
      totalValueUSD: z.string().describe('Of everything that the question finds'),
    }),
    rest: (data, _about, input) => pages(listOf(input).list, data.distinctCount, input),
  },
  {
    name: 'compare_periods',
    title: 'Compare two periods',
    description: `Two periods of whole months side by side: who entered, left or stayed, and what volume and price did to the value. For "what changed". ${COSTS}`,
    call: 'comparePeriods',
    input: z.strictObject({ ...QUESTION, ...compared, top: rows }),
    request: ofQuery,
    output: comparePeriods.response,
    rest: comparedRest,
  },
  {
    name: 'unit_prices',
    title: 'Unit prices',
    description: `Lowest, quartiles, median, highest and weighted average price of one unit in USD, in all and by month, with outliers. For "what does it cost". ${COSTS}`,
    call: 'unitPrices',
    input: z.strictObject({ ...QUESTION, unit }),
    request: ofQuery,
    output: unitPrices.response,
    rest: ({ outlierCount }) => [{ list: 'outliers', of: Number(outlierCount ?? 0), how: 'Open `link`.' }],
  },
  {
    name: 'company',
    title: 'A company',
    description:
      'A company under all spellings of its name: what it trades, with whom, where, addresses that records state. It costs one search of the account, once a day.',
    call: 'company',
    input: z.strictObject(ofCompany),
    output: z.looseObject({ name: z.string() }),
  },
  {
    name: 'what_was_found',
    title: 'What was found',
    description:
      'What was found by what the caller follows since records came: new, missed and returned buyers and suppliers, shares, months and prices beyond what is usual, each with a link. For "what is new". Free; it marks nothing as read. The key needs the scope “saved-items”.',
    call: 'findings',
    input: z.strictObject({ view: ENDPOINTS.findings.request.shape.view, pageNumber: page, numberOfRecords: rows }),
    output: z.looseObject({
      findings: z.array(
        z.looseObject({
          questionName: z.string().describe('What is followed'),
          ...{ inWords: z.string(), link: z.string(), foundDate: z.string(), isRead: z.boolean() },
        }),
      ),
      unread: z.number().int(),
    }),
    rest: ({ totalRecords }, _about, input) => pages('findings', totalRecords, input),
  },
  {
    name: 'search_records',
    title: 'Search records',
    description: `Single shipments, the latest first, ${MOST_ROWS.most} at most in one answer, with the columns that you choose. For evidence and examples; for sums use break_down. ${COSTS}`,
    call: 'readRecords',
    input: z.strictObject({
      ...QUESTION,
      columns: z
        .array(column)
        .min(1)
        .default(COLUMN_NAMES.filter((name) => USUAL_COLUMNS.includes(name)))
        .describe('Few are enough: an answer is cut where it would be too large'),
      orderBy: column.optional().describe('By date, the latest first, without it'),
      order: z.enum(['asc', 'desc']).default('desc'),
      limit: rows,
      cursor: readRecords.request.shape.cursor.describe('`nextCursor` of the answer before'),
    }),
    request: ({ orderBy, order: orderByMode, columns, limit, cursor }, query) => ({
      query: {
        ...query,
        ...{ orderByMode, orderByColumn: orderBy && columnKeyOf(query.tradeType, String(orderBy)) },
      },
      ...{ columns, limit, cursor },
    }),
    output: z.object({
      records: z.array(
        z.looseObject({
          id: z.string(),
          usd_derived: z.boolean().describe('True when USD values were converted by a monthly rate'),
          ...{ hs_derived: z.boolean(), owned: z.boolean() },
          source: z.object({ file: z.string(), line: z.number().int() }),
          as_written: z.record(z.string(), z.string()),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
    present: ({ records, nextCursor }: Row) => ({ records, nextCursor }),
    rest: ({ nextCursor }, { count = 0 }) =>
      nextCursor ? [{ list: 'records', of: count, how: 'Ask the same with `cursor`: `nextCursor`.' }] : [],
  },
  {
    name: 'quote_export',
    title: 'Quote an export',
    description:
      'What a file of the records of a question would cost in download points, how many records it would have, which are owned already. Nothing is exported or spent but the search; a person starts the export in the portal. The key needs the scope “export”.',
    call: 'quoteExport',
    input: z.strictObject({ ...QUESTION, columns: z.array(column).min(1).optional() }),
    request: ({ columns }, query) => ({ query, columnKeys: exportKeys(query, columns as string[] | undefined) }),
    output: z.looseObject({
      rows: quoteExport.response.shape.rows,
      owned: quoteExport.response.shape.owned,
      points: quoteExport.response.shape.points,
    }),
  },
];
