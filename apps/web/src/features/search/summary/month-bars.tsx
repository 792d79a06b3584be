import { type PointerEvent, useState } from 'react';
import { formatShipments } from '../../../format/count.js';
import { monthLabel } from '../../../format/month.js';
import { MonthEnds } from './month-ends.js';
import classes from './month-histogram.module.css';
import type { useMonthBrush } from './use-month-brush.js';

interface MonthBarsProps {
  months: readonly string[];
  counts: readonly number[];
  brush: ReturnType<typeof useMonthBrush>;
}

/** The bars fill a box of this height; one month is one wide. */
const HEIGHT = 100;
/** Few are still more than none. */
const LEAST_BAR = 3;
const GAP = 0.08;
/** Months between two labels, at least. */
const YEAR_APART = 2;

/** The strip of bars: what is under the pointer is said above it, what is chosen stands out. */
export function MonthBars({ months, counts, brush }: MonthBarsProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const last = months.length - 1;
  const isEnd = (index: number) => index === 0 || index === last || undefined;
  const most = Math.max(...counts);
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST_BAR, (count / most) * HEIGHT));
  const share = (edge: number) => `${(edge / months.length) * 100}%`;
  const isChosen = (index: number) => !brush.span || (index >= brush.span.first && index <= brush.span.last);

  function point(event: PointerEvent<HTMLDivElement>) {
    setPointed(brush.monthAt(event));
    brush.dragging.onPointerMove(event);
  }

  return (
    <div>
      <div className={classes.strip} {...brush.dragging} onPointerMove={point} onPointerLeave={() => setPointed(null)}>
        <svg
          className={classes.bars}
          viewBox={`0 0 ${months.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {counts.map((count, index) => (
            <rect
              key={months[index]}
              x={index + GAP}
              width={1 - 2 * GAP}
              y={HEIGHT - heightOf(count)}
              height={heightOf(count)}
              data-left-out={!isChosen(index) || undefined}
              data-pointed={index === pointed || undefined}
            />
          ))}
        </svg>
        {brush.span && (
          <div
            className={classes.span}
            style={{ left: share(brush.span.first), width: share(brush.span.last + 1 - brush.span.first) }}
          />
        )}
        <MonthEnds months={months} counts={counts} span={brush.span} onChange={brush.setSpan} />
        {pointed !== null && !brush.span && (
          <div className={classes.tip} style={{ '--at': share(pointed + 0.5) }} aria-hidden="true">
            {monthLabel(months[pointed] ?? '')}: {formatShipments(counts[pointed] ?? 0)}
          </div>
        )}
      </div>
      <div className={classes.axis} aria-hidden="true">
        {labelledMonths(months).map((index) => (
          <span key={index} style={index === last ? { right: 0 } : { left: share(index) }} data-end={isEnd(index)}>
            {monthLabel(months[index] ?? '')}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The first and the last month, and the first of each year that does not run into those. */
function labelledMonths(months: readonly string[]): number[] {
  const last = months.length - 1;
  const inside = months.flatMap((month, index) =>
    month.endsWith('-01') && index > YEAR_APART && index < last - YEAR_APART ? [index] : [],
  );
  return [0, ...inside, last];
}
