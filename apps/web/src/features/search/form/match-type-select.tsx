import { Select } from '@mantine/core';
import { type MatchType, matchTypesFor, type SearchBy } from '@tidewaiter/contract';

const LABELS: Record<MatchType, string> = { L: 'Like', C: 'Contains', D: 'Does not contain' };

interface MatchTypeSelectProps {
  searchBy: SearchBy | null;
  value: MatchType | null;
  onChange: (value: MatchType) => void;
  error: string | undefined;
}

/** Only a product offers a choice; for any other field the control says what holds. */
export function MatchTypeSelect({ searchBy, value, onChange, error }: MatchTypeSelectProps) {
  const offered = searchBy ? matchTypesFor(searchBy) : [];
  return (
    <Select<MatchType>
      label="Match type"
      placeholder="–"
      data={offered.map((match) => ({ value: match, label: LABELS[match] }))}
      value={value}
      onChange={(match) => match && onChange(match)}
      error={error}
      allowDeselect={false}
      disabled={offered.length < 2}
      aria-required
    />
  );
}
