import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createClient, type FindingView, LIMITS, type RequestOf, WATCH_ENDPOINTS } from '@tidewaiter/contract';
import { CLIENT_OPTIONS, withinSession } from '../../session/client.js';

const client = withinSession(createClient<typeof WATCH_ENDPOINTS>(CLIENT_OPTIONS, WATCH_ENDPOINTS));

const WATCHES = 'watches';

type Asked<Name extends keyof typeof WATCH_ENDPOINTS> = RequestOf<(typeof WATCH_ENDPOINTS)[Name]>;

/** A page of the person's watches, and how many there may be. */
export const watchesOf = (page: number) =>
  queryOptions({
    queryKey: [WATCHES, 'list', page],
    queryFn: ({ signal }) => client.watches({ pageNumber: page, numberOfRecords: LIMITS.pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A page of what they found. */
export const findingsOf = (view: FindingView, page: number, watchId?: string) =>
  queryOptions({
    queryKey: [WATCHES, 'found', view, page, watchId],
    queryFn: ({ signal }) =>
      client.findings(
        { view, pageNumber: page, numberOfRecords: LIMITS.pageSize, ...(watchId !== undefined && { watchId }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const watchMail = queryOptions({
  queryKey: [WATCHES, 'mail'],
  queryFn: ({ signal }) => client.watchMail({}, { signal }),
});

function useActs<Said, Answer>(act: (said: Said) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [WATCHES] }),
  });
}

export const useMakeWatch = () =>
  useActs(async (said: Asked<'createWatch'>) => {
    const made = await client.createWatch(said);
    const { rhythm, timeZone } = await client.watchMail({});
    // Nobody has said where they are: their browser knows.
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (timeZone === 'UTC' && here !== 'UTC') await client.changeWatchMail({ rhythm, timeZone: here });
    return made;
  });
export const useChangeWatch = () => useActs((said: Asked<'changeWatch'>) => client.changeWatch(said));
export const useRemoveWatch = () => useActs((watchId: string) => client.removeWatch({ watchId }));
export const useMarkFindings = () => useActs((said: Asked<'markFindings'>) => client.markFindings(said));
export const useChangeWatchMail = () => useActs((said: Asked<'changeWatchMail'>) => client.changeWatchMail(said));
