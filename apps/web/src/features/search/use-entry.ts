import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useSession } from '../../session/use-session.js';
import { entryOf, problemsOf } from './entry.js';
import type { SearchLink } from './link.js';
import { openEntry } from './open-entry.js';

/**
 * Opens what a screen or a link hands over: the address takes its question, in the place of the entry, and is what holds the
 * search from then on.
 */
export function useEntry(link: SearchLink) {
  const state = useLocation({ select: (location) => location.state });
  const navigate = useNavigate({ from: '/list1' });
  const queryClient = useQueryClient();
  const userId = useSession().user?.userid ?? 0;
  const entry = useMemo(() => entryOf(state, link), [state, link]);
  const { data, error, refetch } = useQuery({
    queryKey: ['entry', state.__TSR_key, entry],
    queryFn: () => (entry ? openEntry(entry, { userId, queryClient }) : null),
    enabled: entry !== null,
    gcTime: 0,
  });

  useEffect(() => {
    if (data) void navigate({ search: data.link, state: { problems: data.problems }, replace: true });
  }, [data, navigate]);

  return {
    opening: entry !== null,
    error,
    retry: () => void refetch(),
    problems: problemsOf(state),
  };
}
