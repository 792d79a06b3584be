import { Button } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import type { RangeName, SearchAddress, SearchQuery } from '@tidewaiter/contract';
import type { MouseEvent, ReactNode } from 'react';
import { NO_FILTERS } from '../model/address.js';
import { type Pill, pillsOf } from '../model/pills.js';
import classes from './filter-bar.module.css';
import type { Filters } from './use-filters.js';

interface FilterBarProps {
  query: SearchQuery;
  filters: Filters;
  /** The menu of the results. */
  menu: ReactNode;
}

const TOGGLE = 'filters-toggle';

/** Takes the focus when what had it is no more: the filters' own button, or the results where that has not come yet. */
export const focusToggle = () =>
  (document.getElementById(TOGGLE) ?? document.getElementById('results-heading'))?.focus();

/** Says in one line above the records what narrows them, and what can be done with them. */
export function FilterBar({ query, filters, menu }: FilterBarProps) {
  const { panel } = filters;
  return (
    <div className={`row gap-4 ${classes.tools}`}>
      <FiltersButton query={query} shown={panel.shown} onPress={() => panel.show(!panel.shown)} />
      <Narrowing query={query} filters={filters} />
      {menu}
    </div>
  );
}

/** Shows the filters, and says how many narrow the question. */
export function FiltersButton({ query, shown, onPress }: { query: SearchQuery; shown: boolean; onPress: () => void }) {
  const count = pillsOf(query).length;
  return (
    <Button
      id={TOGGLE}
      variant="default"
      size="xs"
      className="not-printed"
      aria-expanded={shown}
      leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
      onClick={onPress}
    >
      {count > 0 ? `Filters (${count})` : 'Filters'}
    </Button>
  );
}

/** Says what narrows the records, in a line that is there without it: nothing moves for a filter. */
export function Narrowing({ query, filters }: Omit<FilterBarProps, 'menu'>) {
  const { undo, change, openRange } = filters;
  return (
    <div className={classes.narrowing}>
      <FilterPills pills={pillsOf(query)} onChange={change} onRange={openRange} onLastRemoved={focusToggle} />
      <UndoLine {...undo} onUndone={focusToggle} />
    </div>
  );
}

interface FilterPillsProps {
  pills: readonly Pill[];
  onChange: (part: Partial<SearchAddress>) => void;
  /** Opens a range where its bounds can be changed. */
  onRange: (range: RangeName) => void;
  /** The last pill has been removed, and its button with it. */
  onLastRemoved: () => void;
}

/** Finds the button of the pill beside the one that goes. */
function neighbour({ currentTarget }: MouseEvent<HTMLElement>): HTMLElement | null | undefined {
  const pill = currentTarget.closest('li');
  const next = pill?.nextElementSibling ?? pill?.previousElementSibling;
  return next?.querySelector<HTMLElement>('[data-remove]');
}

/** Shows the active filters, each with a way to be rid of it. */
export function FilterPills({ pills, onChange, onRange, onLastRemoved }: FilterPillsProps) {
  if (pills.length === 0) return null;

  function remove(pill: Pill, event: MouseEvent<HTMLElement>) {
    const next = neighbour(event);
    if (next) next.focus();
    else onLastRemoved();
    onChange(pill.without);
  }

  return (
    <>
      <ul className={`wrap plainList gap-4 min-w-0 ${classes.pills}`} aria-label="Active filters">
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
          onLastRemoved();
          onChange(NO_FILTERS);
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
    <button type="button" className={classes.label} title={`Change ${label}`} onClick={() => onRange(range)}>
      {label}
    </button>
  );
}

interface UndoLineProps {
  /** They say the last change; null when there is none. */
  words: string | null;
  undo: (() => void) | null;
  /** The button is gone once it has been pressed. */
  onUndone: () => void;
}

/** Says what the last change was, and takes it back. */
export function UndoLine({ words, undo, onUndone }: UndoLineProps) {
  return (
    <div className={`row gap-4 min-w-0 soft small ${classes.undo}`}>
      <p role="status" title={words ?? undefined}>
        {words}
      </p>
      {undo && (
        <Button
          variant="subtle"
          size="compact-xs"
          className="flex-none"
          onClick={() => {
            onUndone();
            undo();
          }}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
