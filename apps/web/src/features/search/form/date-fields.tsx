import { Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { displayDate } from '@tidewaiter/contract';
import type { DateBounds } from '../date-bounds.js';
import { DATE_RANGES, type DateRange, type SearchDraft } from '../draft.js';
import type { DraftErrors } from '../draft-rules.js';
import { parseTypedDate } from './parse-typed-date.js';

interface DateFieldsProps {
  draft: SearchDraft;
  bounds: DateBounds | null;
  onRange: (range: DateRange) => void;
  onDates: (dates: Partial<Pick<SearchDraft, 'fromDate' | 'toDate'>>) => void;
  errors: DraftErrors;
}

const LABELS = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
};

/** The date range and its two ends, bounded by what the chosen countries have. Editing an end makes the range custom. */
export function DateFields({ draft, bounds, onRange, onDates, errors }: DateFieldsProps) {
  const shared = {
    valueFormat: displayDate,
    dateParser: parseTypedDate,
    placeholder: 'DD MMM YYYY',
    ariaLabels: LABELS,
    // Red means wrong here; a Sunday is not.
    weekendDays: [],
    ...(bounds && { minDate: bounds.from, maxDate: bounds.to }),
    'aria-required': true,
  };
  return (
    <>
      <div>
        <Select<DateRange>
          label="Date range"
          placeholder="Select"
          data={DATE_RANGES.map(({ value, label }) => ({ value, label }))}
          value={draft.dateRange}
          onChange={(range) => range && onRange(range)}
          error={errors.dateRange}
          allowDeselect={false}
          aria-required
        />
      </div>
      <div>
        <DateInput
          {...shared}
          label="From date"
          value={draft.fromDate}
          onChange={(fromDate) => onDates({ fromDate })}
          error={errors.fromDate}
        />
      </div>
      <div>
        <DateInput
          {...shared}
          label="To date"
          value={draft.toDate}
          onChange={(toDate) => onDates({ toDate })}
          error={errors.toDate}
        />
      </div>
    </>
  );
}
