import { Select } from '@mantine/core';
import type { Relation } from '@tidewaiter/contract';
import { memo } from 'react';
import type { FormChanges } from './use-form-changes.js';

interface RelationSelectProps {
  row: number;
  value: Relation;
  changes: FormChanges;
}

/** How a row joins. The search page offers AND alone; another that came with a link or a saved search is kept and shown. */
export const RelationSelect = memo(function RelationSelect({ row, value, changes }: RelationSelectProps) {
  return (
    <Select<Relation>
      label="Relation"
      data={[...new Set<Relation>(['AND', value])]}
      value={value}
      onChange={(relation) => relation && changes.relation(row, relation)}
      allowDeselect={false}
      aria-required
    />
  );
});
