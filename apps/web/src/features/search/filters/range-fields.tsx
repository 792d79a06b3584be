import { TextInput } from '@mantine/core';
import { RANGES, type RangeName } from '@tidewaiter/contract';
import { type AdvanceDraft, RANGE_NAMES, type RangeField, typedBound } from './advance-draft.js';
import classes from './advance-search.module.css';

interface RangeFieldsProps {
  draft: AdvanceDraft;
  /** The range that takes the focus when the panel opens. */
  first: RangeName | null;
  onChange: (part: Partial<AdvanceDraft>) => void;
}

/** What is an amount of: those in US dollars say so. */
const UNITS: Record<RangeName, string> = {
  rangeQuantity: '',
  rangeValueUsd: ' (USD)',
  rangeUnitPriceUsd: ' (USD)',
};

/** Least and most of each amount. A bound that is left empty shows what will stand in for it (SPEC 5). */
export function RangeFields({ draft, first, onChange }: RangeFieldsProps) {
  function bound(name: RangeName, end: 'Start' | 'End') {
    const field: RangeField = `${name}${end}`;
    const { label, least, most } = RANGES[name];
    const [which, filledIn] = end === 'Start' ? ['Minimum', least] : ['Maximum', most];
    const value = draft[field] ?? '';
    return (
      <TextInput
        label={`${which} ${label}`}
        placeholder={filledIn}
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange({ [field]: typedBound(value, event.currentTarget.value) || undefined })}
        {...(name === first && end === 'Start' && { 'data-autofocus': true })}
      />
    );
  }
  return RANGE_NAMES.map((name) => (
    <fieldset key={name} className={classes.range}>
      <legend>
        {RANGES[name].label}
        {UNITS[name]}
      </legend>
      {bound(name, 'Start')}
      {bound(name, 'End')}
    </fieldset>
  ));
}
