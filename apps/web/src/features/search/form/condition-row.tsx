import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import type { DraftRow } from '../draft.js';
import { ConditionFields } from './condition-fields.js';
import { RelationSelect } from './relation-select.js';
import type { SearchByOptions } from './search-by-select.js';
import classes from './search-form.module.css';
import type { FormChanges } from './use-form-changes.js';
import type { SuggestionScope } from './use-suggestions.js';

interface ConditionRowProps {
  row: number;
  condition: DraftRow;
  options: SearchByOptions;
  scope: SuggestionScope;
  changes: FormChanges;
  onRemove: (row: number) => void;
  searchByError: string | undefined;
  matchTypeError: string | undefined;
  searchValueError: string | undefined;
}

/** A query-builder row: one more condition, and how it joins the ones above it. */
export const ConditionRow = memo(function ConditionRow({ row, onRemove, ...fields }: ConditionRowProps) {
  return (
    <fieldset className={classes.row} data-row={row} aria-label={`Further condition ${row + 1}`}>
      <div className={classes.relation}>
        <RelationSelect row={row} value={fields.condition.relation} changes={fields.changes} />
      </div>
      <ConditionFields place={row} {...fields} />
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.remove}
        aria-label={`Remove condition ${row + 1}`}
        title="Remove this condition"
        onClick={() => onRemove(row)}
      >
        <IconX size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
});
