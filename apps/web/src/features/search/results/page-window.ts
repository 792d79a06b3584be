import { LIMITS } from '@tidewaiter/contract';

/** How many pages can be opened: those of the result, as far as paging reaches. */
export function pageCount(total: number, size: number): number {
  return Math.min(Math.ceil(total / size), Math.floor(LIMITS.reachableRows / size));
}

/** The page numbers offered as buttons: up to five, around the current one. */
export function pageWindow(current: number, pages: number): number[] {
  const length = Math.min(LIMITS.pagerButtons, pages);
  const half = Math.floor(LIMITS.pagerButtons / 2);
  const first = Math.max(1, Math.min(current - half, pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
