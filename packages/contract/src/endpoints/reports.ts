/** Reports: documents of an account whose every number opens its records, and keeps the data version that it is of. */
import { z } from 'zod';
import { recordColumn } from '../columns/catalogue.js';
import type { Dimension } from '../columns/dimensions.js';
import { type SavedQuery, savedQuery, searchQuery } from '../query/search-query.js';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { line, paragraphs } from '../rules/person.js';
import { REPORT_LIMITS } from '../rules/report-limits.js';
import { endpoint } from './endpoint.js';
import {
  asked,
  comparisonRequest,
  concentrationRequest,
  type Measure,
  named,
  pivotRequest,
  prices,
  sums,
} from './in-depth.js';
import { keptFields, seenRevision } from './workspaces.js';

/** How a block's figures are drawn above their table. */
export const REPORT_CHARTS = ['NONE', 'BARS', 'LINE', 'MAP'] as const;
export type ReportChart = (typeof REPORT_CHARTS)[number];

const id = z.string().max(40);
const reportName = line(MESSAGES.enterReportName, LIMITS.nameMaxLength);
const title = line(MESSAGES.enterReportName, LIMITS.nameMaxLength);
const chart = z.enum(REPORT_CHARTS).default('NONE');
const text = paragraphs(REPORT_LIMITS.reportText);

const top = z.number().int().min(1).max(REPORT_LIMITS.reportRows).default(REPORT_LIMITS.reportRows);

/** What a block can ask, by its kind: groups of a question, two periods of it, its prices or its shares span by span, or records of it. */
const ASKS = {
  pivot: pivotRequest,
  comparison: comparisonRequest,
  prices: z.strictObject(asked),
  concentration: concentrationRequest,
  records: z
    .strictObject({
      query: searchQuery,
      columns: z.array(z.string().max(40)).min(1).max(REPORT_LIMITS.reportColumns),
      top,
    })
    .superRefine(({ query, columns }, context) => {
      if (columns.every((key) => recordColumn(query.tradeType, key))) return;
      context.addIssue({ code: 'custom', path: ['columns'], message: MESSAGES.invalidRequest });
    }),
  unusualPrices: z.strictObject({ ...asked, top }),
} as const;

const asks = z.union([
  z.strictObject({ pivot: ASKS.pivot }),
  z.strictObject({ comparison: ASKS.comparison }),
  z.strictObject({ prices: ASKS.prices }),
  z.strictObject({ concentration: ASKS.concentration }),
  z.strictObject({ records: ASKS.records }),
  z.strictObject({ unusualPrices: ASKS.unusualPrices }),
]);

/** The same as it is kept: it was valid when it was asked; reading it checks its shape only. */
export const reportAsks = z.union([
  z.object({ pivot: z.object({ ...ASKS.pivot.shape, query: savedQuery }) }),
  z.object({ comparison: z.object({ ...ASKS.comparison.shape, query: savedQuery }) }),
  z.object({ prices: z.object({ ...ASKS.prices.shape, query: savedQuery }) }),
  z.object({ concentration: z.object({ ...ASKS.concentration.shape, query: savedQuery }) }),
  z.object({ records: z.object({ ...ASKS.records.shape, query: savedQuery }) }),
  z.object({ unusualPrices: z.object({ ...ASKS.unusualPrices.shape, query: savedQuery }) }),
]);
export type ReportAsks = z.output<typeof reportAsks>;

/** The question of a block. */
export const queryAsked = (asks: ReportAsks): SavedQuery =>
  (Object.values(asks) as { query: SavedQuery }[])[0]?.query as SavedQuery;

/** What the rows and columns of a block's table are groups of, and what its numbers say first. Of records there is the total alone. */
export function layoutAsked(asks: ReportAsks): { rows: Dimension; columns: Dimension | null; measure: Measure } {
  if ('pivot' in asks) return { ...asks.pivot, measure: asks.pivot.orderBy };
  if ('comparison' in asks) return { rows: asks.comparison.by, columns: null, measure: asks.comparison.orderBy };
  if ('prices' in asks) return { rows: 'months', columns: null, measure: 'UNIT_PRICE' };
  if ('concentration' in asks) return { rows: asks.concentration.over, columns: null, measure: 'VALUE' };
  return { rows: 'years', columns: null, measure: 'SHIPMENTS' };
}

/** What is reckoned of the records of a row and is no sum of theirs: prices of a unit, and shares in percent with their index. */
export const STATISTICS = {
  prices: ['QUARTILE1', 'MEDIAN', 'QUARTILE3'],
  concentration: ['INDEX', 'LARGEST', 'LARGEST_THREE', 'GROUPS'],
} as const;
export type Statistic = (typeof STATISTICS)[keyof typeof STATISTICS][number];

const cell = sums.nullable();
const figureRow = z.object({
  ...named,
  total: cell,
  cells: z.array(cell),
  statistics: z.array(z.number().nullable()).optional().describe('In the order of `STATISTICS` of what is asked'),
});

