import { useQuery } from '@tanstack/react-query';
import type { ListedDimension, SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { useMemo } from 'react';
import { useInItsFrame } from '../../ui/draw-queue.js';
import { panel } from './breakdown-calls.js';

/** One list of what a question finds, with the question and the address that it answers: they are shown, and led on from, together. */
export function usePanel(list: ListedDimension, query: SearchQuery, address: SearchAddress) {
  const { data, error, refetch, isPlaceholderData } = useQuery(panel(list, query));
  const answered = useMemo(
    () => (data && !isPlaceholderData ? { query, address, breakdown: data } : null),
    [data, isPlaceholderData, query, address],
  );
  const shown = useInItsFrame(answered);
  return { shown, stale: shown !== answered, error, retry: () => void refetch() };
}
