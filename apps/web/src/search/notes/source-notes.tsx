import { useQuery } from '@tanstack/react-query';
import type { Country, TradeType } from '@tidewaiter/contract';
import { countriesByTrade } from '../api/calls.js';

/** Names the public sources of a country's records, and what none of these says: an empty column is then no fault. */
export const PublishedBy = ({ publishedBy }: Pick<Country, 'publishedBy'>) =>
  publishedBy.map(({ publisher, title, terms, lacks }) => (
    <p key={title} className="soft small">
      {title}: published by {publisher} ({terms}).{lacks.length > 0 && ` They lack ${lacks.join('; ')}.`}
    </p>
  ));

/** The same of all records that a question asks. */
export function SourceNotes({ countries, tradeType }: { countries: readonly string[]; tradeType: TradeType }) {
  const { data = [] } = useQuery(countriesByTrade(tradeType));
  const publishedBy = data.flatMap((country) => (countries.includes(country.shortcode) ? country.publishedBy : []));
  return <PublishedBy publishedBy={publishedBy} />;
}
