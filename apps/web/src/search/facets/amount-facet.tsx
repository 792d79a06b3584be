import { OPEN_BOUNDS, RANGES, type RangeName, type SearchQuery } from '@tidewaiter/contract';
import { Suspense } from 'react';
import { later } from '../../session/client.js';
import { Held } from '../../ui/awaiting.js';
import classes from './amount-facet.module.css';
import type { Bounds, Reached } from './amount-range.js';
import { FacetFrame } from './facet-frame.js';
import type { Filters } from './use-filters.js';

interface AmountFacetProps {
  amount: RangeName;
  query: SearchQuery;
  open: boolean;
  onToggle: (name: string) => void;
  reached: Reached | null;
  onChange: Filters['change'];
}

const AmountRange = later(() => import('./amount-range.js'), 'AmountRange');

const UNITS: Record<RangeName, string> = { rangeQuantity: '', rangeValueUsd: 'USD', rangeUnitPriceUsd: 'USD' };

/** Shows how an amount lies among the records, and leads to those from one amount to another: decimals too. */
export function AmountFacet({ amount, query, open, onToggle, reached, onChange }: AmountFacetProps) {
  const [from, to] = [query[`${amount}Start`], query[`${amount}End`]];

  /** Both bounds are always given, so that none is filled in unasked; where both are open, there is no range. */
  function narrow(bounds: Bounds) {
    const start = bounds.from || OPEN_BOUNDS.least;
    const end = bounds.to || OPEN_BOUNDS.most;
    const all = bounds.from === '' && bounds.to === '';
    onChange({ [`${amount}Start`]: all ? undefined : start, [`${amount}End`]: all ? undefined : end });
  }

  return (
    <FacetFrame
      title={RANGES[amount].label}
      aside={UNITS[amount]}
      chosen={(from !== undefined || to !== undefined) && 'chosen'}
      open={open}
      onToggle={() => onToggle(amount)}
    >
      {open && (
        <Suspense fallback={<Held className={classes.body} height={112} />}>
          <AmountRange
            amount={amount}
            query={query}
            bounds={{ from: closed(from, OPEN_BOUNDS.least), to: closed(to, OPEN_BOUNDS.most) }}
            reached={reached?.name === amount ? reached : null}
            onNarrow={narrow}
          />
        </Suspense>
      )}
    </FacetFrame>
  );
}

const closed = (bound: string | undefined, open: string) => (bound === open ? '' : (bound ?? ''));
