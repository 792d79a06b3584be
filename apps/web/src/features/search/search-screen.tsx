import '@mantine/dates/styles.layer.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { countriesByTrade } from '../../api/countries.js';
import { useSubscription } from '../../session/use-subscription.js';
import { linkOf, type SearchDraft } from './draft.js';
import { SearchForm } from './form/search-form.js';
import type { SearchLink } from './link.js';
import { LinkProblems } from './link-problems.js';
import { Results } from './results/results.js';
import classes from './search-screen.module.css';
import { Start } from './start.js';
import { understandLink } from './understand-link.js';
import { useSearchDraft } from './use-search-draft.js';

const route = getRouteApi('/signed-in/list1');

/** Trade search (/list1). The address holds the search: form, table and pager all read it and write it. */
export function SearchScreen() {
  const link = route.useSearch();
  const navigate = useNavigate({ from: '/list1' });
  const { draft: linked, query, columns, problems } = useMemo(() => understandLink(link), [link]);
  const form = useSearchDraft(linked, query !== null);
  const countries = useQuery({
    ...countriesByTrade(form.draft.tradeType ?? 'IMPORT'),
    enabled: form.draft.tradeType !== null,
  });

  const { data: subscription } = useSubscription();

  const goTo = (search: SearchLink) => navigate({ search });
  const change = useCallback(
    (part: SearchLink, options?: { replace: boolean }) =>
      void navigate({ search: (before) => ({ ...before, ...part }), ...options }),
    [navigate],
  );

  async function search(draft: SearchDraft) {
    await goTo(linkOf(draft));
    // The button that was pressed is disabled now, and would take the focus with it: go on to what it brought.
    if (!document.activeElement?.matches('input')) document.getElementById('results')?.focus({ preventScroll: true });
  }

  function start(example: SearchDraft) {
    form.replace(example);
    void search(example);
  }

  return (
    <div className={classes.screen}>
      <title>Search Global Data · Tidewaiter</title>
      <h1 className={classes.heading}>Search Global Data</h1>
      <SearchForm
        form={form}
        countries={{
          list: form.draft.tradeType ? (countries.data ?? []) : [],
          loading: countries.isFetching,
          error: countries.error?.message ?? null,
        }}
        exhausted={subscription ? subscription.queryPerDay <= 0 : false}
        foldable={query !== null}
        onSearch={search}
        onReset={() => void goTo({})}
      />
      <LinkProblems problems={problems} />
      {query ? (
        <Results query={query} columns={columns} onChange={change} />
      ) : (
        problems.length === 0 && <Start onSearch={start} />
      )}
    </div>
  );
}
