import { monthsAfter, PERIOD_MONTHS, type Period } from '@tidewaiter/contract';

const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** Whole periods from the first day of a subscription to another day. */
function wholePeriods(months: number, startsOn: string, day: string): number {
  if (day < startsOn) return 0;
  const begun = Math.floor((monthOf(day) - monthOf(startsOn)) / months);
  // In the month in which a period begins, it begins on the day of the month on which the first one did.
  return monthsAfter(startsOn, begun * months) <= day ? begun : begun - 1;
}

/** The first day of the period of a day. */
function firstDayOfPeriod(period: Period, startsOn: string, day: string): string {
  const months = PERIOD_MONTHS[period];
  return months === null ? startsOn : monthsAfter(startsOn, wholePeriods(months, startsOn, day) * months);
}

/** The first day after a period. */
export function nextPeriod(period: Period, startsOn: string, day: string): string | null {
  const months = PERIOD_MONTHS[period];
  return months === null ? null : monthsAfter(startsOn, (wholePeriods(months, startsOn, day) + 1) * months);
}

/**
 * Names a period for good: by its subscription and its first day. Not by its number, which would name another period once the
 * operator changes how long the plan's periods are.
 */
export function periodName(plan: { name: string; period: Period }, startsOn: string, day: string): string {
  return `${plan.name} ${startsOn} ${firstDayOfPeriod(plan.period, startsOn, day)}`;
}

/**
 * Whether a period has begun, by the name of the one that was begun last: that one, or a later one of the same subscription. A
 * clock that was turned back, or a plan whose periods are longer now, begins none again.
 */
export function hasBegun(period: string, last: string | null): boolean {
  const [name, lastName] = [partsOf(period), partsOf(last ?? '')];
  return (
    name.subscription === lastName.subscription &&
    /^\d{4}-/.test(lastName.firstDay) &&
    name.firstDay <= lastName.firstDay
  );
}

function partsOf(period: string): { subscription: string; firstDay: string } {
  const at = period.lastIndexOf(' ');
  return { subscription: period.slice(0, at), firstDay: period.slice(at + 1) };
}
