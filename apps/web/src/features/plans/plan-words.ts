import type { Period } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import type { Plan } from './plan-cards.js';

/** `per quarter`; nothing for a lifetime, which has one period. */
const PER: Record<Period, string> = {
  MONTH: ' per month',
  QUARTER: ' per quarter',
  YEAR: ' per year',
  LIFETIME: '',
};

/** `75 searches per quarter`, `1 user`. */
function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The allowances of a plan, a line each. */
export function planLines(plan: Plan): string[] {
  return [
    `${counted(plan.searches, 'search', 'searches')}${PER[plan.period]}`,
    `${counted(plan.downloads, 'download point', 'download points')}${PER[plan.period]}`,
    counted(plan.workspaces, 'workspace', 'workspaces'),
    counted(plan.users, 'user', 'users'),
    plan.globalSearch ? 'Global search' : 'No global search',
  ];
}

/** The words after a plan's price: `per year`, `lifetime`. */
export function planTerm({ termMonths }: Pick<Plan, 'termMonths'>): string {
  if (termMonths === null) return 'lifetime';
  if (termMonths === 12) return 'per year';
  return termMonths === 1 ? 'per month' : `for ${termMonths} months`;
}
