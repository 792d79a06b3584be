/** How many records a question finds on each day that has any, in the order of the days. */
export interface FoundDays {
  days: readonly string[];
  counts: readonly number[];
  total: number;
}

/** The days, first and last, on which a page of a list by date lies, and how many records of those days come before it. */
interface PageDays {
  from: string;
  to: string;
  offset: number;
}

/**
 * Where a page of a list by date lies: known from the counts, so that the page itself reads a few days only.
 *
 * @returns null when the page lies beyond the last record
 */
export function daysOfPage(
  found: FoundDays,
  mode: 'asc' | 'desc',
  page: { offset: number; limit: number },
): PageDays | null {
  if (page.offset >= found.total) return null;
  const order = found.days.map((_, index) => (mode === 'asc' ? index : found.days.length - 1 - index));
  let before = 0;
  let start = 0;
  while (before + count(found, order, start) <= page.offset) {
    before += count(found, order, start);
    start += 1;
  }
  let end = start;
  let until = before + count(found, order, start);
  while (until < page.offset + page.limit && end + 1 < order.length) {
    end += 1;
    until += count(found, order, end);
  }
  const [one, other] = [day(found, order, start), day(found, order, end)];
  return { from: one < other ? one : other, to: one < other ? other : one, offset: page.offset - before };
}

const count = (found: FoundDays, order: readonly number[], index: number) => found.counts[order[index] ?? -1] ?? 0;
const day = (found: FoundDays, order: readonly number[], index: number) => found.days[order[index] ?? -1] ?? '';

/** The days of some records without those of a part of them. */
export function withoutDays(all: FoundDays, part: FoundDays): FoundDays {
  const left = new Map(part.days.map((day, index) => [day, part.counts[index] ?? 0]));
  const rest = all.days
    .map((day, index) => ({ day, records: (all.counts[index] ?? 0) - (left.get(day) ?? 0) }))
    .filter(({ records }) => records > 0);
  return {
    days: rest.map(({ day }) => day),
    counts: rest.map(({ records }) => records),
    total: all.total - part.total,
  };
}
