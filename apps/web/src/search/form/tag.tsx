import { Pill, type PillsInputProps } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './combobox.module.css';

interface TagProps {
  /** The tag's meaning in words. */
  name: string;
  /** True for a value that was picked from the suggestions and means the party. */
  picked?: boolean;
  onRemove: () => void;
  /** The name with something beside it; the name alone otherwise. */
  children?: ReactNode;
}

/** Describes the tags of a field to those who hear it: the tags stand outside the input. The text takes no room. */
export function spoken(text: string | undefined): Partial<PillsInputProps> {
  return {
    description: text,
    descriptionProps: { className: 'visually-hidden' },
    inputWrapperOrder: ['label', 'input', 'error', 'description'],
    classNames: { wrapper: classes.field ?? '' },
  };
}

/** The meaning of a picked value, beside its icon. */
export const PICKED_MEANS = 'this company, all its spellings';

/** One of the values that a field holds, with a button that takes it out. The arrow keys reach the buttons (`moveAmongTags`). */
export function Tag({ name, picked = false, onRemove, children = name }: TagProps) {
  return (
    <Pill
      className={classes.tag ?? ''}
      data-picked={picked || undefined}
      title={picked ? `${name}: ${PICKED_MEANS}` : name}
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-hidden': undefined, 'aria-label': `Remove ${name}` }}
    >
      {picked && <IconBuilding size={14} stroke={1.6} className={classes.tagIcon} aria-hidden />}
      {children}
    </Pill>
  );
}

/**
 * Keys among a field and its tags: left from the start of the field to the last tag, left and right from tag to tag, and
 * back. Delete and Backspace take the tag out that has the focus, Enter and Space press its button anyway.
 */
export function moveAmongTags(event: KeyboardEvent<HTMLElement>): void {
  const field = event.currentTarget.querySelector('input');
  const stops: (HTMLElement | null)[] = [...event.currentTarget.querySelectorAll('button'), field];
  const at = stops.indexOf(event.target as HTMLElement);
  const inField = event.target === field;
  if (at < 0 || (inField && field?.value !== '')) return;
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1 }[event.key];
  if (next !== undefined) stops[next]?.focus();
  else if (!inField && (event.key === 'Delete' || event.key === 'Backspace')) {
    stops[at]?.click();
    field?.focus();
  } else return;
  event.preventDefault();
}
