import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { LineScope, SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { lazy, Suspense, useState } from 'react';
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

const readSlash = (stored: unknown) => stored !== false;

/** A dialog over the screen has the keys. */
const isCovered = () => document.querySelector('[aria-modal=true], dialog[open]') !== null;

/** The way to ask in one line. It is open from the beginning where the form cannot show the whole question, and the slash leads to it. */
export function LineEntry({ query, draft, onSearch }: LineEntryProps) {
  const [open, setOpen] = useState(query?.line !== undefined);
  const [reached, setReached] = useState(false);
  const [slash, setSlash] = usePreference('slash', readSlash);
  function reach(event: KeyboardEvent) {
    if (!slash || isCovered()) return;
    event.preventDefault();
    setOpen(true);
    setReached(true);
    document.getElementById(LINE)?.focus();
  }
  // Some keyboards have it on another key, with Shift.
  useHotkeys(['/', 'shift + /'].map((key) => [key, reach, { preventDefault: false }]));
  const { tradeType, countryCode, fromDate, toDate } = draft;
  if (!tradeType || !fromDate || !toDate || countryCode.length === 0) return null;
  const scope: LineScope = { tradeType, countryCode, fromDate, toDate };
  return (
    <div className={classes.line}>
      <UnstyledButton
        className={classes.write}
        aria-expanded={open}
        aria-keyshortcuts={slash ? '/' : undefined}
        title={slash ? 'The / key, too' : undefined}
        onClick={() => {
          setOpen(!open);
          setReached(false);
        }}
      >
        {open ? 'Close the query line' : 'Write it as a query line'}
      </UnstyledButton>
      {open && (
        <Suspense fallback={<Held height={60} />}>
          {query?.line !== undefined && <p>The form cannot show all of this question: here it is as text.</p>}
          <QueryLine
            key={JSON.stringify(query)}
            {...{ query, scope, slash }}
            id={LINE}
            autoFocus={reached}
            onSlash={setSlash}
            onSearch={(address) => {
              setReached(false);
              onSearch(address);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
