import { monthsBefore } from './dates.js';

/** The days that a subscription shows; null means no bound. */
export interface DataAccessWindow {
  fromDate: string | null;
  toDate: string | null;
}

/** `dataAccessUpto` is the last visible day, `dataAccessInMonth` how many months back from it, or from today (DESIGN 5). */
export function dataAccessWindow(
  { dataAccessUpto, dataAccessInMonth }: { dataAccessUpto: string | null; dataAccessInMonth: number | null },
  today: string,
): DataAccessWindow {
  return {
    fromDate: dataAccessInMonth === null ? null : monthsBefore(dataAccessUpto ?? today, dataAccessInMonth),
    toDate: dataAccessUpto,
  };
}
