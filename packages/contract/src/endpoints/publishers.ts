import type { PublishedBy } from './public-source.js';

/** Names the public sources of records, and what none of these says: an empty column is then no fault. */
export const publishersInWords = (sources: readonly PublishedBy[]): string[] =>
  sources.map(
    ({ publisher, title, terms, lacks }) =>
      `${title}: published by ${publisher} (${terms}).${lacks.length > 0 ? ` They lack ${lacks.join('; ')}.` : ''}`,
  );
