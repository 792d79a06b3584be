import '@mantine/dates/styles.layer.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Country } from '@tidewaiter/contract';
import { useCallback, useMemo } from 'react';
import { countriesByTrade } from '../../api/countries.js';
import { useSubscription } from '../../session/use-subscription.js';
import { accessOf } from './date-bounds.js';
import { clearsResults, linkOf, type SearchDraft } from './draft.js';
import { SearchForm } from './form/search-form.js';
import { type SearchLink, searchLink } from './link.js';
import { LinkProblems } from './link-problems.js';
import { Opening } from './opening.js';
import { QuestionChanged } from './question-changed.js';
import { Results } from './results/results.js';
import { OpenedSearch } from './saving/opened-search.js';
import { SaveContactProvider } from './saving/save-contact-provider.js';
import classes from './search-screen.module.css';
import { Start } from './start.js';
import { understandLink } from './understand-link.js';
import { useEntry } from './use-entry.js';
import { useSearchDraft } from './use-search-draft.js';

const route = getRouteApi('/signed-in/list1');

const NO_COUNTRIES: Country[] = [];

/** Trade search (/list1). The address holds the search: form, table and pager all read it and write it. */
export function SearchScreen() {
  const given = route.useSearch();
  const link = useMemo(() => searchLink(given), [given]);
  const navigate = useNavigate({ from: '/list1' });
  const entry = useEntry(link);
  const { draft: linked, query, columns, problems } = useMemo(() => understandLink(link), [link]);
  const form = useSearchDraft(linked, query !== null);
  const { tradeType } = form.draft;
  const { data, isFetching, error } = useQuery({
    ...countriesByTrade(tradeType ?? 'IMPORT'),
    enabled: tradeType !== null,
  });
  const countries = useMemo(
    () => ({ list: (tradeType && data) || NO_COUNTRIES, loading: isFetching, error: error?.message ?? null }),
    [tradeType, data, isFetching, error],
  );
  const { data: subscription } = useSubscription();
  const access = useMemo(() => accessOf(subscription), [subscription]);

  const goTo = useCallback((search: SearchLink) => navigate({ search }), [navigate]);
  const change = useCallback(
    (part: SearchLink, options?: { replace: boolean }) =>
      // What is being looked at stays where it is.
      void navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false, ...options }),
    [navigate],
  );

  async function search(draft: SearchDraft) {
    // The saved search that was opened stays open: Save replaces it by what is asked now.
    await goTo({ ...linkOf(draft), saved: link.saved });
    // The button that was pressed is disabled now, and would take the focus with it: go on to what it brought.
    if (!document.activeElement?.matches('input')) document.getElementById('results')?.focus({ preventScroll: true });
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
          <Results link={link} query={query} columns={columns} onChange={change} />
        </SaveContactProvider>
      ),
    [query, link, columns, change],
  );
  const setAside = query !== null && clearsResults(form.draft, linked);
  return (
    <div className={classes.screen}>
      <title>Search Global Data · Tidewaiter</title>
      <h1 className={classes.heading}>Search Global Data</h1>
      <SearchForm
        form={form}
        countries={countries}
        access={access}
        exhausted={subscription ? subscription.queryPerDay <= 0 : false}
        foldable={query !== null}
        onSearch={search}
        onReset={link.saved === undefined ? reset : null}
      />
      <LinkProblems problems={[...entry.problems, ...problems]} />
      {link.saved !== undefined && !entry.opening && <OpenedSearch savedId={link.saved} />}
      {entry.opening && <Opening error={entry.error} onRetry={entry.retry} />}
      {setAside ? <QuestionChanged onBack={() => form.change(linked)} /> : results}
      {!query && !entry.opening && problems.length === 0 && <Start onSearch={start} />}
    </div>
  );
}
