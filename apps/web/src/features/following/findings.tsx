import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FindingView, type FoundByQuestion, LIMITS } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { findingsOf, useMarkFindings } from '../../search/following/following-calls.js';
import { foundInWords } from '../../search/following/following-words.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ListPages } from '../../ui/list-pages.js';
import { LoadFailure } from '../../ui/notice.js';
import classes from './following.module.css';

const VIEWS: { value: FindingView; label: string }[] = [
  { value: 'ALL', label: 'All' },
  { value: 'UNREAD', label: 'Unread' },
  { value: 'SNOOZED', label: 'For later' },
];

const NOTHING: Record<FindingView, string> = {
  ALL: 'Nothing has been found yet. What you follow is checked when new data is published.',
  UNREAD: 'You have read all of it.',
  SNOOZED: 'You have put nothing aside for later.',
};

/** What was found for the person, the latest first. */
export function Findings({ view, onView }: { view: FindingView; onView: (view: FindingView) => void }) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery(findingsOf(view, page));
  const mark = useMarkFindings();
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
  return (
    <section className="stack gap-12" aria-labelledby="found">
      <div className="row wrap gap-8-12">
        <h2 id="found">Found</h2>
        <SegmentedControl
          aria-label="Which findings"
          data={VIEWS}
          value={view}
          onChange={(next) => {
            setPage(0);
            onView(next);
          }}
        />
        {data && data.unread > 0 && (
          <Button variant="subtle" size="xs" onClick={() => mark.mutate({ as: 'READ' })}>
            Mark all {formatCount(data.unread)} as read
          </Button>
        )}
      </div>
      {!data ? (
        <Awaiting shapes={[['lines', 3]]} />
      ) : data.findings.length === 0 ? (
        <p className="soft">{NOTHING[view]}</p>
      ) : (
        <ul className="plainList grid">
          {data.findings.map((found) => (
            <FoundLine key={found.findingId} found={found} onMark={mark.mutate} />
          ))}
        </ul>
      )}
      {data && data.totalRecords > LIMITS.pageSize && (
        <ListPages label="Findings" page={page} pageSize={LIMITS.pageSize} total={data.totalRecords} onPage={setPage} />
      )}
    </section>
  );
}

interface FoundLineProps {
  found: FoundByQuestion;
  onMark: ReturnType<typeof useMarkFindings>['mutate'];
}

function FoundLine({ found, onMark }: FoundLineProps) {
  const { findingId, questionName, finding, link, beforeLink, foundDate, isRead, isWithdrawn, snoozedUntil } = found;
  const words = foundInWords(finding);
  return (
    <li className={`spread wrap items-start gap-4-16 line-below ${classes.finding}`}>
      <div className="words">
        <a
          href={link}
          className={isRead ? 'accent' : 'accent strong'}
          onClick={() => onMark({ findingId, as: 'READ' })}
        >
          <bdi>{words}</bdi>
        </a>
        <div className="soft small">
          <bdi>{questionName}</bdi> · <time dateTime={foundDate}>{displayTime(foundDate)}</time>
          {beforeLink !== null && (
            <>
              {' '}
              · <a href={beforeLink}>what it is compared with</a>
            </>
          )}
          {isWithdrawn && ' · its records have been removed or corrected since'}
        </div>
      </div>
      <div className="row wrap gap-8-12">
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Mark as ${isRead ? 'unread' : 'read'}: ${words}`}
          onClick={() => onMark({ findingId, as: isRead ? 'UNREAD' : 'READ' })}
        >
          {isRead ? 'Unread' : 'Read'}
        </Button>
        {snoozedUntil === null && (
          <Button
            variant="subtle"
            size="xs"
            aria-label={`Show again in a week: ${words}`}
            onClick={() => onMark({ findingId, as: 'SNOOZED', days: 7 })}
          >
            Next week
          </Button>
        )}
      </div>
    </li>
  );
}
