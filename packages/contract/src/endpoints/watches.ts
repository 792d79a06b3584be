/** Watches: questions that a person wants to hear of, and what was found for them when records came. */
import { z } from 'zod';
import { searchQuery } from '../query/search-query.js';
import { toldFinding, WATCH_LIMITS, WATCH_RHYTHMS, WATCH_SIGNALS, WATCH_STRICTNESSES } from '../query/watches.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { line } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';

const watchId = z.string().max(40);
const findingId = z.number().int().positive();
const count = z.number().int();

const signals = z.array(z.enum(WATCH_SIGNALS)).max(WATCH_SIGNALS.length);
const name = line(MESSAGES.enterWatchName, LIMITS.nameMaxLength);

const watch = z.object({
  watchId,
  name: z.string(),
  inWords: z.string().describe('What it asks, in words'),
  link: z.string().describe('Where its records are seen, as a path of the portal'),
  savedSearchId: z
    .string()
    .nullable()
    .describe('The saved search that it follows; null where it has a question of its own'),
  signals: signals.describe('What it tells of'),
  strictness: z.enum(WATCH_STRICTNESSES),
  isMuted: z.boolean(),
  unread: count,
  problem: z.string().nullable().describe('Why it cannot be looked after just now'),
  createdDate: z.iso.datetime(),
});
export type Watch = z.output<typeof watch>;

const createWatch = endpoint('POST /activity-management/watch', {
  summary:
    'Watch a saved search of the account, or a question: what comes to pass in its records is told from the next data on',
  owner: { ids: { savedSearchId: 'savedSearch' } },
  request: z
    .strictObject({
      name,
      savedSearchId: z.string().max(40).optional(),
      query: searchQuery.optional(),
      signals: signals.optional(),
      strictness: z.enum(WATCH_STRICTNESSES).default('USUAL'),
    })
    .refine(({ savedSearchId, query }) => (savedSearchId === undefined) !== (query === undefined), {
      error: MESSAGES.watchOneThing,
      path: ['query'],
    }),
  response: z.object({ watchId }),
  errors: ['NOT_YOURS', 'REMOVED_MEANWHILE', 'NO_SUBSCRIPTION', 'WATCHES_FULL'],
});

const watches = endpoint('GET /activity-management/watch', {
  summary: "The caller's watches, by name",
  owner: 'CALLER',
  request: z.strictObject({ ...pageFields }),
  response: z.object({
    watches: z.array(watch),
    totalRecords: count,
    most: count.describe('So many may the account have'),
    held: count.describe('So many has the account'),
  }),
});

const changeWatch = endpoint('PUT /activity-management/watch', {
  summary: 'Call a watch otherwise, say what it tells of and from how much on, mute it or let it speak again',
  owner: { ids: { watchId: 'watch' } },
  request: z.strictObject({
    watchId,
    name: name.optional(),
    signals: signals.optional(),
    strictness: z.enum(WATCH_STRICTNESSES).optional(),
    isMuted: z.boolean().optional(),
  }),
  errors: ['NOT_YOURS'],
});

const removeWatch = endpoint('PUT /activity-management/watch/remove', {
  summary: 'Remove a watch with what it found, for good',
  owner: { ids: { watchId: 'watch' } },
  request: z.strictObject({ watchId }),
  errors: ['NOT_YOURS'],
});

/** Which findings are listed: those that nobody has read, all that are not put off, or those that are. */
export const FINDING_VIEWS = ['UNREAD', 'ALL', 'SNOOZED'] as const;
export type FindingView = (typeof FINDING_VIEWS)[number];

const found = z.object({
  findingId,
  watchId,
  watchName: z.string(),
  finding: toldFinding,
  inWords: z.string(),
  link: z.string().describe('What was found, as a path of the portal'),
  beforeLink: z.string().nullable().describe('What it is compared with'),
  foundDate: z.iso.datetime(),
  isRead: z.boolean(),
  snoozedUntil: z.iso.datetime().nullable(),
  isWithdrawn: z.boolean().describe('Its records are gone since'),
});
export type FoundByWatch = z.output<typeof found>;

const findings = endpoint('GET /activity-management/watch/findings', {
  summary: "What the caller's watches found, the latest first",
  owner: { ids: { watchId: 'watch' } },
  request: z.strictObject({ watchId: watchId.optional(), view: z.enum(FINDING_VIEWS).default('ALL'), ...pageFields }),
  response: z.object({ findings: z.array(found), totalRecords: count, unread: count }),
  errors: ['NOT_YOURS'],
});

const markFindings = endpoint('PUT /activity-management/watch/findings', {
  summary: 'Mark a finding as read or unread, or put it off for some days; without its id, all that are unread',
  owner: { ids: { findingId: 'finding' } },
  request: z.strictObject({
    findingId: findingId.optional(),
    as: z.enum(['READ', 'UNREAD', 'SNOOZED']),
    days: z.number().int().min(1).max(WATCH_LIMITS.snoozeDays).default(7),
  }),
  response: z.object({ unread: count }),
  errors: ['NOT_YOURS'],
});

/** A time zone as the internet names it. */
export const timeZone = z
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
  );

const mailing = { rhythm: z.enum(WATCH_RHYTHMS), timeZone };

const watchMail = endpoint('GET /activity-management/watch/mail', {
  summary: 'How often the caller is written to of what their watches find',
  owner: 'CALLER',
  response: z.object({ ...mailing, nextDate: z.iso.datetime().nullable().describe('When the next message is due') }),
});

const changeWatchMail = endpoint('PUT /activity-management/watch/mail', {
  summary: `Say how often: daily and weekly messages come at ${WATCH_LIMITS.mailHour} in the morning of the time zone, weekly ones on Mondays`,
  owner: 'CALLER',
  request: z.strictObject(mailing),
});

/** All calls of watches: a browser does without until somebody looks at them. */
export const WATCH_ENDPOINTS = {
  createWatch,
  watches,
  changeWatch,
  removeWatch,
  findings,
  markFindings,
  watchMail,
  changeWatchMail,
} as const;
