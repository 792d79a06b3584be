import { PortalError } from '@tidewaiter/contract';

/** What helps but is not asked for: where it would take too long, there is none of it. */
export async function orNothing<Row>(asked: Promise<Row[]>): Promise<Row[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'SEARCH_TOO_EXPENSIVE') return [];
    throw error;
  }
}
