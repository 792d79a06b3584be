import { z } from 'zod';
import { isIsoDate } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { line, paragraphs, personId } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { ofOperator } from './of-operator.js';
import { LOADING_CALLS } from './operator-loading.js';
import { PEOPLE_CALLS } from './operator-people.js';
import { pageFields } from './paging.js';

export const operatorSite = endpoint('GET /operator-management/site', {
  summary: 'Whether the site is open',
  ...ofOperator,
  response: z.object({ maintenance: z.boolean(), message: z.string(), allowed: z.array(z.string()) }),
});

export const setSite = endpoint('PUT /operator-management/site', {
  summary: 'Close the site, but for those who are named and whoever closes it, or open it',
  ...ofOperator,
  request: z.strictObject({ maintenance: z.boolean(), message: paragraphs(LIMITS.noticeMaxLength) }),
});

export const addNotice = endpoint('POST /operator-management/notice', {
  summary: 'Tell everybody something',
  ...ofOperator,
  request: z.strictObject({
    title: line(MESSAGES.fieldRequired, LIMITS.nameMaxLength),
    body: paragraphs(LIMITS.noticeMaxLength),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const removeNotice = endpoint('PUT /operator-management/notice/:notice/remove', {
  summary: 'Take a notice away',
  ...ofOperator,
  params: z.strictObject({ notice: z.string().max(64) }),
  errors: ['OPERATOR_REFUSED'],
});

const load = z.object({
  load: z.number().int(),
  file: z.string(),
  source: z.string(),
  tradeType: z.string(),
  records: z.number().int(),
  rejected: z.number().int(),
  fromDate: z.string().nullable(),
  toDate: z.string().nullable(),
  bytes: z.number(),
  loadedAt: z.string(),
  demo: z.boolean(),
});
export type OperatedLoad = z.output<typeof load>;

export const operatorLoads = endpoint('GET /operator-management/loads', {
  summary: 'What is loaded, the newest first',
  ...ofOperator,
  request: z.strictObject({ ...pageFields }),
  response: z.object({
    loads: z.array(load),
    total: z.number().int(),
    records: z.number().int(),
    dataVersion: z.number().int(),
  }),
});

export const operatorRejections = endpoint('GET /operator-management/loads/:load/rejected', {
  summary: 'The first rejected rows of a load, and why',
  ...ofOperator,
  params: z.strictObject({ load: personId }),
  response: z.object({
    rejections: z.array(
      z.object({ file: z.string(), line: z.number().int(), column: z.string(), reason: z.string(), cell: z.string() }),
    ),
    total: z.number().int(),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const unloadLoad = endpoint('PUT /operator-management/loads/:load/unload', {
  summary: 'Take a load out: searches see all of its records or none. Its file stays in the archive',
  ...ofOperator,
  confirmed: true,
  params: z.strictObject({ load: personId }),
  errors: ['OPERATOR_REFUSED'],
});

/** The key of a party, as the operator's lists show it. */
const partyKey = z
  .string()
  .refine((key) => /^\d{1,20}$/.test(key) && BigInt(key) < 2n ** 64n, { error: MESSAGES.fieldRequired });

const proposedParty = z.object({ key: z.string(), name: z.string(), records: z.number(), valueUsd: z.number() });

export const operatorProposals = endpoint('GET /operator-management/proposals', {
  summary:
    'Pairs of parties that are likely one company and that nobody has decided on: those that state one official number, then those whose names are alike, of each those first whose joining moves most value',
  ...ofOperator,
  response: z.object({
    proposals: z.array(
      z.object({
        first: proposedParty,
        second: proposedParty,
        likeness: z
          .enum(['number', 'form', 'address', 'cut', 'typing'])
          .describe('That both state one official number, or how the names are alike'),
        numbers: z
          .array(z.string())
          .describe('The official number of both; two where they state different ones of one scheme'),
        headings: z.number().describe('Headings of goods that both trade'),
        countries: z.number().describe('Source countries in which both stand'),
        details: z.number().describe('Addresses and numbers that both have'),
      }),
    ),
  }),
});

export const decideProposal = endpoint('PUT /operator-management/proposals/decide', {
  summary: 'Say of two parties that they are one, are two, or are left for later; or take what was said back',
  ...ofOperator,
  request: z.strictObject({
    first: partyKey,
    second: partyKey,
    verdict: z.enum(['YES', 'NO', 'LATER', 'UNDO']).describe('UNDO parts the two, or lets them be proposed again'),
    before: z.enum(['YES', 'NO', 'LATER']).optional().describe('With UNDO: what was said'),
    despite: z.boolean().optional().describe('With YES: that the person has seen that the two state different numbers'),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const acceptSameNumber = endpoint('PUT /operator-management/proposals/same-number', {
  summary: 'Make one company of all parties that are proposed because they state one official number',
  ...ofOperator,
  errors: ['OPERATOR_REFUSED'],
});

const JOB_LISTS = ['OPEN', 'FAILED', 'DONE'] as const;

export const operatorJobs = endpoint('GET /operator-management/jobs', {
  summary: 'What is done in the background, the newest first',
  ...ofOperator,
  request: z.strictObject({ list: z.enum(JOB_LISTS).default('OPEN') }),
  response: z.object({
    jobs: z.array(
      z.object({
        job: z.number().int(),
        kind: z.string(),
        person: z.number().int().nullable().describe('Whose it is; null for the portal'),
        state: z.string(),
        tries: z.number().int(),
        createdDate: z.iso.datetime(),
        error: z.string().nullable(),
      }),
    ),
  }),
});

export const retryJob = endpoint('PUT /operator-management/jobs/:job/retry', {
  summary: 'Let a job that failed be tried anew',
  ...ofOperator,
  params: z.strictObject({ job: personId }),
  errors: ['OPERATOR_REFUSED'],
});

export const cancelJob = endpoint('PUT /operator-management/jobs/:job/cancel', {
  summary: 'Cancel a job that waits or is under way, or drop one that failed',
  ...ofOperator,
  params: z.strictObject({ job: personId }),
  errors: ['OPERATOR_REFUSED'],
});

const auditEntry = z.object({
  at: z.iso.datetime(),
  event: z.string(),
  person: z.number().int().nullable(),
  email: z.string().nullable().describe('Of the person, where they have not been erased'),
  by: z.string(),
  address: z.string().nullable(),
  details: z.string(),
});

const auditDay = z.string().refine(isIsoDate, { error: MESSAGES.badDate });

export const operatorAudit = endpoint('GET /operator-management/audit', {
  summary: 'What was done to accounts, the newest first',
  ...ofOperator,
  request: z.strictObject({
    ...pageFields,
    sought: z
      .string()
      .max(100)
      .optional()
      .describe('In the act, or in the name or address of whom it is about or who did it'),
    from: auditDay.optional().describe('The first day (UTC)'),
    to: auditDay.optional().describe('The last day'),
  }),
  response: z.object({ entries: z.array(auditEntry), total: z.number().int() }),
});

export const operatorHealth = endpoint('GET /operator-management/health', {
  summary: 'What is wrong, or about to be, with what to do, where calls waited, and which backups there are',
  ...ofOperator,
  response: z.object({
    findings: z.array(
      z.object({ check: z.string(), state: z.enum(['well', 'soon', 'wrong']), found: z.string(), todo: z.string() }),
    ),
    waits: z
      .array(
        z.object({
          where: z.string().describe('As Server-Timing names it'),
          calls: z.number().int().describe('That waited there'),
          longestMs: z.number(),
        }),
      )
      .describe('Of the calls of the last minute, the longest first'),
    backups: z
      .object({ where: z.string(), times: z.array(z.string()), underWay: z.boolean() })
      .nullable()
      .describe('Null where none are set up'),
  }),
});

export const backUpNow = endpoint('POST /operator-management/backup', {
  summary: 'Make a backup now, beside those of every day',
  ...ofOperator,
  errors: ['OPERATOR_REFUSED'],
});

/** All of the operator's calls: a browser that is no operator's does without. */
export const OPERATOR_ENDPOINTS = {
  ...PEOPLE_CALLS,
  ...LOADING_CALLS,
  operatorSite,
  setSite,
  addNotice,
  removeNotice,
  operatorLoads,
  operatorRejections,
  unloadLoad,
  operatorProposals,
  decideProposal,
  acceptSameNumber,
  operatorJobs,
  retryJob,
  cancelJob,
  operatorAudit,
  operatorHealth,
  backUpNow,
} as const;
