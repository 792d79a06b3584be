import { Select } from '@mantine/core';
import type { Country, SearchBy } from '@tidewaiter/contract';
import type { SearchDraft } from '../draft.js';
import { searchByOptions } from '../draft-rules.js';

interface SearchBySelectProps {
  draft: SearchDraft;
  chosen: readonly Country[];
  onChange: (value: SearchBy) => void;
  error: string | undefined;
}

export function SearchBySelect({ draft, chosen, onChange, error }: SearchBySelectProps) {
  const options = searchByOptions(draft.tradeType, chosen);
  // A link may search by the two-digit chapter, which this form shows but does not offer.
  const chapter = draft.searchBy === 'HS_CODE_2' ? [{ value: 'HS_CODE_2' as const, label: 'HS Code 2 digit' }] : [];
  return (
    <Select<SearchBy>
      label="Search by"
      placeholder="Select"
      data={[...options, ...chapter]}
      value={draft.searchBy}
      onChange={(value) => value && onChange(value)}
      error={error}
      allowDeselect={false}
      aria-required
    />
  );
}
