/** All records of a question, page by page. */
import type { Endpoints, RequestOf, ResponseOf } from '@tidewaiter/contract';
import type { Calls } from './client.js';

type Asked = RequestOf<Endpoints['readRecords']>;

/** What is asked, as every call of a search takes it. */
export type Query = Asked['query'];
export type TradeRecord = ResponseOf<Endpoints['readRecords']>['records'][number];

export interface ReadingOptions extends Pick<Asked, 'columns'> {
  /** What the whole reading may spend on records beyond those that its search gives without points; nothing unless it is said. */
  maxPoints?: number;
  /** Records of one page, at most 1,000. */
  limit?: number;
  signal?: AbortSignal;
}

/** How far a reading is. */
export interface ReadingProgress {
  /** Records that have been handed over. */
  read: number;
  /** Records that the question finds. */
  found: number;
  /** Points that it has spent. */
  points: number;
  /** Points that are left. */
  pointsLeft: number;
}

/** Records in their order, once; and how far they are, which is not known before the first. */
export type Reading = AsyncGenerator<TradeRecord, void, void> & { readonly progress: ReadingProgress | undefined };

const PAGE = 1000;

/**
 * Reads one page after the other, each when the one before is used up: no more is asked, or bought, than is taken.
 *
 * @param repeated how many calls were made again so far
 * @throws PortalError `CURSOR_STALE` when other records are published meanwhile: to begin anew is the caller's to decide
 */
export function readRecords(
  calls: Pick<Calls, 'readRecords'>,
  repeated: () => number,
  query: Query,
  { maxPoints = 0, limit = PAGE, columns, signal }: ReadingOptions = {},
): Reading {
  let progress: ReadingProgress | undefined;

  async function page(cursor: string | undefined) {
    const { points: spent = 0, read = 0, pointsLeft: before } = progress ?? {};
    const asked = { query, limit, columns, cursor, maxPoints: Math.max(0, maxPoints - spent) };
    const repeatedBefore = repeated();
    const answer = await calls.readRecords(asked, signal && { signal });
    const { points, pointsLeft, found } = answer;
    // A page that was paid for and lost on its way comes for nothing when it is asked again: what is gone of the balance was spent.
    const gone = repeated() > repeatedBefore && before !== undefined ? before - pointsLeft : 0;
    progress = { read, found, pointsLeft, points: spent + Math.max(points, gone) };
    return { ...answer, progress };
  }

  async function* all(): AsyncGenerator<TradeRecord, void, void> {
    let cursor: string | undefined;
    do {
      const { records, nextCursor, progress: far } = await page(cursor);
      for (const record of records) {
        far.read += 1;
        yield record;
      }
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  return Object.defineProperty(all(), 'progress', { get: () => progress }) as Reading;
}
