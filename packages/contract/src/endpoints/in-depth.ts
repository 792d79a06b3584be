import { z } from 'zod';
import { DIMENSION_NAMES, type Dimension, dimensionOf, isOfTime } from '../columns/dimensions.js';
import { RANGE_NAMES } from '../columns/filter-registry.js';
import { dateRangeProblem, isoDate, type SearchQuery, searchQuery } from '../query/search-query.js';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS, SPREAD_BARS_PER_DECADE } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { endpoint } from './endpoint.js';

/** What groups are measured and put in order by. */
export const MEASURES = ['VALUE', 'QUANTITY', 'SHIPMENTS', 'UNIT_PRICE'] as const;
export type Measure = (typeof MEASURES)[number];

const dimension = z.enum(DIMENSION_NAMES);
const top = (most: number, otherwise: number) => z.number().int().min(1).max(most).default(otherwise);

/** What every analysis of a question names: the question with its filters, and the unit that quantities are summed in. */
export const asked = {
  query: searchQuery,
  unit: z
    .string()
    .max(LIMITS.nameMaxLength)
    .default('')
    .describe(
      'A unit of the answer; empty for the one with the largest value. Quantities of different units are never added',
    ),
};

/** Whether records of the asked trade type can be grouped by what is named. */
export function checkDimensions(
  { query }: { query: SearchQuery },
  named: Readonly<Record<string, Dimension | null>>,
  context: z.RefinementCtx,
): void {
  for (const [field, name] of Object.entries(named)) {
    if (name === null || dimensionOf(name).column[query.tradeType] !== null) continue;
    context.addIssue({ code: 'custom', path: [field], message: MESSAGES.cannotGroupBy });
  }
}

/** Exact sums of some records; decimals are strings. Quantities are in the unit that the answer names. */
export const sums = z.object({
  shipments: z.number().int(),
  valued: z.number().int().describe('The shipments that have a value in USD: the sum is of these'),
  value_usd: z.string(),
  quantity: z.string(),
  measured: z.number().int().describe('The shipments that have a quantity in the unit'),
  priced: z.number().int().describe('Those that have both a value and a quantity above zero in the unit'),
  priced_value_usd: z.string().describe('Of these'),
  priced_quantity: z.string().describe('Their quantity: value by quantity is the weighted average unit price'),
});
export type AnalysisSums = z.output<typeof sums>;

/** The units that a question's quantities are in (`rules/quantities.ts`), the largest value first, each with its sums. */
export const units = z.array(sums.extend({ unit: z.string() }));

export const named = {
  name: z.string().describe('Empty where records do not say'),
  hs_description: z.string().optional().describe('What the HS nomenclature calls a code, where it knows it'),
};

/** An analysis of a paid question: free of charge, as its lists are (DESIGN 5). */
export const analysis = <Request extends z.ZodType, Response extends z.ZodType>(
  path: string,
  summary: string,
  request: Request,
  response: Response,
) =>
  endpoint(`POST /analysis-management/${path}`, {
    summary,
    owner: 'CALLER',
    rate: 'LISTS',
    request,
    response,
    errors: ['NO_SUBSCRIPTION', 'NOT_YOURS', 'SEARCH_LIMIT_EXHAUSTED', ...TOO_MUCH],
  });

export const quantities = analysis(
  'quantities',
  'How much a question finds in each unit, with what its weighted average unit price is made of',
  z.strictObject({ query: searchQuery }),
  z.object({
    units,
    without: z
      .number()
      .int()
      .describe('Shipments that have no quantity in any unit: neither a standard one nor a net weight'),
    otherCurrencies: z
      .array(z.object({ currency: z.string(), shipments: z.number().int(), value: z.string() }))
      .describe(
        'Of shipments without a value in USD, what they state in their own currency, that of most shipments first',
      ),
    shipmentsByBill: z
      .number()
      .int()
      .nullable()
      .describe('The shipments by their house bills; null where no record that is found states one'),
  }),
);

export const amountSpread = analysis(
  'amountspread',
  'How an amount lies among the records of a question that have one above zero: counted by its size',
  z.strictObject({ query: searchQuery, amount: z.enum(RANGE_NAMES) }),
  z.object({
    least: z.string().nullable().describe('An exact decimal; null where no record has one'),
    most: z.string().nullable(),
    bars: z.array(
      z.object({
        decade: z
          .number()
          .describe(`The common logarithm of the bar's least amount; a bar is 1/${SPREAD_BARS_PER_DECADE} wide`),
        records: z.number().int(),
      }),
    ),
  }),
);

