import { DateInput, type DateInputProps } from '@mantine/dates';
import { displayDate } from '@tidewaiter/contract';
import { useState } from 'react';
import { parseTypedDate } from '../format/dates.js';

interface DayInputProps extends Omit<DateInputProps, 'minDate' | 'maxDate'> {
  minDate?: string;
  maxDate?: string;
}

/** Tells what is wrong with a day as it was typed; undefined where it can be chosen. */
export function typedDayProblem(typed: string, { minDate = '', maxDate }: Pick<DayInputProps, 'minDate' | 'maxDate'>) {
  const day = typed.trim() === '' ? undefined : parseTypedDate(typed);
  if (day === undefined) return undefined;
  if (day === null) return `There is no day “${typed.trim()}”`;
  if (day >= minDate && (maxDate === undefined || day <= maxDate)) return undefined;
  const bounds = [minDate && `from ${displayDate(minDate)}`, maxDate && `to ${displayDate(maxDate)}`];
  return `${displayDate(day)} lies outside of the days ${bounds.filter(Boolean).join(' ')}`;
}

/** A field for a day. What is typed and is none is said: the field has the day before again, and that alone would not be seen. */
export function DayInput({ onChange, onBlur, error, ...props }: DayInputProps) {
  const [problem, setProblem] = useState<string>();
  return (
    <DateInput
      valueFormat={displayDate}
      dateParser={parseTypedDate}
      placeholder="DD MMM YYYY"
      ariaLabels={{
        nextMonth: 'Next month',
        previousMonth: 'Previous month',
        nextYear: 'Next year',
        previousYear: 'Previous year',
        nextDecade: 'Next decade',
        previousDecade: 'Previous decade',
      }}
      // Red means wrong here; a Sunday is not.
      weekendDays={[]}
      {...props}
      error={problem ?? error}
      errorProps={{ role: problem === undefined ? undefined : 'alert' }}
      onChange={(day, ...more) => {
        setProblem(undefined);
        onChange?.(day, ...more);
      }}
      onBlur={(event) => {
        setProblem(typedDayProblem(event.currentTarget.value, props));
        onBlur?.(event);
      }}
    />
  );
}
