import { Button, Skeleton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { useMemo } from 'react';
import { breakdown } from '../../../api/breakdowns.js';
import { formatCount, formatShipments } from '../../../format/count.js';
import { monthLabel } from '../../../format/month.js';
import { MonthBars } from './month-bars.js';
import classes from './month-histogram.module.css';
import { monthsOf, searchableSpan } from './month-span.js';
import { useMonthBrush } from './use-month-brush.js';

interface MonthHistogramProps {
  query: SearchQuery;
  /** Asks for fewer days of the question. */
  onNarrow: (days: { from: string; to: string }) => void;
}

/** When a question's shipments came: bars by month, and a way to fewer of its months. */
export function MonthHistogram({ query, onNarrow }: MonthHistogramProps) {
  const months = useMemo(() => monthsOf(query), [query]);
  const { data, error, refetch, isPlaceholderData } = useQuery(breakdown('months', query));
  if (months.length < 2) return null;

  function content() {
    if (error) {
      return (
        <p className={classes.soft}>
          The months did not arrive: {error.message}{' '}
          <button type="button" className="linkButton" onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      );
    }
    if (!data) return <Skeleton className={classes.waiting ?? ''} height={60} />;
    const found = new Map(data.values.map(({ value, records }) => [value, records]));
    const counts = months.map((month) => found.get(month) ?? 0);
    // Other dates are another strip: nothing is chosen on it yet.
    return <Strip key={months.join()} query={query} months={months} counts={counts} onNarrow={onNarrow} />;
  }

  return (
    <section
      className={classes.histogram}
      aria-label="Shipments by month"
      aria-busy={isPlaceholderData}
      data-loading={isPlaceholderData || undefined}
    >
      {content()}
    </section>
  );
}

interface StripProps extends MonthHistogramProps {
  months: readonly string[];
  counts: readonly number[];
}

/** The bars with what is chosen of them, said in words before it costs anything. */
function Strip({ query, months, counts, onNarrow }: StripProps) {
  const brush = useMonthBrush(months.length);
  const chosen = brush.span && searchableSpan(query, months, brush.span);
  const narrower = chosen !== null && (chosen.first > 0 || chosen.last < months.length - 1) ? chosen : null;
  const sum = (some: readonly number[]) => some.reduce((total, count) => total + count, 0);
  const label = (index: number) => monthLabel(months[index] ?? '');
  return (
    <>
      <div className={classes.head}>
        <p role="status" className={classes.soft}>
          {narrower
            ? `${formatShipments(sum(counts.slice(narrower.first, narrower.last + 1)))} of ${formatCount(sum(counts))}`
            : ''}
        </p>
        {narrower ? (
          <>
            <Button size="compact-xs" onClick={() => onNarrow({ from: narrower.from, to: narrower.to })}>
              Search {narrower.first === narrower.last ? '' : `${label(narrower.first)} – `}
              {label(narrower.last)} (costs 1 search)
            </Button>
            <button type="button" className={classes.cancel} aria-label="Cancel" onClick={() => brush.setSpan(null)}>
              <IconX size={14} stroke={2} aria-hidden />
            </button>
          </>
        ) : (
          <p className={classes.soft}>Shipments by month. Drag to narrow the period.</p>
        )}
      </div>
      <MonthBars months={months} counts={counts} brush={brush} />
      <div className={classes.heard}>
        <table>
          <caption>Shipments by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Shipments</th>
            </tr>
          </thead>
          <tbody>
            {months.map((month, index) => (
              <tr key={month}>
                <th scope="row">{monthLabel(month)}</th>
                <td>{formatCount(counts[index] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
