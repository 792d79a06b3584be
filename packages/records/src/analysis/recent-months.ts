import { addMonths, lastOfMonth, monthOf, monthsBetween } from '@tidewaiter/contract';
import type { Scope } from '../query/entitlement.js';
import { monthsOf } from '../query/roll-up-scope.js';

/** The months in which somebody is new or back, or else is missed. */
export interface RecentMonths {
  from: string;
  to: string;
  months: number;
}

/** Months that count as recent, of as many before them at least. */
const RECENT_MONTHS = 3;

/** The last whole months of a scope: at most half of those that it has, so that there is a time before them. */
export function recentMonths(scope: Pick<Scope, 'fromDate' | 'toDate'>): RecentMonths | null {
  const { wholeFrom, wholeUpto } = monthsOf(scope);
  const whole = monthsBetween(monthOf(wholeFrom), monthOf(wholeUpto)).length;
  const months = Math.min(RECENT_MONTHS, Math.floor(whole / 2));
  return months < 1 ? null : { from: addMonths(wholeUpto, 1 - months), to: lastOfMonth(wholeUpto), months };
}
