/** All records of a question, page by page. */
import type { Transport } from './transport.js';
import type { Answer, CallOptions, DataOf, Meta, PlainQuestion, RequestFor, TradeRecord } from './types.js';

export interface ReadingOptions extends CallOptions {
  /** What the whole reading may spend on records beyond those that its search gives without points; nothing unless it is said. */
  maxPoints?: number | undefined;
  /** Records of one page, at most 1,000. */
  limit?: number | undefined;
  columns?: RequestFor<'search'>['columns'];
}

/** How far a reading is. */
export interface ReadingProgress {
  /** Records that have been handed over. */
  read: number;
  /** Points that it has spent. */
  points: number;
  /** What was told beside the latest page. */
  meta: Meta;
}

/** Records in their order, once; and how far they are, which is not known before the first. */
export type Reading = AsyncGenerator<TradeRecord, void, void> & { readonly progress: ReadingProgress | undefined };

const PAGE = 1000;

/**
 * Reads one page after the other, each when the one before is used up: no more is asked, or bought, than is taken.
 *
 * @throws ApiProblem `cursor_stale` when other records are published meanwhile: to begin anew is the caller's to decide
 */
export function readRecords(transport: Transport, question: PlainQuestion, options: ReadingOptions = {}): Reading {
  const { maxPoints = 0, limit = PAGE, columns, signal } = options;
  let progress: ReadingProgress | undefined;

  async function page(cursor: string | undefined) {
    const spent = progress?.points ?? 0;
    const asked = { question, limit, columns, cursor, max_points: Math.max(0, maxPoints - spent) };
    const { body, repeated } = await transport.json('search', asked, { signal });
    const { data, meta } = body as Answer<DataOf<'search'>>;
    // A page that was paid for and lost on its way comes for nothing when it is asked again: what is gone of the balance was spent.
    const gone = repeated > 0 && progress ? progress.meta.left.points - meta.left.points : 0;
    progress = { read: progress?.read ?? 0, points: spent + Math.max(meta.cost.points, gone), meta };
    return { ...data, progress };
  }

  async function* all(): AsyncGenerator<TradeRecord, void, void> {
    let cursor: string | undefined;
    do {
      const { records, next_cursor: next, progress: far } = await page(cursor);
      for (const record of records) {
        far.read += 1;
        yield record;
      }
      cursor = next ?? undefined;
    } while (cursor !== undefined);
  }

  return Object.defineProperty(all(), 'progress', { get: () => progress }) as Reading;
}
