import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '@tidewaiter/contract';
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import { monthLabel } from '../../format/months.js';
import { formatCount, formatShipments } from '../../format/numbers.js';
import { countriesByTrade } from '../../search/api/calls.js';
import { breakdown } from '../../search/api/list-calls.js';
import { cutMonths } from '../../search/model/cut-months.js';
import { type MonthSpan, monthsOf, searchableSpan } from '../../search/model/month-span.js';
import { Held } from '../../ui/awaiting.js';
import { useMonthBrush } from './month-brush.js';
import classes from './month-histogram.module.css';

interface MonthHistogramProps {
  query: SearchQuery;
  /** Asks for fewer days of the question. */
  onNarrow: (days: { from: string; to: string }) => void;
}

/** When a question's shipments came: bars by month, and a way to fewer of its months. */
export function MonthHistogram({ query, onNarrow }: MonthHistogramProps) {
  const months = useMemo(() => monthsOf(query), [query]);
  const { data, error, refetch, isPlaceholderData } = useQuery(breakdown('months', query));
  const { data: countries } = useQuery(countriesByTrade(query.tradeType));
  const cut = useMemo(() => cutMonths(query, countries), [query, countries]);
  if (months.length < 2) return null;

  function content() {
    if (error) {
      return (
        <p className="cut soft figures">
          The months did not arrive: {error.message}{' '}
          <button type="button" className="linkButton" onClick={() => void refetch()}>
            Retry
          </button>
        </p>
      );
    }
    if (!data) return <Held height={54} />;
    const found = new Map(data.values.map(({ value, records }) => [value, records]));
    const counts = months.map((month) => found.get(month) ?? 0);
    // Other dates are another strip: nothing is chosen on it yet.
    return <Strip key={months.join()} {...{ query, months, counts, cut, onNarrow }} />;
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
  /** Months that are not whole, and why. */
  cut: ReadonlyMap<string, string>;
}

/** The bars with what is chosen of them. Fewer months lie within the question that was paid for: they are free. */
function Strip({ query, months, counts, cut, onNarrow }: StripProps) {
  const brush = useMonthBrush(months.length);
  const chosen = brush.span && searchableSpan(query, months, brush.span);
  const narrower = chosen !== null && (chosen.first > 0 || chosen.last < months.length - 1) ? chosen : null;
  const sum = (some: readonly number[]) => some.reduce((total, count) => total + count, 0);
  const label = (index: number) => monthLabel(months[index] ?? '');
  return (
    <>
      <div className={classes.head}>
        <p role="status" className="cut soft figures">
          {narrower
            ? `${formatShipments(sum(counts.slice(narrower.first, narrower.last + 1)))} of ${formatCount(sum(counts))}`
            : ''}
        </p>
        {narrower ? (
          <>
            <Button size="compact-xs" onClick={() => onNarrow({ from: narrower.from, to: narrower.to })}>
              Search {narrower.first === narrower.last ? '' : `${label(narrower.first)} – `}
              {label(narrower.last)} (free)
            </Button>
            <button type="button" className={classes.cancel} aria-label="Cancel" onClick={() => brush.setSpan(null)}>
              <IconX size={14} stroke={2} aria-hidden />
            </button>
          </>
        ) : (
          <p className="cut soft figures">Shipments by month. Drag to narrow the period.</p>
        )}
      </div>
      <MonthBars {...{ months, counts, cut, brush }} />
      <div className="visually-hidden">
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
                <td>
                  {formatCount(counts[index] ?? 0)}
                  {cut.has(month) && `, incomplete: ${cut.get(month)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface MonthBarsProps extends Pick<StripProps, 'months' | 'counts' | 'cut'> {
  brush: ReturnType<typeof useMonthBrush>;
}

/** The bars fill a box of this height; one month is one wide. */
const HEIGHT = 100;
/** Few are still more than none. */
const LEAST_BAR = 3;
const GAP = 0.08;
/** A line and a gap of the bars of months that are not whole: lines that lie stay even however wide a month is. */
const HATCH = 12;
/** The part of the strip that a label takes. */
const LABEL_SHARE = 0.25;

/** The strip of bars: what is under the pointer is said above it, what is chosen stands out. */
function MonthBars({ months, counts, cut, brush }: MonthBarsProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const hatch = useId();
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
          <pattern id={hatch} width="1" height={HATCH} patternUnits="userSpaceOnUse">
            <rect width="1" height={HATCH / 2} />
          </pattern>
          {counts.map((count, index) => (
            <rect
              key={months[index]}
              x={index + GAP}
              width={1 - 2 * GAP}
              y={HEIGHT - heightOf(count)}
              height={heightOf(count)}
              style={cut.has(months[index] ?? '') ? { fill: `url(#${hatch})` } : undefined}
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
            {cut.has(months[pointed] ?? '') && ', incomplete'}
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
  const [from, to] = [LABEL_SHARE, 1 - 2 * LABEL_SHARE].map((share) => share * months.length) as [number, number];
  const inside = months.flatMap((month, index) =>
    month.endsWith('-01') && index >= from && index <= to ? [index] : [],
  );
  return [0, ...inside, last];
}

interface MonthEndsProps {
  months: readonly string[];
  counts: readonly number[];
  span: MonthSpan | null;
  onChange: (span: MonthSpan | null) => void;
}

/** The two ends of the chosen months, as sliders: what the pointer drags, by keyboard. */
function MonthEnds({ months, counts, span, onChange }: MonthEndsProps) {
  const { first, last } = span ?? { first: 0, last: months.length - 1 };
  const inWords = (month: number) => `${monthLabel(months[month] ?? '')}, ${formatShipments(counts[month] ?? 0)}`;
  const shared = {
    step: 1,
    className: classes.end,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && onChange(null),
  };
  return (
    <>
      <input
        type="range"
        {...shared}
        aria-label="First month"
        aria-valuetext={inWords(first)}
        min={0}
        max={last}
        value={first}
        onChange={(event) => onChange({ first: Number(event.currentTarget.value), last })}
      />
      <span className={classes.grip} style={{ left: `${(first / months.length) * 100}%` }} />
      <input
        type="range"
        {...shared}
        aria-label="Last month"
        aria-valuetext={inWords(last)}
        min={first}
        max={months.length - 1}
        value={last}
        onChange={(event) => onChange({ first, last: Number(event.currentTarget.value) })}
      />
      <span className={classes.grip} style={{ left: `${((last + 1) / months.length) * 100}%` }} />
    </>
  );
}
