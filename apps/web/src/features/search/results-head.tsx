import { Button } from '@mantine/core';
import type { SearchQuery } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { formatSeconds, formatShipments } from '../../format/numbers.js';
import type { RecordPage } from '../../search/api/calls.js';
import { questionWords } from '../../search/model/question-words.js';
import { NarrowedNote } from '../../search/notes/narrowed-note.js';
import { CopyLink } from '../../ui/copy-link.js';
import classes from './results.module.css';

interface ResultsHeadProps {
  query: SearchQuery;
  /** The page that answers the query; undefined while it is on its way. */
  page: RecordPage | undefined;
  count: { count: number; elapsedMs: number } | undefined;
  failed: boolean;
  /** No record of the page may be read without points. */
  isSpent: boolean;
  /** Asks for the count again; null unless the count failed. The records are shown without it (SPEC 8). */
  onRecount: (() => void) | null;
  /** It says what narrows the count. */
  narrowing: ReactNode;
}

function factsOf({ page, count, failed, isSpent, onRecount }: ResultsHeadProps): string {
  if (failed) return 'No answer';
  if (isSpent && count) return formatShipments(count.count);
  if (!page || (!count && !onRecount)) return 'Searching';
  const elapsed = Math.max(count?.elapsedMs ?? 0, page.elapsedMs);
  const found = count ? formatShipments(count.count) : 'The count did not arrive';
  return [found, formatSeconds(elapsed), `data version ${page.dataVersion}`].join(' · ');
}

/** The question in words, and the exact count of what answers it; announced when it arrives. */
export function ResultsHead(props: ResultsHeadProps) {
  const { query, page, onRecount } = props;
  return (
    <header className={classes.head}>
      <h2 className={classes.question}>{questionWords(query, page?.searched)}</h2>
      <div className={classes.factsLine}>
        <p role="status" className={`soft figures ${classes.facts}`}>
          {factsOf(props)}
        </p>
        {onRecount && (
          <Button variant="subtle" size="compact-sm" onClick={onRecount}>
            Count again
          </Button>
        )}
        <CopyLink />
        {props.narrowing}
      </div>
      {page && <NarrowedNote query={query} searched={page.searched} />}
    </header>
  );
}
