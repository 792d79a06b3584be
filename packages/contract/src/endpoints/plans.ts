import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { personId } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';

/** What a subscription meters. */
export const ALLOWANCES = ['SEARCHES', 'WORKSPACES', 'DOWNLOADS'] as const;
export type Allowance = (typeof ALLOWANCES)[number];

/** How often searches and download points are given anew. */
export const PERIODS = ['MONTH', 'QUARTER', 'YEAR', 'LIFETIME'] as const;
export type Period = (typeof PERIODS)[number];

/** Months of a period; a lifetime is one period. */
export const PERIOD_MONTHS: Record<Period, number | null> = { MONTH: 1, QUARTER: 3, YEAR: 12, LIFETIME: null };

/**
 * Why an allowance changed: given for a period or by the plan, lapsed at a period's end, spent on a search, a company's page, a workspace or a
 * download, given back because the work failed or the workspace was removed, granted or corrected by the operator, moved
 * between an owner and a sub-user.
 */
export const LEDGER_CAUSES = [
  'PERIOD',
  'PLAN',
  'LAPSE',
  'SEARCH',
  'COMPANY',
  'WORKSPACE',
  'DOWNLOAD',
  'RELEASE',
  'GRANT',
  'CORRECTION',
  'MOVE',
] as const;
export type LedgerCause = (typeof LEDGER_CAUSES)[number];

const counters = {
  downloadLimit: z.number().int().describe('Download points left, of the one who asks'),
  queryPerDay: z.number().int().describe('Searches left in this period'),
  totalWorkspace: z.number().int().describe('Workspaces that can still be made'),
};

const subscription = z.object({
  id: z.number().int(),
  name: z.string(),
  accountExpireDate: z.string().nullable().describe('Last day; null when it does not expire'),
  ...counters,
  dataAccessInMonth: z.number().int().nullable(),
  dataAccessUpto: z.string().nullable(),
  subUserCount: z.number().int(),
  countries: z.array(z.string()).describe('Shortcodes of the countries that may be searched'),
  globalSearch: z.boolean().describe('False: only the countries chosen for the account'),
  recordsPerWorkspace: z.number().int(),
  maxDownload: z.number().int(),
  freeRecords: z
    .number()
    .int()
    .describe('Records of one paid search that may be read without points in its day, over all questions within it'),
  period: z.enum(PERIODS),
  renewsOn: z.string().nullable().describe('First day of the next period; null for a lifetime'),
  perPeriod: z
    .object({ searches: z.number().int(), downloads: z.number().int(), workspaces: z.number().int() })
    .describe('What the plan gives the account: searches and points in a period, and workspaces'),
  countriesToChoose: z
    .number()
    .int()
    .describe(
      'How many countries the main account chooses, and chooses anew until its first search; 0 where they stand',
    ),
});

export const activeSubscriptions = endpoint('GET /user-management/user-subscription/activelist', {
  summary: 'The active subscription of an account, with what is left of it; an empty list without one',
  owner: { ids: { userId: 'account' } },
  request: z.strictObject({ userId: personId }),
  response: z.object({ userSubscriptionList: z.array(subscription).max(1) }),
  errors: ['NOT_YOURS'],
});

const reported = z.number().int().min(-LIMITS.allowanceMax).max(LIMITS.allowanceMax).optional();

export const updateSubscription = endpoint('PUT /user-management/user-subscription/update/:subscriptionId', {
  summary: 'What is left of a subscription; what is sent changes nothing',
  owner: { ids: { subscriptionId: 'subscription' } },
  params: z.strictObject({ subscriptionId: personId }),
  request: z.strictObject({ downloadLimit: reported, queryPerDay: reported, totalWorkspace: reported }),
  response: z.object(counters),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION'],
});

export const planList = endpoint('GET /user-management/plan/list', {
  summary: 'The plans that can be picked',
  access: 'client',
  owner: 'NOBODY',
  rate: 'PUBLIC',
  response: z.object({
    planList: z.array(
      z.object({
        name: z.string(),
        priceUsd: z.number().int(),
        termMonths: z.number().int().nullable().describe('null: lifetime'),
        period: z.enum(PERIODS),
        searches: z.number().int().describe('In each period'),
        downloads: z.number().int().describe('Points in each period'),
        workspaces: z.number().int(),
        users: z.number().int().describe('The main account and its sub-users'),
        globalSearch: z.boolean().describe('False: only the countries chosen for the account'),
        countries: z.number().int().nullable().describe('How many there are to choose or in it; null: all'),
        months: z.number().int().nullable().describe('How many months back its records go; null: all'),
        maxDownload: z.number().int().describe('Points of one export at most'),
      }),
    ),
  }),
});

export const requestPlan = endpoint('POST /user-management/user-subscription/request', {
  summary: 'Ask the operator for a plan',
  subUser: 'NO',
  owner: 'CALLER',
  request: z.strictObject({
    plan: z
      .string()
      .max(60)
      .regex(/^\P{Cc}*$/u, { error: MESSAGES.unknownPlan }),
  }),
});

export const ledger = endpoint('GET /user-management/ledger', {
  summary: "Each change of the account's allowances and of its sub-users' downloads, newest first",
  subUser: 'NO',
  owner: 'CALLER',
  request: z.strictObject(pageFields),
  response: z.object({
    ledgerList: z.array(
      z.object({
        id: z.number().int(),
        userId: z.number().int(),
        allowance: z.enum(ALLOWANCES),
        amount: z.number().int(),
        balance: z.number().int().describe('What was left afterwards'),
        cause: z.enum(LEDGER_CAUSES),
        reason: z.string().nullable(),
        exportId: z.string().nullable().describe('The export that was paid for'),
        searchId: z.string().nullable().describe("The search that was paid for, where it is the caller's own"),
        question: z.string().nullable().describe('What was searched or exported, in words'),
        createdDate: z.iso.datetime(),
      }),
    ),
    totalRecords: z.number().int(),
  }),
});

export const countryChoice = endpoint('GET /user-management/user-subscription/countries', {
  summary: 'What there is of each country that the account may choose; nothing where its countries stand',
  subUser: 'NO',
  owner: 'CALLER',
  response: z.object({
    sourceList: z
      .array(
        z.object({
          ...{ shortcode: z.string(), name: z.string(), iso2code: z.string(), tradeType: z.enum(TRADE_TYPES) },
          ...{ records: z.number().int(), fromDate: z.iso.date(), uptoDate: z.iso.date() },
        }),
      )
      .describe('By country and trade type, those with records in the days of the plan'),
  }),
  errors: ['NO_SUBSCRIPTION'],
});

export const chooseCountries = endpoint('POST /user-management/user-subscription/countries', {
  summary:
    'Choose the countries of a subscription that has none, as many as its plan says; others may be chosen until the first search',
  subUser: 'NO',
  owner: 'CALLER',
  request: z.strictObject({ countries: z.array(z.string().max(10)).min(1).max(LIMITS.countryCodes) }),
  response: z.object({ countries: z.array(z.string()) }),
  errors: ['NO_SUBSCRIPTION', 'COUNTRIES_CHOSEN'],
});
