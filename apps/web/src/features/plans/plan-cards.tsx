import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers.js';
import { client } from '../../session/client.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure } from '../../ui/notice.js';
import classes from './plan-cards.module.css';
import { planLines, planTerm } from './plan-words.js';

/** The plans side by side, each with the act that its screen offers. */
export function PlanCards({ action }: { action: (plan: Plan) => ReactNode }) {
  const { data, error, refetch } = useQuery(plans);
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Awaiting shapes={[['cards', 3, 320]]} />;
  return (
    <ul className="plainList grid fit-columns gap-16" style={{ '--least': '240px' }}>
      {data.map((plan) => (
        <li key={plan.name} className="column surface gap-12 p-24">
          <h2>{plan.name}</h2>
          <p className={`soft figures ${classes.price}`}>
            <strong>USD {formatCount(plan.priceUsd)}</strong> {planTerm(plan)}
          </p>
          <ul className={classes.lines}>
            {planLines(plan).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {action(plan)}
        </li>
      ))}
    </ul>
  );
}

export type Plan = ResponseOf<Endpoints['planList']>['planList'][number];

const PLANS_FRESH_MS = 5 * 60 * 1000;

/** The plans that can be picked, the cheapest first. */
const plans = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await client.planList({}, { signal })).planList,
  staleTime: PLANS_FRESH_MS,
});
