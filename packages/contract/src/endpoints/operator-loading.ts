/** Loads that an operator prepares on the screen: a file is sent in parts, looked at, asked about, then loaded. */
import { z } from 'zod';
import { DRAFT_LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { line, personId } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { ofOperator } from './of-operator.js';
import { publicSource, sourceNews, totalShare } from './public-source.js';

const draftId = z.string().max(64);
const revision = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

const listedDraft = z.object({
  draft: z.string(),
  file: z.string(),
  bytes: z.number(),
  received: z.number().describe('Bytes from the beginning that have come'),
  state: z
    .enum(['SENDING', 'LOOKING', 'OPEN', 'LOADING', 'LOADED', 'FAILED'])
    .describe('OPEN: it was looked at, and waits for somebody'),
  revision: z.number().int().describe('Counts what was said of it: who says more names the one that they saw'),
  error: z.array(z.string()).nullable().describe('Why it cannot be read or loaded as it is'),
  load: z.number().int().nullable(),
  isTakenOut: z.boolean().describe('Whether that load is shown no more'),
  progress: z
    .object({ done: z.number(), total: z.number().nullable() })
    .nullable()
    .describe('Bytes that are read, where something is under way'),
  begunAt: z.iso.datetime(),
});
export type ListedDraft = z.output<typeof listedDraft>;

const found = <Value extends z.ZodType>(value: Value) =>
  z.object({ value: value.nullable(), sure: z.number().describe('0 to 1'), reason: z.string() });

const lead = z
  .object({
    rows: z.number(),
    usd: z.string().nullable(),
    months: z.object({ first: z.string(), last: z.string(), count: z.number() }).nullable(),
  })
  .nullable()
  .describe('What the load would be by an answer; null where that cannot be told yet');

/** What a file is, as far as it is understood. */
const understood = z.object({
  origin: z.enum(['given', 'shipped', 'learned', 'understood']).describe('Whose mapping it is read by'),
  mapping: z.string().describe('What the mapping is called'),
  form: z.string().describe('What the file was read as, in words'),
  rows: z.number(),
  trade: found(z.string()).nullable(),
  country: found(z.string()).nullable(),
  dates: found(z.string()).nullable(),
  numbers: z.string().nullable(),
  told: z.array(z.string()).describe('What was taken without asking, in words'),
  changed: z
    .object({ mapping: z.string(), added: z.array(z.string()), gone: z.array(z.string()) })
    .nullable()
    .describe('How its columns differ from those of the saved mapping that it follows otherwise'),
  columns: z.array(
    z.object({
      header: z.string(),
      target: z.string().nullable().describe('The record columns that it fills; null where it is left out'),
      sure: z.number(),
      reason: z.string(),
      examples: z.array(z.string()),
    }),
  ),
  first: z.array(
    z.object({
      line: z.number(),
      cells: z.array(z.string()).describe('By column'),
      record: z.record(z.string(), z.string()).nullable().describe('What becomes of it, by record column'),
      problem: z.string().describe('Why no record is made of it'),
    }),
  ),
});
export type UnderstoodDraft = z.output<typeof understood>;

const question = z.object({
  text: z.string(),
  answers: z.array(z.object({ answer: z.string().describe('As the command takes it'), lead })),
  mustBeAnswered: z.boolean().describe('Whether nothing is proposed'),
  blank: z.string().nullable().describe('The part of its answers that somebody fills in'),
  named: z.array(z.object({ header: z.string(), examples: z.array(z.string()), sum: z.string().nullable() })),
});
export type DraftQuestion = z.output<typeof question>;

const amount = z.object({ column: z.string(), source: z.string(), loaded: z.string(), rejected: z.string() });

/** What a load comes to, to be held against the source: read to the end, written nowhere. */
const totals = z.object({
  rowsRead: z.number(),
  rowsLoaded: z.number(),
  rowsRejected: z.number(),
  measures: z.array(amount).describe('Sums of what the file fills, exact: source = loaded + rejected'),
  months: z.array(z.object({ month: z.string(), records: z.number() })),
  usd: z.string(),
  usdDerived: z.number(),
  usdWithoutRate: z.number(),
  values: z.array(z.object({ currency: z.string(), records: z.number(), total: z.string(), usd: z.string() })),
  prices: z
    .array(
      z.object({
        chapter: z.string(),
        unit: z.string(),
        records: z.number(),
        median: z.number().describe('Of a unit, in USD'),
        known: z.number().nullable().describe('The same of what is loaded; null where nothing is'),
      }),
    )
    .describe('Of the chapters with most records'),
  leftOut: z.array(z.object({ column: z.string(), filled: z.number() })),
  doubts: z.array(z.string()).describe('What looks wrong: it is published only where somebody accepts it'),
  overlaps: z.array(z.string()).describe('Loads that have some of its records already: it cannot be loaded'),
  sameAs: z.number().int().nullable().describe('The load that this very file is already'),
  rejections: z.array(z.object({ line: z.number(), column: z.string(), reason: z.string(), cell: z.string() })),
});
export type DraftTotals = z.output<typeof totals>;

/** What a look at a draft found; questions come before totals. */
export const draftFound = z.object({
  understood: understood.nullable().describe('Null where it must be said first which table of an archive is meant'),
  questions: z.array(question),
  rowsAsked: z.number().describe('The rows from the first on that the answers’ leads were found out from'),
  asProposed: lead,
  totals: totals.nullable(),
});
export type DraftFound = z.output<typeof draftFound>;

const givenAnswer = z.object({
  question: z.string().nullable().describe('Null for what was said unasked of a column'),
  answer: z.string().nullable().describe('Null: as it is proposed'),
});
export type GivenAnswer = z.output<typeof givenAnswer>;

/** A call about one draft. */
const ofDraft = { ...ofOperator, params: z.strictObject({ draft: draftId }) } as const;

export const operatorDrafts = endpoint('GET /operator-management/drafts', {
  summary: 'Files that are sent, looked at or loaded on the screen, the latest first',
  ...ofOperator,
  response: z.object({ drafts: z.array(listedDraft) }),
});

export const beginDraft = endpoint('POST /operator-management/drafts', {
  summary: 'Begin to send a file, or go on with one that was begun: the same name, size and time of change',
  ...ofOperator,
  request: z.strictObject({
    file: line(MESSAGES.fieldRequired, 200),
    bytes: z.int().min(1).max(DRAFT_LIMITS.bytes),
    modified: z.int().min(0).max(8.64e15).describe('When the file was changed, in milliseconds'),
    source: z.string().max(80).optional().describe('The public source that it is of, whose mapping reads it'),
  }),
  response: listedDraft,
  errors: ['OPERATOR_REFUSED'],
});

export const sendDraftPart = endpoint('PUT /operator-management/drafts/:draft/from/:offset', {
  summary: 'Send a part of a file. What was sent already is not taken again: the answer says where to go on',
  ...ofOperator,
  rate: 'UPLOADS',
  bytes: true,
  bodyLimit: DRAFT_LIMITS.partBytes,
  params: z.strictObject({ draft: draftId, offset: z.coerce.number().int().min(0).max(DRAFT_LIMITS.bytes) }),
  request: z.unknown().describe('The bytes, as application/octet-stream'),
  response: z.object({ received: z.number().describe('Bytes from the beginning that have come') }),
  errors: ['OPERATOR_REFUSED'],
});

export const operatorDraft = endpoint('GET /operator-management/drafts/:draft', {
  summary: 'What a file was found to be, what it leaves open and what was answered, or what loading it comes to',
  ...ofDraft,
  response: listedDraft.extend({
    found: draftFound.nullable(),
    answers: z.array(givenAnswer),
    name: z.string().nullable().describe('What its mapping is to be called, where that was said'),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const answerDraft = endpoint('PUT /operator-management/drafts/:draft/answer', {
  summary: 'Answer what a file leaves open, correct what a column was taken for, or begin anew without answers',
  ...ofDraft,
  request: z.strictObject({
    revision,
    answers: z
      .array(z.strictObject({ question: z.string().max(4000).nullable(), answer: z.string().max(1000).nullable() }))
      .max(400),
    anew: z.boolean().optional().describe('Forget what was answered before'),
    name: line(MESSAGES.fieldRequired, 80).optional(),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const loadDraft = endpoint('PUT /operator-management/drafts/:draft/load', {
  summary: 'Load a file that was looked at and leaves nothing open, and save how it is read',
  ...ofDraft,
  request: z.strictObject({ revision, accept: z.boolean().optional().describe('Publish what looks wrong') }),
  errors: ['OPERATOR_REFUSED'],
});

export const discardDraft = endpoint('PUT /operator-management/drafts/:draft/discard', {
  summary: 'Remove a file that was sent. What was loaded of it stays',
  ...ofDraft,
  errors: ['OPERATOR_REFUSED'],
});

export const rejectedRows = endpoint('GET /operator-management/loads/:load/rejected-rows', {
  summary: 'Rejected rows of a load with their cells, some thousand at a time, by line',
  ...ofOperator,
  params: z.strictObject({ load: personId }),
  request: z.strictObject({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
  response: z.object({
    header: z.array(z.string()),
    rows: z.array(
      z.object({
        ...{ file: z.string(), line: z.number(), column: z.string(), reason: z.string(), cell: z.string() },
        cells: z.array(z.string()),
      }),
    ),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const operatorSources = endpoint('GET /operator-management/sources', {
  summary:
    'The public sources of customs files: what each lets be done with its data, what it lacks, and what of it is loaded',
  ...ofOperator,
  response: z.object({
    sources: z.array(
      publicSource.extend({
        loads: z.array(z.number().int()).describe('The loads of its files'),
        until: z.iso.date().nullable().describe('The last day of which these have records'),
        since: z.int().nullable().describe('The first year whose files the portal brings by itself; null: none'),
        nextAt: z.iso.datetime().nullable().describe('When it looks for new ones'),
        news: sourceNews.nullable().describe('What came of it last'),
        shares: z.array(totalShare).describe('Of the totals that it publishes, from the first loaded period on'),
      }),
    ),
  }),
});

const ofSource = { ...ofOperator, params: z.strictObject({ source: z.string().max(80) }) } as const;

export const followSource = endpoint('PUT /operator-management/sources/:source/follow', {
  summary: 'Bring the files of a public source as they are published, for the first time at once',
  ...ofSource,
  errors: ['OPERATOR_REFUSED'],
});

export const leaveSource = endpoint('PUT /operator-management/sources/:source/leave', {
  summary: 'Bring no more files of a public source. What is loaded of it stays',
  ...ofSource,
  errors: ['OPERATOR_REFUSED'],
});

const mappingName = z.string().max(80);

export const operatorMappings = endpoint('GET /operator-management/mappings', {
  summary: 'The saved mappings: how files of a source are read, the latest version of each',
  ...ofOperator,
  response: z.object({
    mappings: z.array(
      z.object({
        ...{ name: z.string(), version: z.number().int(), title: z.string(), origin: z.string() },
        columns: z.number().int().describe('Record columns that it fills'),
        savedAt: z.iso.datetime(),
      }),
    ),
  }),
});

export const operatorMapping = endpoint('GET /operator-management/mappings/:mapping', {
  summary: 'A saved mapping as a file, in each of its versions, the latest first',
  ...ofOperator,
  params: z.strictObject({ mapping: mappingName }),
  response: z.object({
    versions: z.array(
      z.object({ version: z.number().int(), origin: z.string(), savedAt: z.iso.datetime(), mapping: z.string() }),
    ),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const importMapping = endpoint('POST /operator-management/mappings', {
  summary: 'Save a mapping from a file, as the next version of its name',
  ...ofOperator,
  bodyLimit: 1024 ** 2,
  request: z.strictObject({
    file: line(MESSAGES.fieldRequired, 200),
    mapping: z.string().max(900_000).describe('The file'),
  }),
  errors: ['OPERATOR_REFUSED'],
});

export const removeMapping = endpoint('PUT /operator-management/mappings/:mapping/remove', {
  summary: 'Remove a saved mapping with all of its versions. Loads keep what they were read by',
  ...ofOperator,
  params: z.strictObject({ mapping: mappingName }),
  errors: ['OPERATOR_REFUSED'],
});

export const LOADING_CALLS = {
  operatorDrafts,
  beginDraft,
  sendDraftPart,
  operatorDraft,
  answerDraft,
  loadDraft,
  discardDraft,
  rejectedRows,
  operatorSources,
  followSource,
  leaveSource,
  operatorMappings,
  operatorMapping,
  importMapping,
  removeMapping,
} as const;
