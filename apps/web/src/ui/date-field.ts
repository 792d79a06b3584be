import { displayDate } from '@tidewaiter/contract';
import { parseTypedDate } from '../format/dates.js';

/** Every field for a day takes and writes it so. */
export const DATE_FIELD = {
  valueFormat: displayDate,
  dateParser: parseTypedDate,
  placeholder: 'DD MMM YYYY',
  ariaLabels: {
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next decade',
    previousDecade: 'Previous decade',
  },
  // Red means wrong here; a Sunday is not.
  weekendDays: [],
};
