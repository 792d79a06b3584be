import { ActionIcon, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { LIMITS, type SearchQuery } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers.js';
import classes from './pager.module.css';

interface PagerProps {
  query: Pick<SearchQuery, 'pageNumber' | 'numberOfRecords'>;
  total: number | undefined;
  /** These page sizes are offered. */
  sizes?: readonly number[];
  /** Pages count from 1 here. */
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  /** They stand beside the range, in the room that the pages leave. */
  children?: ReactNode;
}

export function Pager({ query, total = 0, sizes = LIMITS.pageSizes, onPage, onSize, children }: PagerProps) {
  const size = query.numberOfRecords;
  const current = query.pageNumber + 1;
  const pages = pageCount(total, size);
  const first = query.pageNumber * size + 1;
  const last = Math.min(first + size - 1, total);
  const capped = total > LIMITS.reachableRows ? ` (${formatCount(LIMITS.reachableRows)} reachable)` : '';
  return (
    <div className="row wrap gap-8-24 small">
      <p className="soft figures">
        {total > 0 ? `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}${capped}` : ' '}
      </p>
      {children}
      <nav aria-label="Pages" className="row gap-4 push-end">
        <PageButton label="First page" disabled={current <= 1} onClick={() => onPage(1)}>
          <IconChevronsLeft size={16} stroke={1.8} aria-hidden />
        </PageButton>
        <PageButton label="Previous page" disabled={current <= 1} onClick={() => onPage(current - 1)}>
          <IconChevronLeft size={16} stroke={1.8} aria-hidden />
        </PageButton>
        {pageWindow(current, pages).map((page) => (
          <UnstyledButton
            key={page}
            className={classes.page}
            aria-label={`Page ${page}`}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => onPage(page)}
          >
            {page}
          </UnstyledButton>
        ))}
        <PageButton label="Next page" disabled={current >= pages} onClick={() => onPage(current + 1)}>
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </PageButton>
        <PageButton label="Last page" disabled={current >= pages} onClick={() => onPage(pages)}>
          <IconChevronsRight size={16} stroke={1.8} aria-hidden />
        </PageButton>
      </nav>
      <NativeSelect
        w={152}
        aria-label="Rows per page"
        data={sizes.map((offered) => ({ value: String(offered), label: `${offered} per page` }))}
        value={String(size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
    </div>
  );
}

interface PageButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function PageButton({ label, disabled, onClick, children }: PageButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

/** Counts the pages that can be opened: those of the result, as far as paging reaches. */
export function pageCount(total: number, size: number): number {
  return Math.min(Math.ceil(total / size), Math.floor(LIMITS.reachableRows / size));
}

/** Picks the page numbers for the buttons: up to five, around the current one. */
export function pageWindow(current: number, pages: number): number[] {
  const length = Math.min(LIMITS.pagerButtons, pages);
  const half = Math.floor(LIMITS.pagerButtons / 2);
  const first = Math.max(1, Math.min(current - half, pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
