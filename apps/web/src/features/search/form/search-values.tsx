import { TagsInput } from '@mantine/core';
import { LIMITS, MESSAGES, type SearchBy } from '@tidewaiter/contract';
import { useState } from 'react';
import { cleanValues } from '../draft.js';

interface SearchValuesProps {
  searchBy: SearchBy | null;
  value: string[];
  typed: string;
  onType: (text: string) => void;
  onChange: (value: string[]) => void;
  error: string | undefined;
}

/** Search values as tags. What is typed becomes one on blur, Enter or Tab, only if it is not empty (SPEC 5). */
export function SearchValues({ searchBy, value, typed, onType, onChange, error }: SearchValuesProps) {
  const [full, setFull] = useState(false);
  const placeholder = searchBy === 'HS_CODE' ? MESSAGES.placeholderHs : MESSAGES.placeholderText;

  function change(values: string[]) {
    setFull(false);
    onChange(cleanValues(searchBy, values));
  }

  return (
    <TagsInput
      label="Search values"
      placeholder={value.length === 0 ? placeholder : ''}
      value={value}
      onChange={change}
      searchValue={typed}
      onSearchChange={onType}
      maxTags={LIMITS.searchValues}
      onMaxTags={() => setFull(true)}
      // A company name may hold a comma; only Enter, Tab and leaving end a value.
      splitChars={[]}
      error={error ?? (full ? MESSAGES.tooManyValues : undefined)}
      comboboxProps={{ disabled: true }}
      aria-required
    />
  );
}
