import { createHash } from 'node:crypto';
import { PortalError, type SearchQuery, savedQuery } from '@tidewaiter/contract';
import { z } from 'zod';

/** Where a reading of all records of a question stands: nothing of it opens anything, so it needs no signature. */
interface Place {
  offset: number;
  dataVersion: number;
}

const written = z.tuple([
  z
    .number()
    .int()
    .min(1)
    .max(2 ** 40),
  z.number().int().positive(),
  z.string(),
]);

/** The question, its filters and its order; not how much of it is read at once. */
const fingerprintOf = (query: SearchQuery) =>
  createHash('sha256')
    .update(JSON.stringify([savedQuery.parse(query), query.newSince, query.newUntil]))
    .digest('base64url')
    .slice(0, 16);

export const writeCursor = (query: SearchQuery, { offset, dataVersion }: Place) =>
  Buffer.from(JSON.stringify([offset, dataVersion, fingerprintOf(query)])).toString('base64url');

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/**
 * How many records a reader has had.
 *
 * @throws PortalError CURSOR_REFUSED for one of another question or none at all, CURSOR_STALE where the records are others by now
 */
export function readCursor(cursor: string | undefined, query: SearchQuery, dataVersion: number): number {
  if (cursor === undefined) return 0;
  const place = written.safeParse(parsed(cursor));
  if (!place.success || place.data[2] !== fingerprintOf(query)) throw new PortalError('CURSOR_REFUSED');
  const [offset, version] = place.data;
  if (version !== dataVersion) throw new PortalError('CURSOR_STALE');
  return offset;
}
