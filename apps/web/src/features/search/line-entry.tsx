import { useHotkeys } from '@mantine/hooks';
import type { SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { Suspense, useRef, useState } from 'react';
import type { LineSwitch } from '../../search/form/search-form.js';
import type { SearchDraft } from '../../search/model/draft.js';
import { later } from '../../session/client.js';
import { usePreference } from '../../session/preference.js';
import { Held } from '../../ui/awaiting.js';

/** The grammar comes with the first look at a line. */
const QueryLine = later(() => import('../../search/line/query-line.js'), 'QueryLine');

interface LineEntry {
  query: SearchQuery | null;
  /** It says where and when is searched, where a line does not. */
  draft: SearchDraft;
  /** Its key was pressed: the form's place is to be opened for it. */
  onReach: () => void;
  onSearch: (address: SearchAddress) => void;
}

const LINE = 'query-line';

/** Asks in one line in the form's place: from the beginning where the form can show nothing of the question. The slash leads to it. */
export function useQueryLine({ query, draft, onReach, onSearch }: LineEntry): LineSwitch | null {
  const [chosen, show] = useState<boolean | null>(null);
  // A question may come later, by a link to a search that is opened or the way back.
  const shown = chosen ?? (query?.line !== undefined && query.searchValue.length === 0);
  const slash = usePreference('slash', (stored) => stored !== false);
  const reached = useRef(false);
  function reach() {
    // A dialog over the screen has the keys.
    if (document.querySelector('[aria-modal=true],:modal')) return;
    const field = document.getElementById(LINE);
    reached.current = field === null;
    show(true);
    onReach();
    field?.focus();
  }
  // Some keyboards have it on another key, with Shift.
  useHotkeys(slash[0] ? ['/', 'shift+/'].map((key) => [key, reach]) : []);
  const { tradeType, countryCode, fromDate, toDate } = draft;
  if (!tradeType || !fromDate || !toDate || countryCode.length === 0) return null;
  return {
    shown,
    show,
    keys: slash[0] ? '/' : undefined,
    editor: (
      <Suspense fallback={<Held height={60} />}>
        <QueryLine
          key={JSON.stringify(query)}
          id={LINE}
          query={query}
          scope={{ tradeType, countryCode, fromDate, toDate }}
          reached={reached}
          slash={slash}
          onSearch={(asked) => {
            // Who has asked by a line goes on with it.
            show(true);
            onSearch(asked);
          }}
        />
      </Suspense>
    ),
  };
}
