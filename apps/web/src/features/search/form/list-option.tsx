import type { MouseEvent, ReactNode } from 'react';
import classes from './list-option.module.css';

interface ListOptionProps {
  id: string | undefined;
  /** What `chosenOption` reads of a press on it. */
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

/** The option of a list that a press was on; undefined for one that cannot be chosen. */
export function chosenOption({ target }: MouseEvent): string | undefined {
  const option = (target as Element).closest<HTMLElement>('[role="option"]:not([aria-disabled])');
  return option?.dataset.option;
}
