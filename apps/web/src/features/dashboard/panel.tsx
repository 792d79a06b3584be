import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { displayTime } from '../../format/dates.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure } from '../../ui/notice.js';
import classes from './panel.module.css';

interface PanelProps {
  title: string;
  /** The address of the screen that shows all of it. */
  all?: string;
  children: ReactNode;
}

/** A part of the dashboard on its own ground. */
export function Panel({ title, all, children }: PanelProps) {
  return (
    <section className="stack surface content-start gap-12 p-16" aria-label={title}>
      <header className="spread items-baseline gap-12">
        <h2 className="text">{title}</h2>
        {all !== undefined && (
          <Link to={all} className="accent small one-line" aria-label={`View all: ${title}`}>
            View all
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

interface AnswerProps<Answer> {
  query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'refetch'>;
  /** What is said where the answer holds nothing, and what to do next. */
  nothing: ReactNode;
  isEmpty: (answer: Answer) => boolean;
  children: (answer: Answer) => ReactNode;
}

/** What was fetched for a panel, or what there is to say in its place: each part fails and is tried again by itself. */
export function Answer<Data>({ query: { data, error, refetch }, nothing, isEmpty, children }: AnswerProps<Data>) {
  if (data === undefined) {
    return error ? <LoadFailure error={error} onRetry={refetch} /> : <Awaiting shapes={[['lines', 3]]} />;
  }
  // At least as high as what held its room: a panel of little moves nothing.
  return (
    <div className="stack content-start gap-12" style={{ minHeight: 72 }}>
      {isEmpty(data) ? <div className="grid gap-8 soft small">{nothing}</div> : children(data)}
    </div>
  );
}

interface PanelRow {
  key: string | number;
  name: ReactNode;
  /** It stands to the right of the name. */
  figure?: ReactNode;
  below: ReactNode;
}

interface ListPanelProps<Data> extends Required<Pick<PanelProps, 'title' | 'all'>> {
  query: AnswerProps<Data>['query'];
  nothing?: ReactNode;
  rows: (answer: Data) => readonly PanelRow[];
}

/** A panel whose answer is a list: what each is, and more of it below. */
export function ListPanel<Data>({ title, all, query, nothing, rows }: ListPanelProps<Data>) {
  return (
    <Panel title={title} all={all}>
      <Answer query={query} isEmpty={(answer) => rows(answer).length === 0} nothing={nothing}>
        {(answer) => (
          <ul className="plainList grid">
            {rows(answer).map(({ key, name, figure, below }) => (
              <li className={classes.row} key={key}>
                {name}
                {figure && <span className="accent strong figures one-line">{figure}</span>}
                <span className="soft small all-columns">{below}</span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}

/** When something was, as the small words of a row. */
export const RowTime = ({ at }: { at: string }) => <time dateTime={at}>{displayTime(at)}</time>;
