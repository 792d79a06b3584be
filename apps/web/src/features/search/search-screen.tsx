import '@mantine/dates/styles.layer.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import type { Country, SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { addressOf } from '@tidewaiter/contract';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { countriesByTrade, recordPage } from '../../search/api/calls.js';
import { useEntry } from '../../search/api/use-entry.js';
import { SearchForm } from '../../search/form/search-form.js';
import { readAddress } from '../../search/model/address-query.js';
import { accessOf } from '../../search/model/date-bounds.js';
import { clearsResults, EMPTY_DRAFT, type SearchDraft } from '../../search/model/draft.js';
import { withAwaited } from '../../search/model/draft-changes.js';
import type { Answering } from '../../search/model/entry.js';
import { useBeginning, useSearchDraft } from '../../search/model/kept-draft.js';
import { questionWords } from '../../search/model/question-words.js';
import { AddressProblems } from '../../search/notes/address-problems.js';
import { useSubscription } from '../../session/account.js';
import { later } from '../../session/client.js';
import { AwaitedRecords, Failure } from './instead-of-records.js';
import { useQueryLine } from './line-entry.js';
import { focusResults, Results } from './results.js';
import { SaveContactProvider } from './save-contact.js';
import { OpenedSearch } from './save-query.js';
import classes from './search-screen.module.css';

/** Who comes with a question has no use for it. */
const Start = later(() => import('./start.js'), 'Start');

const route = getRouteApi('/signed-in/list1');

const NO_COUNTRIES: Country[] = [];

/** Trade search (/list1). The address holds the search: form, table and pager all read it and write it. */
export function SearchScreen() {
  const address = route.useSearch();
  const navigate = useNavigate({ from: '/list1' });
  const entry = useEntry(address, '/list1');
  const { draft: asked, query, columns, problems } = useMemo(() => readAddress(address), [address]);
  const { data: subscription } = useSubscription();
  const access = useMemo(() => accessOf(subscription), [subscription]);
  const [beginning, noteTrade] = useBeginning();
  const begins = asked === EMPTY_DRAFT;
  const linked = begins ? beginning : asked;
  const { data: begunIn } = useQuery(countriesByTrade(beginning.tradeType ?? 'IMPORT'));
  const filled = useMemo(
    () => withAwaited(beginning, { countries: begunIn ?? NO_COUNTRIES, access }),
    [beginning, begunIn, access],
  );
  const handed = useLocation({ select: ({ state }) => state.draft });
  const toChange = useLocation({ select: ({ state }) => state.form });
  const form = useSearchDraft({ linked, filled, begins, searched: query !== null, handed });
  const { tradeType } = form.draft;
  const { data, isFetching, error, refetch } = useQuery({
    ...countriesByTrade(tradeType ?? 'IMPORT'),
    enabled: tradeType !== null,
  });
  const countries = useMemo(
    () => ({
      list: (tradeType && data) || NO_COUNTRIES,
      loading: isFetching,
      error: error?.message ?? null,
      onRetry: () => void refetch(),
    }),
    [tradeType, data, isFetching, error, refetch],
  );

  const goTo = useCallback((search: SearchAddress) => navigate({ search }), [navigate]);
  const change = useCallback(
    (part: SearchAddress, options?: { replace: boolean }) =>
      // The screen keeps its scroll position.
      void navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false, ...options }),
    [navigate],
  );

  /** The form is folded by a search, and would take the focus with it: it goes on to what the search brings, as soon as that is there. */
  const asks = useRef(false);
  useEffect(() => {
    if (asks.current && query) focusResults();
    asks.current = false;
  }, [query]);
  async function ask(question: SearchAddress) {
    if (open && open !== '/list1') return navigate({ to: open, search: question });
    asks.current = true;
    await goTo(question);
    // What was asked already is no other question.
    if (asks.current) focusResults();
    asks.current = false;
  }
  /** The form is open, and what it asks is answered on this screen. What was begun is gone on with. */
  const [open, setOpen] = useState<Answering | false>(toChange ?? (form.changed && '/list1'));
  const unfold = (unfolded: boolean) => setOpen(unfolded && (open || '/list1'));
  const line = useQueryLine({
    query,
    draft: form.draft,
    onReach: () => unfold(true),
    onSearch(question) {
      setOpen(false);
      void ask(question);
    },
  });

  async function search(draft: SearchDraft) {
    // The saved search that was opened stays open: Save replaces it by what is asked now.
    await ask({ ...addressOf(draft), saved: address.saved });
    if (draft.tradeType) noteTrade(draft.tradeType);
  }

  const reset = useCallback(() => void goTo({}), [goTo]);

  function start(example: SearchDraft) {
    form.change(example);
    void search(example);
  }

  // The same element from one key stroke in the form to the next: the table is not drawn anew for it.
  const results = useMemo(
    () =>
      query && (
        <SaveContactProvider>
          <Results link={address} query={query} columns={columns} onChange={change} />
        </SaveContactProvider>
      ),
    [query, address, columns, change],
  );
  const setAside = query !== null && clearsResults(form.draft, linked);
  return (
    <div className="stack gap-8">
      <title>Search Global Data · Tidewaiter</title>
      <h1 className="visually-hidden">Search Global Data</h1>
      <SearchForm
        form={form}
        beginning={filled}
        countries={countries}
        access={access}
        exhausted={subscription ? subscription.queryPerDay <= 0 : false}
        question={query && <AskedQuestion query={query} />}
        open={open !== false}
        onOpen={unfold}
        line={line}
        onSearch={search}
        onReset={address.saved === undefined ? reset : null}
      />
      <AddressProblems problems={[...entry.problems, ...problems]} />
      {address.saved !== undefined && !entry.isOpening && <OpenedSearch savedId={address.saved} />}
      {entry.isOpening && <SavedSearchProgress error={entry.error} onRetry={entry.retry} />}
      {setAside && <QuestionChanged onBack={() => form.change(linked)} />}
      <div className={classes.results} data-set-aside={setAside || undefined} inert={setAside}>
        {results}
      </div>
      {!query && !entry.isOpening && problems.length === 0 && (
        <Suspense>
          <Start onSearch={start} />
        </Suspense>
      )}
    </div>
  );
}

/** The question of the results: of what was really searched, once the records are here. They are asked for where they are shown. */
function AskedQuestion({ query }: { query: SearchQuery }) {
  const { data, isPlaceholderData } = useQuery({ ...recordPage(query), enabled: false });
  return <span>{questionWords(query, isPlaceholderData ? undefined : data?.searched)}</span>;
}

/** Above results whose question has been changed since: they answer the one of before, which is one press away. */
export function QuestionChanged({ onBack }: { onBack: () => void }) {
  return (
    <section aria-label="Changed question" className={classes.changed}>
      <p role="status">The question has changed: press Search. Below are the results of the question before.</p>
      <Button variant="subtle" size="compact-md" onClick={onBack}>
        Return to previous results
      </Button>
    </section>
  );
}

interface SavedSearchProgressProps {
  /** Why it could not be opened. */
  error: Error | null;
  onRetry: () => void;
}

/** While a search of the history or of a workspace is fetched: the space of its results. */
export function SavedSearchProgress({ error, onRetry }: SavedSearchProgressProps) {
  if (error) return <Failure error={error} onRetry={onRetry} />;
  return (
    <>
      <p role="status">Opening the search</p>
      <AwaitedRecords />
    </>
  );
}
