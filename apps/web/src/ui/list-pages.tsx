import { Button } from '@mantine/core';
import { formatCount } from '../format/numbers.js';

interface ListPagesProps {
  label: string;
  /** Counted from 0. */
  page: number;
  pageSize: number;
  total: number;
  /** They name the ways to the pages before and after. */
  words?: readonly [before: string, after: string];
  onPage: (page: number) => void;
}

/** Says what of a small list is shown, and leads to the pages before and after. */
export function ListPages({ label, page, pageSize, total, words = ['Previous', 'Next'], onPage }: ListPagesProps) {
  const first = page * pageSize + 1;
  const last = Math.min(first + pageSize - 1, total);
  const [before, after] = words;
  return (
    <nav className="row wrap gap-8-12 soft small figures" aria-label={label}>
      <span role="status">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </span>
      <Button variant="default" size="xs" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {before}
      </Button>
      <Button variant="default" size="xs" disabled={last >= total} onClick={() => onPage(page + 1)}>
        {after}
      </Button>
    </nav>
  );
}

/** A list whose newest entries come first is paged by these words. */
export const BY_AGE = ['Newer', 'Older'] as const;
