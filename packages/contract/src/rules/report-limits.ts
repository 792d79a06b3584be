/** What reports may be, apart from the other limits: the search screen loads those. */
export const REPORT_LIMITS = {
  /** Reports of an account, blocks of one, rows and columns of a block, the longest text of one, and how many letters a report is kept in. */
  reports: 200,
  reportBlocks: 60,
  reportRows: 50,
  reportColumns: 24,
  reportText: 10_000,
  reportLetters: 4_000_000,
  /** The longest word on a report to whoever reads it by its link, and days for which that leads there. */
  reportNote: 500,
  reportLinkDays: 366,
} as const;
