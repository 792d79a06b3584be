import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { MESSAGES, OPEN_BOUNDS, RANGES, type RangeName, rangeProblems, type SearchQuery } from '@tidewaiter/contract';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { exactDecimal, readAmount } from '../../format/numbers.js';
import { Held } from '../../ui/awaiting.js';
import { amountSpread } from '../api/list-calls.js';
import classes from './amount-facet.module.css';
import { type AmountScale, amountAt, amountScale, placeOf } from './amount-scale.js';
import { FacetFailure } from './facet-values.js';
import facetClasses from './facets.module.css';

/** An end without a bound is open. */
export interface Bounds {
  from: string;
  to: string;
}

interface AmountRangeProps {
  amount: RangeName;
  query: SearchQuery;
  bounds: Bounds;
  reached: Reached | null;
  onNarrow: (bounds: Bounds) => void;
}

/** A range is reached for from elsewhere: each time its least bound takes the focus. */
export interface Reached {
  name: RangeName;
}

/** Holds bounds that somebody is about to give; others from elsewhere take their place. */
function useDraftBounds(bounds: Bounds): [Bounds, (draft: Bounds) => void] {
  const [held, setHeld] = useState({ bounds, draft: bounds });
  const same = held.bounds.from === bounds.from && held.bounds.to === bounds.to;
  if (!same) setHeld({ bounds, draft: bounds });
  return [same ? held.draft : bounds, (draft) => setHeld({ bounds, draft })];
}

/** A thumb that rests for less may be on its way still. */
const MOVING_MS = 400;

/** Shows an amount's bars and thumbs, and its bounds by their digits. */
export function AmountRange({ amount, query, bounds, reached, onNarrow }: AmountRangeProps) {
  // What could be chosen is offered, and not only what is.
  const offered = { ...query, [`${amount}Start`]: undefined, [`${amount}End`]: undefined };
  const { data, error, refetch, isPlaceholderData } = useQuery(amountSpread(offered, amount));
  const [moved, setMoved] = useDraftBounds(bounds);
  const settle = useDebouncedCallback(onNarrow, MOVING_MS);
  if (error) return <FacetFailure error={error} onRetry={refetch} />;
  if (!data) return <Held className={classes.body} height={112} />;
  const scale = amountScale(data.bars);
  if (!scale) return <p className={facetClasses.failed}>No record says more than zero.</p>;

  function move(next: Bounds) {
    setMoved(next);
    settle(next);
  }

  return (
    <div className={classes.body} data-loading={isPlaceholderData || undefined}>
      <AmountSlider amount={amount} scale={scale} bounds={moved} onMove={move} />
      <AmountBounds amount={amount} bounds={moved} reached={reached} onNarrow={onNarrow} />
      <p className={classes.ends}>
        {exactDecimal(data.least ?? '')} to {exactDecimal(data.most ?? '')} in these records
      </p>
    </div>
  );
}

interface AmountSliderProps {
  amount: RangeName;
  scale: AmountScale;
  bounds: Bounds;
  onMove: (bounds: Bounds) => void;
}

/** Draws bars of the records by the amount's size, with a thumb at each end. */
function AmountSlider({ amount, scale, bounds, onMove }: AmountSliderProps) {
  const { label } = RANGES[amount];
  const { last, bars } = scale;
  const first = bounds.from === '' ? 0 : placeOf(scale, bounds.from);
  const end = bounds.to === '' ? last : placeOf(scale, bounds.to);
  const perBar = last / bars.length;
  const inside = (bar: number) => (bar + 1) * perBar > first && bar * perBar < end;
  return (
    <div className={classes.slider}>
      <svg className={classes.bars} viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((height, bar) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={bar}
            x={bar + 0.08}
            width={0.84}
            y={100 - Math.max(height > 0 ? 4 : 0, height * 100)}
            height={Math.max(height > 0 ? 4 : 0, height * 100)}
            data-left-out={!inside(bar) || undefined}
          />
        ))}
      </svg>
      <input
        type="range"
        className={classes.thumb}
        aria-label={`Least ${label}`}
        aria-valuetext={bounds.from === '' ? 'no minimum' : exactDecimal(bounds.from)}
        min={0}
        max={last}
        value={first}
        onChange={({ currentTarget: { value } }) => {
          const place = Math.min(Number(value), end - 1);
          onMove({ ...bounds, from: place <= 0 ? '' : amountAt(scale, place) });
        }}
      />
      <input
        type="range"
        className={classes.thumb}
        aria-label={`Most ${label}`}
        aria-valuetext={bounds.to === '' ? 'no maximum' : exactDecimal(bounds.to)}
        min={0}
        max={last}
        value={end}
        onChange={({ currentTarget: { value } }) => {
          const place = Math.max(Number(value), first + 1);
          onMove({ ...bounds, to: place >= last ? '' : amountAt(scale, place) });
        }}
      />
    </div>
  );
}

/** It accepts what may yet become an amount: a digit more may make it one. */
const MAY_BECOME_AMOUNT = /^[\d\s,]*\.?\d*$/;

/** Takes the same bounds by their digits, which may be grouped as they are printed. */
function AmountBounds({ amount, bounds, reached, onNarrow }: Omit<AmountRangeProps, 'query'>) {
  const { label } = RANGES[amount];
  const [typed, setTyped] = useDraftBounds(bounds);
  const [problem, setProblem] = useState('');
  const id = useId();
  const least = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (reached) least.current?.focus();
  }, [reached]);

  function apply(event: FormEvent) {
    event.preventDefault();
    const [from, to] = [readAmount(typed.from), readAmount(typed.to)];
    if (from === null || to === null) return setProblem(MESSAGES.notAnAmount);
    const [range] = rangeProblems({
      [`${amount}Start`]: from || OPEN_BOUNDS.least,
      [`${amount}End`]: to || OPEN_BOUNDS.most,
    });
    setProblem(range?.message ?? '');
    if (!range) onNarrow({ from, to });
  }

  const field = (end: keyof Bounds, name: string, open: string) => (
    <input
      ref={end === 'from' ? least : undefined}
      className={classes.bound}
      aria-label={`${label} ${name}`}
      aria-describedby={problem ? id : undefined}
      aria-invalid={problem ? true : undefined}
      placeholder={open}
      inputMode="decimal"
      autoComplete="off"
      value={typed[end]}
      onChange={({ currentTarget: { value } }) => {
        setProblem(MAY_BECOME_AMOUNT.test(value) ? '' : MESSAGES.notAnAmount);
        setTyped({ ...typed, [end]: value });
      }}
    />
  );
  const changed = typed.from !== bounds.from || typed.to !== bounds.to;
  return (
    <form className={classes.bounds} onSubmit={apply} noValidate>
      {field('from', 'from', 'least')}
      <span aria-hidden>–</span>
      {field('to', 'to', 'most')}
      <button type="submit" className="linkButton" disabled={!changed || problem !== ''}>
        Apply
      </button>
      {problem && (
        <p id={id} role="alert" className="all-columns wrong">
          {problem}
        </p>
      )}
    </form>
  );
}
