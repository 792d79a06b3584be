import { columnsFor, LIMITS, MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { formatCount } from '../../format/count.js';

/** Keys that are named one by one where they are not understood. */
const NAMED = 5;

function named(keys: readonly string[]): string {
  const rest = keys.length - NAMED;
  return keys.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
}

/**
 * The columns that a link's `cols` shows: those that its search offers, as many as may be shown. Null where it names none, or
 * there is no search whose columns they could be.
 */
export function linkedColumns(
  cols: string | undefined,
  query: SearchQuery | null,
): { columns: readonly string[] | null; problems: string[] } {
  const keys = [...new Set(cols?.split(',').map((key) => key.trim()))].filter((key) => key !== '');
  if (!query || keys.length === 0) return { columns: null, problems: [] };
  const offered = new Set(columnsFor(query.tradeType, query.countryCode).map(({ key }) => key));
  const known = keys.filter((key) => offered.has(key));
  const unknown = keys.filter((key) => !offered.has(key));
  return {
    columns: known.slice(0, LIMITS.columns),
    problems: [
      ...(unknown.length > 0 ? [`Columns “${named(unknown)}”: ${MESSAGES.columnNotOffered}`] : []),
      ...(known.length > LIMITS.columns ? [MESSAGES.columnLimit] : []),
    ],
  };
}
