import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../ui/notice.js';

/** What was read, or what holds its place, or why it could not be. */
export function Listed<Data>({
  found,
  children,
}: {
  found: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (found.data !== undefined) return children(found.data);
  if (found.error) return <LoadFailure error={found.error} onRetry={found.refetch} />;
  return <Skeleton height={320} aria-hidden="true" />;
}
