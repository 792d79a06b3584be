import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { describeCountries, JOIN } from '@tidewaiter/contract';
import type { SearchDraft } from '../draft.js';
import classes from './search-form.module.css';

/** What is asked, as short as it can be said: `Imports · India · cotton and ACME`. */
function summaryOf({ tradeType, countryCode, searchValue, queryBuilder }: SearchDraft): string {
  const rows = queryBuilder.map((row) => ` ${JOIN[row.relation]} ${row.searchValue.join(', ')}`);
  const trade = tradeType === 'EXPORT' ? 'Exports' : 'Imports';
  const countries = countryCode.length > 1 ? `${countryCode.length} countries` : describeCountries(countryCode);
  return [trade, countries, searchValue.join(', ') + rows.join('')].filter(Boolean).join(' · ');
}

/** The search as one line, on a phone: what is asked, and the way to change it. */
export function FoldedForm({ draft, open, onToggle }: { draft: SearchDraft; open: boolean; onToggle: () => void }) {
  return (
    <UnstyledButton className={classes.folded} aria-expanded={open} onClick={onToggle}>
      <span className={classes.foldedText}>{summaryOf(draft)}</span>
      <span className={classes.foldedAction}>{open ? 'Close' : 'Change'}</span>
      <IconChevronDown size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
