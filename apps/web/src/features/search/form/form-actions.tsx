import { Button } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { displayDate } from '@tidewaiter/contract';
import { memo, type RefObject } from 'react';
import type { DateBounds } from '../date-bounds.js';
import classes from './search-form.module.css';

interface FormActionsProps {
  bounds: DateBounds | null;
  /** Adds a query-builder row; null when there is no room for another. */
  onAdd: (() => void) | null;
  adding: RefObject<HTMLButtonElement | null>;
  /** Null when opened from a workspace (SPEC 2). */
  onReset: (() => void) | null;
  changed: boolean;
}

/** What can be done with the form; above it, on the line of the labels, the days that there is data of. */
export const FormActions = memo(function FormActions({ bounds, onAdd, adding, onReset, changed }: FormActionsProps) {
  return (
    <div>
      <p className={classes.bounds}>{bounds && `Data from ${displayDate(bounds.from)} to ${displayDate(bounds.to)}`}</p>
      <div className={classes.actions}>
        {onAdd && (
          <Button
            ref={adding}
            variant="subtle"
            className={classes.add}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            onClick={onAdd}
          >
            Add a condition
          </Button>
        )}
        {onReset && (
          <Button variant="subtle" color="gray" className={classes.reset} onClick={onReset}>
            Reset
          </Button>
        )}
        <Button type="submit" leftSection={<IconSearch size={16} stroke={2} aria-hidden />} disabled={!changed}>
          Search
        </Button>
      </div>
    </div>
  );
});