/** The most rows that a pivot may be asked for, by what its columns are. */
export function mostPivotRows(columns: Dimension | null, topColumns: number): number {
  const width = columns === null ? 1 : isOfTime(columns) ? LIMITS.analysisSpans : topColumns;
  return Math.min(LIMITS.reachableRows, Math.floor(LIMITS.pivotCells / width));
}

export const pivotRequest = z
  .strictObject({
    ...asked,
    rows: dimension,
    columns: dimension.nullable().default(null),
    orderBy: z.enum(MEASURES).default('VALUE'),
    topRows: top(LIMITS.reachableRows, 25),
    topColumns: top(LIMITS.pivotColumns, 12),
  })
  .superRefine((request, context) => {
    checkDimensions(request, { rows: request.rows, columns: request.columns }, context);
    if (request.topRows > mostPivotRows(request.columns, request.topColumns))
      context.addIssue({ code: 'custom', path: ['topRows'], message: MESSAGES.tooManyCells });
    if (request.rows !== request.columns) return;
    context.addIssue({ code: 'custom', path: ['columns'], message: MESSAGES.groupedTwice });
  });

const pivotRow = <Cell extends z.ZodType>(cell: Cell) =>
  z.object({
    ...named,
    total: sums,
    cells: z.array(cell).describe('One a column, and last those of all other columns; null for one without a record'),
  });

export const pivot = analysis(
  'pivot',
  'Records of a question grouped by two dimensions, with exact subtotals',
  pivotRequest,
  z.object({
    unit: z.string(),
    units,
    rows: z.array(pivotRow(sums.nullable())),
    columns: z.array(z.object({ ...named, total: sums })),
    otherRows: z
      .number()
      .int()
      .describe(
        'How many groups the last row stands for. What records do not state is a row of its own, and none of them',
      ),
    otherColumns: z.number().int(),
    others: pivotRow(sums),
    total: pivotRow(sums),
  }),
);

const period = z
  .strictObject({ from: isoDate, to: isoDate })
  .describe('Whole months, within the days of the question or not; months that are cut are left out');

export const comparisonRequest = z
  .strictObject({
    ...asked,
    by: dimension,
    before: period,
    after: period,
    orderBy: z.enum(MEASURES).default('VALUE'),
    top: top(LIMITS.reachableRows, 50).describe('Groups, and importers that switched supplier'),
  })
  .superRefine((request, context) => {
    checkDimensions(request, { by: request.by }, context);
    if (isOfTime(request.by)) context.addIssue({ code: 'custom', path: ['by'], message: MESSAGES.cannotGroupBy });
    for (const field of ['before', 'after'] as const) {
      const problem = dateRangeProblem(request[field].from, request[field].to);
      if (problem) context.addIssue({ code: 'custom', path: [field], message: problem.message });
    }
    if (request.before.to < request.after.from) return;
    context.addIssue({ code: 'custom', path: ['after'], message: MESSAGES.periodsOverlap });
  });

/** What became of a party, a code or a country from one period to the next. */
export const CHANGES = ['ENTERED', 'LEFT', 'STAYED'] as const;

const comparedPeriod = z
  .object({
    from: z.string(),
    to: z.string(),
    months: z.number().int(),
    leftOut: z.array(z.string()).describe('Months of the period that are not whole, and so not compared'),
  })
  .nullable()
  .describe('Null where no whole month of it may be seen');

export const comparePeriods = analysis(
  'compareperiods',
  'What changed between two periods: growth, share, who entered, left or switched supplier',
  comparisonRequest,
  z.object({
    unit: z.string(),
    units,
    before: comparedPeriod,
    after: comparedPeriod,
    items: z.array(z.object({ ...named, change: z.enum(CHANGES), before: sums, after: sums })),
    counts: z.object({ ENTERED: z.number().int(), LEFT: z.number().int(), STAYED: z.number().int() }),
    total: z.object({ before: sums, after: sums }),
    switched: z
      .array(
        z.object({ importer: z.string(), from: z.string(), to: z.string(), before: z.string(), after: z.string() }),
      )
      .describe('Importers whose largest exporter is another one now, with all that they bought in USD, of whomever'),
    switchedCount: z.number().int(),
  }),
);

