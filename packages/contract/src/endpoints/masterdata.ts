import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';
import { publishedBy, totalShare } from './public-source.js';

const yesNo = z.enum(['Y', 'N']);

export const siteSettings = endpoint('POST /masterdata-management/sitesettings', {
  summary: 'Whether the site is in maintenance, and its message',
  access: 'client',
  owner: 'NOBODY',
  rate: 'PUBLIC',
  response: z.object({ settingsList: z.array(z.object({ isMaintanance: yesNo, siteMessage: z.string() })) }),
});

const notice = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string().describe('Plain text; an empty line begins a paragraph'),
  createdDate: z.iso.datetime(),
});
export type Notice = z.output<typeof notice>;

export const noticeList = endpoint('GET /masterdata-management/notices', {
  summary: "The operator's notices to everybody, newest first",
  owner: 'NOBODY',
  request: z.strictObject(pageFields),
  response: z.object({ noticeList: z.array(notice), totalRecords: z.number().int() }),
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
  publishedBy: z.array(publishedBy).describe('The public sources that these come from'),
});
export type Country = z.output<typeof country>;

export const countryListByTrade = endpoint('GET /masterdata-management/countrylistbytrade/:trade', {
  summary: 'The countries that this account may search for a trade type',
  owner: 'CALLER',
  params: z.strictObject({ trade: z.enum(['I', 'E']) }),
  response: z.object({ countryList: z.array(country) }),
  errors: ['NO_SUBSCRIPTION'],
});

/** What people ask of a source before they search it: how many of its records say who, how much, for how much and where. */
export const COVERAGE_SHARES = ['importer', 'exporter', 'quantity', 'value', 'port'] as const;
export type CoverageShare = (typeof COVERAGE_SHARES)[number];

/** A share in whole percents that say 100 of everything only, and never 0; null for nothing. */
export function sharePercent(part: number, whole: number): number | null {
  if (part === 0) return null;
  if (part === whole) return 100;
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)));
}

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
  publishedBy: z
    .array(
      publishedBy.extend({
        totals: z
          .array(totalShare)
          .describe(
            'What it says that its years or months come to, and what of that is loaded: of those that may be seen whole',
          ),
      }),
    )
    .describe('The public sources that its files come from'),
});
export type CoverageSource = z.output<typeof source>;

const named = z.object({ shortcode: z.string(), name: z.string(), iso2code: z.string() });

export const dataCoverage = endpoint('GET /masterdata-management/coverage', {
  summary: 'What is there, how fresh and how complete: as far as the account may see it, to the day',
  owner: 'CALLER',
  response: z.object({
    fromDate: day.nullable().describe('First day that the account may see; null: no bound'),
    uptoDate: day.nullable().describe('Last day'),
    countryList: z.array(named.extend({ continentName: z.string() })).describe('The countries of the account'),
    coverageList: z.array(source).describe('By country and trade type; those without records are left out'),
    notInPlan: z.array(named).describe('Countries with records that the account may not see; of them only the name'),
  }),
  errors: ['NO_SUBSCRIPTION'],
});

export const whatsNew = endpoint('GET /masterdata-management/whatsnew', {
  summary: 'What this portal has loaded lately, for the sign-in screen: what most records came of',
  access: 'client',
  owner: 'NOBODY',
  rate: 'PUBLIC',
  response: z.object({
    newsList: z
      .array(
        named.extend({
          tradeType: z.enum(TRADE_TYPES),
          isNew: z.boolean().describe('Nothing was loaded of it before'),
          newMonths: z.array(z.string()).describe('As YYYY-MM, those that had no records before'),
          lastMonth: z.string().describe('The last one with records, as YYYY-MM'),
        }),
      )
      .max(LIMITS.whatsNew),
    countriesWithRecords: z.number().int().describe('Of which anything is loaded today'),
  }),
});

export const dataNews = endpoint('GET /masterdata-management/news', {
  summary: 'What has been loaded of the countries of this account since the caller was last here',
  owner: 'CALLER',
  response: z.object({
    since: z.iso.datetime().nullable().describe('When the caller signed in before; null on the first visit'),
    newsList: z.array(
      named.extend({
        tradeType: z.enum(TRADE_TYPES),
        records: records.describe('Loaded since, in whole months that may be seen'),
        newMonths: z.array(z.string()).describe('Those of them, as YYYY-MM, that had no records before'),
        lastMonth: z.string().describe('The last one with records, as YYYY-MM'),
        latest: z
          .object({
            month: z.string().describe('As YYYY-MM'),
            records,
            yearBefore: records.nullable().describe('In the same month of the year before; null where none are loaded'),
          })
          .nullable()
          .describe('The latest month whose records reach its end; null where none does'),
      }),
    ),
  }),
  errors: ['NO_SUBSCRIPTION'],
});
