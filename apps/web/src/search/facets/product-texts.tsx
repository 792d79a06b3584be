import { Select, TagsInput } from '@mantine/core';
import { LIMITS, MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { useState } from 'react';
import { listPart } from '../model/pills.js';
import classes from './facets.module.css';
import type { Filters } from './use-filters.js';

const CONDITIONS = [
  { value: 'C' as const, label: 'Contains' },
  { value: 'D' as const, label: 'Does not contain' },
];

interface ProductTextsProps {
  query: SearchQuery;
  onChange: Filters['change'];
}

/** Takes texts that the product description contains, or does not. */
export function ProductTexts({ query, onChange }: ProductTextsProps) {
  const [full, setFull] = useState(false);
  const { productDesc, conditionProductDesc } = query;
  // What was chosen shows before the search has changed, and no longer: Undo and the address have the word then.
  const [chosen, setChosen] = useState({ insteadOf: query, mode: conditionProductDesc });
  const mode = chosen.insteadOf === query ? chosen.mode : conditionProductDesc;

  function ask(texts: readonly string[], condition: typeof mode) {
    const values = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
    setFull(false);
    setChosen({ insteadOf: query, mode: condition });
    if (values.join('\n') === productDesc.join('\n') && (values.length === 0 || condition === mode)) return;
    onChange({
      ...listPart('productDesc', values),
      conditionProductDesc: values.length > 0 && condition === 'D' ? 'D' : undefined,
    });
  }

  return (
    <div className={`grid gap-8 px-12 ${classes.body}`}>
      <Select
        aria-label="Product description mode"
        size="xs"
        data={CONDITIONS}
        value={mode}
        onChange={(condition) => condition && ask(productDesc, condition)}
        allowDeselect={false}
      />
      <TagsInput
        aria-label="Product description"
        size="xs"
        placeholder={productDesc.length === 0 ? 'Words, then Enter' : ''}
        value={[...productDesc]}
        onChange={(texts) => ask(texts, mode)}
        maxTags={LIMITS.searchValues}
        onMaxTags={() => setFull(true)}
        error={full ? MESSAGES.tooManyValues : undefined}
        splitChars={[]}
        comboboxProps={{ disabled: true }}
      />
    </div>
  );
}
