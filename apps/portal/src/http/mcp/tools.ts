/** The tools of an agent: a few of the programs' calls, in a form that a model reads at little cost. None of them changes or buys anything. */
import { COLUMN_NAMES } from '@tidewaiter/contract';
import { API_CALLS, type ApiCallName, type Meta } from '@tidewaiter/contract/api';
import { z } from 'zod';

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
  call: ApiCallName;
  input: z.ZodObject;
  /** The request of the call, where it is not the input. */
  request?: (input: Row) => Row;
  /** The data of the answer, where those of the call would be longer than what they describe. */
  output?: z.ZodType;
  /** What of the data is answered with, where it would be more than is read. */
  present?: (data: Row, input: Row) => Row;
  /** Of the lists that may have more than one answer shows. */
  rest?: (data: Row, about: Meta, input: Row) => ListRest[];
}

const { shape: questionShape } = API_CALLS.count.request.shape.question.in;
const {
  not: _,
  only_new: __,
  since_data_version: ___,
  until_data_version: ____,
  ...filters
} = questionShape.filters.unwrap().shape;

/** A question in its simple form: what few ask for is left to programs. */
const question = z.strictObject({
  trade: questionShape.trade,
  countries: questionShape.countries,
  from: questionShape.from,
  to: questionShape.to,
  where: questionShape.where,
  line: questionShape.line,
  filters: z.strictObject(filters).optional().describe('Values as records spell them, from an earlier answer'),
});

const rows = z.number().int().min(1).max(MOST_ROWS.most).default(MOST_ROWS.usual);

const COSTS = 'A question costs one search of the account, once a day: any tool may ask the same again for nothing.';

/** Columns that are answered with where none are chosen. */
const USUAL_COLUMNS = [
  ...['record_date', 'hs_code', 'product_description', 'importer_name', 'exporter_name', 'origin_country'],
  ...['destination_country', 'std_quantity', 'std_unit', 'total_value_usd'],
] as const;

const record = z.looseObject({
  id: z.string(),
  usd_derived: z.boolean().describe('True when USD values were converted by a monthly rate'),
  hs_derived: z.boolean(),
  owned: z.boolean(),
  source: z.object({ file: z.string(), line: z.number().int() }),
  as_written: z.record(z.string(), z.string()),
});

const covered = z.looseObject({
  shortcode: z.string().describe('The country whose customs declare'),
  trade_type: questionShape.trade,
  records: z.number().int(),
  first_day: z.string(),
  last_day: z.string(),
  lag_days: z.number().int(),
});

const foundRow = z.looseObject({
  question_name: z.string().describe('What is followed'),
  in_words: z.string(),
  link: z.string(),
  found_date: z.string(),
  is_read: z.boolean(),
});

const countOf = (data: Row, name: string) => Number(data[name] ?? 0);

const shipmentsOf = z.object({
  before: z.object({ shipments: z.number() }),
  after: z.object({ shipments: z.number() }),
});
const compared = z.object({
  counts: z.record(z.string(), z.number()),
  items: z.array(shipmentsOf.extend({ name: z.string() })),
  total: shipmentsOf,
});

