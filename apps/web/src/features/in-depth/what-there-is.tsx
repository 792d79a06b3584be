import { useQueries, useQuery } from '@tanstack/react-query';
import { dimensionOf, isOfTime, LISTED_DIMENSIONS, type SearchQuery } from '@tidewaiter/contract';
import { formatCount } from '../../format/numbers.js';
import { countriesByTrade } from '../../search/api/calls.js';
import { breakdown, ONLY_COUNT } from '../../search/api/list-calls.js';
import { titleOf } from './controls.js';
import type { Days } from './periods.js';
import { unevenCountries } from './whole.js';

/** What the records of a question do state, where they do not state what was asked for. */
export function WhatThereIs({ query }: { query: SearchQuery }) {
  const offered = LISTED_DIMENSIONS.filter(
    (name) => dimensionOf(name).column[query.tradeType] !== null && !isOfTime(name),
  );
  const answers = useQueries({ queries: offered.map((name) => breakdown(name, query, ONLY_COUNT)) });
  const stated = offered.flatMap((name, index) => {
    const count = answers[index]?.data?.distinctCount ?? 0;
    return count > 0 ? [`${titleOf(name, query)} (${formatCount(count)})`] : [];
  });
  return stated.length > 0 && <span>{` They state: ${new Intl.ListFormat('en').format(stated)}.`}</span>;
}

/** Says for which countries some days are not whole. */
export function NotWhole({ query, days }: { query: SearchQuery; days: Days }) {
  const { data: countries = [] } = useQuery(countriesByTrade(query.tradeType));
  const uneven = unevenCountries(countries, query, days);
  return (
    uneven.length > 0 && <p className="soft small readable">Incomplete: {new Intl.ListFormat('en').format(uneven)}.</p>
  );
}
