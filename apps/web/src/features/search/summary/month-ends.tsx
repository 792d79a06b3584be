import type { KeyboardEvent } from 'react';
import { formatShipments } from '../../../format/count.js';
import { monthLabel } from '../../../format/month.js';
import classes from './month-histogram.module.css';
import type { MonthSpan } from './month-span.js';

interface MonthEndsProps {
  months: readonly string[];
  counts: readonly number[];
  span: MonthSpan | null;
  onChange: (span: MonthSpan | null) => void;
}

/** The two ends of the chosen months, as sliders: what the pointer drags, by keyboard. */
export function MonthEnds({ months, counts, span, onChange }: MonthEndsProps) {
  const { first, last } = span ?? { first: 0, last: months.length - 1 };
  const inWords = (month: number) => `${monthLabel(months[month] ?? '')}, ${formatShipments(counts[month] ?? 0)}`;
  const shared = {
    step: 1,
    className: classes.end,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && onChange(null),
  };
  return (
    <>
      <input
        type="range"
        {...shared}
        aria-label="First month"
        aria-valuetext={inWords(first)}
        min={0}
        max={last}
        value={first}
        onChange={(event) => onChange({ first: Number(event.currentTarget.value), last })}
      />
      <span className={classes.grip} style={{ left: `${(first / months.length) * 100}%` }} />
      <input
        type="range"
        {...shared}
        aria-label="Last month"
        aria-valuetext={inWords(last)}
        min={first}
        max={months.length - 1}
        value={last}
        onChange={(event) => onChange({ first, last: Number(event.currentTarget.value) })}
      />
      <span className={classes.grip} style={{ left: `${((last + 1) / months.length) * 100}%` }} />
    </>
  );
}
