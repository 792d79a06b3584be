import { Select } from '@mantine/core';
import type { TradeType } from '@tidewaiter/contract';
import { memo } from 'react';

const OPTIONS: { value: TradeType; label: string }[] = [
  { value: 'IMPORT', label: 'Import' },
  { value: 'EXPORT', label: 'Export' },
];

interface TradeTypeSelectProps {
  value: TradeType | null;
  onChange: (value: TradeType | null) => void;
  error: string | undefined;
}

export const TradeTypeSelect = memo(function TradeTypeSelect({ value, onChange, error }: TradeTypeSelectProps) {
  return (
    <Select
      label="Trade type"
      placeholder="Select"
      data={OPTIONS}
      value={value}
      onChange={onChange}
      error={error}
      allowDeselect={false}
      aria-required
    />
  );
});
