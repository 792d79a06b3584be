/** Standing questions: what a person follows, when it is asked, how it is told, and what was found for them. */
import { z } from 'zod';
import { searchQuery } from '../query/search-query.js';
import {
  DELIVERY_WAYS,
  QUESTION_TRIGGERS,
  toldFinding,
  USUAL_SIGNALS,
  WATCH_LIMITS,
  WATCH_RHYTHMS,
  WATCH_SIGNALS,
  WATCH_STRICTNESSES,
} from '../query/signals.js';
import { destinationPlace } from '../rules/destinations.js';
import { EXPORT_FORMATS, EXPORT_STATES } from '../rules/exports.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { line } from '../rules/person.js';
import { endpoint, said } from './endpoint.js';
import { pageFields } from './paging.js';

/** Which days a file holds: as many as one search spans up to the latest, or the latest month that is whole. */
export const FILE_DAYS = ['LATEST', 'MONTH'] as const;
export type FileDays = (typeof FILE_DAYS)[number];

const id = z.string().max(40);
const count = z.number().int();

/** A time zone as the internet names it. */
const timeZone = z
  .string()
  .max(60)
  .refine(
    (zone) => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
      } catch {
        return false;
      }
    },
    { error: MESSAGES.unknownTimeZone },
  )
  .describe('By whose clock it is asked');

const strictness = z.enum(WATCH_STRICTNESSES).describe('How much must come to pass before it tells');

/** What a file holds, and what it may cost. */
const fileFields = {
  days: z.enum(FILE_DAYS),
  onlyNew: z.boolean().describe('Only records that the account has not exported before'),
  columnKeys: z
    .array(z.string().max(LIMITS.nameMaxLength))
    .min(1, { error: MESSAGES.fieldRequired })
    .max(500, { error: MESSAGES.unknownColumn }),
  format: z.enum(EXPORT_FORMATS),
  budget: count
    .min(0)
    .max(LIMITS.allowanceMax)
    .describe('Points that its files may cost in a calendar month; one that would cost more is not made'),
};

/** The same as it is begun. */
const newFileFields = {
  ...fileFields,
  days: fileFields.days.default('LATEST'),
  onlyNew: fileFields.onlyNew.default(true),
  columnKeys: fileFields.columnKeys
    .optional()
    .describe('Those of the saved search, or the usual ones, where none are named'),
  format: fileFields.format.default('xlsx'),
};

const destinationId = id.nullable().describe('Where its files are sent; null where they wait in the downloads');

const questionFields = {
  name: line(MESSAGES.enterQuestionName, LIMITS.nameMaxLength),
  trigger: z
    .enum(QUESTION_TRIGGERS)
    .describe(
      'When it is asked: as data are published, on Mondays, on the first of a month, or when another month is whole',
    ),
  timeZone,
  signals: z.array(z.enum(WATCH_SIGNALS)).max(WATCH_SIGNALS.length).describe('What it tells of'),
  strictness,
  deliveries: z
    .array(z.enum(DELIVERY_WAYS))
    .min(1, { error: MESSAGES.chooseDelivery })
    .max(DELIVERY_WAYS.length)
    .transform((chosen) => [...new Set(chosen)])
    .describe('How it tells: on the screen, by mail, to webhooks for `watch.found`, by a file, by a report'),
  destinationId,
};

const reportId = id.nullable().describe('The report that is computed anew and mailed, where that is how it tells');

const latest = z.object({
  exportId: z.string(),
  state: z.enum(EXPORT_STATES),
  rows: count,
  points: count,
  createdDate: z.iso.datetime(),
  sentDate: z.iso.datetime().nullable().describe('When its destination had it'),
  sendProblem: z.string().nullable().describe('Why it is not there yet, or never will be'),
});

/** What is told of the files of a question. */
const madeFields = {
  spent: count.describe('What its files have cost this month'),
  latest: latest.nullable(),
};

