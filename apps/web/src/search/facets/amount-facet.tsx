import { IconChevronDown } from '@tabler/icons-react';
import { OPEN_BOUNDS, RANGES, type RangeName, type SearchQuery } from '@tidewaiter/contract';
import { lazy, Suspense, useId } from 'react';
import { whenAnswered } from '../../session/client.js';
import { Held } from '../../ui/awaiting.js';
import classes from './amount-facet.module.css';
import type { Bounds } from './amount-range.js';
import facetClasses from './facets.module.css';
import type { Filters } from './use-filters.js';

interface AmountFacetProps {
  amount: RangeName;
  query: SearchQuery;
  open: boolean;
  onToggle: (name: string) => void;
  onChange: Filters['change'];
}

const AmountRange = lazy(whenAnswered(async () => ({ default: (await import('./amount-range.js')).AmountRange })));

const UNITS: Record<RangeName, string> = { rangeQuantity: '', rangeValueUsd: 'USD', rangeUnitPriceUsd: 'USD' };

/** Shows how an amount lies among the records, and leads to those from one amount to another: decimals too. */
export function AmountFacet({ amount, query, open, onToggle, onChange }: AmountFacetProps) {
  const id = useId();
  const { label } = RANGES[amount];
  const [from, to] = [query[`${amount}Start`], query[`${amount}End`]];
  const given = from !== undefined || to !== undefined;

  /** Both bounds are always given, so that none is filled in unasked; where both are open, there is no range. */
  function narrow(bounds: Bounds) {
    const start = bounds.from || OPEN_BOUNDS.least;
    const end = bounds.to || OPEN_BOUNDS.most;
    const all = bounds.from === '' && bounds.to === '';
    onChange({ [`${amount}Start`]: all ? undefined : start, [`${amount}End`]: all ? undefined : end });
  }

  return (
    <fieldset className={facetClasses.facet} aria-labelledby={id}>
      <h3 id={id}>
        <button type="button" className={facetClasses.head} aria-expanded={open} onClick={() => onToggle(amount)}>
          <span className="flex-1 strong">
            {label} <span className="soft plain">{UNITS[amount]}</span>
          </span>
          {given && <span className={facetClasses.tickedCount}>chosen</span>}
          <IconChevronDown size={16} stroke={1.6} aria-hidden className={facetClasses.chevron} />
        </button>
      </h3>
      {open && (
        <Suspense fallback={<Held className={classes.body} height={112} />}>
          <AmountRange
            amount={amount}
            query={query}
            bounds={{ from: closed(from, OPEN_BOUNDS.least), to: closed(to, OPEN_BOUNDS.most) }}
            onNarrow={narrow}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

const closed = (bound: string | undefined, open: string) => (bound === open ? '' : (bound ?? ''));
