import { Select, TagsInput } from '@mantine/core';
import { LIMITS, MESSAGES } from '@tidewaiter/contract';
import { useState } from 'react';
import type { AdvanceDraft } from './advance-draft.js';
import classes from './advance-search.module.css';

interface ProductTextsProps {
  draft: AdvanceDraft;
  onChange: (part: Partial<AdvanceDraft>) => void;
}

const CONDITIONS = [
  { value: 'C' as const, label: 'Contains' },
  { value: 'D' as const, label: 'Does not contain' },
];

/** Texts that the product description contains, or does not. */
export function ProductTexts({ draft, onChange }: ProductTextsProps) {
  const [full, setFull] = useState(false);
  return (
    <div className={classes.product}>
      <TagsInput
        label="Product description"
        value={draft.productDesc}
        onChange={(texts) => {
          setFull(false);
          onChange({ productDesc: [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))] });
        }}
        maxTags={LIMITS.searchValues}
        onMaxTags={() => setFull(true)}
        error={full ? MESSAGES.tooManyValues : undefined}
        splitChars={[]}
        comboboxProps={{ disabled: true }}
      />
      <Select
        label="Product description mode"
        data={CONDITIONS}
        value={draft.conditionProductDesc}
        onChange={(conditionProductDesc) => conditionProductDesc && onChange({ conditionProductDesc })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
    </div>
  );
}
