import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { sourceCountry } from '@tidewaiter/contract';
import type { SearchDraft } from '../draft.js';
import classes from './search-form.module.css';

/** The search as one line, on a phone: what is asked, and the way to change it. */
export function FoldedForm({ draft, open, onToggle }: { draft: SearchDraft; open: boolean; onToggle: () => void }) {
  const countries = draft.countryCode.map((code) => sourceCountry(code)?.name ?? code).join(', ');
  const parts = [draft.tradeType === 'EXPORT' ? 'Exports' : 'Imports', countries, draft.searchValue.join(', ')];
  return (
    <UnstyledButton className={classes.folded} aria-expanded={open} onClick={onToggle}>
      <span className={classes.foldedText}>{parts.filter(Boolean).join(' · ')}</span>
      <span className={classes.foldedAction}>{open ? 'Close' : 'Change'}</span>
      <IconChevronDown size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
