import { z } from 'zod';
import { endpoint, noParams, noRequest } from '../endpoint.js';

const yesNo = z.enum(['Y', 'N']);

export const siteSettings = endpoint({
  name: 'siteSettings',
  summary: 'Whether the site is in maintenance, and its message',
  method: 'POST',
  path: '/masterdata-management/sitesettings',
  access: 'client',
  owner: 'NOBODY',
  rate: 'PUBLIC',
  params: noParams,
  request: noRequest,
  response: z.object({ settingsList: z.array(z.object({ isMaintanance: yesNo, siteMessage: z.string() })) }),
  errors: [],
});

/** A source country as its subscriber sees it; a date is null where no records are loaded. */
const country = z.object({
  name: z.string(),
  shortcode: z.string(),
  iso2code: z.string(),
  continentName: z.string(),
  importFrom: z.string().nullable(),
  importUpto: z.string().nullable(),
  exportFrom: z.string().nullable(),
  exportUpto: z.string().nullable(),
  importerForExport: yesNo.describe('Y when export records of this country name the importer'),
  exporterForImport: yesNo.describe('Y when import records of this country name the exporter'),
  importPointWeightage: z.number(),
  exportPointWeightage: z.number(),
  records: z.number().int().describe('Records loaded for this trade type'),
});
export type Country = z.output<typeof country>;

export const countryListByTrade = endpoint({
  name: 'countryListByTrade',
  summary: 'The countries that this account may search for a trade type',
  method: 'GET',
  path: '/masterdata-management/countrylistbytrade/:trade',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: z.strictObject({ trade: z.enum(['I', 'E']) }),
  request: noRequest,
  response: z.object({ countryList: z.array(country) }),
  errors: ['NO_SUBSCRIPTION'],
});