const standingQuestion = z.object({
  ...questionFields,
  questionId: id,
  name: z.string(),
  timeZone: z.string(),
  deliveries: z.array(z.enum(DELIVERY_WAYS)),
  inWords: z.string().describe('What it asks, in words'),
  link: z.string().describe('Where its records are seen, as a path of the portal'),
  savedSearchId: z
    .string()
    .nullable()
    .describe('The saved search that it follows; null where it has a question of its own'),
  file: z.object({ ...fileFields, ...madeFields }).nullable(),
  reportId,
  isPaused: z.boolean(),
  unread: count.describe('What it found and nobody has read'),
  nextDate: z.iso.datetime().nullable().describe('When it is asked next, where a clock says so'),
  lookedDate: z.iso.datetime().nullable().describe('When it was last looked at since data were published'),
  lookedTold: count.nullable().describe('How much there was to tell then'),
  silentCountries: z
    .array(z.string())
    .describe('Countries of its question of which nothing was published for that look since the one before'),
  problem: z.string().nullable().describe('Why it could not be asked, or its file not be made, the last time'),
  createdDate: z.iso.datetime(),
  createdBy: z.object({ userId: count, userName: z.string() }).nullable().describe('Who follows it'),
  mayChange: z.boolean().describe('Whether the caller may change it and follow it no more'),
});
export type StandingQuestion = z.output<typeof standingQuestion>;

