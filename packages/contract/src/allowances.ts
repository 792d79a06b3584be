/** What a subscription meters. */
export const ALLOWANCES = ['SEARCHES', 'WORKSPACES', 'DOWNLOADS'] as const;
export type Allowance = (typeof ALLOWANCES)[number];

/** How often searches and download points are given anew. */
export const PERIODS = ['MONTH', 'QUARTER', 'YEAR', 'LIFETIME'] as const;
export type Period = (typeof PERIODS)[number];

/** Months of a period; a lifetime is one period. */
export const PERIOD_MONTHS: Record<Period, number | null> = { MONTH: 1, QUARTER: 3, YEAR: 12, LIFETIME: null };

/**
 * Why an allowance changed: given for a period or by the plan, lapsed at a period's end, spent on a search, a workspace or a
 * download, given back because the work failed or the workspace was removed, granted or corrected by the operator, moved
 * between an owner and a sub-user.
 */
export const LEDGER_CAUSES = [
  'PERIOD',
  'PLAN',
  'LAPSE',
  'SEARCH',
  'WORKSPACE',
  'DOWNLOAD',
  'RELEASE',
  'GRANT',
  'CORRECTION',
  'MOVE',
] as const;
export type LedgerCause = (typeof LEDGER_CAUSES)[number];
