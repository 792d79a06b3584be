import { type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react';
import classes from './combobox.module.css';

interface ListOptionProps {
  id: string | undefined;
  /** The value that `chosenOption` reads of a press on it. */
  value: string;
  /** The one that Enter chooses. */
  active: boolean;
  selected: boolean;
  disabled?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * An option of a combobox's list. A plain element: a list may have a hundred, and is drawn while somebody types. The focus
 * stays in the field.
 */
export function ListOption({ id, value, active, selected, disabled = false, className, children }: ListOptionProps) {
  return (
    <div
      id={id}
      role="option"
      data-option={value}
      data-active={active || undefined}
      aria-selected={selected}
      aria-disabled={disabled || undefined}
      className={`${classes.option} ${className ?? ''}`}
    >
      {children}
    </div>
  );
}

/** What a text field is told that has such a list below it, which stays without the focus. */
export const fieldOfList = ({ listId, activeId }: { listId: string; activeId: string | undefined }, opened: boolean) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': opened,
    'aria-controls': opened ? listId : undefined,
    'aria-activedescendant': activeId,
    autoComplete: 'off',
    spellCheck: false,
  }) as const;

/** The option of a list that a press was on; undefined for one that cannot be chosen. */
export function chosenOption({ target }: MouseEvent): string | undefined {
  const option = (target as Element).closest<HTMLElement>('[role="option"]:not([aria-disabled])');
  return option?.dataset.option;
}

/**
 * The active option of a combobox's list: the arrow keys move it while the focus stays in the field. An option that the list
 * no longer has is not active any more.
 *
 * @param options what can be chosen, from top to bottom; none while the list is closed
 * @param eager makes the first option active at once
 */
export function useActiveOption(options: readonly string[], eager = false) {
  const id = useId();
  const [moved, setMoved] = useState<string | null>(null);
  const at = moved === null ? -1 : options.indexOf(moved);
  const active = options[at] ?? (eager ? options[0] : undefined);
  const idOf = (option: string) => {
    const index = options.indexOf(option);
    return index < 0 ? undefined : `${id}-${index}`;
  };
  const activeId = active === undefined ? undefined : idOf(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return {
    listId: id,
    active,
    activeId,
    /** The id of an option's element; what cannot be chosen needs none. */
    idOf,
    /** To the next option (1) or the one before (-1), around the ends. */
    move(direction: 1 | -1) {
      const from = active === undefined ? -1 : options.indexOf(active);
      const to = direction === 1 ? from + 1 : (from <= 0 ? options.length : from) - 1;
      setMoved(options[to % options.length] ?? null);
    },
    clear: () => setMoved(null),
  };
}
