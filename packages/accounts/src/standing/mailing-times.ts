/** When the next message to a person is due, by their own clock. */
import { DAY_MS, HOUR_MS, WATCH_LIMITS, type WatchRhythm } from '@tidewaiter/contract';

const MONDAY = 1;

/** By how many milliseconds a zone's clocks are ahead of UTC at a moment. */
function aheadAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/**
 * The next moment after one at which a message is due: at once, or at {@link WATCH_LIMITS.mailHour} by the clocks of a zone, on its next day or
 * its next Monday or first of a month. Where clocks are put forwards or back, the hour is that of the day itself.
 */
export function nextMailing(rhythm: WatchRhythm | 'MONTHLY', timeZone: string, after: Date): Date {
  if (rhythm === 'AT_ONCE' || rhythm === 'NEVER') return after;
  const local = new Date(after.getTime() + aheadAt(after.getTime(), timeZone));
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
  for (let days = 0; ; days += 1) {
    const said = midnight + days * DAY_MS + WATCH_LIMITS.mailHour * HOUR_MS;
    if (rhythm === 'WEEKLY' && new Date(said).getUTCDay() !== MONDAY) continue;
    if (rhythm === 'MONTHLY' && new Date(said).getUTCDate() !== 1) continue;
    // The zone's clocks as they stand at about that time of that day.
    const due = said - aheadAt(said - aheadAt(said, timeZone), timeZone);
    if (due > after.getTime()) return new Date(due);
  }
}
