import { ActionIcon, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { LIMITS, type SearchQuery } from '@tidewaiter/contract';
import { formatCount } from '../../../format/count.js';
import { pageCount, pageWindow } from './page-window.js';
import classes from './pager.module.css';

interface PagerProps {
  query: SearchQuery;
  total: number | undefined;
  /** Pages count from 1 here. */
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

export function Pager({ query, total = 0, onPage, onSize }: PagerProps) {
  const size = query.numberOfRecords;
  const current = query.pageNumber + 1;
  const pages = pageCount(total, size);
  const first = query.pageNumber * size + 1;
  const last = Math.min(first + size - 1, total);
  const capped = total > LIMITS.reachableRows ? ` (${formatCount(LIMITS.reachableRows)} reachable)` : '';
  return (
    <div className={classes.pager}>
      <p className={classes.range}>
        {total > 0 ? `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}${capped}` : ' '}
      </p>
      <nav aria-label="Pages" className={classes.pages}>
        <Step label="Previous page" disabled={current <= 1} onClick={() => onPage(current - 1)}>
          <IconChevronLeft size={16} stroke={1.8} aria-hidden />
        </Step>
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
        <Step label="Next page" disabled={current >= pages} onClick={() => onPage(current + 1)}>
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </Step>
      </nav>
      <NativeSelect
        className={classes.size}
        aria-label="Rows per page"
        data={LIMITS.pageSizes.map((offered) => ({ value: String(offered), label: `${offered} per page` }))}
        value={String(size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
    </div>
  );
}

interface StepProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Step({ label, disabled, onClick, children }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
