/**
 * Watches and scheduled files as they were called before both became standing questions. They answer for one release, and go with the next:
 * a program that was written for them has time to ask by the other names (`standing.ts`).
 */
import { z } from 'zod';
import { searchQuery } from '../query/search-query.js';
import { MESSAGES } from '../rules/messages.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';
import {
  changingDigest,
  destinationId,
  digestCall,
  fileFields,
  findingFields,
  found,
  madeFields,
  marking,
  newFileFields,
  questionFields,
} from './standing.js';

const id = z.string().max(40);
const count = z.number().int();
const { name, signals, strictness, timeZone } = questionFields;
const file = { ...fileFields, destinationId };

const watch = z.object({
  ...{ watchId: id, name: z.string(), inWords: z.string(), link: z.string(), savedSearchId: z.string().nullable() },
  ...{ signals, strictness, isMuted: z.boolean(), unread: count, problem: z.string().nullable() },
  createdDate: z.iso.datetime(),
});
export type Watch = z.output<typeof watch>;

const createWatch = endpoint('POST /activity-management/watch', {
  summary: 'Formerly: follow a saved search of the account, or a question',
  owner: { ids: { savedSearchId: 'savedSearch' } },
  request: z
    .strictObject({
      ...{ name, savedSearchId: id.optional(), query: searchQuery.optional(), signals: signals.optional() },
      strictness: strictness.default('USUAL'),
    })
    .refine(({ savedSearchId, query }) => (savedSearchId === undefined) !== (query === undefined), {
      error: MESSAGES.watchOneThing,
      path: ['query'],
    }),
  response: z.object({ watchId: id }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION', 'WATCHES_FULL'],
});

const watches = endpoint('GET /activity-management/watch', {
  summary: 'Formerly: what the caller follows that tells of what is found, by name',
  owner: 'CALLER',
  request: z.strictObject({ ...pageFields }),
  response: z.object({ watches: z.array(watch), totalRecords: count, most: count, held: count }),
});

const changeWatch = endpoint('PUT /activity-management/watch', {
  summary: 'Formerly: change what a standing question tells, pause it or let it go on',
  subUser: 'OWN',
  owner: { ids: { watchId: 'standingQuestion' } },
  request: z.strictObject({
    ...{ watchId: id, name: name.optional(), signals: signals.optional(), strictness: strictness.optional() },
    isMuted: z.boolean().optional(),
  }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
});

const removeWatch = endpoint('PUT /activity-management/watch/remove', {
  summary: 'Formerly: follow something no more',
  subUser: 'OWN',
  owner: { ids: { watchId: 'standingQuestion' } },
  request: z.strictObject({ watchId: id }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
});

const watchFindings = endpoint('GET /activity-management/watch/findings', {
  summary: 'Formerly: what was found for the caller',
  owner: { ids: { watchId: 'standingQuestion' } },
  request: z.strictObject({ watchId: id.optional(), ...findingFields }),
  response: z.object({
    findings: z.array(
      found.omit({ questionId: true, questionName: true }).extend({ watchId: id, watchName: z.string() }),
    ),
    ...{ totalRecords: count, unread: count },
  }),
  errors: ['NOT_YOURS'],
});

const markWatchFindings = endpoint('PUT /activity-management/watch/findings', marking);
const watchMail = endpoint('GET /activity-management/watch/mail', digestCall);
const changeWatchMail = endpoint('PUT /activity-management/watch/mail', changingDigest);

/** When a file was made: by a clock, when another month of its question was whole, or when its watch found something. */
const FILE_RHYTHMS = ['WEEKLY', 'MONTHLY', 'MONTH_COMPLETE', 'WATCH'] as const;

const rhythm = z.enum(FILE_RHYTHMS);

const scheduledFile = z.object({
  ...{ fileId: id, name: z.string(), rhythm, timeZone: z.string(), ...file, ...madeFields },
  ...{ savedSearchId: z.string().nullable(), watchId: z.string().nullable(), inWords: z.string() },
  ...{ isPaused: z.boolean(), nextDate: z.iso.datetime().nullable(), problem: z.string().nullable() },
});
export type ScheduledFile = z.output<typeof scheduledFile>;

const createScheduledFile = endpoint('POST /activity-management/scheduled-file', {
  summary: 'Formerly: have files made of a saved search of the account, or of a standing question of the caller',
  owner: { ids: { savedSearchId: 'savedSearch', watchId: 'standingQuestion', destinationId: 'destination' } },
  request: z
    .strictObject({
      ...{ name, rhythm, timeZone: timeZone.default('UTC'), ...newFileFields },
      destinationId: destinationId.default(null),
      ...{ savedSearchId: id.optional(), watchId: id.optional() },
    })
    .refine(({ savedSearchId, watchId }) => (savedSearchId === undefined) !== (watchId === undefined), {
      error: MESSAGES.watchOneThing,
      path: ['savedSearchId'],
    })
    .refine((asked) => asked.rhythm !== 'WATCH' || asked.watchId !== undefined, {
      error: MESSAGES.fileNeedsWatch,
      path: ['rhythm'],
    }),
  response: z.object({ fileId: id }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION', 'WATCHES_FULL', 'NO_ROOM'],
});

const scheduledFiles = endpoint('GET /activity-management/scheduled-file', {
  summary: 'Formerly: what the caller follows that has files made, by name',
  owner: 'CALLER',
  request: z.strictObject({ ...pageFields }),
  response: z.object({ files: z.array(scheduledFile), totalRecords: count }),
});

const changeScheduledFile = endpoint('PUT /activity-management/scheduled-file', {
  summary: 'Formerly: change the file of a standing question, pause it or let it go on',
  subUser: 'OWN',
  owner: { ids: { fileId: 'standingQuestion', destinationId: 'destination' } },
  request: z.strictObject({
    ...z.object({ name, rhythm, timeZone, ...file }).partial().shape,
    ...{ fileId: id, isPaused: z.boolean().optional() },
  }),
  errors: ['NOT_YOURS', 'MAKER_ONLY', 'VALIDATION'],
});

const ofFile = {
  subUser: 'OWN',
  owner: { ids: { fileId: 'standingQuestion' } },
  request: z.strictObject({ fileId: id }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
} as const;

const makeScheduledFile = endpoint('PUT /activity-management/scheduled-file/make', {
  ...{ summary: 'Formerly: make the file of a standing question now', rate: 'SEARCH', ...ofFile },
});

const removeScheduledFile = endpoint('PUT /activity-management/scheduled-file/remove', {
  ...{ summary: 'Formerly: make no more files of a standing question', ...ofFile },
});

export const FORMER_STANDING_ENDPOINTS = {
  createWatch,
  watches,
  changeWatch,
  removeWatch,
  watchFindings,
  markWatchFindings,
  watchMail,
  changeWatchMail,
  createScheduledFile,
  scheduledFiles,
  changeScheduledFile,
  makeScheduledFile,
  removeScheduledFile,
} as const;
