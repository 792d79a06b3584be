import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { SearchQuery } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';
import { FilterPills } from './filter-pills.js';
import { pillsOf } from './pills.js';
import { UndoLine } from './undo-line.js';
import type { Filters } from './use-filters.js';

interface FilterBarProps {
  query: SearchQuery;
  filters: Filters;
  /** What else can be done with the results. */
  menu: ReactNode;
}

const TOGGLE = 'filters-toggle';

/** Where the focus goes when what had it is no more: the filters' own button is always there. */
const focusToggle = () => document.getElementById(TOGGLE)?.focus();

/** One bar above the records: what narrows them on the left, what can be done with them on the right. */
export function FilterBar({ query, filters, menu }: FilterBarProps) {
  const { panel, undo, change, open } = filters;
  const pills = pillsOf(query);
  return (
    <div className={classes.bar}>
      <Button
        id={TOGGLE}
        variant="default"
        size="xs"
        aria-expanded={panel.shown}
        leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
        onClick={() => panel.show(!panel.shown)}
      >
        {pills.length > 0 ? `Filters (${pills.length})` : 'Filters'}
      </Button>
      <FilterPills
        pills={pills}
        onChange={change}
        onRange={(range) => open({ show: 'advance', range })}
        onLastGone={focusToggle}
      />
      <UndoLine {...undo} onUndone={focusToggle} />
      <div className={classes.menu}>{menu}</div>
    </div>
  );
}
