import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RangeName } from '@tidewaiter/contract';
import type { MouseEvent } from 'react';
import { type SearchLink, withoutFilters } from '../link.js';
import classes from './filter-bar.module.css';
import type { Pill } from './pills.js';

interface FilterPillsProps {
  pills: readonly Pill[];
  onChange: (part: Partial<SearchLink>) => void;
  /** Opens a range where its bounds can be changed. */
  onRange: (range: RangeName) => void;
  /** The last pill has been removed, and its button with it. */
  onLastGone: () => void;
}

/** The button of the pill beside the one that goes. */
function neighbour({ currentTarget }: MouseEvent<HTMLElement>): HTMLElement | null | undefined {
  const pill = currentTarget.closest('li');
  const next = pill?.nextElementSibling ?? pill?.previousElementSibling;
  return next?.querySelector<HTMLElement>('[data-remove]');
}

/** The active filters, each with a way to be rid of it. */
export function FilterPills({ pills, onChange, onRange, onLastGone }: FilterPillsProps) {
  if (pills.length === 0) return null;

  function remove(pill: Pill, event: MouseEvent<HTMLElement>) {
    const next = neighbour(event);
    if (next) next.focus();
    else onLastGone();
    onChange(pill.without);
  }

  return (
    <>
      <ul className={classes.pills} aria-label="Active filters">
        {pills.map((pill) => (
          <li key={pill.label} className={classes.pill}>
            <PillLabel pill={pill} onRange={onRange} />
            <button
              type="button"
              data-remove
              className={classes.remove}
              aria-label={`Remove filter ${pill.label}`}
              onClick={(event) => remove(pill, event)}
            >
              <IconX size={14} stroke={2} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => {
          onLastGone();
          onChange(withoutFilters({}));
        }}
      >
        Clear all
      </Button>
    </>
  );
}

/** A range can be opened from here: one of its bounds may be one that nobody gave. */
function PillLabel({ pill: { label, range }, onRange }: { pill: Pill; onRange: (range: RangeName) => void }) {
  if (!range) {
    return (
      <span className={classes.label} title={label}>
        {label}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.label}
      title={`Change ${label}`}
      aria-haspopup="dialog"
      onClick={() => onRange(range)}
    >
      {label}
    </button>
  );
}
