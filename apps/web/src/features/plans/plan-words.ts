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

const countriesOf = (count: number) =>
  count === 0 ? 'Countries agreed for each account' : counted(count, 'country', 'countries');

/** What a plan gives, a line each: what people buy first. */
export function planLines(plan: Plan): string[] {
  const { countries, months } = plan;
  return [
    // Whether they are chosen once or are the plan's own, it does not say.
    countries === null ? 'All countries with records' : countriesOf(countries),
    months === null ? 'All months that are loaded' : `The latest ${counted(months, 'month', 'months')}`,
    `${counted(plan.searches, 'search', 'searches')}${PER[plan.period]}`,
    `${counted(plan.downloads, 'download point', 'download points')}${PER[plan.period]}, ${formatCount(plan.maxDownload)} in one file`,
    counted(plan.workspaces, 'workspace', 'workspaces'),
    counted(plan.users, 'user', 'users'),
    plan.globalSearch ? 'Global search: all countries in one search' : 'No global search',
  ];
}

/** The words after a plan's price: `per year`, `lifetime`. */
export function planTerm({ termMonths }: Pick<Plan, 'termMonths'>): string {
  if (termMonths === null) return 'lifetime';
  if (termMonths === 12) return 'per year';
  return termMonths === 1 ? 'per month' : `for ${termMonths} months`;
}
