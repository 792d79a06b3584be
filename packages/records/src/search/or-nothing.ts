import { PortalError, TOO_MUCH } from '@tidewaiter/contract';

/** What helps but is not asked for: where it would be too much, there is none of it. */
export async function orNothing<Row>(asked: Promise<Row[]>): Promise<Row[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof PortalError && TOO_MUCH.some((code) => code === error.code)) return [];
    throw error;
  }
}
