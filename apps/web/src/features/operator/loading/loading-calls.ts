import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { OPERATOR_KEY } from '../operator-calls.js';
import { operatorClient } from '../operator-client.js';

/** All that this screen reads, a look at it while something is under way among it. */
const KEY = [...OPERATOR_KEY, 'loading'] as const;

/** How often what is under way is asked for, in milliseconds. */
const WATCHED_MS = 1000;

const isUnderWay = (state: string | undefined) => state === 'LOOKING' || state === 'LOADING';

export const drafts = queryOptions({
  queryKey: [...KEY, 'drafts'],
  queryFn: async ({ signal }) => (await operatorClient.operatorDrafts({}, { signal })).drafts,
  refetchInterval: ({ state }) => (state.data?.some((one) => isUnderWay(one.state)) ? WATCHED_MS : false),
});

export const draftOf = (draft: string) =>
  queryOptions({
    queryKey: [...KEY, 'draft', draft],
    queryFn: ({ signal }) => operatorClient.operatorDraft({}, { params: { draft }, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? WATCHED_MS : false),
  });

export const mappings = queryOptions({
  queryKey: [...KEY, 'mappings'],
  queryFn: async ({ signal }) => (await operatorClient.operatorMappings({}, { signal })).mappings,
});

export const sources = queryOptions({
  queryKey: [...KEY, 'sources'],
  queryFn: async ({ signal }) => (await operatorClient.operatorSources({}, { signal })).sources,
});

/** Reads anew what the screen shows. */
export function useLookAgain(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: OPERATOR_KEY });
}

/** Does something about files that are loaded, and reads anew what is shown, done or refused. */
export function useLoadingAct<Answer extends { message: string }>() {
  const lookAgain = useLookAgain();
  return useMutation({ mutationFn: (act: () => Promise<Answer>) => act(), onSettled: lookAgain });
}

/** What a press on the screen has led to. */
export type LoadingAct = ReturnType<typeof useLoadingAct<{ message: string }>>;
