import { DAY_MS } from '@tidewaiter/contract';
import type { RetentionRule } from '../app/backup-settings.js';

const PERIODS = {
  daily: (time: string) => time.slice(0, 'YYYY-MM-DD'.length),
  // Weeks begin on Monday: the day that everything is counted from was a Thursday.
  weekly: (time: string) => String(Math.floor((Date.parse(time) / DAY_MS + 3) / 7)),
  monthly: (time: string) => time.slice(0, 'YYYY-MM'.length),
} as const;

/**
 * Those of these backups that the rule keeps: the newest of each of the last days, weeks and months that have one. The newest of all stays.
 *
 * @param times ISO, in any order
 */
export function kept(times: readonly string[], rule: RetentionRule): Set<string> {
  const newestFirst = [...times].sort().reverse();
  const stay = new Set(newestFirst.slice(0, 1));
  for (const [name, periodOf] of Object.entries(PERIODS)) {
    const newest = new Map<string, string>();
    for (const time of newestFirst) if (!newest.has(periodOf(time))) newest.set(periodOf(time), time);
    for (const time of [...newest.values()].slice(0, rule[name as keyof RetentionRule])) stay.add(time);
  }
  return stay;
}
