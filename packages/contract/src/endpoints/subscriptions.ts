import { z } from 'zod';
import { ALLOWANCES, LEDGER_CAUSES, PERIODS } from '../allowances.js';
import { endpoint, noParams, noRequest } from '../endpoint.js';
import { LIMITS } from '../limits.js';
import { MESSAGES } from '../messages.js';
import { pageFields } from '../paging.js';
import { personId } from '../person.js';

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
  recordsPerWorkspace: z.number().int(),
  maxDownload: z.number().int(),
  period: z.enum(PERIODS),
  renewsOn: z.string().nullable().describe('First day of the next period; null for a lifetime'),
});

export const activeSubscriptions = endpoint({
  name: 'activeSubscriptions',
  summary: 'The active subscription of an account, with what is left of it; an empty list without one',
  method: 'GET',
  path: '/user-management/user-subscription/activelist',
  access: 'session',
  owner: { ids: { userId: 'account' } },
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject({ userId: personId }),
  response: z.object({ userSubscriptionList: z.array(subscription).max(1) }),
  errors: ['NOT_YOURS'],
});

const reported = z.number().int().min(-LIMITS.allowanceMax).max(LIMITS.allowanceMax).optional();

export const updateSubscription = endpoint({
  name: 'updateSubscription',
  summary: 'What is left of a subscription; what is sent changes nothing',
  method: 'PUT',
  path: '/user-management/user-subscription/update/:subscriptionId',
  access: 'session',
  owner: { ids: { subscriptionId: 'subscription' } },
  rate: 'ACCOUNT',
  params: z.strictObject({ subscriptionId: personId }),
  request: z.strictObject({ downloadLimit: reported, queryPerDay: reported, totalWorkspace: reported }),
  response: z.object(counters),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION'],
});

export const planList = endpoint({
  name: 'planList',
  summary: 'The plans that can be picked',
  method: 'GET',
  path: '/user-management/plan/list',
  access: 'client',
  owner: 'NOBODY',
  rate: 'PUBLIC',
  params: noParams,
  request: noRequest,
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
      }),
    ),
  }),
  errors: [],
});

export const requestPlan = endpoint({
  name: 'requestPlan',
  summary: 'Ask the operator for a plan',
  method: 'POST',
  path: '/user-management/user-subscription/request',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject({
    plan: z
      .string()
      .max(60)
      .regex(/^\P{Cc}*$/u, { error: MESSAGES.unknownPlan }),
  }),
  response: z.object({ message: z.string() }),
  errors: [],
});

export const ledger = endpoint({
  name: 'ledger',
  summary: "Each change of the account's allowances and of its sub-users' downloads, newest first",
  method: 'GET',
  path: '/user-management/ledger',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
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
        createdDate: z.iso.datetime(),
      }),
    ),
    totalRecords: z.number().int(),
  }),
  errors: [],
});
