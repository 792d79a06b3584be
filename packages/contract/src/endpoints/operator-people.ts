import { z } from 'zod';
import { isIsoDate } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { emailAddress, line, personFields, personId, soughtText } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { ofOperator } from './of-operator.js';
import { pageFields } from './paging.js';

/** It acts on a person, by the number that lists show. */
const aPerson = z.strictObject({ person: personId });

/** A call about one person. */
const ofPerson = { ...ofOperator, params: aPerson } as const;

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

export const operatorPeople = endpoint('GET /operator-management/people', {
  summary: 'Everybody who has an account, newest first',
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
});

export const operatorPerson = endpoint('GET /operator-management/people/:person', {
  summary: 'A person, what they have left, and what was done to their account lately',
  ...ofPerson,
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

export const operatorPlans = endpoint('GET /operator-management/plans', {
  summary: 'The plans that a person can be given',
  ...ofOperator,
  response: z.object({ plans: z.array(z.string()) }),
});

const day = z.string().refine(isIsoDate, { error: MESSAGES.badDate });

/** A plan, and what the subscription says for itself in its place: null for no bound. */
const subscription = z.strictObject({
  plan,
  countries: z
    .array(z.string())
    .max(LIMITS.countryCodes, { error: MESSAGES.tooManyCountries })
    .nullish()
    .describe('Source countries; the plan’s where nothing is said'),
  expiresOn: day.nullish().describe('Its last day; null for never; the plan’s term where nothing is said'),
  dataAccessUpto: day.nullish().describe('The last visible date of the records'),
  dataAccessInMonth: z.int().min(0).nullish().describe('Months of records back from it'),
});

const { mobile: _, ...invitedFields } = personFields;

export const invitePerson = endpoint('POST /operator-management/people', {
  summary: 'Open an account on a plan, and mail its person a link to set their password',
  ...ofOperator,
  request: subscription.extend(invitedFields),
  errors: ['OPERATOR_REFUSED'],
});

export const verifyPerson = endpoint('PUT /operator-management/people/:person/verify', {
  summary: 'Let in who signed up, on a plan, and mail them a link to set their password',
  ...ofPerson,
  request: subscription,
  errors: ['OPERATOR_REFUSED'],
});

export const subscribePerson = endpoint('PUT /operator-management/people/:person/plan', {
  summary: 'Put a main account on a plan from today',
  ...ofPerson,
  request: subscription,
  errors: ['OPERATOR_REFUSED'],
});

export const setPersonDisabled = endpoint('PUT /operator-management/people/:person/disabled', {
  summary: 'Keep an account out, with its sub-users, or let it in again',
  ...ofPerson,
  request: z.strictObject({ disabled: z.boolean() }),
  errors: ['OPERATOR_REFUSED'],
});

export const resetPersonPassword = endpoint('PUT /operator-management/people/:person/password', {
  summary: 'Take a password away and mail a link to set another; who has never set one is mailed a first link again',
  ...ofPerson,
  confirmed: true,
  errors: ['OPERATOR_REFUSED', 'LINK_NOT_NEEDED', 'TOO_MANY_REQUESTS'],
});

export const resetPersonFactors = endpoint('PUT /operator-management/people/:person/factors', {
  summary: 'Take lost second factors away, end the sessions, and tell their person',
  ...ofPerson,
  confirmed: true,
  errors: ['OPERATOR_REFUSED'],
});

export const grantPerson = endpoint('POST /operator-management/people/:person/grant', {
  summary: 'Add to what an account has left, or take from it, with a reason that its owner reads',
  ...ofPerson,
  confirmed: true,
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

export const exportPerson = endpoint('POST /operator-management/people/:person/export', {
  summary: 'What is known of a person, for who asks for it as the law lets them',
  ...ofPerson,
  confirmed: true,
  response: z.object({ fileName: z.string(), text: z.string().describe('JSON') }),
  errors: ['OPERATOR_REFUSED'],
});

export const erasePerson = endpoint('POST /operator-management/people/:person/erase', {
  summary: 'Erase a person, with the sub-users of a main account, for good',
  ...ofPerson,
  confirmed: true,
  request: z.strictObject({ email: emailAddress.describe('Typed, so that it is meant'), reason: REASON }),
  errors: ['OPERATOR_REFUSED'],
});

/** What the operator does about people. */
export const PEOPLE_CALLS = {
  operatorPeople,
  operatorPerson,
  operatorPlans,
  invitePerson,
  verifyPerson,
  subscribePerson,
  setPersonDisabled,
  resetPersonPassword,
  resetPersonFactors,
  grantPerson,
  exportPerson,
  erasePerson,
} as const;