/** Counted are those with a name: what is not stated is one item more, and where it is left out, the totals tell of it. */
function comparedRest(data: Row): ListRest[] {
  const { counts, items, total } = compared.parse(data);
  const isLeftOut = (['before', 'after'] as const).some(
    (period) => items.reduce((sum, item) => sum + item[period].shipments, 0) < total[period].shipments,
  );
  if (!isLeftOut) return [];
  const named = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const of = Math.max(items.length + 1, named + (items.some(({ name }) => name === '') ? 1 : 0));
  const how = `Ask for a larger \`top\` (${MOST_ROWS.most} at most), or open \`link\`. What is not stated is an item too.`;
  return [{ list: 'items', of, how }];
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'coverage',
    title: 'What there is',
    description:
      'Which countries, trade types and days the account may search, how many records there are, how far behind today the last one lies. Ask this first: a question outside of it finds nothing. Free.',
    call: 'coverage',
    input: z.strictObject({
      months_of: z
        .array(z.string().max(3))
        .max(3)
        .default([])
        .describe('Codes of three letters of the countries whose months are told too'),
    }),
    request: () => ({}),
    output: z.looseObject({ coverage_list: z.array(covered) }),
    present: ({ coverage_list, country_list, ...data }, { months_of }) => ({
      ...data,
      country_list: (country_list as Row[]).map(({ continent_name: _, ...country }) => country),
      coverage_list: (coverage_list as Row[]).map(({ months, saying: _, ...source }) =>
        (months_of as unknown[]).includes(source.shortcode)
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
    call: 'suggest',
    input: z.strictObject({
      text: API_CALLS.suggest.request.shape.text,
      trade: questionShape.trade,
      countries: questionShape.countries,
      from: questionShape.from,
      to: questionShape.to,
    }),
    request: (input) => ({ ...input, field: 'hs_code' }),
  },
  {
    name: 'count_records',
    title: 'Count records',
    description: `How many records a question finds, exactly. The cheapest way to see whether a question is right. ${COSTS}`,
    call: 'count',
    input: z.strictObject({ question }),
  },
  {
    name: 'break_down',
    title: 'Break down',
    description: `Who, what, where or when: sums of all records of a question by importers, exporters, countries, HS codes, months and more, the largest first. For "who are the largest", "which countries", "by month". Quantities of different units are never added. ${COSTS}`,
    call: 'breakdown',
    input: z.strictObject({ ...API_CALLS.breakdown.request.shape, question, limit: rows }),
    rest: (data, _about, { page, limit }) =>
      (Number(page) + 1) * Number(limit) < countOf(data, 'items_count')
        ? [
            {
              list: 'items',
              of: countOf(data, 'items_count'),
              how: 'Ask for the next `page` with the same `limit`, or for names that contain a text.',
            },
          ]
        : [],
  },
  {
    name: 'compare_periods',
    title: 'Compare two periods',
    description: `Two periods of whole months side by side: who entered, left or stayed, and what volume and price did to the value. For "what changed". ${COSTS}`,
    call: 'comparePeriods',
    input: z.strictObject({ ...API_CALLS.comparePeriods.request.shape, question, top: rows }),
    rest: comparedRest,
  },
  {
    name: 'unit_prices',
    title: 'Unit prices',
    description: `Lowest, quartiles, median, highest and weighted average price of one unit in USD, in all and by month, with outliers. For "what does it cost". ${COSTS}`,
    call: 'unitPrices',
    input: z.strictObject({ ...API_CALLS.unitPrices.request.shape, question }),
    rest: (data) => [{ list: 'outliers', of: countOf(data, 'outlier_count'), how: 'Open `link`.' }],
  },
  {
    name: 'company',
    title: 'A company',
    description:
      'A company under all spellings of its name: what it trades, with whom, where, addresses that records state. It costs one search of the account, once a day.',
    call: 'company',
    input: API_CALLS.company.request,
    output: z.looseObject({ name: z.string() }),
  },
  {
    name: 'what_was_found',
    title: 'What was found',
    description:
      'What was found by what the caller follows since records came: new, missed and returned buyers and suppliers, shares, months and prices beyond what is usual, each with a link. For "what is new". Free; it marks nothing as read. The key needs the scope “saved-items”.',
    call: 'findings',
    input: z.strictObject({
      view: API_CALLS.findings.request.shape.view,
      page: z.number().int().min(0).default(0),
      limit: rows,
    }),
    output: z.looseObject({ findings: z.array(foundRow), unread: z.number().int() }),
    rest: ({ total_records }, _about, { page, limit }) =>
      (Number(page) + 1) * Number(limit) < Number(total_records)
        ? [{ list: 'findings', of: Number(total_records), how: 'Ask for the next `page` with the same `limit`.' }]
        : [],
  },
  {
    name: 'search_records',
    title: 'Search records',
    description: `Single shipments, the latest first, ${MOST_ROWS.most} at most in one answer, with the columns that you choose. For evidence and examples; for sums use break_down. ${COSTS}`,
    call: 'search',
    input: z.strictObject({
      question: question.extend({ sort: questionShape.sort }),
      columns: z
        .array(z.enum(COLUMN_NAMES))
        .min(1)
        .default(COLUMN_NAMES.filter((name) => (USUAL_COLUMNS as readonly string[]).includes(name)))
        .describe('Few are enough: an answer is cut where it would be too large'),
      limit: rows,
      cursor: z.string().max(400).optional().describe('`next_cursor` of the answer before'),
    }),
    output: z.object({ records: z.array(record), next_cursor: z.string().nullable() }),
    rest: ({ next_cursor }, { count = 0 }) =>
      next_cursor ? [{ list: 'records', of: count, how: 'Ask the same with `cursor`: `next_cursor`.' }] : [],
  },
  {
    name: 'quote_export',
    title: 'Quote an export',
    description:
      'What a file of the records of a question would cost in download points, how many records it would have, which are owned already. Nothing is exported or spent but the search; a person starts the export in the portal. The key needs the scope “export”.',
    call: 'quoteExport',
    input: z.strictObject({ question, columns: API_CALLS.quoteExport.request.shape.columns }),
    output: z.looseObject({
      rows: z.number().int().describe('Records that the file would have'),
      owned: z.number().int().describe('Of these, records that the account owns already: they are free'),
      points: z.number().int().describe('What the others cost'),
    }),
  },
];
