import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../format/numbers.js';
import { Held } from '../ui/awaiting.js';
import classes from './summary-card.module.css';

/** Shows the figures of a search side by side: as cards, or in one quiet line. */
export function SummaryRow({ compact = false, children }: { compact?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.cards} data-compact={compact || undefined} aria-label="Summary">
      {children}
    </dl>
  );
}

/** This is said where records do not state what is counted. */
export const NONE_STATED = 'None stated';

/** Says how many a list has, or that records do not say: a zero would count what is not known. */
export const distinctInWords = ({ distinctCount, shipments }: { distinctCount: number; shipments: number }): string =>
  distinctCount === 0 && shipments > 0 ? NONE_STATED : formatCount(distinctCount);

interface SummaryCardProps<Answer> {
  label: string;
  figure: UseQueryResult<Answer>;
  show: (answer: Answer) => string;
  /** It says the whole figure, where less of it is shown. */
  exact?: (answer: Answer) => string;
  /** It makes the way to what the figure counts, where there is any. */
  way?: (text: string, answer: Answer) => ReactNode;
  /** It says on hover how the figure came. */
  hint?: string | undefined;
}

/** Shows one figure, in a place that keeps its size while it is on its way. */
export function SummaryCard<Answer>({ label, figure, show, exact, way, hint }: SummaryCardProps<Answer>) {
  const { data, error, refetch, isPlaceholderData } = figure;

  function content() {
    if (error) {
      return (
        <button type="button" className="linkButton" title={error.message} onClick={() => void refetch()}>
          Did not arrive. Retry
        </button>
      );
    }
    if (data === undefined) return <Held height={16} width="60%" />;
    const shown = show(data);
    const whole = exact?.(data) ?? shown;
    if (whole === shown) return way?.(shown, data) ?? shown;
    return (
      <>
        <span aria-hidden="true" title={whole}>
          {shown}
        </span>
        <span className="visually-hidden">{whole}</span>
      </>
    );
  }

  return (
    <div className={classes.card} title={hint} data-loading={isPlaceholderData || undefined}>
      <dt title={hint ?? label}>{label}</dt>
      <dd>{content()}</dd>
    </div>
  );
}
