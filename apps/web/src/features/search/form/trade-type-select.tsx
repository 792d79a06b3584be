import { Select } from '@mantine/core';
import type { TradeType } from '@tidewaiter/contract';

const OPTIONS: { value: TradeType; label: string }[] = [
  { value: 'IMPORT', label: 'Import' },
  { value: 'EXPORT', label: 'Export' },
];

interface TradeTypeSelectProps {
  value: TradeType | null;
  onChange: (value: TradeType | null) => void;
  error: string | undefined;
}

export function TradeTypeSelect({ value, onChange, error }: TradeTypeSelectProps) {
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
}
