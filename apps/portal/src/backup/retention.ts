import { DAY_MS } from '@tidewaiter/contract';
import type { RetentionRule } from '../app/backup-settings.js';

const PERIODS = {
  daily: (time: string) => time.slice(0, 'YYYY-MM-DD'.length),
  // Weeks begin on Monday: the day that everything is counted from was a Thursday.
  weekly: (time: string) => String(Math.floor((Date.parse(time) / DAY_MS + 3) / 7)),
  monthly: (time: string) => time.slice(0, 'YYYY-MM'.length),
} as const;

/**
 * Those of these backups that the rule keeps: the newest of each of the last days, weeks and months that have one. Those of the last day
 * before the newest stay whatever the rule says: one that is made by hand never takes the place of that of the night before.
 *
 * @param times ISO, in any order
 */
export function kept(times: readonly string[], rule: RetentionRule): Set<string> {
  const newestFirst = [...times].sort().reverse();
  const [newest = ''] = newestFirst;
  const stay = new Set(newestFirst.filter((time) => Date.parse(newest) - Date.parse(time) < DAY_MS));
  for (const [name, periodOf] of Object.entries(PERIODS)) {
    const ofPeriods = new Map<string, string>();
    for (const time of newestFirst) if (!ofPeriods.has(periodOf(time))) ofPeriods.set(periodOf(time), time);
    for (const time of [...ofPeriods.values()].slice(0, rule[name as keyof RetentionRule])) stay.add(time);
  }
  return stay;
}
