import { Textarea, TextInput } from '@mantine/core';
import { LIMITS } from '@tidewaiter/contract';
import type { SyntheticEvent } from 'react';
import type { FieldErrors } from '../../ui/field-errors.js';
import type { SaveDraft } from './save-draft.js';

type Texts = Pick<SaveDraft, 'name' | 'description'>;

interface SavedTextsProps {
  draft: Texts;
  errors: FieldErrors<keyof Texts>;
  /** What is still so is replaced by typing. */
  proposed?: Texts;
  /** The first field is the form's first. */
  isFirst?: boolean;
  onChange: (part: Partial<Texts>) => void;
}

const select = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => currentTarget.select();

/** What a saved search is called, and what is said of it. */
export function SavedTexts({ draft, errors, proposed, isFirst, onChange }: SavedTextsProps) {
  const shared = (field: keyof Texts) => ({
    ...{ required: true, withAsterisk: false, value: draft[field], error: errors[field] },
    // A text that was proposed is selected whoever comes to it, by key or by mouse.
    ...(draft[field] === proposed?.[field] && { onFocus: select, onClick: select }),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange({ [field]: value }),
  });
  return (
    <>
      <TextInput
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={LIMITS.nameMaxLength}
        data-autofocus={isFirst}
        {...shared('name')}
      />
      <Textarea
        label="Description"
        name="description"
        rows={4}
        maxLength={LIMITS.descriptionMaxLength}
        {...shared('description')}
      />
    </>
  );
}
