import { createHash } from 'node:crypto';
import { PortalError, type SearchQuery, savedQuery } from '@tidewaiter/contract';
import { z } from 'zod';

/** Where a reading of all records of a question stands: nothing of it opens anything, so it needs no signature. */
interface Place {
  /** How many records a reader has had. */
  offset: number;
  dataVersion: number;
  /** Of what the answer depends on beside: what may be seen, and what stands on lists that the question names. */
  state: string;
  /** The last export that the account owned when the reading began: what it has bought since is new to a question for what is new all the same. */
  ownedUpto: number;
}

const count = z
  .number()
  .int()
  .max(2 ** 40);
const written = z.tuple([count.min(1), count.positive(), z.string(), z.string(), count.min(0)]);

export const hashOf = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

/** The question, its filters and its order; not how much of it is read at once. */
const fingerprintOf = (query: SearchQuery) => hashOf(savedQuery.parse(query), query.newSince, query.newUntil);

export const writeCursor = (query: SearchQuery, { offset, dataVersion, state, ownedUpto }: Place) =>
  Buffer.from(JSON.stringify([offset, dataVersion, fingerprintOf(query), state, ownedUpto])).toString('base64url');

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** @throws PortalError CURSOR_REFUSED for one of another question or none at all */
export function readCursor(cursor: string | undefined, query: SearchQuery): Place | undefined {
  if (cursor === undefined) return undefined;
  const place = written.safeParse(parsed(cursor));
  if (!place.success) throw new PortalError('CURSOR_REFUSED');
  const [offset, dataVersion, fingerprint, state, ownedUpto] = place.data;
  if (fingerprint !== fingerprintOf(query)) throw new PortalError('CURSOR_REFUSED');
  return { offset, dataVersion, state, ownedUpto };
}
