/** Files of records for programs: the exports of SPEC 9, by question and by names of columns. */
import { z } from 'zod';
import { EXPORT_COLUMNS } from '../columns/catalogue.js';
import { ownColumns, quoteExport } from '../endpoints/exports.js';
import { EXPORT_FORMATS, EXPORT_STATES, type ExportState } from '../rules/exports.js';
import { apiCall } from './call.js';
import { plainForm } from './plain.js';
import type { Plain } from './plain-types.js';
import { question } from './question.js';
import { EXAMPLE_QUESTION } from './records.js';

const count = z.number().int();
const state = plainForm(z.enum(EXPORT_STATES)).schema as z.ZodType<Plain<ExportState>>;

const MOST_COLUMNS = Math.max(...Object.values(EXPORT_COLUMNS).map(({ size }) => size));

const exported = {
  question,
  columns: z
    .array(z.string().max(100))
    .min(1)
    .max(MOST_COLUMNS)
    .optional()
    .describe('Names of columns, in order; those that every record has without it'),
  ids: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Ids of records; without them all, as far as maximum and balance reach'),
};

const refusal = z.object({ code: z.string(), message: z.string() }).nullable();

/** A quote in the plain form. */
export const quoteForm = plainForm(quoteExport.response);

const exportData = z.object({
  id: z.string(),
  state,
  refusal: refusal.describe('Why nothing came of it'),
  created: z.iso.datetime(),
  person: z.string(),
  question: z.unknown().describe('To be asked again as it is'),
  in_words: z.string(),
  columns: z.array(z.string()),
  format: z.enum(EXPORT_FORMATS),
  file_name: z.string(),
  records: count,
  points: count,
  data_version: count.nullable(),
  records_done: count,
  bytes: count.nullable().describe('Of the file, once it is there'),
  kept_until: z.iso.datetime().nullable(),
});

export const EXPORT_CALLS = {
  quoteExport: apiCall('POST /exports/quote', {
    name: 'quoteExport',
    scope: 'export',
    rate: 'SEARCH',
    request: z.strictObject(exported),
    data: quoteForm.schema,
    example: { question: EXAMPLE_QUESTION },
  }),
  startExport: apiCall('POST /exports', {
    name: 'startExport',
    scope: 'export',
    rate: 'SEARCH',
    request: z.strictObject({
      ...exported,
      format: z.enum(EXPORT_FORMATS).default('csv'),
      trace: z.boolean().default(false).describe('With the id of each record, its source, file and line'),
      raw: z.boolean().default(false).describe('CSV only: also cells that a spreadsheet would run, as they are'),
      own_columns: ownColumns,
      fingerprint: z.string().max(100).describe('Of the quote that the price is agreed by'),
    }),
    data: exportData,
  }),
  listExports: apiCall('GET /exports', {
    name: 'listExports',
    scope: 'export',
    request: z.strictObject({
      page: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    data: z.object({ exports: z.array(exportData), exports_count: count }),
    example: {},
  }),
  readExport: apiCall('GET /exports/{export_id}', {
    name: 'readExport',
    scope: 'export',
    request: z.strictObject({}),
    data: exportData,
  }),
  cancelExport: apiCall('POST /exports/{export_id}/cancel', {
    name: 'cancelExport',
    scope: 'export',
    request: z.strictObject({}),
    data: exportData,
  }),
  exportFile: apiCall('GET /exports/{export_id}/file', {
    name: 'exportFile',
    scope: 'export',
    request: z.strictObject({}),
    data: z.string().meta({ format: 'binary' }),
    file: true,
  }),
} as const;
