import { Button } from '@mantine/core';
import { formatCount } from '../format/numbers.js';

interface ListPagesProps {
  label: string;
  /** Counted from 0. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** Says what of a small list is shown, and leads to the pages before and after. */
export function ListPages({ label, page, pageSize, total, onPage }: ListPagesProps) {
  const first = page * pageSize + 1;
  const last = Math.min(first + pageSize - 1, total);
  return (
    <nav className="row wrap gap-8-12 soft small figures" aria-label={label}>
      <span role="status">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </span>
      {(page > 0 || last < total) && (
        <>
          <Button variant="default" size="xs" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="default" size="xs" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </nav>
  );
}
