import { monthsAfter, PERIOD_MONTHS, type Period } from '@tidewaiter/contract';

const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** How many whole periods lie between the first day of a subscription and another: the number of the period of that day. */
export function periodNumber(period: Period, startsOn: string, day: string): number {
  const months = PERIOD_MONTHS[period];
  if (months === null || day < startsOn) return 0;
  const begun = Math.floor((monthOf(day) - monthOf(startsOn)) / months);
  // In the month in which a period begins, it begins on the day of the month on which the first one did.
  return monthsAfter(startsOn, begun * months) <= day ? begun : begun - 1;
}

/** The first day after a period. */
export function nextPeriod(period: Period, startsOn: string, day: string): string | null {
  const months = PERIOD_MONTHS[period];
  return months === null ? null : monthsAfter(startsOn, (periodNumber(period, startsOn, day) + 1) * months);
}
