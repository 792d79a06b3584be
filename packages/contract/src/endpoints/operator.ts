import { z } from 'zod';
import { isIsoDate } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { emailAddress, line, paragraphs, personId, soughtText } from '../rules/person.js';
import { endpoint, noRequest } from './endpoint.js';
import { pageFields } from './paging.js';

/** A call of who runs the portal. It names nobody's things of its own: whoever may make it may see everything. */
const ofOperator = { operator: true, owner: 'NOBODY', rate: 'OPERATOR' } as const;

/** It acts on a person, a load or a job, by the number that lists show. */
const aPerson = z.strictObject({ person: personId });

const said = z.object({ message: z.string() });

const REASON = line(MESSAGES.enterReason, LIMITS.reasonMaxLength).describe(
  'It stays in the audit log: name nobody in it',
);

/** How an account stands. */
export const PERSON_STATES = ['ACTIVE', 'WAITING', 'INVITED', 'NO_PASSWORD', 'DISABLED'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

const person = z.object({
  person: z.number().int(),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  owner: z.string().nullable().describe('The address of a sub-user’s main account'),
  state: z.enum(PERSON_STATES),
  plan: z.string().nullable(),
  expiresOn: z.string().nullable(),
  asksFor: z.string().nullable().describe('The plan that they have asked for, and have not been given'),
  hasFactor: z.boolean(),
  operator: z.boolean(),
  createdDate: z.iso.datetime(),
  lastVisitDate: z.iso.datetime().nullable(),
});
export type OperatedPerson = z.output<typeof person>;

/** Which people a list is of: all, those who wait to be let in, and those who ask for another plan. */
export const PEOPLE_LISTS = ['ALL', 'WAITING', 'ASKING'] as const;
export type PeopleList = (typeof PEOPLE_LISTS)[number];

export const operatorPeople = endpoint({
  name: 'operatorPeople',
  summary: 'Everybody who has an account, newest first',
  method: 'GET',
  path: '/operator-management/people',
  ...ofOperator,
  request: z.strictObject({
    list: z.enum(PEOPLE_LISTS).default('ALL'),
    sought: soughtText(LIMITS.searchValueMaxLength).default('').describe('In an address, a name or a company'),
    ...pageFields,
  }),
  response: z.object({
    people: z.array(person),
    total: z.number().int(),
    waiting: z.number().int(),
    asking: z.number().int(),
  }),
  errors: [],
});

export const operatorPerson = endpoint({
  name: 'operatorPerson',
  summary: 'A person, what they have left, and what was done to their account lately',
  method: 'GET',
  path: '/operator-management/people/:person',
  ...ofOperator,
  params: aPerson,
  request: noRequest,
  response: z.object({
    person,
    left: z.object({ searches: z.number(), downloads: z.number(), workspaces: z.number() }).nullable(),
    sessions: z.number().int(),
    keys: z.number().int(),
    audit: z.array(
      z.object({
        at: z.iso.datetime(),
        event: z.string(),
        by: z.string().describe('A person’s number, or the system’s user who gave a command'),
        address: z.string().nullable(),
        details: z.string(),
      }),
    ),
  }),
  errors: ['OPERATOR_REFUSED'],
});

const plan = line(MESSAGES.unknownPlan, LIMITS.nameMaxLength);

export const operatorPlans = endpoint({
  name: 'operatorPlans',
  summary: 'The plans that a person can be given',
  method: 'GET',
  path: '/operator-management/plans',
  ...ofOperator,
  request: noRequest,
  response: z.object({ plans: z.array(z.string()) }),
  errors: [],
});

export const verifyPerson = endpoint({
  name: 'verifyPerson',
  summary: 'Let in who signed up, on a plan, and mail them a link to set their password',
  method: 'PUT',
  path: '/operator-management/people/:person/verify',
  ...ofOperator,
  params: aPerson,
  request: z.strictObject({ plan }),
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

export const subscribePerson = endpoint({
  name: 'subscribePerson',
  summary: 'Put a main account on a plan from today',
  method: 'PUT',
  path: '/operator-management/people/:person/plan',
  ...ofOperator,
  params: aPerson,
  request: z.strictObject({
    plan,
    expiresOn: z
      .string()
      .refine(isIsoDate, { error: MESSAGES.badDate })
      .nullish()
      .describe('Its last day; null for never; the plan’s term where nothing is said'),
  }),
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

export const setPersonDisabled = endpoint({
  name: 'setPersonDisabled',
  summary: 'Keep an account out, with its sub-users, or let it in again',
  method: 'PUT',
  path: '/operator-management/people/:person/disabled',
  ...ofOperator,
  params: aPerson,
  request: z.strictObject({ disabled: z.boolean() }),
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

export const resetPersonPassword = endpoint({
  name: 'resetPersonPassword',
  summary: 'Take a password away and mail a link to set another; who has never set one is mailed a first link again',
  method: 'PUT',
  path: '/operator-management/people/:person/password',
  ...ofOperator,
  confirmed: true,
  params: aPerson,
  request: noRequest,
  response: said,
  errors: ['OPERATOR_REFUSED', 'LINK_NOT_NEEDED', 'TOO_MANY_REQUESTS'],
});

export const resetPersonFactors = endpoint({
  name: 'resetPersonFactors',
  summary: 'Take lost second factors away, end the sessions, and tell their person',
  method: 'PUT',
  path: '/operator-management/people/:person/factors',
  ...ofOperator,
  confirmed: true,
  params: aPerson,
  request: noRequest,
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

export const grantPerson = endpoint({
  name: 'grantPerson',
  summary: 'Add to what an account has left, or take from it, with a reason that its owner reads',
  method: 'POST',
  path: '/operator-management/people/:person/grant',
  ...ofOperator,
  confirmed: true,
  params: aPerson,
  request: z.strictObject({
    allowance: z.enum(['SEARCHES', 'DOWNLOADS', 'WORKSPACES']),
    amount: z
      .number({ error: MESSAGES.fieldRequired })
      .int()
      .min(-LIMITS.allowanceMax)
      .max(LIMITS.allowanceMax)
      .refine((amount) => amount !== 0, { error: MESSAGES.fieldRequired }),
    reason: line(MESSAGES.enterReason, LIMITS.reasonMaxLength),
  }),
  response: z.object({ message: z.string(), balance: z.number().int() }),
  errors: [
    'OPERATOR_REFUSED',
    'SEARCH_LIMIT_EXHAUSTED',
    'DOWNLOAD_LIMIT_EXHAUSTED',
    'WORKSPACE_LIMIT_EXHAUSTED',
    'NO_SUBSCRIPTION',
  ],
});

export const exportPerson = endpoint({
  name: 'exportPerson',
  summary: 'What is known of a person, for who asks for it as the law lets them',
  method: 'POST',
  path: '/operator-management/people/:person/export',
  ...ofOperator,
  confirmed: true,
  params: aPerson,
  request: noRequest,
  response: z.object({ fileName: z.string(), text: z.string().describe('JSON') }),
  errors: ['OPERATOR_REFUSED'],
});

export const erasePerson = endpoint({
  name: 'erasePerson',
  summary: 'Erase a person, with the sub-users of a main account, for good',
  method: 'POST',
  path: '/operator-management/people/:person/erase',
  ...ofOperator,
  confirmed: true,
  params: aPerson,
  request: z.strictObject({ email: emailAddress.describe('Typed, so that it is meant'), reason: REASON }),
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

export const operatorSite = endpoint({
  name: 'operatorSite',
  summary: 'Whether the site is open',
  method: 'GET',
  path: '/operator-management/site',
  ...ofOperator,
  request: noRequest,
  response: z.object({ maintenance: z.boolean(), message: z.string(), allowed: z.array(z.string()) }),
  errors: [],
});

export const setSite = endpoint({
  name: 'setSite',
  summary: 'Close the site, but for those who are named and whoever closes it, or open it',
  method: 'PUT',
  path: '/operator-management/site',
  ...ofOperator,
  request: z.strictObject({ maintenance: z.boolean(), message: paragraphs(LIMITS.noticeMaxLength) }),
  response: said,
  errors: [],
});

export const addNotice = endpoint({
  name: 'addNotice',
  summary: 'Tell everybody something',
  method: 'POST',
  path: '/operator-management/notice',
  ...ofOperator,
  request: z.strictObject({
    title: line(MESSAGES.fieldRequired, LIMITS.nameMaxLength),
    body: paragraphs(LIMITS.noticeMaxLength),
  }),
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

export const removeNotice = endpoint({
  name: 'removeNotice',
  summary: 'Take a notice away',
  method: 'PUT',
  path: '/operator-management/notice/:notice/remove',
  ...ofOperator,
  params: z.strictObject({ notice: z.string().max(64) }),
  request: noRequest,
  response: said,
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

export const operatorLoads = endpoint({
  name: 'operatorLoads',
  summary: 'What is loaded, the newest first',
  method: 'GET',
  path: '/operator-management/loads',
  ...ofOperator,
  request: z.strictObject({ ...pageFields }),
  response: z.object({
    loads: z.array(load),
    total: z.number().int(),
    records: z.number().int(),
    dataVersion: z.number().int(),
  }),
  errors: [],
});

export const operatorRejections = endpoint({
  name: 'operatorRejections',
  summary: 'The first rejected rows of a load, and why',
  method: 'GET',
  path: '/operator-management/loads/:load/rejected',
  ...ofOperator,
  params: z.strictObject({ load: personId }),
  request: noRequest,
  response: z.object({
    rejections: z.array(
      z.object({ file: z.string(), line: z.number().int(), column: z.string(), reason: z.string(), cell: z.string() }),
    ),
    total: z.number().int(),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const unloadLoad = endpoint({
  name: 'unloadLoad',
  summary: 'Take a load out: searches see all of its records or none. Its file stays in the archive',
  method: 'PUT',
  path: '/operator-management/loads/:load/unload',
  ...ofOperator,
  confirmed: true,
  params: z.strictObject({ load: personId }),
  request: noRequest,
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

/** The key of a party, as the operator's lists show it. */
const partyKey = z.string().regex(/^\d{1,20}$/, { error: MESSAGES.fieldRequired });

const proposedParty = z.object({ key: z.string(), name: z.string(), records: z.number() });

export const operatorProposals = endpoint({
  name: 'operatorProposals',
  summary:
    'Pairs of parties that are likely one company and that nobody has decided on, those first whose joining moves most records',
  method: 'GET',
  path: '/operator-management/proposals',
  ...ofOperator,
  request: noRequest,
  response: z.object({
    proposals: z.array(
      z.object({
        first: proposedParty,
        second: proposedParty,
        likeness: z.enum(['form', 'address', 'cut', 'typing']).describe('How the names are alike'),
        headings: z.number().describe('Headings of goods that both trade'),
        countries: z.number().describe('Source countries in which both stand'),
        details: z.number().describe('Addresses and numbers that both have'),
      }),
    ),
  }),
  errors: [],
});

export const decideProposal = endpoint({
  name: 'decideProposal',
  summary: 'Say of two parties that they are one, are two, or are left for later; or take what was said back',
  method: 'PUT',
  path: '/operator-management/proposals/decide',
  ...ofOperator,
  request: z.strictObject({
    first: partyKey,
    second: partyKey,
    verdict: z.enum(['YES', 'NO', 'LATER', 'UNDO']).describe('UNDO parts the two, or lets them be proposed again'),
    before: z.enum(['YES', 'NO', 'LATER']).optional().describe('With UNDO: what was said'),
  }),
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

const JOB_LISTS = ['OPEN', 'FAILED', 'DONE'] as const;

export const operatorJobs = endpoint({
  name: 'operatorJobs',
  summary: 'What is done in the background, the newest first',
  method: 'GET',
  path: '/operator-management/jobs',
  ...ofOperator,
  request: z.strictObject({ list: z.enum(JOB_LISTS).default('OPEN') }),
  response: z.object({
    jobs: z.array(
      z.object({
        job: z.number().int(),
        kind: z.string(),
        state: z.string(),
        tries: z.number().int(),
        createdDate: z.iso.datetime(),
        error: z.string().nullable(),
      }),
    ),
  }),
  errors: [],
});

export const retryJob = endpoint({
  name: 'retryJob',
  summary: 'Let a job that failed be tried anew',
  method: 'PUT',
  path: '/operator-management/jobs/:job/retry',
  ...ofOperator,
  params: z.strictObject({ job: personId }),
  request: noRequest,
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

export const cancelJob = endpoint({
  name: 'cancelJob',
  summary: 'Cancel a job that waits or is under way',
  method: 'PUT',
  path: '/operator-management/jobs/:job/cancel',
  ...ofOperator,
  params: z.strictObject({ job: personId }),
  request: noRequest,
  response: said,
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

export const operatorAudit = endpoint({
  name: 'operatorAudit',
  summary: 'What was done to accounts, the newest first',
  method: 'GET',
  path: '/operator-management/audit',
  ...ofOperator,
  request: z.strictObject({ ...pageFields }),
  response: z.object({ entries: z.array(auditEntry), total: z.number().int() }),
  errors: [],
});

export const operatorHealth = endpoint({
  name: 'operatorHealth',
  summary: 'What is wrong, or about to be, with what to do, and which backups there are',
  method: 'GET',
  path: '/operator-management/health',
  ...ofOperator,
  request: noRequest,
  response: z.object({
    findings: z.array(
      z.object({ check: z.string(), state: z.enum(['well', 'soon', 'wrong']), found: z.string(), todo: z.string() }),
    ),
    backups: z
      .object({ where: z.string(), times: z.array(z.string()), underWay: z.boolean() })
      .nullable()
      .describe('Null where none are set up'),
  }),
  errors: [],
});

export const backUpNow = endpoint({
  name: 'backUpNow',
  summary: 'Make a backup now, beside those of every day',
  method: 'POST',
  path: '/operator-management/backup',
  ...ofOperator,
  request: noRequest,
  response: said,
  errors: ['OPERATOR_REFUSED'],
});

/** All of them: a browser that is no operator's does without. */
export const OPERATOR_ENDPOINTS = {
  operatorPeople,
  operatorPerson,
  operatorPlans,
  verifyPerson,
  subscribePerson,
  setPersonDisabled,
  resetPersonPassword,
  resetPersonFactors,
  grantPerson,
  exportPerson,
  erasePerson,
  operatorSite,
  setSite,
  addNotice,
  removeNotice,
  operatorLoads,
  operatorRejections,
  unloadLoad,
  operatorProposals,
  decideProposal,
  operatorJobs,
  retryJob,
  cancelJob,
  operatorAudit,
  operatorHealth,
  backUpNow,
} as const;
