import { useTimeout } from '@mantine/hooks';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { PortalError, type SearchAddress, type SearchQuery } from '@tidewaiter/contract';
import { lazy, Suspense, useState } from 'react';
import { recordCount, recordPage } from '../../search/api/calls.js';
import { breakdown } from '../../search/api/list-calls.js';
import { Narrowing } from '../../search/facets/filter-bar.js';
import { useFilters } from '../../search/facets/use-filters.js';
import { FreeRecordsNote } from '../../search/notes/free-records-note.js';
import { LeftOutNote } from '../../search/notes/left-out-note.js';
import { RecordNotes } from '../../search/notes/record-notes.js';
import { whenAnswered } from '../../session/client.js';
import { Awaiting } from '../../ui/awaiting.js';
import { Failure } from './instead-of-records.js';
import classes from './results.module.css';
import { RESULTS_HEADING, ResultsHead } from './results-head.js';

export interface ResultsProps {
  link: SearchAddress;
  query: SearchQuery;
  /** Wire keys of the columns that the link shows; null where it leaves them to the person. */
  columns: readonly string[] | null;
  /** Changes a part of the link. What only says more of what is shown takes the link's own place. */
  onChange: (part: Partial<SearchAddress>, options?: { replace: boolean }) => void;
}

/** The results of a search. Page and count are asked at the same time; the previous page stays, dimmed, while the next loads. */
export function Results({ link, query, columns, onChange }: ResultsProps) {
  const page = useQuery(recordPage(query));
  const count = useQuery(recordCount(query));
  // The portal finds all lists with the first: the others need not be waited for once there is a place for them.
  usePrefetchQuery(breakdown('months', query));
  const filters = useFilters(link, query, onChange);
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), LATE_MS, { autoInvoke: !bodyHasCome });
  // Exporting them is the way on: what leads there stays.
  const spent = page.error instanceof PortalError && page.error.code === 'POINTS_NEEDED' ? page.error.message : null;
  const settled = page.data !== undefined && !page.isPlaceholderData;
  const answer = settled ? page.data : undefined;
  const changeAndFocus = (part: Partial<SearchAddress>) => {
    filters.change(part);
    focusResults();
  };
  const { shown, isSheet, width } = filters.panel;
  // What comes stands where it will stay: its room is held in its shape, and nothing pushes it away.
  const awaited = (
    <div className={classes.awaited}>
      <Awaiting shapes={[['figures', 7]]} />
      <div
        className={`${classes.found} ${classes.awaitedFound}`}
        data-beside={(shown && !isSheet) || undefined}
        style={{ '--panel-width': `${width}px` }}
      >
        {shown && !isSheet && <Awaiting shapes={[['lines', 20]]} />}
        <Awaiting shapes={[['table', 11]]} />
      </div>
    </div>
  );

  return (
    <section className="stack gap-8" aria-label="Results">
      <ResultsHead
        query={query}
        page={answer}
        count={count.data}
        uncounted={count.isError}
        failed={page.isError && spent === null}
        isSpent={spent !== null}
      />
      {answer && <LeftOutNote query={query} onChange={filters.change} />}
      {answer && <FreeRecordsNote left={answer.freeRecordsLeft} />}
      {page.error && spent === null ? (
        <>
          <Failure error={page.error} onRetry={() => void page.refetch()} />
          <Narrowing query={query} filters={filters} />
        </>
      ) : !page.data && spent === null && !bodyHasCome && !isLate ? (
        awaited
      ) : (
        <Suspense fallback={awaited}>
          <ResultsBody
            link={link}
            query={query}
            columns={columns}
            onChange={onChange}
            page={page.data}
            settled={settled}
            spent={spent}
            total={count.data?.count}
            filters={filters}
            onNarrow={changeAndFocus}
          />
        </Suspense>
      )}
      {answer && <RecordNotes countries={query.countryCode} tradeType={query.tradeType} />}
    </section>
  );
}

/** Records that take longer are waited for with the rest of the screen in sight. */
const LATE_MS = 2000;

let bodyHasCome = false;

/** The head with its count is what is waited for: a first visit asks for the table once the records are here, and no later one waits for it. */
const ResultsBody = lazy(
  whenAnswered(async () => {
    const { ResultsBody } = await import('./results-body.js');
    bodyHasCome = true;
    return { default: ResultsBody };
  }),
);

/** Goes on to the results: what was pressed for them is gone, and would take the focus with it. */
export function focusResults(): void {
  document.getElementById(RESULTS_HEADING)?.focus({ preventScroll: true });
}
