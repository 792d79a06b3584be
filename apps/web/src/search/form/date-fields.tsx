import { Select } from '@mantine/core';
import { displayDate, MESSAGES } from '@tidewaiter/contract';
import { memo, useState } from 'react';
import { DayInput } from '../../ui/day-input.js';
import type { DateBounds } from '../model/date-bounds.js';
import { DATE_RANGES, type DateRange, type SearchDraft } from '../model/draft.js';
import type { FormChanges } from './form-changes.js';

interface DateFieldsProps {
  dateRange: DateRange | null;
  fromDate: string | null;
  toDate: string | null;
  movedFrom: SearchDraft['movedFrom'];
  bounds: DateBounds | null;
  /** Dates are worked out from the countries' data, so they come first (SPEC 8). */
  hasCountries: boolean;
  changes: FormChanges;
  dateRangeError: string | undefined;
  fromDateError: string | undefined;
  toDateError: string | undefined;
}

/** What is said of a field stands below it, so that none moves. */
const WRAPPER_ORDER: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

const RANGES = DATE_RANGES.map(({ value, label }) => ({ value, label }));

/** The date range and its two ends, bounded by what can be searched. Editing an end makes the range custom. */
export const DateFields = memo(function DateFields(props: DateFieldsProps) {
  const { dateRange, fromDate, toDate, movedFrom, bounds, hasCountries, changes } = props;
  const [askedTooSoon, setAskedTooSoon] = useState(false);
  if (askedTooSoon && (hasCountries || dateRange === null)) setAskedTooSoon(false);

  function changeRange(range: DateRange) {
    setAskedTooSoon(!hasCountries);
    changes.dateRange(range);
  }

  function changeDates(dates: { fromDate: string | null } | { toDate: string | null }) {
    setAskedTooSoon(!hasCountries);
    changes.dates(dates);
  }

  const shared = {
    ...(bounds && { minDate: bounds.from, maxDate: bounds.to }),
    'aria-required': true,
    inputWrapperOrder: WRAPPER_ORDER,
    descriptionProps: { role: 'status' },
  };
  /** Says of a date that other countries moved where it was. */
  const moved = (before: string | null | undefined, now: string | null) =>
    before && before !== now ? `Was ${displayDate(before)}: not in these countries' data` : undefined;
  return (
    <>
      <div>
        <Select<DateRange>
          label="Date range"
          placeholder="Select"
          data={RANGES}
          value={dateRange}
          onChange={(range) => range && changeRange(range)}
          error={props.dateRangeError ?? (askedTooSoon ? MESSAGES.selectCountry : undefined)}
          errorProps={{ role: askedTooSoon ? 'alert' : undefined }}
          allowDeselect={false}
          aria-required
        />
      </div>
      <div>
        <DayInput
          {...shared}
          label="From date"
          value={fromDate}
          onChange={(day) => changeDates({ fromDate: day })}
          description={moved(movedFrom?.fromDate, fromDate)}
          error={props.fromDateError}
        />
      </div>
      <div>
        <DayInput
          {...shared}
          label="To date"
          value={toDate}
          onChange={(day) => changeDates({ toDate: day })}
          description={moved(movedFrom?.toDate, toDate)}
          error={props.toDateError}
        />
      </div>
    </>
  );
});
