/** Files of records for programs: the exports of SPEC 9, by question and by names of columns. */
import { z } from 'zod';
import { EXPORT_COLUMNS } from '../columns/catalogue.js';
import { ownColumns, quoteExport } from '../endpoints/exports.js';
import { EXPORT_FORMATS } from '../rules/exports.js';
import { apiCall } from './call.js';
import { plainForm } from './plain.js';
import { question } from './question.js';
import { EXAMPLE_QUESTION } from './records.js';

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

/** A quote in the plain form. */
export const quoteForm = plainForm(quoteExport.response);

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
  }),
  listExports: apiCall('GET /exports', {
    name: 'listExports',
    scope: 'export',
    request: z.strictObject({
      page: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    example: {},
  }),
  readExport: apiCall('GET /exports/{export_id}', {
    name: 'readExport',
    scope: 'export',
    request: z.strictObject({}),
  }),
  cancelExport: apiCall('POST /exports/{export_id}/cancel', {
    name: 'cancelExport',
    scope: 'export',
    request: z.strictObject({}),
  }),
  exportFile: apiCall('GET /exports/{export_id}/file', {
    name: 'exportFile',
    scope: 'export',
    request: z.strictObject({}),
    file: true,
  }),
} as const;
