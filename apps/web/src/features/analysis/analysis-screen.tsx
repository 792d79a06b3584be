import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  describeQuestion,
  LIMITS,
  MESSAGES,
  PortalError,
  type SearchAddress,
  type SearchQuery,
  stringifySearch,
} from '@tidewaiter/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { recordPage } from '../../search/api/calls.js';
import { useEntry } from '../../search/api/use-entry.js';
import { AskedQuestion } from '../../search/asked-question.js';
import { FollowLink } from '../../search/following/follow-link.js';
import { readAddress } from '../../search/model/address-query.js';
import { EMPTY_DRAFT } from '../../search/model/draft.js';
import { AddressProblems } from '../../search/notes/address-problems.js';
import { SearchesSpent } from '../../search/notes/searches-spent.js';
import { AlertDialog } from '../../ui/alert-dialog.js';
import { Awaiting } from '../../ui/awaiting.js';
import { CopyLink } from '../../ui/copy-link.js';
import { LoadFailure } from '../../ui/notice.js';
import { Analysis, BackToList } from './analysis.js';
import classes from './analysis.module.css';
import { analysisEntryOf } from './analysis-entry.js';
import { NoQuestion } from './nothing-found.js';
import { Retrieving } from './retrieving.js';

/** Stands for the search of an address that asks none; it is never run. */
const NO_QUERY = {} as SearchQuery;

const route = getRouteApi('/signed-in/analysis');

/** Macro analysis (/analysis). The address holds the question, under the keys of /list1, and which search it came from. */
export function AnalysisScreen() {
  const address = route.useSearch();
  const navigate = useNavigate({ from: '/analysis' });
  const entry = useEntry(address, '/analysis', analysisEntryOf);
  const { draft, query, problems } = useMemo(() => readAddress(address), [address]);
  useContentProtection();
  // The search is run again, under no search id (SPEC 4), from its first page (SPEC 9); its panels follow.
  const asked = useMemo(() => query && { ...query, pageNumber: 0, numberOfRecords: LIMITS.pageSize }, [query]);
  const page = useQuery({
    ...recordPage(asked ?? NO_QUERY),
    enabled: asked !== null && !entry.isOpening,
  });
  const change = useCallback(
    (part: Partial<SearchAddress>) =>
      void navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false }),
    [navigate],
  );
  const origin = page.data && !page.isPlaceholderData ? { search: page.data.searchId } : {};
  const opening = entry.isOpening && !entry.error;
  const searching = asked !== null && !page.data && !page.error;
  return (
    <div className={`stack gap-12 ${classes.screen}`} aria-busy={opening || searching}>
      <title>Macro Analysis · Tidewaiter</title>
      <div className="row wrap spread gap-8-24">
        <h1>Macro Analysis</h1>
        <div className="row gap-8 not-printed">
          <CopyLink />
          {query && <FollowLink follows={{ ask: stringifySearch(address) }} />}
          <BackToList address={{ ...address, ...origin }} />
        </div>
      </div>
      <AskedQuestion address={{ ...address, ...origin }} screen="/analysis">
        {query ? describeQuestion(query) : ''}
      </AskedQuestion>
      <AddressProblems problems={[...entry.problems, ...problems]} />
      {entry.error && <LoadFailure error={entry.error} onRetry={entry.retry} />}
      {!query && !entry.isOpening && <NoQuestion address={address} begun={draft !== EMPTY_DRAFT} />}
      {page.error && <SearchFailure error={page.error} onRetry={() => void page.refetch()} />}
      {query && asked && page.data && !page.error && (
        <Analysis
          query={asked}
          address={address}
          page={page.data}
          settled={!page.isPlaceholderData}
          onChange={change}
        />
      )}
      {(opening || searching) && <AwaitedAnalysis />}
      <Retrieving shown={opening || searching} />
    </div>
  );
}

/** Its cards, and its first section. */
const AwaitedAnalysis = () => (
  <Awaiting
    shapes={[
      ['cards', 5, 60],
      ['chart', 24],
      ['table', 21, 36],
    ]}
  />
);

/** In the place of figures that did not come. A search limit that is reached is told by an alert (SPEC 8), and here what to do. */
function SearchFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [told, setTold] = useState<Error | null>(null);
  const exhausted = error instanceof PortalError && error.code === 'SEARCH_LIMIT_EXHAUSTED';
  if (!exhausted) return <LoadFailure error={error} onRetry={onRetry} />;
  return (
    <>
      <SearchesSpent />
      <AlertDialog
        title={MESSAGES.searchTitle}
        message={told === error ? null : error.message}
        onClose={() => setTold(error)}
      />
    </>
  );
}

/** Where the page says that the operator has lifted the protection; it says nothing otherwise. */
const LIFTED = 'meta[name="tidewaiter-content-protection"][content="off"]';

/** The keys of developer tools (SPEC 2). */
function isToolKey({ key, ctrlKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey'>): boolean {
  const letter = key.toLowerCase();
  if (key === 'F12') return true;
  return ctrlKey && (shiftKey ? ['i', 'j', 'c'].includes(letter) : letter === 'u');
}

/**
 * A menu that the keyboard opened, or that belongs to what somebody types into, is theirs: the protection is against pointers alone. (Menus of
 * pointers and fingers name what opened them; those of keys do not.)
 */
function isPointersMenu(event: Pick<MouseEvent, 'button' | 'target'> & { pointerType?: string }): boolean {
  const field = event.target instanceof Element && event.target.closest('input, textarea');
  return !field && (event.button === 2 || Boolean(event.pointerType));
}

/**
 * Keeps the page's content from being taken by hand for as long as a screen stands (SPEC 2): no context menu, no keys of developer tools, no
 * selection of text. It stands in nobody's way who works by keyboard or listens: nothing is hidden from them, and whatever they type into
 * stays theirs.
 */
function useContentProtection(): void {
  useEffect(() => {
    if (document.querySelector(LIFTED)) return;
    const onMenu = (event: MouseEvent) => {
      if (isPointersMenu(event)) event.preventDefault();
    };
    const onKey = (event: KeyboardEvent) => {
      if (isToolKey(event)) event.preventDefault();
    };
    const root = document.documentElement;
    // Dialogs stand outside of the screen: the style sheet goes by the page.
    root.toggleAttribute('data-protected', true);
    document.addEventListener('contextmenu', onMenu);
    document.addEventListener('keydown', onKey);
    return () => {
      root.toggleAttribute('data-protected', false);
      document.removeEventListener('contextmenu', onMenu);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}
