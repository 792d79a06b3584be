import type { SearchQuery } from '@tidewaiter/contract';
import { formatSeconds, formatShipments } from '../../format/numbers.js';
import type { RecordPage } from '../../search/api/calls.js';
import { questionWords } from '../../search/model/question-words.js';
import { NarrowedNote } from '../../search/notes/narrowed-note.js';
import { RecordNotes } from '../../search/notes/record-notes.js';

/** The heading of the results, to which the focus goes after a search. */
export const RESULTS_HEADING = 'results-heading';

interface ResultsHeadProps {
  query: SearchQuery;
  /** The page that answers the query; undefined while it is on its way. */
  page: RecordPage | undefined;
  count: { count: number; elapsedMs: number } | undefined;
  /** The count will not come by itself; the records are shown without it (SPEC 8). */
  uncounted: boolean;
  failed: boolean;
  /** No record of the page may be read without points. */
  isSpent: boolean;
}

/** How fast an answer came, and of which records it is. */
export const answerFacts = (page: RecordPage, countMs = 0): string =>
  `${formatSeconds(Math.max(countMs, page.elapsedMs))} · data version ${page.dataVersion}`;

function factsOf({ page, count, uncounted, failed, isSpent }: ResultsHeadProps): string {
  if (failed) return 'No answer';
  if (isSpent && count) return formatShipments(count.count);
  if (!page || (!count && !uncounted)) return 'Searching';
  const found = count ? formatShipments(count.count) : 'The count did not arrive';
  return `${found} · ${answerFacts(page, count?.elapsedMs)}`;
}

/** The question and the exact count of what answers it, announced when it arrives: the bar and the figures say both to eyes. */
export function ResultsHead(props: ResultsHeadProps) {
  const { query, page } = props;
  return (
    <>
      <h2 id={RESULTS_HEADING} tabIndex={-1} className="visually-hidden">
        {questionWords(query, page?.searched)}
      </h2>
      <p role="status" className="visually-hidden">
        {factsOf(props)}
      </p>
      {page && <NarrowedNote query={query} searched={page.searched} />}
      {page && <RecordNotes filled={page.filled} tradeType={query.tradeType} />}
    </>
  );
}
