import { Select } from '@mantine/core';
import type { SearchBy } from '@tidewaiter/contract';
import { memo } from 'react';
import type { Place } from '../draft.js';
import type { searchByOptions } from '../draft-rules.js';
import type { FormChanges } from './use-form-changes.js';

export type SearchByOptions = ReturnType<typeof searchByOptions>;

interface SearchBySelectProps {
  place: Place;
  options: SearchByOptions;
  value: SearchBy | null;
  changes: FormChanges;
  error: string | undefined;
}

export const SearchBySelect = memo(function SearchBySelect(props: SearchBySelectProps) {
  const { place, options, value, changes, error } = props;
  // A link may search by the two-digit chapter, which this form shows but does not offer.
  const chapter = value === 'HS_CODE_2' ? [{ value, label: 'HS Code 2 digit' }] : [];
  return (
    <Select<SearchBy>
      label="Search by"
      placeholder="Select"
      data={[...options, ...chapter]}
      value={value}
      onChange={(searchBy) => searchBy && changes.searchBy(place, searchBy)}
      error={error}
      allowDeselect={false}
      aria-required
    />
  );
});
