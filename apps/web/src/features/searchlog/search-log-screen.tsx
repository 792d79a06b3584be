import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { LIMITS } from '@tidewaiter/contract';
import { lazy, Suspense, useRef, useState } from 'react';
import type { QuestionToSave } from '../../search/saving/saved-searches.js';
import { whenAnswered } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { BY_AGE, ListPages } from '../../ui/list-pages.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import { Page } from '../../ui/page.js';
import { pageInAddress, pageOfAddress } from '../../ui/page-number.js';
import type { LogAddress } from './log-address.js';
import { LogFilters } from './log-filters.js';
import { LogTable } from './log-table.js';
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
  const { data, error, refetch, isPlaceholderData } = useQuery(searchLogPage(user?.userid ?? 0, address));
  const { data: now } = useQuery(totalsNow(data?.queryList.map(({ searchId }) => searchId) ?? []));
  const [saving, setSaving] = useState<QuestionToSave | null>(null);
  const [needed, setNeeded] = useState(false);
  const opener = useRef<Element | null>(null);
  const page = pageOfAddress(address.page);
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

  const turnTo = (next: number) => void navigate({ search: (before) => ({ ...before, page: pageInAddress(next) }) });

  function content() {
    if (error) return <LoadFailure error={error} onRetry={refetch} />;
    if (!data) return <Skeleton height={320} aria-hidden="true" />;
    const { queryList, totalRecords, people } = data;
    if (queryList.length === 0) return <Nothing narrowed={isNarrowed} past={totalRecords > 0} />;
    return (
      <>
        <div data-loading={isPlaceholderData || undefined}>
          <LogTable searches={queryList} now={now} withPeople={people.length > 1} onSave={save} />
        </div>
        <ListPages
          label="Pages of the search history"
          page={page}
          pageSize={LIMITS.pageSize}
          total={totalRecords}
          onPage={turnTo}
          words={BY_AGE}
        />
      </>
    );
  }

  return (
    <Page
      title="Search History"
      lead="A question leads back to its results: free on the day on which it was asked, one search on another."
    >
      <LogFilters
        address={address}
        people={data?.people ?? []}
        onChange={(part) =>
          void navigate({ search: (before) => ({ ...before, ...part, page: undefined }), replace: true })
        }
      />
      {content()}
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
      <NothingHere says={past ? 'This page lies past the last search.' : 'No search is like that.'}>
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
