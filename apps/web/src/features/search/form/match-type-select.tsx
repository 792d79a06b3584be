import { Select } from '@mantine/core';
import { type MatchType, matchTypesFor, type SearchBy } from '@tidewaiter/contract';
import { memo } from 'react';
import type { Place } from '../draft.js';
import type { FormChanges } from './use-form-changes.js';

const LABELS: Record<MatchType, string> = { L: 'Like', C: 'Contains', D: 'Does not contain' };

interface MatchTypeSelectProps {
  place: Place;
  searchBy: SearchBy | null;
  value: MatchType | null;
  changes: FormChanges;
  error: string | undefined;
}

/** Only a product offers a choice; for any other field the control says what holds. */
export const MatchTypeSelect = memo(function MatchTypeSelect(props: MatchTypeSelectProps) {
  const { place, searchBy, value, changes, error } = props;
  const offered = searchBy ? matchTypesFor(searchBy, place !== 'form') : [];
  return (
    <Select<MatchType>
      label="Match type"
      placeholder="–"
      data={offered.map((match) => ({ value: match, label: LABELS[match] }))}
      value={value}
      onChange={(match) => match && changes.matchType(place, match)}
      error={error}
      allowDeselect={false}
      disabled={offered.length < 2}
      aria-required
    />
  );
});
