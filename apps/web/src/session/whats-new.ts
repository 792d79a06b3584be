import { queryOptions } from '@tanstack/react-query';
import { client } from './client.js';

/** What was loaded here lately, as anybody may know it. */
export const whatsNew = queryOptions({
  queryKey: ['whats-new'],
  queryFn: ({ signal }) => client.whatsNew({}, { signal }),
  retry: false,
});
