import type { Allowance, LedgerCause, Period } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';

export const ALLOWANCE_WORDS: Record<Allowance, string> = {
  SEARCHES: 'Searches',
  WORKSPACES: 'Workspaces',
  DOWNLOADS: 'Download points',
};

export const CAUSE_WORDS: Record<LedgerCause, string> = {
  PERIOD: 'Given for the period',
  PLAN: 'Given by the plan',
  LAPSE: 'Lapsed at the end of the period',
  SEARCH: 'Search',
  COMPANY: "Company's page",
  WORKSPACE: 'Workspace',
  DOWNLOAD: 'Export',
  RELEASE: 'Given back',
  GRANT: 'Granted',
  CORRECTION: 'Corrected',
  MOVE: 'Moved between users',
};

export const PERIOD_WORDS: Record<Period, string> = {
  MONTH: 'this month',
  QUARTER: 'this quarter',
  YEAR: 'this year',
  LIFETIME: 'in all',
};

/** A change with its sign, a true minus for what was spent: `+1,000`, `−1`. */
export function signedCount(amount: number): string {
  const sign = amount < 0 ? '−' : '+';
  return `${amount === 0 ? '' : sign}${formatCount(Math.abs(amount))}`;
}
