import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createClient,
  type FindingView,
  LIMITS,
  type RequestOf,
  STANDING_ENDPOINTS,
  type StandingQuestion,
} from '@tidewaiter/contract';
import { CLIENT_OPTIONS, withinSession } from '../../session/client.js';

const client = withinSession(createClient<typeof STANDING_ENDPOINTS>(CLIENT_OPTIONS, STANDING_ENDPOINTS));

const FOLLOWING = 'following';

type Asked<Name extends keyof typeof STANDING_ENDPOINTS> = RequestOf<(typeof STANDING_ENDPOINTS)[Name]>;

/** While a file is on its way, it is looked at again after so many milliseconds; for so long once one was asked for, too. */
const LOOKED_AGAIN_MS = 2_000;
const LOOKED_FOR_MS = 60_000;

/** A file is being made, or is on its way to where it goes. */
function isUnderWay({ file, destinationId }: StandingQuestion): boolean {
  const latest = file?.latest;
  if (!latest) return false;
  const isSent = destinationId === null || latest.sentDate !== null || latest.sendProblem !== null;
  return latest.state === 'WAITING' || latest.state === 'MAKING' || (latest.state === 'READY' && !isSent);
}

/**
 * A page of what the person follows, and how much there may be.
 *
 * @param askedAt when a file was asked for; 0 for none
 */
export const followingOf = (page: number, askedAt: number) =>
  queryOptions({
    queryKey: [FOLLOWING, 'list', page],
    queryFn: ({ signal }) => client.following({ pageNumber: page, numberOfRecords: LIMITS.pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      Date.now() - askedAt < LOOKED_FOR_MS || data?.questions.some(isUnderWay) ? LOOKED_AGAIN_MS : false,
  });

/** A page of what was found. */
export const findingsOf = (view: FindingView, page: number) =>
  queryOptions({
    queryKey: [FOLLOWING, 'found', view, page],
    queryFn: ({ signal }) => client.findings({ view, pageNumber: page, numberOfRecords: LIMITS.pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });

export const digest = queryOptions({
  queryKey: [FOLLOWING, 'mail'],
  queryFn: ({ signal }) => client.digest({}, { signal }),
});

export const destinations = queryOptions({
  queryKey: [FOLLOWING, 'destinations'],
  queryFn: ({ signal }) => client.destinations({}, { signal }).then(({ destinations }) => destinations),
});

function useActs<Said, Answer>(act: (said: Said) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [FOLLOWING] }),
  });
}

export type NewDestination = Asked<'createDestination'>;

export const useFollow = () =>
  useActs(async (said: Asked<'follow'>) => {
    const made = await client.follow(said);
    const { rhythm, timeZone } = await client.digest({});
    // Nobody has said where they are: their browser knows.
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (timeZone === 'UTC' && here !== 'UTC') await client.changeDigest({ rhythm, timeZone: here });
    return made;
  });
export const useChangeFollowing = () => useActs((said: Asked<'changeFollowing'>) => client.changeFollowing(said));
export const useUnfollow = () => useActs((questionId: string) => client.unfollow({ questionId }));
export const useMakeFile = () => useActs((questionId: string) => client.makeQuestionFile({ questionId }));
export const useMarkFindings = () => useActs((said: Asked<'markFindings'>) => client.markFindings(said));
export const useChangeDigest = () => useActs((said: Asked<'changeDigest'>) => client.changeDigest(said));
export const useCreateDestination = () => useActs((said: NewDestination) => client.createDestination(said));
export const useTestDestination = () => useActs((destinationId: string) => client.testDestination({ destinationId }));
export const useRemoveDestination = () =>
  useActs((destinationId: string) => client.removeDestination({ destinationId }));