/** Unit prices in USD of one unit. They are ratios, and so plain numbers. */
export const prices = z.object({
  shipments: z.number().int(),
  lowest: z.number(),
  quartile1: z.number(),
  median: z.number(),
  quartile3: z.number(),
  highest: z.number(),
  average: z.number().describe('Weighted by quantity'),
});
export type PriceFigures = z.output<typeof prices>;

export const unitPrices = analysis(
  'unitprices',
  'Unit prices of a question in one unit: quartiles, trend, outliers. Units are never mixed',
  z.strictObject(asked),
  z.object({
    unit: z.string(),
    units,
    total: prices.nullable(),
    months: z.array(prices.extend({ month: z.string() })),
    leftOut: z.number().int().describe('Records in other units, or without a value or a quantity'),
    fences: z
      .object({ low: z.number(), high: z.number() })
      .nullable()
      .describe(
        'Beyond these a price is an outlier: one and a half times the distance of the quartiles, on a logarithmic scale where the lower one is above zero',
      ),
    outliers: z
      .array(
        z.object({
          id: z.string(),
          date: z.string(),
          hs_code: z.string(),
          importer: z.string(),
          exporter: z.string(),
          quantity: z.string(),
          value_usd: z.string(),
          price: z.number(),
        }),
      )
      .describe(
        'Those of the largest value, as far as they may be read: they count among the records that a search gives without points',
      ),
    outlierCount: z.number().int(),
  }),
);

/** Spans in which a market's concentration is followed. */
export const CONCENTRATION_SPANS = ['months', 'quarters', 'years'] as const satisfies readonly Dimension[];

const concentrated = {
  groups: z.number().int(),
  hhi: z.number().describe('0 to 10,000: the sum of the squares of shares in percent'),
  shares: z
    .array(z.number())
    .describe('Percent of the three largest, the largest first: of all value, whether records name whose it is or not'),
  value_usd: z.string().describe('Of the groups that have a name and a value above zero'),
  unnamed_usd: z.string(),
};

export const concentrationRequest = z
  .strictObject({ query: searchQuery, by: dimension, over: z.enum(CONCENTRATION_SPANS).default('quarters') })
  .superRefine((request, context) => {
    checkDimensions(request, { by: request.by }, context);
    if (isOfTime(request.by)) context.addIssue({ code: 'custom', path: ['by'], message: MESSAGES.cannotGroupBy });
  });

export const concentration = analysis(
  'concentration',
  'How concentrated a market is over time: shares of the largest, and the Herfindahl-Hirschman index',
  concentrationRequest,
  z.object({
    whole: z
      .object(concentrated)
      .nullable()
      .describe('Of all days of the question at once; null where it finds nothing'),
    spans: z.array(
      z.object({
        span: z.string(),
        cut: z
          .object({ from: z.string(), to: z.string() })
          .nullable()
          .describe('The days of the span that were looked at, where the question or the subscription cuts it'),
        ...concentrated,
      }),
    ),
  }),
);

const flowStep = z.object({
  by: dimension,
  nodes: z.array(z.object({ ...named, value_usd: z.string(), shipments: z.number().int() })),
});

export const tradeFlows = analysis(
  'tradeflows',
  'Where goods flow: the largest groups of two or three dimensions, and what flows from each to the next',
  z
    .strictObject({ query: searchQuery, steps: z.array(dimension).min(2).max(3), top: top(15, 8) })
    .superRefine((request, context) => {
      checkDimensions(
        request,
        Object.fromEntries(request.steps.map((name, index) => [`steps.${index}`, name])),
        context,
      );
      if (new Set(request.steps).size === request.steps.length) return;
      context.addIssue({ code: 'custom', path: ['steps'], message: MESSAGES.groupedTwice });
    }),
  z.object({
    steps: z.array(flowStep).describe('The nodes of each step, largest first; the last one stands for all others'),
    links: z.array(
      z.object({
        step: z.number().int().describe('From a node of this step to one of the next'),
        from: z.number().int(),
        to: z.number().int(),
        value_usd: z.string(),
        shipments: z.number().int(),
      }),
    ),
  }),
);
