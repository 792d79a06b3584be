import { useQuery } from '@tanstack/react-query';
import type { CoverageSource, TradeType } from '@tidewaiter/contract';
import { dataCoverage } from '../api/calls.js';

/** Names the public sources of a country's records, and what none of these says: an empty column is then no fault. */
export function PublishedBy({ source }: { source: CoverageSource }) {
  return source.publishedBy.map(({ publisher, title, terms, lacks }) => (
    <p key={title} className="soft small">
      {title}: published by {publisher} ({terms}).{lacks.length > 0 && ` They lack ${lacks.join('; ')}.`}
    </p>
  ));
}

/** The same of all records that a question asks. */
export function SourceNotes({ countries, tradeType }: { countries: readonly string[]; tradeType: TradeType }) {
  const { data } = useQuery(dataCoverage);
  return data?.coverageList
    .filter((source) => source.tradeType === tradeType && countries.includes(source.shortcode))
    .map((source) => <PublishedBy key={source.shortcode} source={source} />);
}
