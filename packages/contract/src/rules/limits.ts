import { DAY_MS } from './dates.js';

/** Business constants and limits of the product (SPEC 9). Each is defined here and nowhere else. */
export const LIMITS = {
  /** Longest span of a search: `toDate - fromDate` in days (SPEC 5, read as "at most"). */
  dateSpanDays: 1095,
  /** One search field, or one query-builder row, takes so many values. */
  searchValues: 10,
  queryBuilderRows: 3,
  /** A search value has so many characters at least. */
  hsCodeMinLength: 4,
  textMinLength: 2,
  /** Longest single search value; beyond it nobody typed it. */
  searchValueMaxLength: 200,
  /** Words of a product value of which all must occur. */
  productWords: 12,
  /** Nobody ticks more values of a filter. */
  filterValues: 500,
  /** Longest query line. */
  lineLength: 4000,
  /** An amount has so many digits before its point. */
  amountDigits: 20,
  /** Countries in one search; above the number of source countries. */
  countryCodes: 100,
  recentSearches: 5,
  /** Sources that the sign-in screen tells news of. */
  whatsNew: 3,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  /** Longest token that anybody is given. */
  tokenMaxLength: 100,
  /** Largest figure of an allowance, and of anything that is said of one. */
  allowanceMax: 1_000_000_000,
  /** API keys of a person that are not revoked. */
  apiKeys: 20,
  /** Webhooks of a person; days for which what was sent to them is kept, and how much of it to each. */
  webhooks: 10,
  deliveryDays: 30,
  deliveries: 1000,
  /** Standing questions of an account that have files, and places of a person where files may be sent. */
  scheduledFiles: 100,
  destinations: 20,
  /** Hours in which what was removed can be put back. */
  undoHours: 24,
  /** Saved searches that one call asks the news of. */
  savedSearchesAtOnce: 50,
  /** Longest name of a workspace or title of a saved search, and longest description of one. */
  nameMaxLength: 100,
  descriptionMaxLength: 1000,
  /** Longest name of a company. */
  companyNameMaxLength: 300,
  /** Contacts of an account, and how many of them a file may bring at once, in so many characters. */
  contacts: 10_000,
  importedContacts: 5000,
  contactFileLength: 2 * 1024 * 1024,
  /** Longest note of a contact; tags of one, and the longest tag. */
  notesMaxLength: 2000,
  tags: 10,
  tagMaxLength: 40,
  /** Tags that are offered. */
  tagsOffered: 200,
  /** The operator's notices at a time, and the longest text of one. */
  notices: 100,
  noticeMaxLength: 4000,
  /** Of why the operator did something. */
  reasonMaxLength: 500,
  /** Items of a breakdown list in one answer; the rest by page. */
  breakdownItems: 500,
  /** Pages of a list, far beyond what any has: an offset must stay a number that the engine can hold. */
  listPages: 1_000_000,
  suggestions: 10,
  /** Standard units that an analysis names: more than a person chooses from. */
  units: 20,
  /** What a search that finds nothing is told to leave out: so many choices at most. */
  dropHints: 5,
  /** And to ask instead: so many wordings at most, and so many HS codes. */
  proposals: 3,
  /** Exports of one account that wait or are under way. */
  openExports: 20,
  topItems: 10,
  pageSize: 20,
  pageSizes: [10, 20, 30, 40, 50, 100, 200],
  pageSizeMax: 200,
  /** Paging reaches this many rows; the count itself is exact. */
  reachableRows: 10_000,
  /** Spans of time that a question is grouped by, at most: it asks for three years. */
  analysisSpans: 60,
  /** One pivot has so many columns and cells at most. */
  pivotColumns: 100,
  pivotCells: 40_000,
  pagerButtons: 5,
  tableHeightPx: 500,
  rowHeightPx: 46,
  keyboardScrollPx: 100,
  defaultColumns: 15,
  /** So many columns are shown at once. */
  columns: 100,
} as const;

/** Bars of an amount's spread in each power of ten. */
export const SPREAD_BARS_PER_DECADE = 4;

/** What a captcha's times are, in milliseconds. */
export const CAPTCHA = {
  /** Good for one answer, for so long. */
  lifeMs: 10 * 60 * 1000,
  /** A question in words must be looked at for so long. Programs read it at once: time is all that it costs them. */
  wordsWaitMs: 8_000,
} as const;

/** How long sessions last, in milliseconds. */
export const SESSION = {
  /** A session ends after this long without a call. */
  idleMs: 2 * 60 * 60 * 1000,
  /** It ends after this long in any case. */
  absoluteMs: 12 * 60 * 60 * 1000,
  /** These two are for "Keep me logged in". */
  keptIdleMs: 30 * DAY_MS,
  keptAbsoluteMs: 90 * DAY_MS,
  /** Sessions of one person unless the operator sets another number; another one ends that which was used longest ago. */
  perPerson: 20,
  /** How often the browser asks whether its session still stands. */
  pollMs: 30_000,
} as const;

/** The page sizes that a table of records offers; one of exports begins at the usual size (SPEC 9). */
export const pageSizesOf = (trade: 'IMPORT' | 'EXPORT'): number[] =>
  LIMITS.pageSizes.filter((size) => trade === 'IMPORT' || size >= LIMITS.pageSize);

/** Of files that operators send to be loaded, whose screen alone brings these to a browser. */
export const DRAFT_LIMITS = {
  /** Files that wait. */
  files: 50,
  /** The largest one, and the largest part of one that is sent, in bytes. */
  bytes: 16 * 1024 ** 3,
  partBytes: 8 * 1024 ** 2,
  /** Answers to one file. */
  answers: 400,
  /** One that nobody has touched for so many days goes. */
  days: 14,
} as const;
