import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { lazy, Suspense, useRef, useState } from 'react';
import type { SearchDraft } from '../../search/model/draft.js';
import { whenAnswered } from '../../session/client.js';
import { usePreference } from '../../session/preference.js';
import { Held } from '../../ui/awaiting.js';
import classes from './search-screen.module.css';

/** The grammar comes with the first look at a line. */
const QueryLine = lazy(
  whenAnswered(async () => ({ default: (await import('../../search/line/query-line.js')).QueryLine })),
);

interface LineEntryProps {
  query: SearchQuery | null;
  /** It says where and when is searched, where a line does not. */
  draft: SearchDraft;
  onSearch: (address: SearchAddress) => void;
}

const LINE = 'query-line';

/** The way to ask in one line. It is open from the beginning where the form cannot show the whole question, and the slash leads to it. */
export function LineEntry({ query, draft, onSearch }: LineEntryProps) {
  const [open, setOpen] = useState(query?.line !== undefined);
  const slash = usePreference('slash', (stored) => stored !== false);
  const reached = useRef(false);
  function reach() {
    // A dialog over the screen has the keys.
    if (document.querySelector('[aria-modal=true],:modal')) return;
    reached.current = !open;
    setOpen(true);
    document.getElementById(LINE)?.focus();
  }
  // Some keyboards have it on another key, with Shift.
  useHotkeys(slash[0] ? ['/', 'shift+/'].map((key) => [key, reach]) : []);
  const { tradeType, countryCode, fromDate, toDate } = draft;
  if (!tradeType || !fromDate || !toDate || countryCode.length === 0) return null;
  return (
    <div className={`grid justify-items-start gap-8 ${classes.line}`}>
      <UnstyledButton
        className="accent text"
        aria-expanded={open}
        aria-keyshortcuts={slash[0] ? '/' : undefined}
        onClick={() => setOpen(!open)}
      >
        Write it as a query line
      </UnstyledButton>
      {open && (
        <Suspense fallback={<Held height={60} />}>
          <QueryLine
            key={JSON.stringify(query)}
            id={LINE}
            query={query}
            scope={{ tradeType, countryCode, fromDate, toDate }}
            reached={reached}
            slash={slash}
            onSearch={onSearch}
          />
        </Suspense>
      )}
    </div>
  );
}