/** A record that stands out among those of its HS code, partner country, month and unit. */
const compared = z.object({
  country: z.string(),
  price: z.number(),
  priced: z.number().int().describe('Records of the same that state a price in the unit, itself among them'),
  records: z.number().int().describe('Records of the same, with or without'),
  ...prices.pick({ quartile1: true, median: true, quartile3: true }).shape,
});
export type ComparedPrice = z.output<typeof compared>;

const figureRecord = z.object({
  cells: z
    .object({ id: z.string(), usd_derived: z.boolean(), hs_derived: z.boolean() })
    .catchall(z.union([z.string(), z.number(), z.boolean()]).nullable()),
  compared: compared.optional(),
});
export type FigureRecord = z.output<typeof figureRecord>;

/** The figures of a block, in one form whatever it asks: a row each group, a column each group of the other dimension, or each period. */
export const reportFigures = z.object({
  dataVersion: z.number().int().describe('The published state of the records that the figures are of'),
  madeDate: z.iso.datetime().describe('When they were computed'),
  question: z.string().describe('What was asked, in words, with its filters'),
  hidden: z.string().nullable().describe('What the subscription left out of it, in words'),
  unit: z.string(),
  columns: z.array(z.object(named)).describe('Of two periods, their days: `2024-01-01/2024-12-31`'),
  rows: z.array(figureRow),
  otherRows: z.number().int().describe('How many groups `others` stands for'),
  otherColumns: z
    .number()
    .int()
    .describe('How many groups the last cell of each row stands for, where it is above zero'),
  others: figureRow,
  total: figureRow,
  fields: z.array(z.string()).optional().describe('Of single records, the keys of the columns that are shown'),
  records: z.array(figureRecord).optional(),
});
export type ReportFigures = z.output<typeof reportFigures>;

const figuresBlock = z.object({
  id,
  kind: z.literal('FIGURES'),
  title: z.string(),
  chart: z.enum(REPORT_CHARTS),
  asks: reportAsks,
  figures: reportFigures,
  isWithheld: z
    .boolean()
    .describe('Records that they count may be seen no more: the figures are left out until they are computed anew'),
});
export type FiguresBlock = z.output<typeof figuresBlock>;

const textBlock = z.object({ id, kind: z.literal('TEXT'), text: z.string() });

const reportBlock = z.discriminatedUnion('kind', [textBlock, figuresBlock]);
export type ReportBlock = z.output<typeof reportBlock>;

/** What of a question its figures are of, and the latest suppression that was in force. */
export interface FiguresSource {
  within: Pick<SavedQuery, 'countryCode' | 'fromDate' | 'toDate'> | null;
  suppression: number;
}

/** A block as it is kept. */
export type KeptBlock = z.output<typeof textBlock> | (Omit<FiguresBlock, 'isWithheld'> & { source: FiguresSource });

const listed = z.object({
  reportId: id,
  name: z.string(),
  blocks: z.number().int(),
  changedDate: z.iso.datetime(),
  ...keptFields,
});
export type ListedReport = z.output<typeof listed>;

/** What its readers are told of a link, and until when it leads to the report. */
const linkFields = {
  note: z.string().describe('What whoever reads it is told of it'),
  endsDate: z.iso.datetime(),
};

const readReport = {
  name: listed.shape.name,
  blocks: z.array(reportBlock),
  notes: z.array(z.string()).describe('Who publishes the records that its figures are of, and what these lack'),
};

const sharedReportFields = z.object({ ...readReport, ...linkFields });
export type SharedReport = z.output<typeof sharedReportFields>;

/** Sheets that a report is printed on. */
export const REPORT_PAPERS = ['A4', 'LETTER'] as const;
export type ReportPaper = (typeof REPORT_PAPERS)[number];

const ofReport = { ids: { reportId: 'report' } } as const;

const reportList = endpoint('GET /activity-management/report', {
  summary: "The account's reports, the one that was changed last first",
  owner: 'CALLER',
  request: z.strictObject({}),
  response: z.object({ reports: z.array(listed), most: z.number().int().describe('So many may an account have') }),
});

const createReport = endpoint('POST /activity-management/report', {
  summary: 'Begin a report; blocks are added next',
  owner: 'CALLER',
  request: z.strictObject({ name: reportName }),
  response: z.object({ reportId: id }),
  errors: ['NO_SUBSCRIPTION', 'REPORTS_FULL'],
});

const report = endpoint('GET /activity-management/report/whole', {
  summary: 'A report with its blocks, each with the figures of the data version that it is of',
  owner: ofReport,
  request: z.strictObject({ reportId: id }),
  response: z.object({
    ...listed.shape,
    ...readReport,
    link: z.object(linkFields).nullable().describe('The link by which anybody reads it'),
    hasPdf: z.boolean().describe('Whether the portal makes PDF'),
    dataVersion: z.number().int().describe('The published state of the records now'),
    refreshCost: z.number().int().describe('How many searches it would cost to compute the figures anew now'),
    refused: z
      .array(z.object({ id, why: z.string() }))
      .describe('Blocks whose figures cannot be computed anew now: they cost nothing'),
  }),
  errors: ['NOT_YOURS'],
});
export type Report = z.output<(typeof report)['response']>;

