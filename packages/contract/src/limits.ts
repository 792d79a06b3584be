/** Business constants and limits of the product (SPEC 9). Each is defined here and nowhere else. */
export const LIMITS = {
  /** Longest span of a search: `toDate - fromDate` in days (SPEC 5, read as "at most"). */
  dateSpanDays: 1095,
  /** Values in one search field or one query-builder row. */
  searchValues: 10,
  queryBuilderRows: 3,
  /** Fewest characters of a search value. */
  hsCodeMinLength: 4,
  textMinLength: 2,
  /** Longest single search value; beyond it nobody typed it. */
  searchValueMaxLength: 200,
  /** Words of a product value of which all must occur. */
  productWords: 12,
  /** Digits of an amount before its point. */
  amountDigits: 20,
  /** Countries in one search; above the number of source countries. */
  countryCodes: 100,
  recentSearches: 5,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  /** Longest token that anybody is given. */
  tokenMaxLength: 100,
  /** Largest figure of an allowance, and of anything that is said of one. */
  allowanceMax: 1_000_000_000,
  /** Longest name of a workspace or title of a saved search, and longest description of one. */
  nameMaxLength: 100,
  descriptionMaxLength: 1000,
  /** Longest name of a company. */
  companyNameMaxLength: 300,
  /** Items of a breakdown list in one answer; the rest by page. */
  breakdownItems: 500,
  /** Pages of a list, far beyond what any has: an offset must stay a number that the engine can hold. */
  listPages: 1_000_000,
  suggestions: 10,
  /** What a search that finds nothing is told to leave out: so many choices at most. */
  dropHints: 5,
  topItems: 10,
  pageSize: 20,
  pageSizes: [10, 20, 30, 40, 50, 100, 200],
  pageSizeMax: 200,
  /** Paging reaches this many rows; the count itself is exact. */
  reachableRows: 10_000,
  pagerButtons: 5,
  tableHeightPx: 500,
  rowHeightPx: 46,
  /** A row with its Indian import details opened. */
  expandedRowHeightPx: 310,
  keyboardScrollPx: 100,
  defaultColumns: 15,
  /** Columns shown at once. */
  columns: 100,
} as const;

/** What a captcha's times are, in milliseconds. */
export const CAPTCHA = {
  /** Good for one answer, for so long. */
  lifeMs: 10 * 60 * 1000,
  /** A question in words must be looked at for so long. Programs read it at once: time is all that it costs them. */
  wordsWaitMs: 8_000,
} as const;

/** Session lifetimes, in milliseconds. */
export const SESSION = {
  /** Ends after this long without a call. */
  idleMs: 2 * 60 * 60 * 1000,
  /** Ends after this long in any case. */
  absoluteMs: 12 * 60 * 60 * 1000,
  /** The same two for "Keep me logged in". */
  keptIdleMs: 30 * 24 * 60 * 60 * 1000,
  keptAbsoluteMs: 90 * 24 * 60 * 60 * 1000,
  /** How often the browser asks whether its session still stands. */
  pollMs: 30_000,
} as const;
