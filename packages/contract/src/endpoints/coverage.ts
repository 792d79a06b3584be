import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';
import type { CoverageShare } from '../coverage-shares.js';
import { endpoint, noParams, noRequest } from '../endpoint.js';

const records = z.number().int();
const day = z.iso.date();

const saying = z.object({
  importer: records,
  exporter: records,
  quantity: records,
  value: records.describe('In USD or in another currency'),
  port: records.describe("The reporting country's own"),
} satisfies Record<CoverageShare, z.ZodType>);

const source = z.object({
  shortcode: z.string(),
  tradeType: z.enum(TRADE_TYPES),
  records,
  firstDay: day,
  lastDay: day,
  lagDays: z.number().int().describe('Days from the last record to today'),
  saying,
  months: z.array(z.object({ month: z.string().describe('YYYY-MM'), records, saying })).describe('Those with records'),
});
export type CoverageSource = z.output<typeof source>;

const named = z.object({ shortcode: z.string(), name: z.string(), iso2code: z.string() });

export const dataCoverage = endpoint({
  name: 'dataCoverage',
  summary: 'What is there, how fresh and how complete: as far as the account may see it, to the day',
  method: 'GET',
  path: '/masterdata-management/coverage',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
  request: noRequest,
  response: z.object({
    fromDate: day.nullable().describe('First day that the account may see; null: no bound'),
    uptoDate: day.nullable().describe('Last day'),
    countryList: z.array(named.extend({ continentName: z.string() })).describe('The countries of the account'),
    coverageList: z.array(source).describe('By country and trade type; those without records are left out'),
    notInPlan: z.array(named).describe('Countries with records that the account may not see; of them only the name'),
  }),
  errors: ['NO_SUBSCRIPTION'],
});