const addReportBlock = endpoint('POST /activity-management/report/block', {
  summary: 'Add figures of a question to a report: free where the question is paid for, as its analyses are',
  subUser: 'OWN',
  owner: ofReport,
  rate: 'LISTS',
  request: z.strictObject({ reportId: id, title, chart, asks }),
  response: z.object({ blockId: id, revision: z.number().int() }),
  errors: ['NOT_YOURS', 'MAKER_ONLY', 'NO_SUBSCRIPTION', 'SEARCH_LIMIT_EXHAUSTED', 'REPORT_FULL', ...TOO_MUCH],
});

const changeReport = endpoint('PUT /activity-management/report', {
  summary:
    'Change what a report is called, and the order, titles, charts and texts of its blocks; those that are not named go',
  subUser: 'OWN',
  owner: ofReport,
  bodyLimit: 4 * REPORT_LIMITS.reportBlocks * REPORT_LIMITS.reportText,
  request: z.strictObject({
    reportId: id,
    revision: seenRevision,
    name: reportName,
    blocks: z
      .array(
        z.union([
          z.strictObject({ id, title, chart }).describe('Figures that are there'),
          z.strictObject({ id: id.optional(), text }).describe('A text, new where it names no block'),
        ]),
      )
      .max(REPORT_LIMITS.reportBlocks, { error: MESSAGES.reportFull }),
  }),
  errors: ['NOT_YOURS', 'MAKER_ONLY', 'CHANGED_MEANWHILE', 'REPORT_FULL'],
});

const refreshed = z.object({
  id,
  figures: reportFigures.nullable().describe('As they are now; null where they can no longer be computed'),
  why: z.string().nullable().describe('Why they cannot'),
  came: reportFigures
    .nullable()
    .describe('The same figures of those records alone that came since the kept ones; more of its rows'),
});
export type RefreshedBlock = z.output<typeof refreshed>;

const refreshReport = endpoint('PUT /activity-management/report/refresh', {
  summary:
    'Compute the figures of a report on the newest data, and say what came number by number; they are kept where that is asked',
  subUser: 'OWN',
  owner: ofReport,
  rate: 'LISTS',
  request: z.strictObject({
    reportId: id,
    revision: seenRevision,
    keep: z.boolean().default(false).describe('Put them in the place of what the report has'),
  }),
  response: z.object({ blocks: z.array(refreshed), revision: z.number().int() }),
  errors: [
    'NOT_YOURS',
    'REMOVED_MEANWHILE',
    'MAKER_ONLY',
    'CHANGED_MEANWHILE',
    'REPORT_FULL',
    'NO_SUBSCRIPTION',
    'SEARCH_LIMIT_EXHAUSTED',
    ...TOO_MUCH,
  ],
});

const shareReport = endpoint('PUT /activity-management/report/link', {
  summary: 'Make a link by which anybody reads a report for some days, in the place of the one before. It is told once',
  subUser: 'OWN',
  owner: ofReport,
  request: z.strictObject({
    reportId: id,
    days: z.number().int().min(1).max(REPORT_LIMITS.reportLinkDays),
    note: paragraphs(REPORT_LIMITS.reportNote).default(''),
  }),
  response: z.object({ token: z.string().describe('What the link ends in'), endsDate: linkFields.endsDate }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
});

const unshareReport = endpoint('PUT /activity-management/report/link/remove', {
  summary: 'End the link by which anybody reads a report',
  subUser: 'OWN',
  owner: ofReport,
  request: z.strictObject({ reportId: id }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
});

const sharedReport = endpoint('POST /activity-management/report/shared', {
  summary: 'Read the report of a link, as far as its account may see its records now',
  access: 'client',
  owner: { ids: { token: 'secret' } },
  rate: 'PUBLIC',
  request: z.strictObject({ token: z.string().max(LIMITS.tokenMaxLength) }),
  response: sharedReportFields,
  errors: ['LINK_EXPIRED'],
});

const reportPdf = endpoint('GET /activity-management/report/pdf', {
  summary: 'A report as PDF: its text can be selected, its numbers lead to their records, its structure is tagged',
  owner: ofReport,
  rate: 'IMPORTS',
  request: z.strictObject({ reportId: id, paper: z.enum(REPORT_PAPERS).default('A4') }),
  response: z.object({ pdf: z.string().describe('The file, in base64') }),
  errors: ['NOT_YOURS', 'NO_PDF'],
});

const removeReport = endpoint('PUT /activity-management/report/remove', {
  summary: 'Remove a report for good. A sub-user removes those that they made',
  subUser: 'OWN',
  owner: ofReport,
  request: z.strictObject({ reportId: id }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
});

/** All calls of reports: a browser does without until somebody looks at one. */
export const REPORT_ENDPOINTS = {
  reportList,
  createReport,
  report,
  addReportBlock,
  changeReport,
  refreshReport,
  shareReport,
  unshareReport,
  sharedReport,
  reportPdf,
  removeReport,
} as const;
