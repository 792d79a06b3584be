import { z } from 'zod';
import { keptFilterFields } from './search-filters.js';
import { askedQuestion } from './search-query.js';

/**
 * A query as a saved search keeps it: the question, its filters and its order, without a page. It was valid when it was saved;
 * reading one checks its shape only.
 */
export const savedQuery = z.object({
  ...askedQuestion.shape,
  ...keptFilterFields,
  orderByColumn: z.string().optional(),
  orderByMode: z.enum(['asc', 'desc']).default('desc'),
});
export type SavedQuery = z.output<typeof savedQuery>;
