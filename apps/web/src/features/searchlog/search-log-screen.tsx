import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { QuestionToSave } from '../../search/saving/saved-searches.js';
import { whenAnswered } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { History } from '../../ui/history.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { notifyDone } from '../../ui/notification.js';
import { Page } from '../../ui/page.js';
import { pageInAddress, pageOfAddress } from '../../ui/page-number.js';
import type { LogAddress } from './log-address.js';
import { LogFilters } from './log-filters.js';
import { columnsOf, entryOf } from './logged-search.js';
import { searchLogPage, totalsNow } from './search-log-calls.js';

const SaveAsDialog = lazy(
  whenAnswered(async () => ({ default: (await import('../../search/saving/save-as-dialog.js')).SaveAsDialog })),
);

const route = getRouteApi('/signed-in/searchlog');

/** Search History (/searchlog): what was asked, what it found then and finds now, and what it cost. The address narrows it. */
export function SearchLogScreen() {
  const address = route.useSearch();
  const navigate = useNavigate({ from: '/searchlog' });
  const { user } = useSession();
  const found = useQuery(searchLogPage(user?.userid ?? 0, address));
  const { queryList = [], people = [] } = found.data ?? {};
  const { data: now } = useQuery(totalsNow(queryList.map(({ searchId }) => searchId)));
  const [saving, setSaving] = useState<QuestionToSave | null>(null);
  const [needed, setNeeded] = useState(false);
  const opener = useRef<Element | null>(null);
  const isNarrowed = Object.keys(address).some((key) => key !== 'page' && address[key as keyof LogAddress]);

  function save(question: QuestionToSave) {
    opener.current = document.activeElement;
    setNeeded(true);
    setSaving(question);
  }

  function closeSave() {
    setSaving(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  return (
    <Page
      title="Search History"
      lead="A question leads back to its results: free on the day on which it was asked, one search on another."
    >
      <LogFilters
        address={address}
        people={people}
        onChange={(part) =>
          void navigate({ search: (before) => ({ ...before, ...part, page: undefined }), replace: true })
        }
      />
      <History
        things="Searches"
        pagesLabel="Pages of the search history"
        found={found}
        read={({ queryList, totalRecords }) => ({ entries: queryList.map(entryOf), total: totalRecords })}
        withPeople={people.length > 1}
        columns={columnsOf(now, save)}
        page={pageOfAddress(address.page)}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: pageInAddress(next) }) })}
        nothing={(past) => <Nothing narrowed={isNarrowed} past={past} />}
      />
      {needed && (
        <Suspense>
          <SaveAsDialog question={saving} workspaceId={null} onClose={closeSave} onDone={notifyDone} />
        </Suspense>
      )}
    </Page>
  );
}

/** Says why there is nothing, and what to do next. */
function Nothing({ narrowed, past }: { narrowed: boolean; past: boolean }) {
  if (past || narrowed) {
    return (
      <NothingHere says={past ? 'There are no searches on this page: go back to the first.' : 'No search matches.'}>
        <Link to="/searchlog">{past ? 'Go to the first page' : 'Show all searches'}</Link>
      </NothingHere>
    );
  }
  return (
    <NothingHere says="Nothing has been searched yet. What is asked is kept here, with what it found and what it cost.">
      <Link to="/list1">Search Global Data</Link>
    </NothingHere>
  );
}