const follow = endpoint('POST /activity-management/following', {
  summary:
    'Follow a saved search of the account, or a question: what comes to pass in its records is told from the next data on, and files of it are made',
  owner: { ids: { savedSearchId: 'savedSearch', destinationId: 'destination', reportId: 'report' } },
  request: z
    .strictObject({
      ...questionFields,
      savedSearchId: id.optional(),
      query: searchQuery.optional(),
      trigger: questionFields.trigger.default('PUBLICATION'),
      timeZone: questionFields.timeZone.default('UTC'),
      signals: questionFields.signals.default([...USUAL_SIGNALS]),
      strictness: strictness.default('USUAL'),
      deliveries: questionFields.deliveries.default(['BADGE', 'MAIL', 'WEBHOOK']),
      file: z.strictObject(newFileFields).optional(),
      destinationId: destinationId.default(null),
      reportId: reportId.default(null),
    })
    .refine(({ savedSearchId, query }) => (savedSearchId === undefined) !== (query === undefined), {
      error: MESSAGES.watchOneThing,
      path: ['query'],
    }),
  response: z.object({ questionId: id }),
  errors: ['NOT_YOURS', 'MAKER_ONLY', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION', 'WATCHES_FULL', 'NO_ROOM'],
});

const following = endpoint('GET /activity-management/following', {
  summary: 'What the account of the caller follows, by name',
  owner: 'CALLER',
  request: z.strictObject({ ...pageFields }),
  response: z.object({
    questions: z.array(standingQuestion),
    totalRecords: count,
    most: count.describe('So many that are looked at as data are published may the account have'),
    held: count.describe('So many has the account'),
  }),
});

const changeFollowing = endpoint('PUT /activity-management/following', {
  summary:
    'Change what a standing question tells, when and how; pause it, or let it go on. A sub-user changes what they follow',
  subUser: 'OWN',
  owner: { ids: { questionId: 'standingQuestion', destinationId: 'destination' } },
  request: z.strictObject({
    ...z.object(questionFields).partial().shape,
    questionId: id,
    file: z.strictObject(z.object(fileFields).partial().shape).nullable().optional(),
    isPaused: z.boolean().optional(),
  }),
  errors: ['NOT_YOURS', 'MAKER_ONLY', 'VALIDATION', 'WATCHES_FULL', 'NO_ROOM'],
});

const unfollow = endpoint('PUT /activity-management/following/remove', {
  summary:
    'Follow something no more: what was found goes for good, files that were made stay in the downloads. A sub-user ends what they follow',
  subUser: 'OWN',
  owner: { ids: { questionId: 'standingQuestion' } },
  request: z.strictObject({ questionId: id }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
});

const makeQuestionFile = endpoint('PUT /activity-management/following/file', {
  summary: 'Make the file of a standing question now, within its budget, or compute its report anew and mail it',
  subUser: 'OWN',
  owner: { ids: { questionId: 'standingQuestion' } },
  rate: 'SEARCH',
  request: z.strictObject({ questionId: id }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
});

/** Which findings are listed: those that nobody has read, all that are not put off, or those that are. */
export const FINDING_VIEWS = ['UNREAD', 'ALL', 'SNOOZED'] as const;
export type FindingView = (typeof FINDING_VIEWS)[number];

const found = z.object({
  findingId: z.number().int().positive(),
  questionId: id,
  questionName: z.string(),
  finding: toldFinding,
  inWords: z.string(),
  link: z.string().describe('What was found, as a path of the portal'),
  beforeLink: z.string().nullable().describe('What it is compared with'),
  foundDate: z.iso.datetime(),
  isRead: z.boolean(),
  snoozedUntil: z.iso.datetime().nullable(),
  isWithdrawn: z.boolean().describe('Its records are gone since'),
});
export type FoundByQuestion = z.output<typeof found>;

const findingFields = { view: z.enum(FINDING_VIEWS).default('ALL'), ...pageFields };

const findings = endpoint('GET /activity-management/following/findings', {
  summary: 'What was found for the caller, the latest first',
  owner: { ids: { questionId: 'standingQuestion' } },
  request: z.strictObject({ questionId: id.optional(), ...findingFields }),
  response: z.object({ findings: z.array(found), totalRecords: count, unread: count }),
  errors: ['NOT_YOURS'],
});

const markFindings = endpoint('PUT /activity-management/following/findings', {
  summary: 'Mark a finding as read or unread, or put it off for some days; without its id, all that are unread',
  owner: { ids: { findingId: 'finding' } },
  request: z.strictObject({
    findingId: found.shape.findingId.optional(),
    as: z.enum(['READ', 'UNREAD', 'SNOOZED']),
    days: z.number().int().min(1).max(WATCH_LIMITS.snoozeDays).default(7),
  }),
  response: z.object({ unread: count }),
  errors: ['NOT_YOURS'],
});

const mailing = { rhythm: z.enum(WATCH_RHYTHMS), timeZone };

const digest = endpoint('GET /activity-management/following/mail', {
  summary: 'How often the caller is written to of what is found for them',
  owner: 'CALLER',
  response: z.object({ ...mailing, nextDate: z.iso.datetime().nullable().describe('When the next message is due') }),
});

const changeDigest = endpoint('PUT /activity-management/following/mail', {
  summary: `Say how often: daily and weekly messages come at ${WATCH_LIMITS.mailHour} in the morning of the time zone, weekly ones on Mondays`,
  owner: 'CALLER',
  request: z.strictObject(mailing),
});

const destination = z.object({
  destinationId: id,
  name: z.string(),
  kind: z.enum(['S3', 'SFTP']),
  inWords: z.string().describe('Where it is, on one line'),
  hasPassword: z.boolean().describe('A server that is opened by a password; others are by a key of the portal'),
  publicKey: z.string().nullable().describe('Of the portal, for the server to let in'),
  hostKey: z.string().nullable().describe('The fingerprint by which the server is known since it was first reached'),
  createdDate: z.iso.datetime(),
  checkedDate: z.iso.datetime().nullable().describe('When a file or a test last arrived there'),
  problem: z.string().nullable().describe('Why the latest did not'),
});
export type Destination = z.output<typeof destination>;

const createDestination = endpoint('POST /activity-management/destination', {
  summary:
    'Say where files may be sent: a bucket, or a folder of a server by SFTP. Secrets are kept sealed, and are never told again',
  owner: 'CALLER',
  rate: 'WEBHOOKS',
  request: z.strictObject({
    name: line(MESSAGES.enterDestinationName, LIMITS.nameMaxLength),
    place: destinationPlace,
    secret: z
      .string()
      .max(1000, { error: MESSAGES.textTooLong })
      .refine((text) => !/\p{Cc}/u.test(text), { error: MESSAGES.destinationSecret })
      .default('')
      .describe(
        'The secret key of a bucket; the password of a server, or nothing where a key of the portal is to open it',
      ),
  }),
  response: z.object({ destinationId: id, publicKey: z.string().nullable() }),
  errors: ['VALIDATION', 'NO_ROOM'],
});

const destinations = endpoint('GET /activity-management/destination', {
  summary: "Where the caller's files may be sent",
  owner: 'CALLER',
  response: z.object({ destinations: z.array(destination) }),
});

const testDestination = endpoint('PUT /activity-management/destination/test', {
  summary: 'Send a file of one line, and say whether it arrived',
  owner: { ids: { destinationId: 'destination' } },
  rate: 'WEBHOOKS',
  request: z.strictObject({ destinationId: id }),
  response: said.extend({ arrived: z.boolean(), hostKey: z.string().nullable() }),
  errors: ['NOT_YOURS'],
});

const removeDestination = endpoint('PUT /activity-management/destination/remove', {
  summary:
    'Send nothing there any more, and forget its secrets; files that went there wait in the downloads from then on',
  owner: { ids: { destinationId: 'destination' } },
  request: z.strictObject({ destinationId: id }),
  errors: ['NOT_YOURS'],
});

/** All calls of what is followed: a browser does without until somebody looks at it. */
export const STANDING_ENDPOINTS = {
  follow,
  following,
  changeFollowing,
  unfollow,
  makeQuestionFile,
  findings,
  markFindings,
  digest,
  changeDigest,
  createDestination,
  destinations,
  testDestination,
  removeDestination,
} as const;
