/** Files that make themselves: a saved search or a watch exported by a clock or by what comes to pass, and where they are sent. */
import { z } from 'zod';
import { destinationPlace } from '../rules/destinations.js';
import { EXPORT_FORMATS, EXPORT_STATES } from '../rules/exports.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { line } from '../rules/person.js';
import { endpoint, said } from './endpoint.js';
import { pageFields } from './paging.js';
import { timeZone } from './watches.js';

/** When a file is made: by a clock, when another month of its question is whole, or when its watch finds something. */
export const FILE_RHYTHMS = ['WEEKLY', 'MONTHLY', 'MONTH_COMPLETE', 'WATCH'] as const;
export type FileRhythm = (typeof FILE_RHYTHMS)[number];

/** Which days it holds: as many as one search spans up to the latest, or the latest month that is whole. */
export const FILE_DAYS = ['LATEST', 'MONTH'] as const;
export type FileDays = (typeof FILE_DAYS)[number];

const fileId = z.string().max(40);
const destinationId = z.string().max(40);
const count = z.number().int();

const about = {
  name: line(MESSAGES.enterFileName, LIMITS.nameMaxLength),
  rhythm: z.enum(FILE_RHYTHMS),
  timeZone: timeZone.describe('By whose clock it is made'),
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
  destinationId: destinationId.nullable().describe('Where its files are sent; null where they wait in the downloads'),
};

const made = z.object({
  exportId: z.string(),
  state: z.enum(EXPORT_STATES),
  rows: count,
  points: count,
  createdDate: z.iso.datetime(),
  sentDate: z.iso.datetime().nullable().describe('When its destination had it'),
  sendProblem: z.string().nullable().describe('Why it is not there yet, or never will be'),
});

const scheduledFile = z.object({
  fileId,
  ...about,
  name: z.string(),
  timeZone: z.string(),
  savedSearchId: z.string().nullable(),
  watchId: z.string().nullable(),
  inWords: z.string().describe('What it asks, in words'),
  isPaused: z.boolean(),
  nextDate: z.iso.datetime().nullable().describe('When it is made next, where a clock says so'),
  spent: count.describe('What its files have cost this month'),
  problem: z.string().nullable().describe('Why the last one was not made'),
  latest: made.nullable(),
});
export type ScheduledFile = z.output<typeof scheduledFile>;

const createScheduledFile = endpoint('POST /activity-management/scheduled-file', {
  summary: 'Have files made of a saved search of the account, or of a watch of the caller',
  owner: { ids: { savedSearchId: 'savedSearch', watchId: 'watch', destinationId: 'destination' } },
  request: z
    .strictObject({
      ...about,
      savedSearchId: z.string().max(40).optional(),
      watchId: z.string().max(40).optional(),
      timeZone: about.timeZone.default('UTC'),
      days: about.days.default('LATEST'),
      onlyNew: about.onlyNew.default(true),
      columnKeys: about.columnKeys
        .optional()
        .describe('Those of the saved search, or the usual ones, where none are named'),
      format: about.format.default('xlsx'),
      destinationId: about.destinationId.default(null),
    })
    .refine(({ savedSearchId, watchId }) => (savedSearchId === undefined) !== (watchId === undefined), {
      error: MESSAGES.fileOneThing,
      path: ['savedSearchId'],
    })
    .refine(({ rhythm, watchId }) => rhythm !== 'WATCH' || watchId !== undefined, {
      error: MESSAGES.fileNeedsWatch,
      path: ['rhythm'],
    }),
  response: z.object({ fileId }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION', 'NO_ROOM'],
});

const scheduledFiles = endpoint('GET /activity-management/scheduled-file', {
  summary: "The caller's scheduled files, by name",
  owner: 'CALLER',
  request: z.strictObject({ ...pageFields }),
  response: z.object({ files: z.array(scheduledFile), totalRecords: count }),
});

const changeScheduledFile = endpoint('PUT /activity-management/scheduled-file', {
  summary:
    'Change when files are made, what they hold, what they may cost and where they go; pause them, or let them go on',
  owner: { ids: { fileId: 'scheduledFile', destinationId: 'destination' } },
  request: z.strictObject({
    fileId,
    ...z.object(about).partial().shape,
    isPaused: z.boolean().optional(),
  }),
  errors: ['NOT_YOURS', 'VALIDATION'],
});

const makeScheduledFile = endpoint('PUT /activity-management/scheduled-file/make', {
  summary: 'Make a file now, within its budget',
  owner: { ids: { fileId: 'scheduledFile' } },
  rate: 'SEARCH',
  request: z.strictObject({ fileId }),
  errors: ['NOT_YOURS'],
});

const removeScheduledFile = endpoint('PUT /activity-management/scheduled-file/remove', {
  summary: 'Make no more of these files; those that were made stay in the downloads',
  owner: { ids: { fileId: 'scheduledFile' } },
  request: z.strictObject({ fileId }),
  errors: ['NOT_YOURS'],
});

const destination = z.object({
  destinationId,
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
  response: z.object({ destinationId, publicKey: z.string().nullable() }),
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
  request: z.strictObject({ destinationId }),
  response: said.extend({ arrived: z.boolean(), hostKey: z.string().nullable() }),
  errors: ['NOT_YOURS'],
});

const removeDestination = endpoint('PUT /activity-management/destination/remove', {
  summary:
    'Send nothing there any more, and forget its secrets; files that went there wait in the downloads from then on',
  owner: { ids: { destinationId: 'destination' } },
  request: z.strictObject({ destinationId }),
  errors: ['NOT_YOURS'],
});

/** All calls of scheduled files: a browser does without until somebody looks at them. */
export const SCHEDULED_FILE_ENDPOINTS = {
  createScheduledFile,
  scheduledFiles,
  changeScheduledFile,
  makeScheduledFile,
  removeScheduledFile,
  createDestination,
  destinations,
  testDestination,
  removeDestination,
} as const;
