import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ListedDimension, SearchQuery } from '@tidewaiter/contract';
import { type Breakdown, breakdown } from '../../../api/breakdowns.js';
import { recordCount } from '../../../api/search.js';
import { ONLY_COUNT } from '../../../api/value-list.js';
import { formatCount } from '../../../format/count.js';
import { exactDecimal } from '../format/decimal.js';
import { shortAmount } from '../format/usd.js';
import classes from './summary.module.css';
import { SummaryCard } from './summary-card.js';

/** The figures of a search: each arrives, fails and is asked for again by itself. */
export function SummaryCards({ query }: { query: SearchQuery }) {
  const count = useQuery(recordCount(query));
  return (
    <dl className={classes.cards} aria-label="Summary">
      <SummaryCard label="Shipments" figure={count} show={({ count }) => formatCount(count)} />
      <DistinctCard label="Importers" list="importers" query={query} />
      <DistinctCard label="Exporters" list="exporters" query={query} />
      <DistinctCard label="HS codes" list="hsCodes" query={query} />
      <ValueCard query={query} />
    </dl>
  );
}

interface DistinctCardProps {
  label: string;
  list: ListedDimension;
  query: SearchQuery;
}

function DistinctCard({ label, list, query }: DistinctCardProps) {
  const answer = useQuery(breakdown(list, query, ONLY_COUNT));
  return <SummaryCard label={label} figure={answer} show={({ distinctCount }) => formatCount(distinctCount)} />;
}

/** Every list carries the totals; the months are asked for in any case. */
function ValueCard({ query }: { query: SearchQuery }) {
  const answer: UseQueryResult<Breakdown> = useQuery(breakdown('months', query));
  return (
    <SummaryCard
      label="Value"
      figure={answer}
      show={({ totalUsd }) => `USD ${shortAmount(totalUsd)}`}
      exact={({ totalUsd }) => `USD ${exactDecimal(totalUsd)}`}
    />
  );
}
