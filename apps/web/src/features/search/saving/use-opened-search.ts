import { useQuery } from '@tanstack/react-query';
import { savedSearchOf } from '../../../api/workspaces.js';
import { useSession } from '../../../session/use-session.js';

/** The saved search that a link names, as it is kept now; nothing is asked where the link names none. */
export function useOpenedSearch(savedId: string | undefined) {
  const userId = useSession().user?.userid ?? 0;
  return useQuery({ ...savedSearchOf(userId, savedId ?? ''), enabled: savedId !== undefined });
}
